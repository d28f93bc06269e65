package learn

import (
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/moments"
)

// Center subtracts its mean from every column of x, in place. The mean is taken
// relative to the first row, so that a constant column becomes exactly 0.
func Center(x *mat.Dense) {
	n, d := x.Dims()
	origin := append([]float64(nil), x.RawRowView(0)...)
	mean := make([]float64, d)
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] -= origin[j]
			mean[j] += row[j] / float64(n)
		}
	}
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] -= mean[j]
		}
	}
}

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
