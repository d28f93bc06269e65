package projection

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// boxRounds bounds the sets of entries at their bound, and boxSweeps is the number of sweeps
	// over the entries between them.
	boxRounds, boxSweeps = 100, 3
	// boxRest ends the search: the change of an entry, relative to the largest.
	boxRest = 1e-13
)

// boxed minimizes ½η'Nη - b'η for η >= -below, for a positive definite N with a diagonal of about
// 1: sweeps over the entries find those at their bound, and the equations of the others are solved.
// It returns nil if N is not positive definite.
func boxed(n *mat.SymDense, b, below []float64, work *boxWork) []float64 {
	a := len(b)
	eta, left := make([]float64, a), slices.Clone(b) // left is b - Nη
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
		if eta, left = descendFree(n, b, below, eta, left, work); eta == nil {
			return nil
		}
		if held(left, eta, below) {
			break
		}
	}
	return eta
}

// descendFree solves for the entries between their bounds. Those that would leave them stay at
// their bound, and the others are solved for again.
func descendFree(n *mat.SymDense, b, below, eta, left []float64, work *boxWork) (
	to, rest []float64) {
	for {
		var free []int
		for r, v := range eta {
			if v > -below[r] {
				free = append(free, r)
			}
		}
		step := freeStep(n, left, free, work)
		if step == nil {
			return nil, nil
		}
		full, whole := slices.Clone(eta), true
		for x, r := range free {
			if full[r] += step[x]; full[r] < -below[r] {
				full[r], whole = -below[r], false
			}
		}
		rest = remainder(n, full, b)
		if whole {
			return full, rest
		}
		if model(full, b, rest) >= model(eta, b, left) {
			full = short(eta, below, free, step)
			rest = remainder(n, full, b)
		}
		eta, left = full, rest
	}
}

// short goes along the step as far as the bounds let it.
func short(eta, below []float64, free []int, step []float64) []float64 {
	t, at := 1., -1
	for x, r := range free {
		if room := below[r] + eta[r]; step[x] < 0 && -step[x]*t > room {
			t, at = room/-step[x], r
		}
	}
	out := slices.Clone(eta)
	for x, r := range free {
		out[r] = max(-below[r], out[r]+t*step[x])
	}
	if at >= 0 {
		out[at] = -below[at]
	}
	return out
}

// model is ½η'Nη - b'η, for left = b - Nη.
func model(eta, b, left []float64) float64 {
	return -(floats.Dot(b, eta) + floats.Dot(left, eta)) / 2
}

func remainder(n *mat.SymDense, eta, b []float64) []float64 {
	product := mat.NewVecDense(len(eta), nil)
	product.MulVec(n, mat.NewVecDense(len(eta), eta))
	out := make([]float64, len(eta))
	floats.SubTo(out, b, product.RawVector().Data)
	return out
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

// boxWork is memory for the equations of the free entries.
type boxWork struct {
	part   mat.SymDense
	factor mat.Cholesky
}

func freeStep(n *mat.SymDense, left []float64, free []int, work *boxWork) []float64 {
	if len(free) == 0 {
		return []float64{}
	}
	part, b := &work.part, mat.NewVecDense(len(free), nil)
	part.Reset()
	part.ReuseAsSym(len(free))
	for x, r := range free {
		b.SetVec(x, left[r])
		for y := x; y < len(free); y++ {
			part.SetSym(x, y, n.At(r, free[y]))
		}
	}
	var out mat.VecDense
	if !work.factor.Factorize(part) || solved(work.factor.SolveVecTo(&out, b)) != nil {
		return nil
	}
	return out.RawVector().Data
}
