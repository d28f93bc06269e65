package redundancy

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/duplicates"
	"fsnb.example/internal/parallel"
)

// Squares is the matrix of squared cosines of features,
//
//	A = (Z'Z)∘²,  A_ij = (z_i'z_j)²
//
// with the columns of Z (n×p) scaled to unit length, centered first (GRM 2015, (2)) or not (FSIR²).
// A (p×p) is positive semidefinite with rank at most n(n+1)/2. It is not formed: Squares holds Z. A
// constant column, or a zero column if they are not centered, has zeros in its row and column of A.
type Squares struct {
	n, p     int
	z        []float64 // z_j, each of length n
	meter    Meter     // may be nil
	products int
}

// Meter starts a stage of steps steps and returns a function that counts finished steps, as
// algorithms.Options.Meter does.
type Meter func(stage string, steps int) func(steps int)

// begin starts a stage.
func (s *Squares) begin(stage string, steps int) func(int) {
	if s.meter == nil {
		return func(int) {}
	}
	return s.meter(stage, steps)
}

// steps is the number of blocks in n items.
func steps(n, block int) int { return (n + block - 1) / block }

// tile features and side samples are multiplied at a time, which fits into the processor's cache.
const (
	tile = 64
	side = 256
)

// scratch pools the products of two tiles.
var scratch = sync.Pool{New: func() any { return new([tile * tile]float64) }}

// NewSquares copies p columns of x (n×d), whose values must be finite, and normalizes them. The
// cost is O(np) time and memory.
func NewSquares(ctx context.Context, x mat.Matrix, columns []int, uncentered bool, workers int) (
	*Squares, error) {
	return NewMeteredSquares(ctx, x, columns, uncentered, workers, nil)
}

