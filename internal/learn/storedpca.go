package learn

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/krylov"
	"fsnb.example/internal/parallel"
)

// StandardizedPCA is PCA of x with each column brought to zero mean and unit variance, as
// FitScaling has it. Values that are sparse or on disk are scaled within the products.
func StandardizedPCA(ctx context.Context, x mat.Matrix, m int) (*Projection, error) {
	if stored := storedValues(x); stored != nil {
		return storedPCA(ctx, stored, m, true)
	}
	return PCA(ctx, FitScaling(x).Apply(x), m)
}

// storedValues returns x if its values are sparse or on disk, else nil.
func storedValues(x mat.Matrix) storage.Matrix {
	stored, ok := x.(storage.Matrix)
	if _, dense := x.(storage.Dense); !ok || dense {
		return nil
	}
	return stored
}

// storedPCA is PCA by products. Axes and scores are those of PCA within the residual, 1e-10 of the
// largest eigenvalue.
func storedPCA(ctx context.Context, x storage.Matrix, m int, standardize bool) (*Projection,
	error) {
	n, d := x.Dims()
	if err := checkComponents(n, d, m); err != nil {
		return nil, err
	}
	s, err := FitStoredScaling(ctx, x, 0)
	if err != nil {
		return nil, err
	}
	c, err := newCentered(x, s, standardize)
	if err != nil {
		return nil, err
	}
	small := min(n, d)
	p := &Projection{mat.NewDense(n, m, nil), mat.NewDense(d, m, nil), make([]float64, m)}
	pairs, err := krylov.Problem{
		N: small, Want: min(m, small), Spare: krylovSpare, Tolerance: krylovTolerance,
		Most: max(krylovMax, 2*m), Look: krylovLook,
		Times: func(v *mat.Dense) (*mat.Dense, error) { return c.gram(ctx, v) },
	}.Solve(ctx)
	switch {
	case err != nil && !errors.Is(err, krylov.ErrNoConvergence):
		return nil, err
	case err != nil || !pairs.Converged:
		return nil, errors.New("the components do not converge; take fewer features first")
	}
	axes, err := c.axes(ctx, p, pairs, small)
	if err != nil {
		return nil, err
	}
	p.Axes.Copy(axes.T())
	scores, err := c.times(ctx, p.Axes)
	if err != nil {
		return nil, err
	}
	p.Scores = scores
	scaleBy(p.Scores, c.exponent)
	if !finite(p.Scores) {
		return nil, errInfiniteScores
	}
	return p, nil
}

// axes fills in the shares, and returns the components as rows; those beyond the rank are 0.
func (c *centered) axes(ctx context.Context, p *Projection, pairs *krylov.Pairs,
	small int) (*mat.Dense, error) {
	axes := mat.NewDense(len(p.Explained), c.d, nil)
	found := pairs.Vectors.T()
	if c.n < c.d {
		transformed, err := c.transposeTimes(ctx, mat.DenseCopyOf(found))
		if err != nil {
			return nil, err
		}
		found = transformed
	}
	for k, value := range pairs.Values {
		if value <= c.total*1e-14*float64(small) {
			break // beyond the rank: rounding, not a direction
		}
		p.Explained[k] = min(value/c.total, 1)
		mat.Col(axes.RawRowView(k), k, found)
		krylov.Orthonormal(axes.RawRowView(k), axes, k)
		fixSign(mat.NewVecDense(c.d, axes.RawRowView(k)))
	}
	return axes, nil
}

// centered is C = (X - 1μ')D for a diagonal D, by its products: neither is formed.
type centered struct {
	x        storage.Matrix
	n, d     int
	mean     []float64
	unit     []float64 // the diagonal; 0 for constant columns
	exponent int       // of a power of two that D includes, by which C is divided
	total    float64   // the sum of the squares of C
}

func newCentered(x storage.Matrix, s *Scaling, standardize bool) (*centered, error) {
	n, d := x.Dims()
	c := &centered{x: x, n: n, d: d, mean: s.Mean, unit: make([]float64, d)}
	largest := 0.0 // deviation in C
	for j, sd := range s.SD {
		if sd-sd != 0 {
			return nil, errInfinite
		}
		if c.unit[j] = 1; sd > 0 && standardize {
			c.unit[j] = 1 / sd
		} else if sd == 0 {
			c.unit[j] = 0
		}
		largest = max(largest, sd*c.unit[j])
	}
	if largest == 0 {
		return nil, errNoVariance
	}
	// A power of two prevents overflow and underflow of squares without rounding.
	_, c.exponent = math.Frexp(largest)
	for j, sd := range s.SD {
		c.unit[j] = math.Ldexp(c.unit[j], -c.exponent)
		c.total += float64(n-1) * square(sd*c.unit[j])
	}
	return c, nil
}

// gram returns the products of CC' (n×n) if n < d, else of C'C, with the rows of v.
func (c *centered) gram(ctx context.Context, v *mat.Dense) (*mat.Dense, error) {
	var out *mat.Dense
	var err error
	columns := mat.DenseCopyOf(v.T())
	if c.n < c.d {
		// One pass over the values: the part of a block in C'v, then its part in C(C'v).
		sums := columnSums(columns)
		out, err = c.sum(ctx, columns.RawMatrix().Cols, func(b block, h *mat.Dense) {
			b.transposeTimes(h, columns)
			c.finish(h, b.lo, sums)
		})
	} else if out, err = c.times(ctx, columns); err == nil {
		out, err = c.transposeTimes(ctx, out)
	}
	if err != nil {
		return nil, err
	}
	return mat.DenseCopyOf(out.T()), nil
}

