package embedded

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
)

// robustOf returns the solver of a problem with all features active, with borders or without.
func robustOf(t *testing.T, n, p, classes, large int) *robust {
	t.Helper()
	d := problem(t, 4, n, p, classes)
	live := make([]int, p)
	for j := range live {
		live[j] = j
	}
	x := must.Get(RFS{Gamma: 2}.columns(t.Context(), d, live, 1))(t)
	s := newRobust(x, oneHot(d), algorithms.Options{})
	s.work, s.large = live, large
	s.gather()
	return s
}

// withTiny returns z of 40 samples and 30 features, with as many of the given size as wanted.
func withTiny(rng *rand.Rand, tiny int, size float64) []float64 {
	z := make([]float64, 70)
	for k := range z {
		z[k] = math.Exp(rng.NormFloat64())
	}
	for k := range tiny {
		z[5*k%39] = size * (1 + rng.Float64())
		z[69-k/8] = size // of features
	}
	return z
}

// A border solves the equations that define it, for z of any size.
func TestRFSBorder(t *testing.T) {
	s := robustOf(t, 40, 30, 3, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	for _, tiny := range []int{0, 1, 7, 25} {
		z := withTiny(rng, tiny, 1e-10)
		x := s.evaluate(z)
		if x.border == nil || len(x.border.tiny) != tiny {
			t.Fatalf("%d tiny z, want %d", len(x.border.tiny), tiny)
		}
		var image mat.Dense
		image.Mul(s.x.T(), x.rows())
		for i := range 40 {
			for c := range 3 {
				off := s.y.At(i, c) - z[i]*x.lambda.At(i, c) - image.At(i, c)
				if math.Abs(off) > 1e-10 {
					t.Errorf("%d tiny: PΛ + a'V - Y is %.1e for sample %d", tiny, off, i)
				}
			}
		}
		image.Reset()
		image.Mul(s.x, x.lambda)
		for j := range 30 {
			for c := range 3 {
				if off := image.At(j, c) - x.g.At(40+j, c); math.Abs(off) > 1e-9*x.norm[40+j] {
					t.Errorf("%d tiny: aΛ - G is %.1e for feature %d", tiny, off, j)
				}
			}
		}
	}
}

// A step by conjugate gradients is that of the factored matrix, within its forcing term.
func TestRFSTallStep(t *testing.T) {
	s, rng := robustOf(t, 40, 30, 3, 1), rand.New(rand.NewPCG(1, 2))
	z, theta := make([]float64, 70), make([]float64, 70)
	for k := range z {
		z[k], theta[k] = math.Exp(rng.NormFloat64()), .1+rng.Float64()
	}
	tall := s.evaluate(z)
	s.transposed = nil
	wide := s.evaluate(z)
	if tall.border == nil || wide.border != nil || wide.narrow {
		t.Fatal("forms of another kind")
	}
	if !mat.EqualApprox(tall.lambda, wide.lambda, 1e-10) ||
		!mat.EqualApprox(tall.g, wide.g, 1e-10) {
		t.Error("Λ or G differ")
	}
	for range 5 {
		right := make([]float64, 70)
		for k := range right {
			right[k] = rng.NormFloat64()
		}
		exact, ours := slices.Clone(right), slices.Clone(right)
		if !wide.wideSolve(exact, theta) || !tall.tallSolve(ours, theta, .1) {
			t.Fatal("no step")
		}
		back := tall.schur(exact, theta)
		if floats.Distance(back, right, 2) > 1e-9*floats.Norm(right, 2) {
			t.Error("M times its inverse is not the identity")
		}
		left := tall.schur(ours, theta)
		if floats.Distance(left, right, 2) > rfsForcing*floats.Norm(right, 2)*(1+1e-9) {
			t.Errorf("a residual of %.1e", floats.Distance(left, right, 2)/floats.Norm(right, 2))
		}
	}
}

// The minimum by borders is certified, its trace falls, and it is that of the other forms: with
// samples that are fitted exactly, with features that are dropped, and in another order.
func TestRFSTall(t *testing.T) {
	for seed, gamma := range []float64{.3, 3, 30} {
		d := problem(t, uint64(seed), 90, 60, 4)
		live := make([]int, d.D())
		for j := range live {
			live[j] = j
		}
		x := must.Get(RFS{Gamma: gamma}.columns(t.Context(), d, live, 1))(t)
		var found [2]*robust
		for k, large := range []int{1, math.MaxInt} {
			s := newRobust(x, oneHot(d), algorithms.Options{Workers: 1})
			s.large = large
			must.Do(t, s.solve(t.Context()))
			found[k] = s
		}
		tall, other := found[0], found[1]
		falls(t, tall.trace)
		w := mat.NewDense(tall.p, tall.l, nil)
		for i, v := range tall.work {
			floats.AddScaled(w.RawRowView(v), 1/gamma, tall.at.rows().RawRowView(i))
		}
		certified(t, d, gamma, w, tall)
		if math.Abs(tall.objective-other.objective) > 1e-10*other.objective ||
			!floats.EqualApprox(tall.norms(), other.norms(), 1e-7*floats.Max(other.norms())) {
			t.Errorf("γ = %g: objective %.14g, by the other forms %.14g; rows %.9v and %.9v", gamma,
				tall.objective, other.objective, tall.norms(), other.norms())
		}
		reflected := newRobust(reversed(x), reversed(oneHot(d)), algorithms.Options{})
		for c := range tall.l { // classes stay
			reflected.y.SetCol(c, mat.Col(nil, tall.l-1-c, reversed(oneHot(d))))
		}
		reflected.large = 1
		must.Do(t, reflected.solve(t.Context()))
		back := reflected.norms()
		slices.Reverse(back)
		if most := floats.Max(back); !floats.EqualApprox(back, tall.norms(), 1e-9*most) {
			t.Errorf("γ = %g: rows %.12v, in another order %.12v", gamma, tall.norms(), back)
		}
		t.Logf("γ = %g: %d steps, %d by the other forms; %d and %d rows, gap %.1e and %.1e", gamma,
			tall.steps, other.steps, len(tall.work), len(other.work), tall.gap, other.gap)
	}
}

// reversed returns m with its rows and columns in reverse.
func reversed(m *mat.Dense) *mat.Dense {
	r, c := m.Dims()
	out := mat.NewDense(r, c, nil)
	out.Apply(func(i, j int, _ float64) float64 { return m.At(r-1-i, c-1-j) }, out)
	return out
}
