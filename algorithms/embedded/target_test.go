package embedded_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/embedded"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// leastAbsolute is the least Σ_i |y_i - x_i'w| + γ Σ_j |w_j| over w in the plane: it is piecewise
// linear and convex, so that the minimum is where two of its lines cross.
func leastAbsolute(x *mat.Dense, y []float64, gamma float64) (value float64, w [2]float64) {
	type line struct{ a, b, c float64 } // a w_0 + b w_1 = c
	lines := []line{{1, 0, 0}, {0, 1, 0}}
	for i, v := range y {
		lines = append(lines, line{x.At(i, 0), x.At(i, 1), v})
	}
	value = math.Inf(1)
	for p, l := range lines {
		for _, m := range lines[:p] {
			det := l.a*m.b - m.a*l.b
			if det == 0 {
				continue
			}
			at := [2]float64{(l.c*m.b - m.c*l.b) / det, (l.a*m.c - m.a*l.c) / det}
			sum := gamma * (math.Abs(at[0]) + math.Abs(at[1]))
			for i, v := range y {
				sum += math.Abs(v - x.At(i, 0)*at[0] - x.At(i, 1)*at[1])
			}
			if sum < value {
				value, w = sum, at
			}
		}
	}
	return value, w
}

// With a continuous target RFS is the least absolute errors with absolute weights: of two features
// the optimum is found by brute force.
func TestRFSOfATarget(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 6))
	for trial := range 6 {
		n := 12 + trial
		x, y := mat.NewDense(n, 2, nil), make([]float64, n)
		for i := range y {
			x.Set(i, 0, rng.NormFloat64())
			x.Set(i, 1, rng.NormFloat64())
			y[i] = 50 + 3*x.At(i, 0) - .5*x.At(i, 1) + rng.NormFloat64()
		}
		d := must.Get(datasets.New("plane", x, y, nil))(t)
		mean, size := stat.Mean(y, nil), 0.
		scaled := make([]float64, n)
		for i, v := range y {
			scaled[i] = v - mean
			size += math.Abs(v-mean) / float64(n)
		}
		for i := range scaled {
			scaled[i] /= size
		}
		for _, gamma := range []float64{.01, 1, 4} {
			want, w := leastAbsolute(x, scaled, gamma)
			s := must.Get(algorithms.RunScore(t.Context(), embedded.RFS{Gamma: gamma}, d,
				algorithms.Options{}))(t)
			if got := float64(*s.Diagnostics.Objective); math.Abs(got-want) > 1e-6*want {
				t.Errorf("γ = %g: objective %.9g, want %.9g", gamma, got, want)
			}
			for j, v := range s.Values {
				if math.Abs(v-math.Abs(w[j])) > 1e-4 {
					t.Errorf("γ = %g: weight %d is %v, want %v", gamma, j, v, math.Abs(w[j]))
				}
			}
		}
	}
}
