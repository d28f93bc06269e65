package linear

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// One unit is a path of 100 λ with 100 samples and 20,000 features; copy is the time of one copy of
// X by columns, for comparison.
func BenchmarkLassoPath(b *testing.B) {
	d := planted(100, 20000)
	one := algorithms.Options{Workers: 1}
	b.Run("copy", func(b *testing.B) {
		for b.Loop() {
			must.Get(newColumns(b.Context(), d, 1))(b)
		}
	})
	b.Run("lasso", func(b *testing.B) {
		for b.Loop() {
			must.Get((Lasso{}).Path(b.Context(), d, nil, one))(b)
		}
	})
	b.Run("lasso/all", func(b *testing.B) {
		for b.Loop() {
			must.Get((Lasso{}).Select(b.Context(), d, one))(b)
		}
	})
	b.Run("elastic-net", func(b *testing.B) {
		for b.Loop() {
			must.Get((ElasticNet{}).Path(b.Context(), d, nil, one))(b)
		}
	})
	b.Run("elastic-net/all", func(b *testing.B) {
		for b.Loop() {
			r := must.Get((ElasticNet{}).Select(b.Context(), d, one))(b)
			b.Logf("%v %+v", r.Diagnostics.Extra, r.Diagnostics.Certificate)
		}
	})
}

// planted is n samples of d normal columns, of which ten have a coefficient, with noise.
func planted(n, d int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(34, uint64(d)))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		row := x.RawRowView(i)
		common := rng.NormFloat64()
		for j := range row {
			row[j] = rng.NormFloat64() + .3*common
		}
	}
	y := make([]float64, n)
	for i := range y {
		for j := range 10 {
			y[i] += float64(10-j) * x.At(i, j*d/10) / 5
		}
		y[i] += rng.NormFloat64()
	}
	d0, err := datasets.New[int]("planted", x, nil, nil)
	if err != nil {
		panic(err)
	}
	out, err := d0.WithTarget("y", y)
	if err != nil {
		panic(err)
	}
	return out
}
