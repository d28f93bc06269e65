package spfs

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

func extra(t testing.TB, r *algorithms.Ranking, name string) float64 {
	t.Helper()
	v := r.Diagnostics.Get(name)
	if math.IsNaN(v) {
		t.Fatalf("%s: no %q in %v", r.Label, name, r.Diagnostics.Extra)
	}
	return v
}

// projectRows moves w (a×l) to the nearest point with Σ_j ‖w_j‖ <= t (5.1): the norms of all rows
// shrink by one threshold, which follows from the sorted norms (Liu, Ji, Ye 2009).
func projectRows(w *mat.Dense, t float64) {
	a, _ := w.Dims()
	norms := make([]float64, a)
	for j := range norms {
		norms[j] = mat.Norm(w.RowView(j), 2)
	}
	if floats.Sum(norms) <= t {
		return
	}
	sorted := slices.Clone(norms)
	slices.Sort(sorted)
	slices.Reverse(sorted)
	var sum, theta float64
	for k, v := range sorted {
		sum += v
		if next := (sum - t) / float64(k+1); next < v {
			theta = next
		}
	}
	for j, norm := range norms {
		floats.Scale(max(0, norm-theta)/max(norm, 1e-300), w.RawRowView(j))
	}
}

// literalNES is Algorithm 2 on all features, with S_i for W_i in line 4 and a do-while loop in line
// 2, until ‖XW - Y‖² is at most goal or the steps reach their bound. It returns W and the number of
// steps.
func literalNES(x, y *mat.Dense, t, goal float64, most int) (w *mat.Dense, steps int) {
	_, d := x.Dims()
	_, l := y.Dims()
	objective := func(w mat.Matrix) float64 {
		var r mat.Dense
		r.Mul(x, w)
		r.Sub(y, &r)
		v := mat.Norm(&r, 2)
		return v * v
	}
	w, before := mat.NewDense(d, l, nil), mat.NewDense(d, l, nil)
	gamma, u, last := 1.0, 1.0, 0.0
	for ; steps < most && objective(w) > goal; steps++ {
		alpha := 0.0
		if steps > 0 {
			alpha = (last - 1) / u
		}
		var s, g, r mat.Dense
		s.Sub(w, before)
		s.Scale(alpha, &s)
		s.Add(w, &s)
		r.Mul(x, &s)
		r.Sub(&r, y)
		g.Mul(x.T(), &r)
		g.Scale(2, &g)
		at := objective(&s)
		var next mat.Dense
		for {
			next.Reset()
			next.Scale(-1/gamma, &g)
			next.Add(&s, &next)
			projectRows(&next, t)
			var move, product mat.Dense
			move.Sub(&next, &s)
			product.MulElem(&move, &g)
			if m := mat.Norm(&move, 2); objective(&next) <= at+mat.Sum(&product)+gamma/2*m*m+
				1e-14*at {
				break
			}
			gamma *= 2
		}
		before, w = w, mat.DenseCopyOf(&next)
		last, u = u, (1+math.Sqrt(1+4*u*u))/2
	}
	return w, steps
}

// literalProblem returns X and Y after scaling and centering.
func literalProblem(t testing.TB, m NES, d *datasets.Dataset) (x, y *mat.Dense) {
	t.Helper()
	g := must.Get(newRegression(context.Background(), d, kinds().Resolve(m.Similarity), m.Targets,
		false, algorithms.Options{}))(t)
	x, y = mat.NewDense(d.N(), d.D(), nil), mat.NewDense(d.N(), len(g.y), nil)
	for j := range d.D() {
		x.SetCol(j, g.at(j))
	}
	for k, target := range g.y {
		y.SetCol(k, target)
	}
	return x, y
}

