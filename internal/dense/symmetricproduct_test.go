package dense_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/must"
)

func normals(seed uint64, m, n int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 5))
	a := dense.New(m, n)
	a.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, a)
	return a
}

// SymmetricProduct is gonum's product, also for views and for numbers of columns that are no
// multiple of a block.
func TestSymmetricProduct(t *testing.T) {
	for _, n := range []int{1, 31, 32, 33, 100} {
		a := normals(uint64(n), 50, n+3).Slice(0, 50, 2, n+2).(*mat.Dense)
		metric := mat.NewDiagDense(50, nil)
		for i := range 50 {
			metric.SetDiag(i, float64(1+i%7))
		}
		var b, want mat.Dense
		b.Mul(metric, a)
		want.Mul(a.T(), &b)
		got := must.Get(dense.SymmetricProduct(t.Context(), a, &b))(t)
		if !mat.EqualApprox(got, &want, 1e-12*math.Abs(mat.Max(&want))) {
			t.Errorf("%d columns: another product than that of gonum", n)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	small := normals(1, 5, 5)
	if _, err := dense.SymmetricProduct(ctx, small, small); err != context.Canceled {
		t.Errorf("after the end of the context the error is %v", err)
	}
}

// BenchmarkSymmetricProduct reports as "products" its time relative to the whole product by gonum
// in the same run.
func BenchmarkSymmetricProduct(b *testing.B) {
	x := normals(1, 1440, 1024)
	var product time.Duration
	for b.Loop() {
		b.StopTimer()
		start := time.Now()
		var whole mat.Dense
		whole.Mul(x.T(), x)
		product += time.Since(start)
		b.StartTimer()
		if _, err := dense.SymmetricProduct(b.Context(), x, x); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed())/float64(product), "products")
}
