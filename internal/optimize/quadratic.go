package optimize

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// quadratic is the search for the minimum of ½x'Hx - q'x over x >= low, H positive definite (m×m).
type quadratic struct {
	h      *mat.Dense
	q, low []float64
	least  float64 // slopes up to least are rounding
	factor []float64
	places []int     // free places
	to     []float64 // minimum over the free places
}

// Bounded moves x >= low to the minimum of ½x'Hx - q'x over x >= low, H positive definite (m×m), by
// block principal pivoting (Júdice and Pires 1994): from the free places of x, all places that
// violate the conditions change sides at once, at a cost of O(m³/3), which takes a few changes. If
// their number does not fall for some changes, or H is not positive definite, it returns false and
// leaves x unchanged. A nil low is 0.
func Bounded(h *mat.Dense, q, low, x []float64) bool {
	if low == nil {
		low = make([]float64, len(x))
	}
	s := &quadratic{h: h, q: q, low: low, factor: make([]float64, len(q)*len(q))}
	for _, v := range q {
		s.least = max(s.least, 1e-14*v, -1e-14*v)
	}
	free := make([]bool, len(x))
	for j, v := range x {
		free[j] = v > low[j]
	}
	next := make([]float64, len(x))
	for fewest, patience := len(x)+1, 5; patience > 0; patience-- {
		copy(next, low)
		if !s.solve(free, next) {
			return false
		}
		wrong := 0
		for j := range free {
			if free[j] && next[j] <= low[j] || !free[j] && s.slope(j, next) > s.least {
				free[j] = !free[j]
				wrong++
			}
		}
		if wrong == 0 {
			copy(x, next)
			return true
		}
		if wrong < fewest {
			fewest, patience = wrong, 6
		}
	}
	return false
}

// slope is the negative derivative of the value by place j.
func (s *quadratic) slope(j int, x []float64) float64 {
	return s.q[j] - floats.Dot(s.h.RawRowView(j), x)
}

// solve sets the free places of x to the minimum, of any size, with the others at their bounds. It
// returns false if H is not positive definite there.
func (s *quadratic) solve(free []bool, x []float64) bool {
	s.places, s.to = s.places[:0], s.to[:0]
	for j, is := range free {
		if is {
			x[j] = 0
			s.places = append(s.places, j)
		}
	}
	for _, j := range s.places {
		s.to = append(s.to, s.slope(j, x))
	}
	n := len(s.places)
	if n == 0 {
		return true
	}
	for a, i := range s.places {
		row := s.h.RawRowView(i)
		for b := a; b < n; b++ {
			s.factor[a*n+b] = row[s.places[b]]
		}
	}
	// mat.Cholesky would also estimate the condition number.
	t, ok := lapack64.Potrf(blas64.Symmetric{N: n, Stride: n, Uplo: blas.Upper,
		Data: s.factor[:n*n]})
	if ok {
		lapack64.Potrs(t, blas64.General{Rows: n, Cols: 1, Stride: 1, Data: s.to})
	}
	for a, j := range s.places {
		x[j] = s.to[a]
	}
	return ok
}