// At the radius found and at a given one, the optimum has the objective and the rows of the literal
// algorithm.
func TestNESEqualsTheLiteralAlgorithm(t *testing.T) {
	rng := rand.New(rand.NewPCG(2013, 9))
	slow, problems := 0, longtest.Or(8, 24)
	for p := range problems {
		d := problem(rng, 14+rng.IntN(10), 4+rng.IntN(20))
		m := NES{}
		if p%3 == 1 {
			m = NES{Similarity: graph.RBF{}, Targets: 1 + rng.IntN(4)}
		}
		r := selected(t, m, d, 3)
		if p%2 == 1 {
			m.Radius = 0.7 * extra(t, r, "radius")
			r = selected(t, m, d, 3)
			if got := extra(t, r, "radius"); math.Abs(got-m.Radius) > 1e-10 {
				t.Errorf("problem %d: radius %v, want %v", p, got, m.Radius)
			}
		}
		x, y := literalProblem(t, m, d)
		w, _ := literalNES(x, y, extra(t, r, "radius"), 0, 4000)
		var left mat.Dense
		left.Mul(x, w)
		left.Sub(y, &left)
		want := mat.Norm(&left, 2) * mat.Norm(&left, 2)
		what := fmt.Sprintf("problem %d, %d×%d, %s", p, d.N(), d.D(), r.Label)
		if got := float64(*r.Diagnostics.Objective); math.Abs(got-want) > 1e-7*want ||
			got > want*(1+1e-12) {
			t.Errorf("%s: objective %.15g, literally %.15g", what, got, want)
		} else if want-got > 1e-11*want {
			slow++ // collinear features: the rows have not converged after 4000 steps
			continue
		}
		for i, j := range r.Features {
			if norm := mat.Norm(w.RowView(j), 2); math.Abs(norm-r.Scores[i]) > 1e-4*r.Scores[0] {
				t.Errorf("%s: row %d has norm %v, literally %v", what, j, r.Scores[i], norm)
			}
		}
		if gap := float64(r.Diagnostics.Certificate.Value); gap > 1e-12 {
			t.Errorf("%s: gap %v", what, gap)
		}
	}
	if slow > problems/6 {
		t.Errorf("the literal algorithm is slow in %d of %d problems", slow, problems)
	}
}

func TestNESRadius(t *testing.T) {
	d := problem(rand.New(rand.NewPCG(2013, 11)), 30, 9)
	for _, v := range []float64{-1, math.NaN()} {
		if _, err := (NES{Radius: v}).Select(t.Context(), d,
			algorithms.Options{K: 2}); err == nil ||
			!strings.HasPrefix(err.Error(), "spfs-nes: radius = ") {
			t.Errorf("radius %v: error %v", v, err)
		}
	}
	small := selected(t, NES{Radius: 1e-3}, d, 5)
	if rows := extra(t, small, "rows"); rows >= 5 || small.Scores[4] != 0 ||
		!strings.Contains(small.Warnings[0], "radius = 0.001 leaves the other rows of W at 0") {
		t.Errorf("radius 0.001: %v rows, scores %v, %q", rows, small.Scores, small.Warnings)
	}
	// A radius above that of least squares is no constraint.
	large := selected(t, NES{Radius: 1e6}, d, 5)
	c, _ := newColumns(t.Context(), d.X, false, 1)
	g, _ := newRegression(t.Context(), d, graph.SameClass{}, 0, false, algorithms.Options{})
	x := mat.NewDense(9, 30, c.data).T()
	var w, left mat.Dense
	y := mat.NewDense(30, len(g.y), nil)
	for k, target := range g.y {
		y.SetCol(k, target)
	}
	must.Do(t, w.Solve(x, y))
	left.Mul(x, &w)
	left.Sub(y, &left)
	want := mat.Norm(&left, 2) * mat.Norm(&left, 2)
	if got := float64(*large.Diagnostics.Objective); math.Abs(got-want) > 1e-8*want ||
		!large.Diagnostics.Certificate.Holds() {
		t.Errorf("radius 1e6: objective %v, least squares %v, certificate %+v", got, want,
			large.Diagnostics.Certificate)
	}
}

func TestNESReturnsWhatIsAskedFor(t *testing.T) {
	for _, a := range awkwardData() {
		for _, m := range []NES{{}, {Similarity: graph.RBF{}}, {Similarity: graph.Neighbors{}},
			{Similarity: graph.RBF{}, Targets: 3, Uncentered: true}} {
			for k := a.d.D(); k > 0; k-- {
				if d := a.d.D(); k > 2 && k < d-1 && k != d/2 && !longtest.Asked() {
					continue
				}
				r := checkWhole(t, m, a, k)
				// There are at least k rows, or a warning says why not.
				if rows := extra(t, r, "rows"); int(rows) < min(k, a.live) &&
					!strings.Contains(strings.Join(r.Warnings, " "), "are chosen by the method: ") {
					t.Errorf("%s, %s, k = %d: %v rows, warnings %q", a.name, r.Label, k, rows,
						r.Warnings)
				}
			}
		}
	}
}

