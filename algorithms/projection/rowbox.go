package projection

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// boxRounds bounds the sets of entries at their bound, and boxSweeps is the number of sweeps
	// over the entries between them.
	boxRounds, boxSweeps = 30, 3
	// boxRest ends the search: the change of an entry, relative to the largest.
	boxRest = 1e-13
)

// boxed minimizes ½η'Nη - b'η for η >= -below, for a positive definite N with a diagonal of about
// 1: sweeps over the entries find those at their bound, and the equations of the others are solved.
// It returns nil if N is not positive definite.
func boxed(n *mat.SymDense, b, below []float64) []float64 {
	a := len(b)
	eta, left := make([]float64, a), append([]float64(nil), b...) // left is b - Nη
	move := func(r int, step float64) {
		eta[r] += step
		for c := range a {
			left[c] -= n.At(r, c) * step
		}
	}
	for range boxRounds {
		changed, most := 0., 0.
		for range boxSweeps {
			changed = 0
			for r := range a {
				to := max(-below[r], eta[r]+left[r]/n.At(r, r))
				if step := to - eta[r]; step != 0 {
					changed = max(changed, math.Abs(step))
					move(r, step)
					eta[r] = to
				}
				most = max(most, math.Abs(eta[r]))
			}
		}
		if changed <= boxRest*most {
			break
		}
		var free []int
		for r := range a {
			if eta[r] > -below[r] {
				free = append(free, r)
			}
		}
		step := freeStep(n, left, free)
		if step == nil {
			return nil
		}
		// As far as the bounds let it go.
		t, at := 1., -1
		for x, r := range free {
			if room := below[r] + eta[r]; step[x] < 0 && -step[x]*t > room {
				t, at = room/-step[x], r
			}
		}
		for x, r := range free {
			eta[r] += t * step[x]
		}
		if at >= 0 {
			eta[at] = -below[at]
		}
		product := mat.NewVecDense(a, nil)
		product.MulVec(n, mat.NewVecDense(a, eta))
		floats.SubTo(left, b, product.RawVector().Data)
		if at < 0 && held(left, eta, below) {
			break
		}
	}
	return eta
}

// held reports whether every entry at its bound stays there.
func held(left, eta, below []float64) bool {
	for r, v := range left {
		if eta[r] <= -below[r] && v > 0 {
			return false
		}
	}
	return true
}

func freeStep(n *mat.SymDense, left []float64, free []int) []float64 {
	if len(free) == 0 {
		return []float64{}
	}
	part, b := mat.NewSymDense(len(free), nil), mat.NewVecDense(len(free), nil)
	for x, r := range free {
		b.SetVec(x, left[r])
		for y := x; y < len(free); y++ {
			part.SetSym(x, y, n.At(r, free[y]))
		}
	}
	var factor mat.Cholesky
	var out mat.VecDense
	if !factor.Factorize(part) || solved(factor.SolveVecTo(&out, b)) != nil {
		return nil
	}
	return out.RawVector().Data
}
