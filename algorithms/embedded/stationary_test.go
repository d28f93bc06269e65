package embedded

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/longtest"
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

// The certificate of SOGFS holds, more rounds do not change W, and S and F belong to W.
func TestSOGFSIsStationary(t *testing.T) {
	for seed := range uint64(12) {
		shape := [][3]int{{60, 20, 1}, {40, 12, 3}, {20, 40, 2}}[seed%3]
		d := standardized(t, seed, shape[0], shape[1], 3)
		gamma := []float64{.1, 1, 10, 100}[seed%4]
		o := learned(t, d, 3, 2, 2, gamma, shape[2])
		if len(o.parts) != 3 {
			t.Errorf("seed %d: %d components", seed, len(o.parts))
			continue
		}
		if !o.converged || o.gradient > 1e-8 {
			t.Errorf("seed %d: gradient %.1e after %d rounds", seed, o.gradient, o.rounds)
		}
		before, norms := o.total(), slices.Clone(o.norms)
		for range 20 {
			must.Do(t, o.regraph(t.Context()))
			must.Do(t, o.functions(t.Context()))
			must.Do(t, o.step(t.Context(), o.rows))
		}
		if gain := 1 - o.total()/before; gain > 1e-10 {
			t.Errorf("seed %d: 20 more rounds gain %.1e", seed, gain)
		}
		for j, v := range o.norms {
			if math.Abs(v-norms[j]) > 1e-5 {
				t.Errorf("seed %d: 20 more rounds move row %d from %.9g to %.9g",
					seed, j, norms[j], v)
			}
		}
	}
}

// UDFS ends where its plain steps do, and the certificate holds there. At a coarse stop, a gain of
// 1e-7, the gradient is much larger.
func TestUDFSIsStationary(t *testing.T) {
	equal, cases := 0, 0
	var behind float64
	loose := 0
	for seed := range longtest.Or(uint64(8), 20) {
		shape := [][3]int{{60, 25, 1}, {40, 30, 3}, {25, 40, 2}, {80, 12, 5}}[seed%4]
		d := standardized(t, seed, shape[0], shape[1], 3)
		m := UDFS{Dimensions: shape[2], Gamma: []float64{.1, 1, .03, 10, .5}[seed%5]}
		old, b := plainRows(t, m, d, 1e-7, 500)
		end, _ := plainRows(t, m, d, 1e-14, 10000)
		s := scored(t, m, d)
		g := s.Diagnostics
		if !g.Converged || !g.Certificate.Holds() || g.Certificate.Tolerance > 1e-8 {
			t.Errorf("seed %d, %+v: %+v after %d steps", seed, m, g.Certificate, g.Iterations)
		}
		old.tolerance = 1e-8
		old.measure(newRowFunction(b, m.Gamma, 1e-10))
		if old.gradient > 1e-6 {
			loose++
		}
		behind = max(behind, old.objective()/end.objective()-1)
		cases++
		relative := float64(*g.Objective)/end.objective() - 1
		if math.Abs(relative) > 1e-9 {
			t.Logf("seed %d, %+v: %.1e from where the plain steps end", seed, m, relative)
			if relative > 1e-3 {
				t.Errorf("seed %d: objective %.2e above where the plain steps end", seed, relative)
			}
			continue
		}
		equal++
		for j, v := range s.Values {
			if math.Abs(v-end.norms[j]) > 1e-4 {
				t.Errorf("seed %d: row %d has norm %.9g, by plain steps %.9g",
					seed, j, v, end.norms[j])
			}
		}
	}
	t.Logf("%d of %d cases end where the plain steps do; a coarse stop: objective up to %.1e "+
		"above, gradient above 1e-6 in %d",
		equal, cases, behind, loose)
	if equal < cases*9/10 || loose < cases*3/4 {
		t.Errorf("%d of %d cases end where the plain steps do; at a coarse stop the gradient was "+
			"above 1e-6 in %d",
			equal, cases, loose)
	}
}
