package stationary

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// quadratic is ½ tr(WAW') on WCW' = I: stationary at the generalized eigenvectors of A and C, least
// at those of the smallest eigenvalues. At the least W Residual and Least have closed forms.
type quadratic struct{ a, c *mat.SymDense }

type quadraticPoint struct {
	q     quadratic
	w     *mat.Dense
	value float64
}

func times(v *mat.Dense, a *mat.SymDense) *mat.Dense {
	if a == nil {
		return v
	}
	out := new(mat.Dense)
	out.Mul(v, a)
	return out
}

func (q quadratic) At(w *mat.Dense) Point {
	return quadraticPoint{q, w, dot(w, times(w, q.a)) / 2}
}

func (q quadratic) Constraint(v *mat.Dense) *mat.Dense { return times(v, q.c) }

func (quadratic) Project(*mat.Dense) {}

func (p quadraticPoint) Value() float64 { return p.value }

func (p quadraticPoint) Times(v *mat.Dense) *mat.Dense { return times(v, p.q.a) }

func (p quadraticPoint) Curvature(v *mat.Dense) *mat.Dense { return times(v, p.q.a) }

func (p quadraticPoint) Inverse() (func(*mat.Dense) *mat.Dense, error) {
	var inverse mat.Dense
	if err := inverse.Inverse(p.q.a); err != nil {
		return nil, err
	}
	return func(v *mat.Dense) *mat.Dense {
		out := new(mat.Dense)
		out.Mul(v, &inverse)
		return out
	}, nil
}

// spectrum is a matrix of given eigenvalues in a drawn basis, and the basis in rows.
func spectrum(seed uint64, values []float64) (*mat.SymDense, *mat.Dense) {
	d := len(values)
	basis := Draw(quadratic{}, seed, 1, d, d)
	a := mat.NewSymDense(d, nil)
	for k, v := range values {
		a.SymRankOne(a, v, mat.NewVecDense(d, basis.RawRowView(k)))
	}
	return a, basis
}

// The certificate of a W that is turned by an angle t from an eigenvector of λ_1 towards that of
// λ_2 is |λ_2 - λ_1| sin t cos t over ½(λ_1cos² + λ_2sin²).
func TestResidual(t *testing.T) {
	a, basis := spectrum(1, []float64{1, 3, 7, 20})
	for _, angle := range []float64{0, 1e-9, 1e-4, .3} {
		w := mat.NewDense(1, 4, nil)
		cos, sin := math.Cos(angle), math.Sin(angle)
		floats.AddScaledTo(w.RawRowView(0), w.RawRowView(0), cos, basis.RawRowView(0))
		floats.AddScaled(w.RawRowView(0), sin, basis.RawRowView(1))
		want := 2 * sin * cos / ((cos*cos + 3*sin*sin) / 2)
		if got := Residual(quadratic{a: a}, w, nil); math.Abs(got-want) > 1e-14+1e-9*want {
			t.Errorf("angle %g: residual %v, want %v", angle, got, want)
		}
	}
}

// From any start the sum of the smallest eigenvalues is found, with C and without; the objective
// never rises.
func TestDescend(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 3))
		values := make([]float64, 12)
		for k := range values {
			values[k] = math.Exp(2 * rng.NormFloat64())
		}
		a, _ := spectrum(seed, values)
		q := quadratic{a: a}
		const m = 3
		want := 0.
		var eigen mat.EigenSym
		if seed%2 == 1 {
			q.c, _ = spectrum(seed+100, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
			var chol mat.Cholesky
			chol.Factorize(q.c)
			var l mat.TriDense
			chol.LTo(&l)
			var half, whole mat.Dense
			_ = half.Solve(&l, a)
			_ = whole.Solve(&l, half.T())
			sym := mat.NewSymDense(12, nil)
			for i := range 12 {
				for j := i; j < 12; j++ {
					sym.SetSym(i, j, whole.At(i, j))
				}
			}
			eigen.Factorize(sym, false)
		} else {
			eigen.Factorize(a, false)
		}
		want = floats.Sum(eigen.Values(nil)[:m]) / 2
		last := math.Inf(1)
		r := must.Get(Descend(t.Context(), q, Draw(q, seed+50, 1, m, 12),
			Options{Tolerance: 1e-12, Stepped: func(v float64) {
				if v > last {
					t.Errorf("seed %d: the objective rises from %.17g to %.17g", seed, last, v)
				}
				last = v
			}}))(t)
		if !r.Converged || math.Abs(r.Value-want) > 1e-12*want {
			t.Errorf("seed %d: objective %.15g, want %.15g; residual %.1e after %d steps",
				seed, r.Value, want, r.Residual, r.Steps)
		}
		if got := Residual(q, r.W, nil); got > 1e-12 || got != r.Residual {
			t.Errorf("seed %d: residual %v, by itself %v", seed, r.Residual, got)
		}
	}
}

