package linear

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// The system is the same by products of columns and by those of samples.
func TestSystem(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 2))
	s := &system{n: 6}
	var in [][]float64
	dual := 0
	for step := range 120 {
		if rng.IntN(20) < 6+len(in)/2 && len(in) > 1 {
			i := rng.IntN(len(in))
			s.remove(i)
			in = slices.Delete(in, i, i+1)
		} else {
			f := make([]float64, 6)
			for i := range f {
				f[i] = rng.NormFloat64()
			}
			if rng.IntN(5) == 0 && len(in) > 0 {
				copy(f, in[0]) // a duplicate
			}
			s.add(f)
			in = append(in, f)
		}
		v := make([]float64, len(in))
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		if s.kernel != nil {
			dual++
		}
		mu := math.Exp(3 * rng.NormFloat64())
		w := s.solve(mu, v)
		z := make([]float64, 6)
		for i, f := range in {
			floats.AddScaled(z, w[i], f)
		}
		for i, f := range in {
			rest := v[i] - floats.Dot(f, z) - mu*w[i]
			if math.Abs(rest) > 1e-13*(1+floats.Norm(w, 1)) {
				t.Fatalf("step %d, %d columns: residual %g", step, len(in), rest)
			}
		}
	}
	if dual < 20 || dual > 100 {
		t.Errorf("%d of 120 steps with products of samples", dual)
	}
}