// With orthonormal features each row is f_j'Y with its norm reduced by λ.
func TestNESWithOrthonormalFeatures(t *testing.T) {
	rng := rand.New(rand.NewPCG(2013, 10))
	d := problem(rng, 20, 7)
	// Gram-Schmidt keeps the columns centered.
	for j := range 7 {
		f := plainUnit(d, j, false)
		for i := range j {
			q := plainUnit(d, i, false)
			f.AddScaledVec(f, -mat.Dot(f, q), q)
		}
		d.X.SetCol(j, f.RawVector().Data)
	}
	g, err := newRegression(t.Context(), d, graph.SameClass{}, 0, false, algorithms.Options{})
	must.Do(t, err)
	var norms []float64
	for j := range 7 {
		norms = append(norms, math.Sqrt(correlationOf(g, j, g.y)))
	}
	for k := 1; k <= 6; k++ {
		r := selected(t, NES{}, d, k)
		var lambda float64
		for i, j := range r.Features {
			lambda += (norms[j] - r.Scores[i]) / float64(k)
		}
		for i, j := range r.Features {
			if math.Abs(norms[j]-lambda-r.Scores[i]) > 1e-10 {
				t.Errorf("k = %d: column %d has %v, ‖f'Y‖ = %v, λ = %v", k, j, r.Scores[i],
					norms[j], lambda)
			}
		}
		for j := range 7 {
			if !slices.Contains(r.Features, j) && norms[j] > lambda*(1+1e-9) {
				t.Errorf("k = %d: column %d is not chosen, ‖f'Y‖ = %v > λ = %v", k, j,
					norms[j], lambda)
			}
		}
	}
}

// The gradient and the Hessian of F agree with finite differences.
func TestDerivativesOfF(t *testing.T) {
	rng := rand.New(rand.NewPCG(2013, 12))
	d := problem(rng, 15, 6)
	g, err := newRegression(t.Context(), d, graph.SameClass{}, 0, false, algorithms.Options{})
	must.Do(t, err)
	s := newConvex(g, 1)
	for s.level[0] = 1; len(s.work) < 6; {
		for i := range s.level {
			s.level[i] = 1
		}
		s.widen(0.5)
	}
	const lambda, h = 0.3, 1e-5
	eta := []float64{0.5, 0.2, 0.9, 0.1, 0.4, 0.7}
	at := func(eta []float64) *state { return s.rows.at(eta, lambda, 2*s.start) }
	x := at(eta)
	gradient := func(x *state, j int) float64 { return lambda / 2 * (1 - x.norm[j]*x.norm[j]) }
	hessian := s.rows.hessian(x, []int{0, 1, 2, 3, 4, 5}, lambda)
	for j := range eta {
		up, down := slices.Clone(eta), slices.Clone(eta)
		up[j], down[j] = up[j]+h, down[j]-h
		a, b := at(up), at(down)
		if want := (a.value - b.value) / (2 * h); math.Abs(gradient(x, j)-want) > 1e-7 {
			t.Errorf("∂F/∂η_%d = %v, by differences %v", j, gradient(x, j), want)
		}
		for i := range eta {
			want := (gradient(a, i) - gradient(b, i)) / (2 * h)
			if got := lambda * hessian.At(i, j); math.Abs(got-want) > 1e-6 {
				t.Errorf("∂²F/∂η_%d∂η_%d = %v, by differences %v", i, j, got, want)
			}
		}
	}
	// For these η, W minimizes ½‖Y - XW‖² + ½λ Σ ‖w_j‖²/η_j, and F is the value at W.
	var penalty float64
	for j, v := range eta {
		w := x.w.RawRowView(j)
		penalty += lambda / 2 * (floats.Dot(w, w)/v + v)
	}
	copy(s.rows.w, x.w.RawMatrix().Data)
	must.Do(t, s.correlate(context.Background()))
	if math.Abs(s.objective+penalty-x.value) > 1e-12 {
		t.Errorf("F = %v, the objective %v + %v", x.value, s.objective, penalty)
	}
}
