package learn

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

func table(rng *rand.Rand, n, d int) (*mat.Dense, []float64) {
	x, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for j := range d {
			x.Set(i, j, 3+rng.NormFloat64())
		}
		y[i] = 10 + 2*x.At(i, 0) + rng.NormFloat64()
	}
	return x, y
}

// The gradient of the ridge problem is 0 at the answer, tall and wide: it is convex.
func TestFitRidge(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, size := range [][2]int{{30, 4}, {6, 20}, {7, 7}, {1, 3}} {
		for _, lambda := range []float64{.01, 1, 100} {
			x, y := table(rng, size[0], size[1])
			r := must.Get(FitRidge(x, y, lambda))(t)
			rest := r.Predict(x)
			var bias float64
			for i := range rest {
				rest[i] -= y[i]
				bias += rest[i]
			}
			worst := math.Abs(bias)
			for j, w := range r.Weights {
				g := lambda * w
				for i, v := range rest {
					g += v * x.At(i, j)
				}
				worst = max(worst, math.Abs(g))
			}
			if worst > 1e-9 {
				t.Errorf("%v, λ = %g: a gradient of %g", size, lambda, worst)
			}
		}
	}
	x, y := table(rng, 3, 2)
	must.Fail(FitRidge(x, y, 0))(t, "ridge with lambda = 0; give a positive number")
}

// The mean of the k nearest, found by sorting all distances.
func TestKNNMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	x, y := table(rng, 25, 3)
	test, _ := table(rng, 8, 3)
	for _, k := range []int{1, 4, 25} {
		got := must.Get(KNNMean(context.Background(), x, y, test, k))(t)
		for m, v := range got {
			order := make([]int, 25)
			distance := make([]float64, 25)
			for i := range order {
				order[i] = i
				for j := range 3 {
					distance[i] += math.Pow(x.At(i, j)-test.At(m, j), 2)
				}
			}
			slices.SortFunc(order, func(a, b int) int {
				if distance[a] < distance[b] {
					return -1
				}
				return 1
			})
			var want float64
			for _, i := range order[:k] {
				want += y[i] / float64(k)
			}
			must.Near(t, v, want, 1e-12, "k = %d", k)
		}
	}
	if _, err := KNNMean(context.Background(), x, y, test, 26); err == nil {
		t.Error("26 neighbors of 25 rows")
	}
}

// By hand: errors 1, -1, 0 and 2 of 1, 2, 3, 6, whose squares about the mean 3 add up to 14.
func TestErrorsOfPredictions(t *testing.T) {
	y, p := []float64{1, 2, 3, 6}, []float64{2, 1, 3, 8}
	if got := [3]float64{R2(p, y), MAE(p, y), RMSE(p, y)}; math.Abs(got[0]-8./14) > 1e-15 ||
		got[1] != 1 || math.Abs(got[2]-math.Sqrt(1.5)) > 1e-15 {
		t.Errorf("R², MAE, RMSE %v", got)
	}
	same := []float64{2, 2}
	for _, unit := range []float64{0x1p-548, 0x1p-1000, 0x1p600} { // squares underflow, or overflow
		q, z := make([]float64, len(p)), make([]float64, len(y))
		floats.ScaleTo(q, unit, p)
		floats.ScaleTo(z, unit, y)
		must.Near(t, R2(q, z), 8./14, 1e-15, "in another unit R²")
	}
	few := 1e-320 // a number of few digits
	if got := R2([]float64{10 * few, 20 * few, 40 * few}, []float64{10 * few, 20 * few,
		30 * few}); math.Abs(got-.5) > 1e-9 {
		t.Errorf("of tiny numbers R² is %g", got)
	}
	if R2(same, same) != 1 || R2([]float64{2, 3}, same) != 0 {
		t.Error("R² of equal numbers")
	}
}
