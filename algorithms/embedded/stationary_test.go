package embedded

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
	"fsnb.example/internal/stationary"
)

// Gradients and Hessians equal central differences of the objectives, and the quadratic forms are
// upper bounds that are exact at W.
func TestRowsDerivatives(t *testing.T) {
	for seed, shape := range [][3]int{{40, 12, 1}, {40, 12, 3}, {16, 40, 2}} {
		d := standardized(t, uint64(seed), shape[0], shape[1], 3)
		check := func(what string, f stationary.Function) {
			w := stationary.Draw(f, 1, 1, shape[2], shape[1])
			gradient, hessian, below := stationary.Check(f, w, 1e-5)
			if gradient > 1e-7 || hessian > 1e-5 || below > 1e-12 {
				t.Errorf("%v %s: gradient off by %.1e, Hessian by %.1e, form below by %.1e",
					shape, what, gradient, hessian, below)
			}
			p := f.At(w)
			inverse := must.Get(p.Inverse())(t)
			if !mat.EqualApprox(inverse(p.Times(w)), w, 1e-8) {
				t.Errorf("%v %s: M⁻¹M is not I", shape, what)
			}
		}
		_, b := plainRows(t, UDFS{Dimensions: shape[2], Neighbors: 4}, d, 1, 1)
		check("udfs", newRowFunction(b, 2, 1e-4))
		o := &optimal{rowFit: rowFit{m: shape[2], gamma: 2, epsilon: 1e-4}, x: d.X, n: d.N(), c: 2,
			alpha: 20, lambda: 1}
		must.Do(t, o.similarities(t.Context(),
			func(i int, out []float64) { copy(out, o.x.RawRowView(0)); clear(out) }))
		o.join()
		must.Do(t, o.functions(t.Context()))
		check("sogfs", o.function())
	}
}
