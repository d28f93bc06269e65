package redundancy_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
	"fsnb.example/internal/redundancy"
)

// Successive products with weighted features agree with the matrix and have the same bits for any
// number of workers.
func TestMultiplier(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, shape := range [][2]int{{1, 3}, {5, 70}, {64, 64}, {65, 130}, {130, 300}, {200, 90},
		{3, 250}, {9, 700}} { // the last two by shares of the features
		n, d := shape[0], shape[1]
		x, root := normal(2, n, d), make([]float64, n)
		weighted := mat.NewDense(n, d, nil)
		for i := range n {
			root[i] = rng.Float64()
			x.Set(i, d/2, 0)
			for j := range d {
				weighted.Set(i, j, root[i]*x.At(i, j))
			}
		}
		a := literal(weighted, true)
		var previous []float64
		for _, workers := range []int{1, 2, 5} {
			s, err := redundancy.NewWeightedSquares(t.Context(), x, count(d), root, workers)
			if err != nil || s.Samples() != n {
				t.Fatal(err)
			}
			m := s.Multiplier(workers)
			got, want := make([]float64, d), make([]float64, d)
			for round := range 3 {
				v := make([]float64, d)
				for j := range v {
					v[j] = rng.NormFloat64()
				}
				must.Do(t, m.Mul(t.Context(), got, v))
				mat.NewVecDense(d, want).MulVec(a, mat.NewVecDense(d, v))
				if off := floats.Distance(got, want, math.Inf(1)); off > 1e-12*float64(d) {
					t.Errorf("%d×%d, round %d: off by %v", n, d, round, off)
				}
			}
			for j := range got {
				want[j] = 1 / float64(j+1)
			}
			must.Do(t, m.Mul(t.Context(), got, want))
			if previous != nil && !floats.Equal(previous, got) {
				t.Errorf("%d×%d: %d workers give other bits", n, d, workers)
			}
			previous = got
		}
	}
}

// With one worker a product allocates nothing.
func TestMultiplierAllocatesNothing(t *testing.T) {
	const n, d = 100, 400
	s := must.Get(redundancy.NewSquares(t.Context(), normal(4, n, d), count(d), true, 1))(t)
	m := s.Multiplier(1)
	v, dst := make([]float64, d), make([]float64, d)
	for j := range v {
		v[j] = 1
	}
	ctx := context.Background()
	if got := testing.AllocsPerRun(20, func() { _ = m.Mul(ctx, dst, v) }); got != 0 {
		t.Errorf("%v allocations in a product", got)
	}
}

// Z'Z - YY' is positive semidefinite, and small if Z has few large directions.
func TestLeading(t *testing.T) {
	const n, d, rank = 40, 90, 5
	rng := rand.New(rand.NewPCG(5, 5))
	var x, noise mat.Dense
	x.Mul(normal(5, n, rank), normal(6, rank, d))
	noise.Scale(1e-3, normal(7, n, d))
	x.Add(&x, &noise)
	root := make([]float64, n)
	for i := range root {
		root[i] = 1
	}
	s := must.Get(redundancy.NewWeightedSquares(t.Context(), &x, count(d), root, 0))(t)
	y := must.Get(s.Leading(t.Context(), rank, 0))(t)
	a := literal(&x, true) // squared cosines
	for range 50 {
		i, j := rng.IntN(d), rng.IntN(d)
		got := mat.Dot(y.RowView(i), y.RowView(j))
		if math.Abs(got*got-a.At(i, j)) > 1e-3 {
			t.Errorf("%d, %d: squared cosine %v, want %v", i, j, got*got, a.At(i, j))
		}
		if own := mat.Dot(y.RowView(i), y.RowView(i)); own > 1+1e-12 {
			t.Errorf("feature %d has length %v in the leading directions, above 1", i, own)
		}
	}
}
