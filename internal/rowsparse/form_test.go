package rowsparse

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// The form B'B in place of B: the same eigenvectors, inverse, and first step, which is refused for
// a matrix without full rank.
func TestForm(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for _, r := range []int{250, 90} {
		p := problem(rng, r, 200, false)
		form := mat.NewSymDense(200, nil)
		form.SymOuterK(1, p.B.T())
		whole := Problem{C: form, Q: p.Q}
		for _, m := range []int{1, 3} {
			want, err := Smallest(t.Context(), p, m, nil)
			must.Do(t, err)
			got := must.Get(Smallest(t.Context(), whole, m, nil))(t)
			check(t, p, got, m)
			if off := distance(got.W, want.W); off > 1e-7 ||
				!floats.EqualApprox(got.Values, want.Values, 1e-9*want.Values[m-1]) {
				t.Errorf("r %d, m %d: off by %.1e, values %v and %v", r, m, off, got.Values,
					want.Values)
			}
			first := must.Get(ConstantOf(t.Context(), form, m))(t)
			if (first != nil) != (r > 200) {
				t.Errorf("r %d, m %d: the first step is %v", r, m, first)
			}
			if first == nil {
				continue
			}
			_, plain, err := Constant(p.B, 200, m)
			must.Do(t, err)
			if off := distance(first.W, plain.W); off > 1e-6 ||
				!floats.EqualApprox(first.Values, plain.Values, 1e-9*form.At(0, 0)) {
				t.Errorf("m %d: the first step is off by %.1e, values %v and %v", m, off,
					first.Values, plain.Values)
			}
		}
		one := must.Get(p.Inverse())(t)
		other := must.Get(whole.Inverse())(t)
		v := mat.NewDense(2, 200, nil)
		v.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, v)
		if want := one(v); !mat.EqualApprox(other(v), want, 1e-8*mat.Norm(want, 2)) {
			t.Error("the inverses differ")
		}
	}
}

// The inverse is that of C + diag(q), and a matrix that is not positive definite has none.
func TestInverse(t *testing.T) {
	c, q := mat.NewDense(2, 2, []float64{1, 0, 0, 1}), []float64{1, 3}
	form := mat.NewSymDense(2, []float64{1, 0, 0, 1})
	byForm := must.Get(Problem{C: form, Q: q}.Inverse())(t)
	v, want := mat.NewDense(1, 2, []float64{1, 1}), mat.NewDense(1, 2, []float64{.5, .25})
	if got := Inverse(c, q)(v); !mat.EqualApprox(got, want, 1e-15) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := byForm(v); !mat.EqualApprox(got, want, 1e-15) {
		t.Errorf("by the form %v, want %v", got, want)
	}
	q[1] = -2
	if _, err := (Problem{C: form, Q: q}).Inverse(); err == nil || Inverse(c, q) != nil {
		t.Error("the inverse of a matrix that is not positive definite")
	}
}
