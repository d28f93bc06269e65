package graphs

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// Gaussian is the width σ² of the kernel exp(-‖x_i - x_j‖²/(2σ²)), as in graph.RBF.
type Gaussian struct {
	Percentile float64 `range:"(0,100]"`
	Width      float64 `range:"(0,inf)"`
}

// Matrix returns K (n×n) over the rows of x (n×d), and σ². If no field is set, σ² is the mean of
// all n² squared distances. If all rows are equal, all similarities are 1.
//
// It returns an error if both fields are set or one is out of range, if the distances overflow or
// all underflow, and ctx.Err(). The cost is O(n²d/2) time, of few entries that of FindNearest, and
// 8n² bytes and up to 64 MiB to find a percentile; meter is that of FindNearest.
func (s Gaussian) Matrix(
	ctx context.Context, x *mat.Dense, workers int, meter func(stage string, total int) func(int),
) (k *mat.SymDense, width float64, err error) {
	n, _ := x.Dims()
	if err := checkPairs(n, 8); err != nil {
		return nil, 0, err
	}
	k = mat.NewSymDense(n, nil)
	squares, width, err := s.squares(ctx, x, k, workers, meter)
	if err != nil {
		return nil, 0, err
	}
	return k, width, (&Kernel{pairSquares: squares, Width: width}).settle(ctx, workers)
}

// squares returns the squared distances, which are held in k unless that is nil, and σ².
func (s Gaussian) squares(ctx context.Context, x *mat.Dense, k *mat.SymDense, workers int,
	meter func(stage string, total int) func(int)) (of *pairSquares, width float64, err error) {
	n, d := x.Dims()
	if err := algorithms.CheckRanges(s, n, d); err != nil {
		return nil, 0, err
	}
	if s.Percentile != 0 && s.Width != 0 {
		return nil, 0, fmt.Errorf("percentile = %g and width = %g; give one of them",
			s.Percentile, s.Width)
	}
	if of, err = newPairSquares(ctx, x, k, workers, meter); err == nil {
		err = of.check(ctx, workers)
	}
	switch {
	case err != nil:
		return nil, 0, err
	case s.Percentile != 0:
		width, err = of.percentile(ctx, s.Percentile, workers)
	case s.Width != 0:
		width = s.Width
	default:
		width, err = of.mean(ctx, workers)
	}
	return of, width, err
}

// Kernel is K of RBF (n×n) as Weights. If its n(n-1)/2 entries take at most 64 MiB, or no more
// memory than the data, they are held; else some rows at a time are computed whenever they are
// needed.
type Kernel struct {
	// Width is σ².
	Width float64

	*pairSquares
	settled bool // the distances that are held were replaced by similarities
	degree  []float64
}

// Kernel is Matrix without the matrix.
func (s Gaussian) Kernel(ctx context.Context, x *mat.Dense, workers int,
	meter func(stage string, total int) func(int)) (*Kernel, error) {
	squares, width, err := s.squares(ctx, x, nil, workers, meter)
	if err != nil {
		return nil, err
	}
	k := &Kernel{pairSquares: squares, Width: width}
	return k, k.settle(ctx, workers)
}

// settle replaces the distances that are held by similarities.
func (k *Kernel) settle(ctx context.Context, workers int) error {
	if k.held == nil {
		return nil
	}
	err := k.EachRows(ctx, workers, func(int, int, func(int) []float64) {})
	k.settled = err == nil
	return err
}

// EachRows calls use for consecutive blocks of rows lo to hi-1 of K, of KernelRows or a multiple of
// that but for the last, one after another: after(i) are K_ii and the entries after it. use must
// not keep or modify them. The cost is O(n²d/2) time unless K is held.
func (k *Kernel) EachRows(ctx context.Context, workers int,
	use func(lo, hi int, after func(i int) []float64)) error {
	return k.each(ctx, workers, func(lo, hi int, after func(i int) []float64) {
		if !k.settled {
			parallel.Whole(workers, hi-lo, 16, func(from, to int) {
				for i := lo + from; i < lo+to; i++ {
					toKernel(after(i), k.Width)
				}
			})
		}
		use(lo, hi, after)
	})
}

// toKernel replaces squared distances by similarities.
func toKernel(row []float64, width float64) {
	for j, v := range row {
		row[j] = 1
		if v > 0 {
			row[j] = math.Exp(-v / width / 2)
		}
	}
}

// Matrix is K (n×n). Rows that are held are dropped, which saves memory.
func (k *Kernel) Matrix(ctx context.Context, workers int) (*mat.SymDense, error) {
	n, _ := k.x.Dims()
	out := mat.NewSymDense(n, nil)
	raw := out.RawSymmetric()
	err := k.EachRows(ctx, workers, func(lo, hi int, after func(i int) []float64) {
		for i := lo; i < hi; i++ {
			copy(raw.Data[i*raw.Stride+i:], after(i))
		}
	})
	k.held, k.settled = nil, false
	return out, err
}

