package embedded

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// reweighted is the paper's Algorithm 1, with matrices of (n+d)×(n+d): U =
// D⁻¹A'(AD⁻¹A')⁻¹Y for A = (X, γI), then D_ii = 1/(2‖u_i‖), from D = I. It returns W and the
// objectives over γ.
func reweighted(t *testing.T, x, y *mat.Dense, gamma float64, steps int) (*mat.Dense, []float64) {
	n, d := x.Dims()
	_, l := y.Dims()
	a := mat.NewDense(n, n+d, nil)
	a.Slice(0, n, 0, d).(*mat.Dense).Copy(x)
	inverse := mat.NewDiagDense(n+d, nil)
	for i := range n + d {
		inverse.SetDiag(i, 1)
		if i < n {
			a.Set(i, d+i, gamma)
		}
	}
	var u mat.Dense
	var trace []float64
	for range steps {
		var ad, k, solved mat.Dense
		ad.Mul(a, inverse)
		k.Mul(&ad, a.T())
		if err := solved.Solve(&k, y); err != nil {
			if _, bad := err.(mat.Condition); !bad {
				t.Fatal(err)
			}
		}
		u.Mul(ad.T(), &solved)
		for i := range n + d {
			inverse.SetDiag(i, max(2*floats.Norm(u.RawRowView(i), 2), 1e-12))
		}
		trace = append(trace, rowSum(&u))
	}
	return mat.DenseCopyOf(u.Slice(0, d, 0, l)), trace
}

// The paper's iteration converges to the optimum that RFS returns, and never falls below it.
func TestRFSAgainstPaper(t *testing.T) {
	for _, seed := range longtest.And([]uint64{0, 3, 4, 7}, 1, 2, 5, 6) {
		shape := [][3]int{{20, 6, 2}, {12, 30, 3}}[seed%2]
		d := problem(t, seed, shape[0], shape[1], shape[2])
		gamma := []float64{.3, 2, 10, 40}[seed/2]
		w, s := fitted(t, RFS{Gamma: gamma}, d)
		y := oneHot(d)
		ours := printed(d.X, y, w, gamma)
		theirs, trace := reweighted(t, d.X, y, gamma, 1500)
		for i := 1; i < len(trace); i++ {
			if trace[i] > trace[i-1]*(1+1e-9) {
				t.Errorf("the paper's iteration rises from %v to %v", trace[i-1], trace[i])
			}
		}
		last := printed(d.X, y, theirs, gamma)
		if math.Abs(ours-s.objective) > 1e-10*ours || ours > last*(1+1e-10) ||
			last > ours*(1+1e-6) {
			t.Errorf("%v, γ = %g: P = %.12g, reported %.12g; the paper's iteration reaches %.12g",
				shape, gamma, ours, s.objective, last)
		}
		if !mat.EqualApprox(w, theirs, 1e-4*mat.Max(w)) {
			t.Errorf("%v, γ = %g: W differs", shape, gamma)
		}
	}
}

// The narrow and the wide form give the same solutions and Newton steps.
func TestRFSForms(t *testing.T) {
	d := problem(t, 4, 40, 12, 3)
	x, err := RFS{Gamma: 2}.columns(t.Context(), d, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 1)
	must.Do(t, err)
	rng := rand.New(rand.NewPCG(1, 1))
	z, theta := make([]float64, 52), make([]float64, 52)
	for k := range z {
		z[k], theta[k] = math.Exp(3*rng.NormFloat64()), rng.Float64()
	}
	s := newRobust(x, oneHot(d), algorithms.Options{})
	s.work = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	s.gather()
	narrow := s.evaluate(z)
	if !narrow.narrow {
		t.Fatal("not narrow")
	}
	wide := *narrow
	wide.narrow = false
	if !wide.factorize() {
		t.Fatal("no factor")
	}
	wide.lambda = wide.solve(s.y)
	if !mat.EqualApprox(narrow.lambda, wide.lambda, 1e-10*mat.Norm(wide.lambda, 2)) {
		t.Error("Λ differs")
	}
	p, q := narrow.newton(theta, .1), wide.newton(theta, .1)
	if p == nil || q == nil || !floats.EqualApprox(p, q, 1e-7*floats.Norm(p, 2)) {
		t.Errorf("steps %v and %v", p, q)
	}
	// K⁻¹Y, and F's gradient by differences.
	if k := wide.times(wide.lambda); !mat.EqualApprox(k, s.y, 1e-9) {
		t.Error("KΛ is not Y")
	}
	s.eps = .1
	for k := range z {
		h := 1e-5 * z[k]
		up, down := slices.Clone(z), slices.Clone(z)
		up[k], down[k] = z[k]+h, z[k]-h
		slope := (s.value(s.evaluate(up)) - s.value(s.evaluate(down))) / (2 * h)
		if want := narrow.gradient(k, .1); math.Abs(slope-want) > 1e-5*(1+math.Abs(want)) {
			t.Errorf("∂F/∂z_%d is %v, by differences %v", k, want, slope)
		}
	}
}
