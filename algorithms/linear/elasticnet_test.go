package linear

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/lasso"
	"fsnb.example/internal/must"
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

// An elastic net is a lasso of augmented data (Zou, Hastie 2005, lemma 1), whose path has other
// code: exact knots and a Cholesky factor that is updated.
func TestElasticNetIsALassoOfAugmentedData(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 1))
	for _, size := range [][2]int{{30, 8}, {12, 40}} {
		d := correlated(t, rng, size[0], size[1])
		x, target, err := prepare(t.Context(), d, 1)
		must.Do(t, err)
		for _, ratio := range []float64{.9, .3} {
			s := must.Get(newNet(t.Context(), x, target, ratio))(t)
			for _, share := range []float64{.6, .1, .01} {
				must.Do(t, s.solve(t.Context(), share*s.most))
				long := must.Get(augment(x, s.l2))(t)
				scale := math.Sqrt(1 + s.l2)
				want := lassoAt(t, long.x, s.u, s.l1/scale)
				got := make([]float64, x.Len())
				for i, k := range s.active {
					got[k] = s.a[i] * scale
				}
				if !floats.EqualApprox(got, want, 1e-10) {
					t.Errorf("%v, ratio %g, %g of the largest lambda: %v, want %v", size, ratio,
						share, got, want)
				}
			}
		}
	}
}

func augment(x *columns, l2 float64) (a augmented, err error) {
	scale := 1 / math.Sqrt(1+l2)
	for k := range x.Len() {
		f, err := x.Column(k)
		if err != nil {
			return a, err
		}
		long := make([]float64, x.n+x.Len())
		copy(long, f)
		long[x.n+k] = math.Sqrt(l2)
		floats.Scale(scale, long)
		a.x = append(a.x, long)
	}
	return a, nil
}

// lassoAt is the lasso for λ, between two knots of its path; the target is 0 where it is short.
func lassoAt(t *testing.T, x [][]float64, u []float64, lambda float64) []float64 {
	t.Helper()
	y := make([]float64, len(x[0]))
	copy(y, u)
	out, before, last := make([]float64, len(x)), make([]float64, len(x)), 0.0
	_, err := lasso.Follow(t.Context(), inRows(x), y, 0, nil,
		func(at float64, features []int, a []float64) bool {
			now := make([]float64, len(x))
			for i, k := range features {
				now[k] = a[i]
			}
			if at > lambda {
				before, last = now, at
				return true
			}
			share := (last - lambda) / (last - at)
			floats.AddScaledTo(out, out, 1-share, before)
			floats.AddScaled(out, share, now)
			return false
		})
	must.Do(t, err)
	return out
}

// augmented are columns of unit length above a multiple of the unit matrix, again of unit length.
type augmented struct{ x [][]float64 }

// inRows are columns for Follow.
func inRows(x [][]float64) lasso.Columns {
	c := &columns{n: len(x[0]), unit: x, x: storage.Dense{}, workers: 1}
	for k := range x {
		c.live = append(c.live, k)
	}
	return c
}
