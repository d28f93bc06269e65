package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/moments"
	"fsnb.example/internal/parallel"
)

// Center subtracts its mean from every column of x, in place. The mean is taken
// relative to the first row, so that a constant column becomes exactly 0.
func Center(x *mat.Dense) {
	n, d := x.Dims()
	parallel.Whole(0, d, columnsAtOnce, func(lo, hi int) {
		origin := append([]float64(nil), x.RawRowView(0)[lo:hi]...)
		mean := make([]float64, hi-lo)
		for i := range n {
			row := x.RawRowView(i)[lo:hi]
			for j := range row {
				row[j] -= origin[j]
				mean[j] += row[j] / float64(n)
			}
		}
		for i := range n {
			floats.Sub(x.RawRowView(i)[lo:hi], mean)
		}
	})
}

// columnsAtOnce is the number of columns that one goroutine reads at a time.
const columnsAtOnce = 128

// Scaling maps columns to zero mean and unit variance, as fitted on another matrix.
type Scaling struct{ Mean, SD []float64 }

// FitScaling returns the mean and the standard deviation (with n-1) of every
// column of x. A constant column has SD 0, and so has every column of a single
// row. The cost is two passes over x, row by row.
func FitScaling(x mat.Matrix) *Scaling {
	n, d := x.Dims()
	mean, sd := moments.Columns(n, d, rowReader(x))
	return &Scaling{mean, sd}
}

// FitStoredScaling is FitScaling of values that are sparse or on disk, whose columns are read in
// blocks, and of those in memory. Of sparse values the cost is that of the entries. It returns an
// error when a file cannot be read, and ctx.Err().
func FitStoredScaling(ctx context.Context, x storage.Matrix, workers int) (*Scaling, error) {
	_, d := x.Dims()
	s := &Scaling{make([]float64, d), make([]float64, d)}
	if sparse, ok := x.(*storage.Sparse); ok {
		for j := range d {
			s.Mean[j], s.SD[j] = sparseMoments(sparse, j)
		}
		return s, ctx.Err()
	}
	const block = 64
	err := storage.EachBlock(ctx, x, workers, block, func(b *mat.Dense, lo, hi int) {
		n, width := b.Dims()
		mean, sd := moments.Columns(n, width, b.RawRowView)
		copy(s.Mean[lo:hi], mean)
		copy(s.SD[lo:hi], sd)
	})
	return s, err
}

// sparseMoments are those of moments.Columns for one column.
func sparseMoments(x *storage.Sparse, j int) (mean, sd float64) {
	n, _ := x.Dims()
	_, values := x.Column(j)
	var origin float64 // any value of the column
	if len(values) == n {
		origin = values[0]
	}
	zeros := float64(n - len(values))
	width := math.Abs(origin) * min(zeros, 1)
	for _, v := range values {
		mean += (v - origin) / float64(n)
		width = max(width, math.Abs(v-origin))
	}
	if width == 0 {
		return origin, 0
	}
	r := mean / width
	sum := zeros * r * r
	for _, v := range values {
		r := (v - origin - mean) / width
		sum += r * r
	}
	return origin + mean, width * math.Sqrt(sum/float64(n-1))
}

// Apply returns a scaled copy of x; columns that were constant in the fit are
// centered only.
func (s *Scaling) Apply(x mat.Matrix) *mat.Dense {
	n, d := x.Dims()
	out := mat.NewDense(n, d, nil)
	row := rowReader(x)
	for i := range n {
		to := out.RawRowView(i)
		for j, v := range row(i) {
			to[j] = v - s.Mean[j]
			if s.SD[j] > 0 {
				to[j] /= s.SD[j]
			}
		}
	}
	return out
}

// unit is the length of column j that Apply brings to 1.
func (s *Scaling) unit(j int) float64 {
	if s != nil && s.SD[j] > 0 {
		return s.SD[j]
	}
	return 1
}

// rowReader returns a function that reads the rows of x, which are read-only and valid until the
// next call.
func rowReader(x mat.Matrix) func(i int) []float64 {
	if r, ok := x.(mat.RawRowViewer); ok {
		return r.RawRowView
	}
	_, d := x.Dims()
	buf := make([]float64, d)
	return func(i int) []float64 { return mat.Row(buf, i, x) }
}