// finish turns rows from lo on of X'v, whose columns add up to sums, into those of C'v.
func (c *centered) finish(h *mat.Dense, lo int, sums []float64) {
	count, _ := h.Dims()
	for j := range count {
		row := h.RawRowView(j)
		floats.AddScaled(row, -c.mean[lo+j], sums)
		floats.Scale(c.unit[lo+j], row)
	}
}

func columnSums(v *mat.Dense) []float64 {
	n, k := v.Dims()
	sums := make([]float64, k)
	for i := range n {
		floats.Add(sums, v.RawRowView(i))
	}
	return sums
}

// transposeTimes returns C'v (d×k).
func (c *centered) transposeTimes(ctx context.Context, v *mat.Dense) (*mat.Dense, error) {
	_, k := v.Dims()
	out, sums := mat.NewDense(c.d, k, nil), columnSums(v)
	lanes := (c.d + c.width() - 1) / c.width() // nothing is summed: a lane a block
	return out, c.each(ctx, lanes, func(_ int, b block) {
		h := out.Slice(b.lo, b.hi, 0, k).(*mat.Dense)
		b.transposeTimes(h, v)
		c.finish(h, b.lo, sums)
	})
}

// times returns Cv (n×k).
func (c *centered) times(ctx context.Context, v *mat.Dense) (*mat.Dense, error) {
	_, k := v.Dims()
	return c.sum(ctx, k, func(b block, h *mat.Dense) { h.Copy(v.Slice(b.lo, b.hi, 0, k)) })
}

// lanesMost and laneValues bound the parts of the columns that are summed at the same time, each in
// n×k numbers of its own.
const lanesMost, laneValues = 8, 1 << 24

// sum returns Ch (n×k) for the rows of h that part computes for a block.
func (c *centered) sum(ctx context.Context, k int, part func(b block, h *mat.Dense)) (*mat.Dense,
	error) {
	lanes := min(max(laneValues/(c.n*k), 1), lanesMost, c.d)
	sums, shifts := make([]*mat.Dense, lanes), make([][]float64, lanes)
	for l := range lanes {
		sums[l], shifts[l] = mat.NewDense(c.n, k, nil), make([]float64, k)
	}
	err := c.each(ctx, lanes, func(l int, b block) {
		h := mat.NewDense(b.hi-b.lo, k, nil)
		part(b, h)
		for j := range b.hi - b.lo {
			row := h.RawRowView(j)
			floats.Scale(c.unit[b.lo+j], row)
			floats.AddScaled(shifts[l], c.mean[b.lo+j], row)
		}
		b.addTimes(sums[l], h)
	})
	for l := 1; l < lanes; l++ {
		sums[0].Add(sums[0], sums[l])
		floats.Add(shifts[0], shifts[l])
	}
	for i := range c.n {
		floats.Sub(sums[0].RawRowView(i), shifts[0])
	}
	return sums[0], err
}

// width is the number of columns of a block; those of a file are converted, up to 8 MiB.
func (c *centered) width() int {
	if _, sparse := c.x.(*storage.Sparse); sparse {
		return 4096
	}
	return max(1, min(512, (1<<20)/c.n))
}

// each calls use for blocks of columns: those of a lane in order, lanes at the same time. The lanes
// do not depend on the number of processors.
func (c *centered) each(ctx context.Context, lanes int, use func(lane int, b block)) error {
	sparse, _ := c.x.(*storage.Sparse)
	width := c.width()
	var stopped error
	failed := storage.Guard(func() {
		stopped = parallel.For(ctx, 0, lanes, 1, func(lane, _ int) {
			var buf storage.Buffer
			from, to := lane*c.d/lanes, (lane+1)*c.d/lanes
			for lo := from; lo < to && ctx.Err() == nil; lo += width {
				b := block{lo: lo, hi: min(lo+width, to), sparse: sparse}
				if sparse == nil {
					b.dense = c.x.Columns(b.lo, b.hi, &buf)
				}
				use(lane, b)
			}
		})
	})
	if failed != nil {
		return failed
	}
	if stopped != nil {
		return stopped
	}
	return ctx.Err()
}

// block is columns lo to hi-1 of the values.
type block struct {
	lo, hi int
	sparse *storage.Sparse // or nil
	dense  *mat.Dense      // the columns, without sparse
}

// transposeTimes sets h to X'v.
func (b block) transposeTimes(h, v *mat.Dense) {
	if b.sparse == nil {
		h.Mul(b.dense.T(), v)
		return
	}
	for j := b.lo; j < b.hi; j++ {
		to := h.RawRowView(j - b.lo)
		clear(to)
		rows, values := b.sparse.Column(j)
		for p, i := range rows {
			for q, w := range v.RawRowView(int(i)) {
				to[q] += values[p] * w
			}
		}
	}
}

// addTimes adds Xh to out.
func (b block) addTimes(out, h *mat.Dense) {
	if b.sparse == nil {
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, b.dense.RawMatrix(), h.RawMatrix(), 1,
			out.RawMatrix())
		return
	}
	for j := b.lo; j < b.hi; j++ {
		from := h.RawRowView(j - b.lo)
		rows, values := b.sparse.Column(j)
		for p, i := range rows {
			to := out.RawRowView(int(i))
			for q, w := range from {
				to[q] += values[p] * w
			}
		}
	}
}
