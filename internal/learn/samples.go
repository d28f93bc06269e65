package learn

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// samples are the rows of a matrix, centered and scaled, without a copy.
type samples struct {
	n, d   int
	row    func(i int) []float64
	alone  int       // 1 for one goroutine, of few values or where only one may call row, else 0
	origin []float64 // the first row, or zeros
	mean   []float64 // relative to it
	factor []float64 // of each row; nil for ones
	center bool      // factor'·row = 0 for each column
	// values are divided by 2^exponent, which keeps squares finite without rounding
	exponent int
}

// fewValues is the number of values below which one goroutine reads them sooner than several.
const fewValues = 1 << 15

// newSamples takes the rows of x minus their mean with the given weights (nil for equal ones), or
// unchanged, times the square roots of the weights. It returns an error when the numbers, or their
// differences, are not finite, or all are zero.
func newSamples(x mat.Matrix, weights []float64, center bool) (*samples, error) {
	n, d := x.Dims()
	s := &samples{n: n, d: d, row: rowReader(x), origin: make([]float64, d),
		mean: make([]float64, d), center: center}
	if _, ok := x.(mat.RawRowViewer); !ok || n*d < fewValues {
		s.alone = 1
	}
	var total float64
	if weights != nil {
		s.factor = make([]float64, n)
		for i, w := range weights {
			s.factor[i] = math.Sqrt(w)
			total += w
		}
	}
	if center {
		copy(s.origin, s.row(0))
		s.eachBlock(func(lo, hi int) {
			origin, mean := s.origin[lo:hi], s.mean[lo:hi]
			for i := range n {
				share := 1 / float64(n)
				if weights != nil {
					share = weights[i] / total
				}
				for j, v := range s.row(i)[lo:hi] {
					mean[j] += share * (v - origin[j])
				}
			}
		})
	}
	largest := magnitude(n, s.alone, func() func(i int) []float64 {
		buf := make([]float64, d)
		return func(i int) []float64 { s.at(buf, i); return buf }
	})
	switch {
	case math.IsNaN(largest) || math.IsInf(largest, 0):
		return nil, errInfinite
	case largest == 0:
		return nil, errConstant
	}
	_, s.exponent = math.Frexp(largest)
	return s, nil
}

var errConstant = errors.New("every feature is constant: there is nothing to project")

// eachBlock calls f for blocks of columns, side by side.
func (s *samples) eachBlock(f func(lo, hi int)) {
	if s.alone == 1 {
		f(0, s.d)
		return
	}
	parallel.Whole(0, s.d, columnsAtOnce, f)
}

// at sets dst to row i.
func (s *samples) at(dst []float64, i int) { s.part(dst, i, 0, s.d) }

// part sets dst to columns lo to hi-1 of row i.
func (s *samples) part(dst []float64, i, lo, hi int) {
	f := 1.0
	if s.factor != nil {
		f = s.factor[i]
	}
	row, origin, mean := s.row(i)[lo:hi], s.origin[lo:hi], s.mean[lo:hi]
	dst = dst[:len(row)]
	if s.exponent != 0 {
		scale := math.Ldexp(1, -s.exponent/2) // twice, since 2^-exponent itself may overflow
		rest := math.Ldexp(1, -s.exponent+s.exponent/2)
		for j, v := range row {
			dst[j] = f * ((v - origin[j] - mean[j]) * scale * rest)
		}
		return
	}
	for j, v := range row {
		dst[j] = f * (v - origin[j] - mean[j])
	}
}

// dense returns all rows.
func (s *samples) dense() *mat.Dense {
	x := dense.New(s.n, s.d)
	parallel.Whole(s.alone, s.n, rowsAtOnce, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			s.at(x.RawRowView(i), i)
		}
	})
	return x
}

// times returns the projected rows (n×m), w being d×m.
func (s *samples) times(w *mat.Dense) *mat.Dense {
	_, m := w.Dims()
	axes := mat.DenseCopyOf(w.T())
	out := mat.NewDense(s.n, m, nil)
	parallel.Whole(s.alone, s.n, rowsAtOnce, func(lo, hi int) {
		buf := make([]float64, s.d)
		for i := lo; i < hi; i++ {
			s.at(buf, i)
			to := out.RawRowView(i)
			for k := range to {
				to[k] = floats.Dot(buf, axes.RawRowView(k))
			}
		}
	})
	return out
}

// transposeTimes returns X'q (m×d, transposed), q being n×m.
func (s *samples) transposeTimes(q *mat.Dense) *mat.Dense {
	_, m := q.Dims()
	out := mat.NewDense(m, s.d, nil)
	s.eachBlock(func(lo, hi int) {
		buf := make([]float64, hi-lo)
		for i := range s.n {
			s.part(buf, i, lo, hi)
			for k, v := range q.RawRowView(i) {
				floats.AddScaled(out.RawRowView(k)[lo:hi], v, buf)
			}
		}
	})
	return out
}