// At the eigenvector of λ_1 the Hessian relative to M = A has the eigenvalues 1 - λ_1/λ_k: 0 for a
// second eigenvalue that equals the first, below 0 when W is not that of the least.
func TestLeast(t *testing.T) {
	for _, test := range []struct {
		values []float64
		of     int
		want   float64
	}{
		{[]float64{1, 3, 7, 20}, 0, 1 - 1./3},
		{[]float64{1, 1, 7, 20}, 0, 0},
		{[]float64{1, 3, 7, 20}, 1, 1 - 3},
		{[]float64{4}, 0, 1},
	} {
		a, basis := spectrum(5, test.values)
		w := mat.DenseCopyOf(basis.Slice(test.of, test.of+1, 0, len(test.values)))
		got := must.Get(Least(t.Context(), quadratic{a: a}, w))(t)
		if math.Abs(got-test.want) > 1e-10 {
			t.Errorf("%v, eigenvector %d: %v, want %v", test.values, test.of, got, test.want)
		}
	}
}

func TestCheck(t *testing.T) {
	a, _ := spectrum(1, []float64{1, 3, 7, 20})
	q := quadratic{a: a}
	if g, h, below := Check(q, Draw(q, 1, 1, 2, 4), 1e-4); g > 1e-8 || h > 1e-8 || below > 1e-12 {
		t.Errorf("gradient off by %.1e, Hessian by %.1e, form below by %.1e", g, h, below)
	}
}

// A later start is kept when it is lower by more than 1e-9; the first error is returned; infinite
// objectives do not count.
func TestBest(t *testing.T) {
	for _, test := range []struct {
		objectives   []float64
		kept         int
		spread       float64
		workers      int
		first, start float64
	}{
		{[]float64{5, 4, 4.5}, 1, .25, 1, 5, 3},
		{[]float64{5, 4, 4.5}, 1, .25, 3, 5, 3},
		{[]float64{5, 5 * (1 - 1e-12), 6}, 0, 1. / 5, 2, 5, 3},
		{[]float64{math.Inf(1), 4, 5}, 1, .25, 2, math.Inf(1), 3},
	} {
		got, s, err := Best(t.Context(), test.workers, len(test.objectives)-1,
			func(k int) (int, float64, error) { return k, test.objectives[k], nil })
		if err != nil || got != test.kept || s.Kept != test.kept {
			t.Errorf("%v: start %d, %v, want %d", test.objectives, got, err, test.kept)
		}
		numbers := s.Numbers()
		if numbers[0].Value != test.start || numbers[2].Value != test.first ||
			math.Abs(numbers[3].Value-test.spread) > 1e-9 {
			t.Errorf("%v: %v", test.objectives, numbers)
		}
	}
	bad := errors.New("bad")
	if _, _, err := Best(t.Context(), 2, 3, func(k int) (int, float64, error) {
		if k >= 1 {
			return 0, 0, bad
		}
		return 0, 1, nil
	}); err != bad {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Best(ctx, 1, 1, func(int) (int, float64, error) {
		return 0, 1, nil
	}); err != context.Canceled {
		t.Errorf("canceled: %v", err)
	}
	if (Spread{Objectives: []float64{1}}).Numbers() != nil {
		t.Error("one start has a spread")
	}
}
