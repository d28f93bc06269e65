package krylov_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/krylov"
	"fsnb.example/internal/must"
)

// A pencil RAR'z = θRR'z has the eigenvalues of A, whatever the basis grows by, from a start with
// equal rows too, and with a basis that is reduced.
func TestMetric(t *testing.T) {
	const n = 80
	known := make([]float64, n)
	for i := range known {
		known[i] = []float64{.001, .2, .2, .5}[min(i, 3)] + .05*float64(max(0, i-3))
	}
	a, _ := random(6, known)
	rng := rand.New(rand.NewPCG(8, 8))
	root := mat.NewDense(n, n, nil)
	root.Apply(func(i, j int, _ float64) float64 {
		if i == j {
			return 1 + 5*rng.Float64()
		}
		return .1 * rng.NormFloat64()
	}, root)
	var half, left, metric, inverse mat.Dense
	half.Mul(root, a)
	left.Mul(&half, root.T())
	metric.Mul(root, root.T())
	must.Do(t, inverse.Inverse(&left))
	by := func(m *mat.Dense) func(v *mat.Dense) (*mat.Dense, error) {
		return func(v *mat.Dense) (*mat.Dense, error) {
			out := new(mat.Dense)
			out.Mul(v, m)
			return out, nil
		}
	}
	start := krylov.Block(n, 6, nil)
	start.SetRow(5, start.RawRowView(4))
	for what, p := range map[string]krylov.Problem{
		"davidson": {Smallest: true, Expand: by(&inverse), Start: start},
		"reduced":  {Smallest: true, Expand: by(&inverse), Start: start, Restart: 20, Spare: 2},
		"largest":  {},
	} {
		p.N, p.Times, p.Metric, p.Want, p.Tolerance = n, by(&left), by(&metric), 3, 1e-11
		p.Equal = func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
		pairs, err := p.Solve(t.Context())
		if err != nil || !pairs.Converged {
			t.Fatalf("%s: %v, not settled", what, err)
		}
		want := known[:3]
		if !p.Smallest {
			want = []float64{known[n-1], known[n-2], known[n-3]}
		}
		if !floats.EqualApprox(pairs.Values, want, 1e-11) {
			t.Errorf("%s: values %v, want %v", what, pairs.Values, want)
		}
		var weighed, gram, image, right mat.Dense
		weighed.Mul(pairs.Vectors, &metric)
		gram.Mul(&weighed, pairs.Vectors.T())
		image.Mul(pairs.Vectors, &left)
		right.Mul(mat.NewDiagDense(3, pairs.Values), &weighed)
		image.Sub(&image, &right)
		for c := range 3 {
			if r := floats.Norm(image.RawRowView(c), 2); r > 1e-9 ||
				math.Abs(r-pairs.Residuals[c]) > 1e-11 {
				t.Errorf("%s: residual %.2e, reported as %.2e", what, r, pairs.Residuals[c])
			}
			for k := range 3 {
				wanted := 0.
				if c == k {
					wanted = 1
				}
				if math.Abs(gram.At(c, k)-wanted) > 1e-12 {
					t.Errorf("%s: vectors %d and %d have the product %g", what, c, k, gram.At(c, k))
				}
			}
		}
	}
}
