package learn

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/stationary"
)

// problemOf is FSSL's problem, and the state after its first eigenproblem.
func problemOf(t testing.TB, x *mat.Dense, g *Graph, m int, gamma float64) (*fssl, *state) {
	t.Helper()
	s, root, err := weighted(x, g, true)
	must.Do(t, err)
	f := &fssl{gamma: math.Ldexp(gamma, s.exponent), m: m, x: s.dense(), s: s}
	f.smoothed = func(z *mat.Dense) *mat.Dense { return normalized(g, root, z) }
	f.prepare()
	first := must.Get(f.begin(t.Context()))(t)
	return f, first
}

// plainly takes the steps of the method alone, until one gains no more than tolerance, relative.
func plainly(t testing.TB, f *fssl, at *state, tolerance float64, most int) *fsslSteps {
	t.Helper()
	s := &fsslSteps{f: f, at: at}
	for range most {
		gap := must.Get(s.Next(t.Context()))(t)
		if !s.Take(0) || gap <= tolerance {
			break
		}
	}
	return s
}

// The answer is stationary, by a gradient that is computed here from the d×d forms, and is where
// the plain steps end in nearly all cases; where they stop at a gain of 1e-7, the gradient is far
// from 0. All graphs, more samples than features and fewer.
func TestFSSLIsStationary(t *testing.T) {
	cases, equal, loose := 0, 0, 0
	var behind, highest float64
	for seed, shape := range [][3]int{{60, 25, 1}, {60, 25, 3}, {40, 12, 2}, {20, 40, 1},
		{20, 40, 2}} {
		n, d, m := shape[0], shape[1], shape[2]
		x, y := classesOf(uint64(seed), n, d, 3)
		graphs := graphsOf(t, x, y)
		for l, name := range []string{"lda", "lpp", "pca"} {
			g := graphs[name]
			for i, gamma := range []float64{.1, 1, 10} {
				if (seed+l+i)%3 > 0 && !longtest.Asked() {
					continue // one gamma for each shape and graph
				}
				what := fmt.Sprintf("%d×%d, m = %d, %s, γ = %g", n, d, m, name, gamma)
				p := must.Get(FSSL(t.Context(), x, g, m, FSSLOptions{Gamma: gamma}))(t)
				first, err := FSSL(t.Context(), x, g, m, FSSLOptions{Gamma: gamma, Iterations: 1})
				must.Do(t, err)
				smooth, below := forms(x, g)
				literal := literalResidual(p.Axes, smooth, below, gamma,
					math.Pow(1e-5*floats.Max(first.Norms), 2))
				if !p.Converged || p.Residual > 1e-8 || literal > 2e-8 {
					t.Errorf("%s: residual %.1e, from the forms %.1e, after %d steps",
						what, p.Residual, literal, p.Iterations)
				}
				f, a := problemOf(t, x, g, m, gamma)
				old, end := plainly(t, f, a, 1e-7, 500), plainly(t, f, a, 1e-15, 5000)
				if old.residual() > 1e-6 {
					loose++
				}
				behind = max(behind, old.at.objective/end.at.objective-1)
				cases++
				relative := math.Ldexp(p.Trace[len(p.Trace)-1], f.s.exponent)/end.at.objective - 1
				highest = max(highest, relative)
				if math.Abs(relative) > 1e-8 {
					t.Logf("%s: %.1e from where the plain steps end", what, relative)
					continue
				}
				equal++
			}
		}
	}
	t.Logf("%d of %d end where the plain steps do, the highest %.1e above; their stop at 1e-7 "+
		"is up to %.1e above, with a gradient above 1e-6 in %d",
		equal, cases, highest, behind, loose)
	if equal < cases*8/10 || loose < cases*3/4 || highest > .05 {
		t.Error("the answers are not those of the plain steps")
	}
}

// literalResidual is ‖∇f - X'DXWΛ‖·‖W‖/(√m·f) with Λ = W'∇f.
func literalResidual(w *mat.Dense, smooth, below *mat.SymDense, gamma, epsilon float64) float64 {
	d, m := w.Dims()
	var g, lambda, inside, less mat.Dense
	g.Mul(smooth, w)
	var f float64
	for k := range m {
		f += gamma * mat.Dot(g.ColView(k), w.ColView(k))
	}
	g.Scale(2*gamma, &g)
	for j := range d {
		norm := floats.Norm(w.RawRowView(j), 2)
		root := math.Sqrt(norm*norm + epsilon)
		f += root
		floats.AddScaled(g.RawRowView(j), 1/root, w.RawRowView(j))
	}
	lambda.Mul(w.T(), &g)
	inside.Mul(below, w)
	less.Mul(&inside, &lambda)
	g.Sub(&g, &less)
	return mat.Norm(&g, 2) * mat.Norm(w, 2) / math.Sqrt(float64(m)) / f
}

