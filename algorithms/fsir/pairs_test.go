package fsir

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
)

// With all pairs ΦΦ' is (YY')∘². With some pairs, (YY')∘² - ΦΦ' is positive semidefinite. The
// products without Φ agree with those with Φ and have the same bits for any number of workers.
func TestPairs(t *testing.T) {
	const p, r = 700, 9
	rng := rand.New(rand.NewPCG(1, 45))
	y := mat.NewDense(p, r, nil)
	for j := range p {
		for a := range r {
			y.Set(j, a, rng.NormFloat64()/float64(1+a))
		}
	}
	v, s := make([]float64, p), make([]float64, r*(r+1)/2)
	for j := range v {
		v[j] = rng.NormFloat64()
	}
	for i := range s {
		s[i] = rng.NormFloat64()
	}
	ctx := context.Background()
	for _, most := range []int{1, 2, 7, 20, 45} {
		c := newPairs(y, most, 1)
		if c.q < most || c.q > most+2 {
			t.Errorf("%d pairs, for %d", c.q, most)
		}
		phi := mat.NewDense(p, c.q, nil)
		for j := range p {
			c.row(phi.RawRowView(j), j)
		}
		var square, rest mat.Dense
		square.Mul(y, y.T())
		square.MulElem(&square, &square)
		rest.Mul(phi, phi.T())
		rest.Sub(&square, &rest)
		if most == 45 && mat.Norm(&rest, 2) > 1e-12*mat.Norm(&square, 2) {
			t.Errorf("all pairs are off by %v", mat.Norm(&rest, 2))
		}
		x := mat.NewVecDense(p, v)
		if got := mat.Inner(x, &rest, x); got < -1e-10*mat.Norm(&square, 2) {
			t.Errorf("%d pairs leave %v out", most, got)
		}

		weight := make([]float64, p)
		for j := range weight {
			weight[j] = rng.Float64()
		}
		var weighted, gram mat.Dense
		weighted.Apply(func(j, _ int, v float64) float64 { return weight[j] * v }, phi)
		gram.Mul(phi.T(), &weighted)
		var first [3][]float64
		for _, workers := range []int{1, 2, 5} {
			c := newPairs(y, most, workers)
			down, up, g := make([]float64, c.q), make([]float64, p), make([]float64, c.q*c.q)
			must.Do(t, c.transposed(ctx, down, v))
			must.Do(t, c.mul(ctx, up, slices.Clone(s[:c.q])))
			must.Do(t, c.addGram(ctx, blas64.General{Rows: c.q, Cols: c.q, Stride: c.q, Data: g},
				weight))
			if workers > 1 {
				if !slices.Equal(down, first[0]) || !slices.Equal(up, first[1]) ||
					!slices.Equal(g, first[2]) {
					t.Errorf("%d pairs: %d workers give other bits", most, workers)
				}
				continue
			}
			first = [3][]float64{down, up, g}
			var wantDown, wantUp mat.VecDense
			wantDown.MulVec(phi.T(), x)
			wantUp.MulVec(phi, mat.NewVecDense(c.q, s[:c.q]))
			if !floats.EqualApprox(down, wantDown.RawVector().Data, 1e-11) ||
				!floats.EqualApprox(up, wantUp.RawVector().Data, 1e-11) {
				t.Errorf("%d pairs: products are off", most)
			}
			for a := range c.q {
				for b := range a + 1 {
					if math.Abs(g[a*c.q+b]-gram.At(a, b)) > 1e-11*(1+math.Abs(gram.At(a, b))) {
						t.Errorf("%d pairs: %d, %d of Φ'WΦ is %v, want %v", most, a, b, g[a*c.q+b],
							gram.At(a, b))
					}
				}
			}
		}
	}
}

// A preconditioner with all pairs is the inverse, and with some pairs it is near the inverse.
func TestPreconditioner(t *testing.T) {
	d := drawn(11, 14, 240, 3, 0)
	m := algorithms.WithDefaults(FSIR2{})
	s := must.Get(m.prepare(t.Context(), d, algorithms.Options{Workers: 1}))(t)
	lambda := 3.0
	c := s.m.near
	rng := rand.New(rand.NewPCG(3, 3))
	want, v, back := make([]float64, 240), make([]float64, 240), make([]float64, 240)
	for _, all := range []bool{false, true} {
		if all {
			y := c.pairs.y
			c.pairs = newPairs(y, 14*15/2, 1)
			q := c.pairs.q
			c.factor, c.t, c.gap = blas64.General{Rows: q, Cols: q, Stride: q,
				Data: make([]float64, q*q)}, make([]float64, q), 0
		}
		for j := range want {
			want[j] = rng.NormFloat64()
		}
		copy(v, want)
		must.Do(t, s.m.Solve(t.Context(), lambda, v))
		must.Do(t, s.m.product(t.Context(), back, v))
		floats.AddScaled(back, lambda, v)
		off := floats.Distance(back, want, 2) / floats.Norm(want, 2)
		t.Logf("%d pairs: off by %.1e", c.pairs.q, off)
		if all && off > 1e-10 || !all && off > .9 {
			t.Errorf("%d pairs: off by %v", c.pairs.q, off)
		}
	}
}
