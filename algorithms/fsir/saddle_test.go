package fsir

import (
	"math"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
)

// On noise the iteration may rest at a saddle outside the hard case. An eigenvector of few digits
// leads from it to the optimum, which has the values of the secular equation, and takes at most
// half of the products of an accurate one.
func TestSaddle(t *testing.T) {
	ctx := t.Context()
	none := func(int) {}
	for _, c := range []struct {
		seed uint64
		n, k int
	}{{1, 12, 20}, {7, 12, 3}, {7, 16, 20}, {0, 20, 3}, {1, 20, 20}} {
		data := blocks(c.seed, c.n, 400, 0, 0, 0)
		want := secular(t, relaxed(literal(t, FSIR2{}, data), c.k))
		if want.hard {
			t.Fatal("the hard case")
		}
		s := prepared(t, data, c.k, 1)
		must.Do(t, s.ascend(ctx, none, nil, doubt))
		if s.lambda >= want.largest-1e-6 {
			t.Fatalf("%+v: no saddle: λ = %v, the largest eigenvalue is %v", c, s.lambda,
				want.largest)
		}
		var products [2]int
		for i, exact := range []bool{false, true} {
			before := s.products
			theta, v, rough, err := s.largest(ctx, s.lambda, false, exact,
				algorithms.Options{}.Meter)
			must.Do(t, err)
			products[i] = s.products - before
			if v == nil || rough == exact || theta < want.largest*(1-1e-12) ||
				theta > want.largest+1e-5 {
				t.Errorf("%+v, exact %v: bound %v of %v, rough %v", c, exact, theta, want.largest,
					rough)
			}
		}
		if 2*products[0] > products[1] {
			t.Errorf("%+v: %d products, and %d for an accurate eigenvector", c, products[0],
				products[1])
		}
		r := selected(t, FSIR2{}, data, c.k)
		var worst float64
		for a, j := range r.Features {
			worst = max(worst, math.Abs(float64(r.Scores[a])-want.z[j]))
		}
		if extra(t, r, "hard case") != 1 || !r.Diagnostics.Converged || worst > 1e-7 {
			t.Errorf("%+v: z off by %v, %s", c, worst, brief(r))
		}
	}
}