func TestFSSLDerivatives(t *testing.T) {
	for seed, shape := range [][3]int{{40, 12, 1}, {16, 40, 2}} {
		x, y := classesOf(uint64(seed), shape[0], shape[1], 3)
		for name, g := range graphsOf(t, x, y) {
			f, _ := problemOf(t, x, g, shape[2], 2)
			f.epsilon *= 1e6
			w := stationary.Draw(&inRows{f}, 1, 1, shape[2], shape[1])
			gradient, hessian, below := stationary.Check(f, w, 1e-4)
			if gradient > 1e-6 || hessian > 1e-5 || below > 1e-12 {
				t.Errorf("%v, %s: gradient off by %.1e, Hessian by %.1e, form below by %.1e",
					shape, name, gradient, hessian, below)
			}
			p := f.At(w)
			inverse := must.Get(p.Inverse())(t)
			if !mat.EqualApprox(inverse(p.Times(w)), w, 1e-8*mat.Norm(w, 2)) {
				t.Errorf("%v, %s: M⁻¹M is not I", shape, name)
			}
			if shared, ok := p.(stationary.ImagedPoint); ok != (shape[0] < shape[1]) {
				t.Errorf("%v: products that are shared: %v", shape, ok)
			} else if ok {
				sharedProducts(t, f, p, shared, w)
			}
		}
	}
}

// Products that share those with F are what they are without.
func sharedProducts(
	t *testing.T, f *fssl, p stationary.Point, shared stationary.ImagedPoint, w *mat.Dense,
) {
	t.Helper()
	m, d := w.Dims()
	v := stationary.Draw(&inRows{f}, 1, 2, m, d)
	check := func(what string, got, want *mat.Dense) {
		if !mat.EqualApprox(got, want, 1e-11*mat.Norm(want, 2)) {
			t.Errorf("%s is off", what)
		}
	}
	multiplier, cv := mat.NewDense(m, m, nil), f.Constraint(v)
	multiplier.Apply(func(i, k int, _ float64) float64 { return float64(3 + i + k) }, multiplier)
	var bent, gram, images mat.Dense
	bent.Mul(multiplier, cv)
	bent.Sub(p.Curvature(v), &bent)
	check("the Hessian", shared.Bent(v, f.Image(v), multiplier), &bent)
	gram.Mul(v, cv.T())
	images.Mul(f.Image(v), f.Image(v).T())
	check("the constraint by images", &images, &gram)
	check("the gradient", p.Times(w), p.Times(mat.DenseCopyOf(w)))
	check("CW", shared.Constrained(), f.Constraint(w))
	check("the image of W", shared.Own(), f.Image(w))
	plain := must.Get(p.Inverse())(t)
	inverse := must.Get(shared.InverseImage())(t)
	out, image := inverse(v)
	check("the inverse", out, plain(v))
	check("the image of the inverse", image, f.Image(out))
}

// With copies of a column that count alike, the sum of their rows is all that is determined: the
// objective is flat.
func TestFSSLFlat(t *testing.T) {
	x, y := classesOf(3, 40, 8, 2)
	p := must.Get(FSSL(t.Context(), x, mustClasses(y), 1, FSSLOptions{}))(t)
	best := floats.MaxIdx(p.Norms)
	copied := mat.NewDense(40, 9, nil)
	copied.Slice(0, 40, 0, 8).(*mat.Dense).Copy(x)
	copied.SetCol(8, mat.Col(nil, best, x))
	flat := must.Get(FSSL(t.Context(), copied, mustClasses(y), 1, FSSLOptions{}))(t)
	t.Logf("least curvature %.1e, with a copy of column %d %.1e", p.Least, best, flat.Least)
	if !(p.Least > stationary.Flat) || flat.Least > stationary.Flat {
		t.Errorf("least curvature %.1e, with a copy %.1e", p.Least, flat.Least)
	}
}

// Restarts never give a higher objective; the same bits for any number of workers, other starts for
// another seed.
func TestFSSLRestarts(t *testing.T) {
	var most float64
	for _, test := range []struct {
		seed    uint64
		n, d, m int
	}{{3, 40, 12, 1}, {2, 20, 40, 2}, {2, 40, 12, 2}} {
		x, _ := classesOf(test.seed, test.n, test.d, 3)
		g := CompleteGraph(test.n)
		one := must.Get(FSSL(t.Context(), x, g, test.m, FSSLOptions{}))(t)
		var several []*Directions
		for _, opt := range []FSSLOptions{{Restarts: 8, Seed: 1, Workers: 1},
			{Restarts: 8, Seed: 1, Workers: 3}, {Restarts: 8, Seed: 2, Workers: 2}} {
			p := must.Get(FSSL(t.Context(), x, g, test.m, opt))(t)
			several = append(several, p)
		}
		last := func(p *Directions) float64 { return p.Trace[len(p.Trace)-1] }
		gain := 1 - last(several[0])/last(one)
		most = max(most, gain)
		t.Logf("%v: lower by %.4f, objectives %.6g", test, gain, several[0].Starts)
		if gain < 0 || len(several[0].Starts) != 9 || len(one.Starts) != 1 ||
			several[0].Residual > FSSLResidual {
			t.Errorf("%v: lower by %v, %d starts", test, gain, len(several[0].Starts))
		}
		if !mat.Equal(several[0].Axes, several[1].Axes) ||
			!slices.Equal(several[0].Starts, several[1].Starts) {
			t.Errorf("%v: 3 workers give other bits than 1", test)
		}
		if slices.Equal(several[0].Starts, several[2].Starts) {
			t.Errorf("%v: another seed has the same starts", test)
		}
	}
	if most < .008 {
		t.Errorf("restarts lower the objective by %.4f at most", most)
	}
}
