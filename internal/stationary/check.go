package stationary

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Check is for tests of a Function: the relative differences of its gradient and its Hessian from
// central differences of step h at w, in three random directions, and the largest relative
// violation of the majorization by M at w + V (0 if none) for V of any size.
func Check(f Function, w *mat.Dense, h float64) (gradient, hessian, below float64) {
	rng := rand.New(rand.NewPCG(1, 2))
	m, d := w.Dims()
	p := f.At(w)
	g := p.Times(w)
	at := func(v *mat.Dense, step float64) Point {
		moved := mat.DenseCopyOf(w)
		add(moved, step, v)
		return f.At(moved)
	}
	for range 3 {
		v := mat.NewDense(m, d, nil)
		v.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, v)
		v.Scale(norm(w)/norm(v), v)
		up, down := at(v, h), at(v, -h)
		slope := dot(g, v)
		gradient = max(gradient, math.Abs((up.Value()-down.Value())/(2*h)-slope)/(norm(g)*norm(v)))
		moved, under := mat.DenseCopyOf(w), mat.DenseCopyOf(w)
		add(moved, h, v)
		add(under, -h, v)
		rise := up.Times(moved)
		rise.Sub(rise, down.Times(under))
		rise.Scale(1/(2*h), rise)
		bend := p.Curvature(v)
		size := norm(bend)
		rise.Sub(rise, bend)
		hessian = max(hessian, norm(rise)/size)
		for _, step := range []float64{1e-3, .1, 1, 10} {
			form := p.Value() + step*slope + step*step/2*dot(v, p.Times(v))
			value := at(v, step).Value()
			below = max(below, (value-form)/value)
		}
	}
	return gradient, hessian, below
}
