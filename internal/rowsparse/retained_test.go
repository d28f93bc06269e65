package rowsparse

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// A Held inverts X'F'FX + diag(q), q within a hundredth: after changes of no weight, few and all,
// with F and without; and its limit.
func TestRetained(t *testing.T) {
	const n, d = 12, 60
	rng := rand.New(rand.NewPCG(1, 8))
	draw := func(r, c int) *mat.Dense {
		out := mat.NewDense(r, c, nil)
		out.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, out)
		return out
	}
	x, q, kept := draw(n, d), make([]float64, d), make([]float64, d)
	for l := range q {
		q[l] = 1 + 9*rng.Float64()
	}
	copy(kept, q)
	h := NewRetained(x)
	for round, change := range []func(){
		func() {},
		func() {
			for l := range q {
				q[l] *= 1 + .005*rng.Float64()
			}
		},
		func() { q[3], q[59] = 50, q[59]/40; kept[3], kept[59] = q[3], q[59] },
		func() {
			for l := range q {
				q[l] *= 3
			}
			copy(kept, q)
		},
		func() { q[7] = 1e-3; kept[7] = 1e-3 },
	} {
		change()
		for _, f := range []*mat.Dense{nil, draw(n-1, n)} {
			a := mat.NewDense(d, d, nil)
			if f != nil {
				var b mat.Dense
				b.Mul(f, x)
				a.Mul(b.T(), &b)
			}
			for l, v := range kept {
				a.Set(l, l, a.At(l, l)+v)
			}
			v := draw(2, d)
			var back mat.Dense
			back.Mul(h.Inverse(f, q)(v), a)
			if !mat.EqualApprox(&back, v, 1e-8) {
				t.Errorf("round %d, F %v: the inverse of another matrix", round, f != nil)
			}
		}
		inverse := must.Get(Problem{B: x, Q: kept, Hard: true}.Inverse())(t)
		v := draw(2, d)
		got := h.Hard(q)(v)
		if !mat.EqualApprox(got, inverse(v), 1e-8) {
			t.Errorf("round %d: another limit", round)
		}
		var outside mat.Dense
		if outside.Mul(got, x.T()); mat.Norm(&outside, 2) > 1e-10*mat.Norm(got, 2) {
			t.Errorf("round %d: %.1e along x", round, mat.Norm(&outside, 2))
		}
	}
}