// NewMeteredSquares is NewSquares with progress: making it, Dense, and each product of Mul are
// stages of meter.
func NewMeteredSquares(ctx context.Context, x mat.Matrix, columns []int, uncentered bool,
	workers int,
	meter Meter) (*Squares, error) {
	n, _ := x.Dims()
	s := &Squares{n: n, p: len(columns), z: make([]float64, n*len(columns)), meter: meter}
	err := s.fill(ctx, x, columns, workers, func(f []float64) {
		if !uncentered {
			centerInPlace(f)
		}
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// NewWeightedSquares is NewSquares for uncentered features with weight root_i² for sample i: z_j =
// diag(root) f_j / ‖diag(root) f_j‖.
func NewWeightedSquares(ctx context.Context, x mat.Matrix, columns []int, root []float64,
	workers int) (*Squares, error) {
	n, _ := x.Dims()
	s := &Squares{n: n, p: len(columns), z: make([]float64, n*len(columns))}
	err := s.fill(ctx, x, columns, workers, func(f []float64) {
		floats.Mul(f, root)
		shrink(f)
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// fill copies columns, scaled so that squares neither overflow nor underflow, calls prepare on
// each, and scales them to unit length.
func (s *Squares) fill(ctx context.Context, x mat.Matrix, columns []int, workers int,
	prepare func(f []float64)) error {
	tick := s.begin("standardizing", steps(s.p, tile))
	finish := func(lo, hi int) {
		for a := lo; a < hi; a++ {
			f := s.at(a)
			shrink(f)
			prepare(f)
			normalize(f)
		}
	}
	if dense, ok := storage.Of(x).(storage.Dense); ok {
		return parallel.For(ctx, workers, s.p, tile, func(lo, hi int) {
			defer tick(1)
			var out [tile][]float64
			for a := lo; a < hi; a++ {
				out[a-lo] = s.at(a)
			}
			copyColumns(out[:hi-lo], dense, columns[lo:hi])
			finish(lo, hi)
		})
	}
	m := storage.Of(x).Take(columns)
	return storage.EachBlock(ctx, m, workers, tile, func(b *mat.Dense, lo, hi int) {
		for i := range s.n {
			for a, v := range b.RawRowView(i) {
				s.z[(lo+a)*s.n+i] = v
			}
		}
		finish(lo, hi)
		tick(steps(hi-lo, tile))
	})
}

// Dim is the number p of features.
func (s *Squares) Dim() int { return s.p }

// Samples is the number n of samples.
func (s *Squares) Samples() int { return s.n }

// at is z_j.
func (s *Squares) at(j int) []float64 { return s.z[j*s.n : (j+1)*s.n : (j+1)*s.n] }

// Keep drops all features but these, which are in ascending order, and renumbers them from 0.
func (s *Squares) Keep(features []int) {
	for to, from := range features {
		copy(s.at(to), s.at(from))
	}
	s.p = len(features)
	s.z = s.z[:s.p*s.n]
}

// Take is that of some features.
func (s *Squares) Take(features []int) *Squares {
	return &Squares{n: s.n, p: len(features), z: s.gather(nil, features)}
}

// Mul sets dst to Av, both of length p. With q entries of v other than 0 it costs the lesser of
//
//	2npq        A_{:,S}v_S = sum_{j in S} v_j (Z'z_j)∘²
//	n²(p + q)   diag(Z'KZ), K = Z diag(v) Z', n×n and symmetric
//
// operations, and O(n²) memory. No sum is split over workers, so the result does not depend on
// their number, nor on the order of the features at which v is 0.
func (s *Squares) Mul(ctx context.Context, dst, v []float64, workers int) error {
	var support []int
	for j, x := range v {
		if x != 0 {
			support = append(support, j)
		}
	}
	if ByKernel(s.n, s.p, len(support)) {
		return s.byKernel(ctx, dst, v, support, workers)
	}
	return s.byColumns(ctx, dst, v, support, workers)
}

// ByKernel reports whether a product with q numbers other than 0 costs less by K than by columns.
func ByKernel(n, p, q int) bool { return n*(p+q) < 2*p*q }

func (s *Squares) byColumns(ctx context.Context, dst, v []float64, support []int,
	workers int) error {
	weights := make([]float64, len(support))
	for a, j := range support {
		weights[a] = v[j]
	}
	return s.times(ctx, dst, s.gather(nil, support), weights, s.beginProduct(steps(s.p, tile)),
		workers)
}

// times sets dst_j = sum_b v_b (z_j'chosen_b)².
func (s *Squares) times(ctx context.Context, dst, chosen, v []float64, tick func(int),
	workers int) error {
	return parallel.For(ctx, workers, s.p, tile, func(lo, hi int) {
		defer tick(1)
		c := scratch.Get().(*[tile * tile]float64)
		defer scratch.Put(c)
		clear(dst[lo:hi])
		for from := 0; from < len(v); from += tile {
			to := min(from+tile, len(v))
			products(c, s.z[lo*s.n:hi*s.n], chosen[from*s.n:to*s.n], s.n, s.n)
			for j := lo; j < hi; j++ {
				for b, x := range c[(j-lo)*tile : (j-lo)*tile+to-from] {
					dst[j] += v[from+b] * x * x
				}
			}
		}
	})
}

// beginProduct starts the stage of the next product.
func (s *Squares) beginProduct(steps int) func(int) {
	s.products++
	return s.begin(fmt.Sprintf("product %d", s.products), steps)
}

func (s *Squares) byKernel(ctx context.Context, dst, v []float64, support []int,
	workers int) error {
	m := s.Multiplier(workers)
	m.tick = s.beginProduct(m.sums() + steps(s.p, tile))
	return m.mul(ctx, dst, v, support)
}

// Block sets dst (len(rows)×len(cols)) to A at those rows and columns. It costs 2n operations for
// each entry.
func (s *Squares) Block(ctx context.Context, dst *mat.Dense, rows, cols []int, workers int) error {
	right := len(cols) <= len(rows) // gather the fewer once
	var chosen []float64
	if right {
		chosen = s.gather(nil, cols)
	}
	return parallel.For(ctx, workers, len(rows), tile, func(lo, hi int) {
		c := scratch.Get().(*[tile * tile]float64)
		defer scratch.Put(c)
		left := s.gather(nil, rows[lo:hi])
		var buffer []float64
		for from := 0; from < len(cols); from += tile {
			to := min(from+tile, len(cols))
			var part []float64
			if right {
				part = chosen[from*s.n : to*s.n]
			} else {
				buffer = s.gather(buffer, cols[from:to])
				part = buffer
			}
			products(c, left, part, s.n, s.n)
			for a := lo; a < hi; a++ {
				row := dst.RawRowView(a)[from:to]
				for b, x := range c[(a-lo)*tile : (a-lo)*tile+to-from] {
					row[b] = x * x
				}
			}
		}
	})
}

// Dense is A (p×p), for p² of at most a small multiple of np + n². It costs np² operations.
func (s *Squares) Dense(ctx context.Context, workers int) (*mat.Dense, error) {
	a := mat.NewDense(s.p, s.p, nil)
	var tiles [][2]int
	for i := 0; i < s.p; i += tile {
		for j := 0; j <= i; j += tile {
			tiles = append(tiles, [2]int{i, j})
		}
	}
	tick := s.begin("products of all pairs", len(tiles))
	err := parallel.For(ctx, workers, len(tiles), 1, func(t, _ int) {
		defer tick(1)
		i, j := tiles[t][0], tiles[t][1]
		to, end := min(i+tile, s.p), min(j+tile, s.p)
		c := scratch.Get().(*[tile * tile]float64)
		defer scratch.Put(c)
		products(c, s.z[i*s.n:to*s.n], s.z[j*s.n:end*s.n], s.n, s.n)
		for f := i; f < to; f++ {
			row := a.RawRowView(f)[j:end]
			for g, x := range c[(f-i)*tile:][:end-j] {
				c[(f-i)*tile+g] = x * x
				row[g] = x * x
			}
		}
		for g := j; g < end; g++ {
			row := a.RawRowView(g)[i:to]
			for f := max(0, g-i); f < len(row); f++ {
				row[f] = c[f*tile+g-j]
			}
		}
	})
	return a, err
}

// gather copies features to a contiguous buffer.
func (s *Squares) gather(buffer []float64, features []int) []float64 {
	buffer = slices.Grow(buffer[:0], len(features)*s.n)
	for _, j := range features {
		buffer = append(buffer, s.at(j)...)
	}
	return buffer
}

// products sets c, of tile columns, to AB'. The rows of a and b are stride apart and have length
// entries.
func products(c *[tile * tile]float64, a, b []float64, stride, length int) {
	rows, cols := len(a)/stride, len(b)/stride
	clear(c[:rows*tile])
	dense.AddProducts(blas64.General{Rows: rows, Cols: cols, Stride: tile, Data: c[:]},
		blas64.General{Rows: rows, Cols: length, Stride: stride, Data: a},
		blas64.General{Rows: cols, Cols: length, Stride: stride, Data: b})
}

// duplicateTolerance is the distance of z_i and z_j, or of z_i and -z_j, up to which features are
// duplicates: A_ij is 1 minus its square.
const duplicateTolerance = 1e-10

var duplicateRule = duplicates.Rule{Sign: true, Tolerance: duplicateTolerance}

// Duplicates finds the features that equal an earlier one up to unit, sign and, if they are
// centered, offset: of[j] is the first such feature, or j if there is none. Zero features are not
// duplicates. The cost is that of duplicates.Find.
func (s *Squares) Duplicates(ctx context.Context, workers int) (of []int, err error) {
	var among []int
	for j := range s.p {
		if slices.ContainsFunc(s.at(j), func(v float64) bool { return v != 0 }) {
			among = append(among, j)
		}
	}
	return duplicates.Rows(ctx, mat.NewDense(s.p, s.n, s.z[:s.p*s.n]), among, duplicateRule,
		workers)
}