// Degrees returns the sums of the rows of K, which Smoothness computes as well.
func (k *Kernel) Degrees() []float64 {
	if k.degree == nil {
		degree := k.Diagonal()
		// Without a context that ends it has no error.
		_ = k.EachRows(context.Background(), 0, func(lo, hi int, after func(i int) []float64) {
			addDegrees(degree, lo, hi, after)
		})
		k.degree = degree
	}
	return k.degree
}

// addDegrees adds the similarities of some rows to the sums of these and of later ones.
func addDegrees(degree []float64, lo, hi int, after func(i int) []float64) {
	for i := lo; i < hi; i++ {
		sum, later := degree[i], degree[i+1:]
		for j, w := range after(i)[1:] {
			sum += w
			later[j] += w
		}
		degree[i] = sum
	}
}

// Diagonal returns ones.
func (k *Kernel) Diagonal() []float64 {
	n, _ := k.x.Dims()
	return slices.Repeat([]float64{1}, n)
}

// Smoothness returns f'Lf for every column f of x (n×d). The cost is O(n²d/2) time, and that of K
// for each block of columns of a file; for sparse values it is that of Affinity.
func (k *Kernel) Smoothness(ctx context.Context, x mat.Matrix, workers int) ([]float64, error) {
	switch x := storage.Of(x).(type) {
	case *storage.Sparse:
		a, err := k.Affinity(ctx, workers)
		if err != nil {
			return nil, err
		}
		return a.Smoothness(ctx, x, workers)
	case storage.Dense:
		if _, d := x.Dims(); dense.External() && d >= tileRows {
			return k.smoothnessByProducts(ctx, x.Dense, workers)
		}
		return k.smoothness(ctx, x.Dense, workers)
	}
	_, d := x.Dims()
	out := make([]float64, d)
	err := storage.EachBlock(ctx, x, 1, d, func(b *mat.Dense, lo, hi int) {
		some, err := k.smoothness(ctx, b, workers)
		if err == nil { // else the context ended
			copy(out[lo:hi], some)
		}
	})
	return out, err
}

// smoothness is Smoothness for values in memory. It computes the degrees.
func (k *Kernel) smoothness(ctx context.Context, x *mat.Dense, workers int) ([]float64, error) {
	_, d := x.Dims()
	out, degree := make([]float64, d), k.Diagonal()
	// As many columns at a time as give each worker some; each sum has the order of the rows.
	width := min(columnBlock, max(8, (d+parallel.Workers(workers)-1)/parallel.Workers(workers)))
	err := k.EachRows(ctx, workers, func(lo, hi int, after func(i int) []float64) {
		parallel.Whole(workers, 1+(d+width-1)/width, 1, func(task, _ int) {
			if task == 0 {
				addDegrees(degree, lo, hi, after)
				return
			}
			from, to := (task-1)*width, min(task*width, d)
			addSmoothness(x, from, to, lo, hi, after, out[from:to])
		})
	})
	k.degree = degree
	return out, err
}

// addSmoothness adds the pairs of some rows and later ones to the sums of the columns from to to-1
// of x.
func addSmoothness(x *mat.Dense, from, to, lo, hi int, after func(i int) []float64,
	out []float64) {
	for i := lo; i < hi; i++ {
		u := x.RawRowView(i)[from:to]
		for j, w := range after(i)[1:] {
			if w == 0 {
				continue
			}
			v := x.RawRowView(i + 1 + j)[from:to]
			for c := range out {
				r := u[c] - v[c]
				out[c] += w * r * r
			}
		}
	}
}

// Affinity is K as a list of edges.
func (k *Kernel) Affinity(ctx context.Context, workers int) (*Affinity, error) {
	n, _ := k.x.Dims()
	a := &Affinity{N: n, Loops: k.Diagonal(), Edges: make([]Edge, 0, n*(n-1)/2)}
	err := k.EachRows(ctx, workers, func(lo, hi int, after func(i int) []float64) {
		for i := lo; i < hi; i++ {
			for j, w := range after(i)[1:] {
				if w != 0 {
					a.Edges = append(a.Edges, Edge{i, i + 1 + j, w})
				}
			}
		}
	})
	a.addDegrees()
	return a, err
}

// percentileOf interpolates between count ascending values.
func percentileOf(value func(place int) float64, count int, percentile float64) float64 {
	// A position that is a whole number must not be off by rounding: 1e-16 above it, the percentile
	// would be a tiny number instead of 0 if the value there is 0. So the product, which is whole
	// for a whole percentile, comes first, and is rounded before Modf subtracts from it.
	whole, part := math.Modf(float64(percentile*float64(count-1)) / 100)
	v := value(int(whole))
	if part > 0 {
		v += float64(part * (value(int(whole)+1) - v))
	}
	return v
}
