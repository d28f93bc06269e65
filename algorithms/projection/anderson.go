package projection

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// remembered are the steps of which an extrapolation is made.
	remembered = 8
	// farthest bounds the change of a logarithm in an extrapolation.
	farthest = 4
)

// anderson extrapolates a fixed-point iteration of positive numbers, in their logarithms, from its
// last steps (Anderson 1965). Numbers that are 0 take no part.
type anderson struct {
	x, f   []float64 // the last point and its step
	dx, df [][]float64
}

// forget begins again.
func (a *anderson) forget() { *a = anderson{} }

// after returns the extrapolation from a point and its image, whose zeros it has. Weights say what
// a number counts.
func (a *anderson) after(point, image, weight []float64) []float64 {
	x, f := make([]float64, len(point)), make([]float64, len(point))
	for j, v := range point {
		if v > 0 && image[j] > 0 {
			x[j], f[j] = math.Log(v), math.Log(image[j]/v)
		}
	}
	if a.x != nil {
		dx, df := make([]float64, len(x)), make([]float64, len(x))
		for j := range x {
			if image[j] > 0 {
				dx[j], df[j] = x[j]-a.x[j], f[j]-a.f[j]
			}
		}
		a.dx, a.df = append(a.dx, dx), append(a.df, df)
		if len(a.dx) > remembered {
			a.dx, a.df = a.dx[1:], a.df[1:]
		}
	}
	a.x, a.f = x, f
	out := append([]float64(nil), image...)
	theta := a.combine(f, weight)
	if theta == nil {
		return out
	}
	for j, v := range image {
		if v == 0 {
			continue
		}
		step := f[j]
		for h, t := range theta {
			step -= t * (a.dx[h][j] + a.df[h][j])
		}
		out[j] = point[j] * math.Exp(max(-farthest, min(step, farthest/2)))
	}
	return out
}

// combine returns the combination of the differences that is nearest to f.
func (a *anderson) combine(f, weight []float64) []float64 {
	k := len(a.df)
	if k == 0 {
		return nil
	}
	gram, right := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	own := make([]float64, len(f))
	for h := range k {
		floats.MulTo(own, a.df[h], weight)
		for g := h; g < k; g++ {
			gram.SetSym(h, g, floats.Dot(own, a.df[g]))
		}
		right.SetVec(h, floats.Dot(own, f))
	}
	scale := make([]float64, k)
	for h := range k {
		scale[h] = math.Sqrt(gram.At(h, h))
		if !(scale[h] > 0) {
			return nil
		}
	}
	for h := range k {
		for g := h; g < k; g++ {
			v := gram.At(h, g) / (scale[h] * scale[g])
			if h == g {
				v += 1e-13
			}
			gram.SetSym(h, g, v)
		}
		right.SetVec(h, right.AtVec(h)/scale[h])
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
	out := make([]float64, k)
	for h := range out {
		out[h] = theta.AtVec(h) / scale[h]
	}
	return out
}
