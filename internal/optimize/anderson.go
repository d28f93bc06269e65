package optimize

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// andersonMemory is the number of steps of which an extrapolation is made.
const andersonMemory = 8

// Anderson accelerates a fixed-point iteration from its last 8 steps (Anderson 1965). The zero
// value has none.
type Anderson struct {
	x, f   []float64 // the last point and its step
	dx, df [][]float64
}

// Reset forgets all steps.
func (a *Anderson) Reset() { *a = Anderson{} }

// Extrapolate adds to image, where a step of f from x leads, what the steps before tell, and
// reports whether they tell anything: the combination of their differences that is nearest to f, by
// the weights of the squares; nil is 1. It keeps x and f. The cost is O(64) passes over vectors.
func (a *Anderson) Extrapolate(image, x, f, weight []float64) bool {
	if a.x != nil {
		a.dx = append(a.dx, floats.SubTo(make([]float64, len(x)), x, a.x))
		a.df = append(a.df, floats.SubTo(make([]float64, len(x)), f, a.f))
		if len(a.dx) > andersonMemory {
			a.dx, a.df = a.dx[1:], a.df[1:]
		}
	}
	a.x, a.f = x, f
	theta := a.combine(f, weight)
	for h, t := range theta {
		floats.AddScaled(image, -t, a.dx[h])
		floats.AddScaled(image, -t, a.df[h])
	}
	return theta != nil
}

// combine returns the combination of the differences that is nearest to f.
func (a *Anderson) combine(f, weight []float64) []float64 {
	k := len(a.df)
	if k == 0 {
		return nil
	}
	gram, right := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	scale := make([]float64, k)
	for h, own := range a.df {
		if weight != nil {
			own = floats.MulTo(make([]float64, len(f)), own, weight)
		}
		if scale[h] = math.Sqrt(floats.Dot(own, a.df[h])); !(scale[h] > 0) {
			return nil
		}
		for g := range h {
			gram.SetSym(h, g, floats.Dot(own, a.df[g])/(scale[h]*scale[g]))
		}
		gram.SetSym(h, h, 1+1e-13)
		right.SetVec(h, floats.Dot(own, f)/scale[h])
	}
	var factor mat.Cholesky
	if !factor.Factorize(gram) {
		return nil
	}
	var theta mat.VecDense
	if err := factor.SolveVecTo(&theta, right); err != nil {
		if _, ill := err.(mat.Condition); !ill {
			return nil
		}
	}
	return floats.DivTo(make([]float64, k), theta.RawVector().Data, scale)
}
