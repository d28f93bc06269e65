package spfs

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// quadratic is the search for the minimum of ½x'Hx - q'x over x >= 0, H positive
// definite (m×m).
type quadratic struct {
	h      *mat.Dense
	q      []float64
	least  float64 // slopes up to least are rounding
	factor []float64
	places []int     // free places
	to     []float64 // minimum over the free places
}

// nonNegative moves x >= 0 to the minimum of ½x'Hx - q'x over x >= 0, H positive definite (m×m). It
// returns false if H is not positive definite or if the active set does not converge, which
// rounding can cause; the value of x has not risen then. Each change of the active set costs
// O(m³/3). First many places change at once, which takes a few changes; if that does not converge,
// one place at a time, which must end.
func nonNegative(h *mat.Dense, q, x []float64) bool {
	s := newQuadratic(h, q)
	return s.exchange(x) || s.descend(x)
}

func newQuadratic(h *mat.Dense, q []float64) *quadratic {
	s := &quadratic{h: h, q: q, factor: make([]float64, len(q)*len(q))}
	for _, v := range q {
		s.least = max(s.least, 1e-14*v, -1e-14*v)
	}
	return s
}

// exchange is block principal pivoting (Júdice and Pires 1994): from the free places of x, all
// places that violate the conditions change sides at once. If their number does not fall for some
// changes, it returns false and leaves x unchanged.
func (s *quadratic) exchange(x []float64) bool {
	free := make([]bool, len(x))
	for j, v := range x {
		free[j] = v > 0
	}
	next := make([]float64, len(x))
	for fewest, patience := len(x)+1, 5; patience > 0; patience-- {
		if !s.solve(free) {
			return false
		}
		clear(next)
		for a, i := range s.places {
			next[i] = s.to[a]
		}
		wrong := 0
		for j := range free {
			if free[j] && next[j] <= 0 || !free[j] && s.slope(j, next) > s.least {
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

// descend is the active set method: it minimizes over the free places, and then frees the places
// with the largest slopes. The value falls each time, because at least one of the freed places does
// not return to 0; so no set of free places occurs twice.
func (s *quadratic) descend(x []float64) bool {
	free := make([]bool, len(x))
	for j, v := range x {
		free[j] = v > 0
	}
	slopes := make([]float64, len(x))
	for range 3*len(x) + 10 {
		if !s.settle(x, free) {
			return false
		}
		most := s.least
		for j := range free {
			slopes[j] = 0
			if !free[j] {
				slopes[j] = s.slope(j, x)
				most = max(most, slopes[j])
			}
		}
		if most == s.least {
			return true
		}
		for j, v := range slopes {
			free[j] = free[j] || v > most/2
		}
	}
	return false
}

// settle minimizes over the free places with the others at 0. Places that would become negative are
// fixed at 0: all of them if the value falls, else the one that reaches 0 first.
func (s *quadratic) settle(x []float64, free []bool) bool {
	next := make([]float64, len(x))
	for {
		if !s.solve(free) {
			return false
		}
		clear(next)
		step, first := 1.0, -1
		for a, i := range s.places {
			v := s.to[a]
			next[i] = max(0, v)
			if v <= 0 {
				if at := x[i] / (x[i] - v); at < step || first < 0 {
					step, first = min(step, at), i
				}
			}
		}
		switch {
		case first < 0:
			copy(x, next)
			return true
		case s.value(next) < s.value(x):
			copy(x, next)
			for _, i := range s.places {
				free[i] = x[i] > 0
			}
		default:
			for a, i := range s.places {
				x[i] = max(0, x[i]+step*(s.to[a]-x[i]))
			}
			x[first], free[first] = 0, false
		}
	}
}

// value is ½x'Hx - q'x of an x that is 0 where it is not free.
func (s *quadratic) value(x []float64) float64 {
	var sum float64
	for _, i := range s.places {
		if x[i] != 0 {
			sum += x[i] * (floats.Dot(s.h.RawRowView(i), x)/2 - s.q[i])
		}
	}
	return sum
}

// solve finds the minimum, of any sign, over the free places with the others at 0. It returns false
// if H is not positive definite there.
func (s *quadratic) solve(free []bool) bool {
	s.places, s.to = s.places[:0], s.to[:0]
	for j, is := range free {
		if is {
			s.places, s.to = append(s.places, j), append(s.to, s.q[j])
		}
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
	return ok
}
