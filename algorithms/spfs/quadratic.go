package spfs

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// nonNegative moves x >= 0 to the minimum of ½x'Hx - q'x over x >= 0, H positive
// definite (m×m), by the active set method: it solves for the places that are free,
// goes there as far as no place becomes negative, holds those that become 0, and
// frees the place whose gradient asks for it most. It reports false when H is not
// positive definite or the changes do not end, which rounding can cause; x is then
// no worse than it was. Each change costs O(m³/3).
func nonNegative(h *mat.Dense, q, x []float64) bool {
	m := len(x)
	free := make([]bool, m)
	for j, v := range x {
		free[j] = v > 0
	}
	var scale float64
	for _, v := range q {
		scale = max(scale, v, -v)
	}
	for range 3*m + 10 {
		if !solveFree(h, q, x, free) {
			return false
		}
		next, most := -1, 1e-14*scale
		for j := range free {
			if free[j] {
				continue
			}
			slope := q[j] - floats.Dot(h.RawRowView(j), x)
			if slope > most {
				next, most = j, slope
			}
		}
		if next < 0 {
			return true
		}
		free[next] = true
	}
	return false
}

// solveFree brings the free places to the minimum with the others at 0, holding at
// 0 what would become negative on the way.
func solveFree(h *mat.Dense, q, x []float64, free []bool) bool {
	for {
		var places []int
		for j, is := range free {
			if is {
				places = append(places, j)
			}
		}
		if len(places) == 0 {
			return true
		}
		part := mat.NewSymDense(len(places), nil)
		right := mat.NewVecDense(len(places), nil)
		for a, i := range places {
			right.SetVec(a, q[i])
			for b := a; b < len(places); b++ {
				part.SetSym(a, b, h.At(i, places[b]))
			}
		}
		var chol mat.Cholesky
		if !chol.Factorize(part) {
			return false
		}
		var to mat.VecDense
		if err := chol.SolveVecTo(&to, right); err != nil && !isCondition(err) {
			return false
		}
		step, first := 1.0, -1
		for a, i := range places {
			if v := to.AtVec(a); v <= 0 {
				if at := x[i] / (x[i] - v); at < step || first < 0 {
					step, first = min(step, at), i
				}
			}
		}
		for a, i := range places {
			x[i] = max(0, x[i]+step*(to.AtVec(a)-x[i]))
		}
		if first < 0 {
			return true
		}
		x[first], free[first] = 0, false
	}
}
