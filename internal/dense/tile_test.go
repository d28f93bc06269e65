package dense

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/mat"
)

// counted stands for another implementation of BLAS than gonum's.
type counted struct {
	gonum.Implementation
	gemm *int
}

func (c counted) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int,
	b []float64, ldb int, beta float64, to []float64, ldc int) {
	*c.gemm++
	c.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, to, ldc)
}

// Strides are larger than the rows, and c holds something before.
func TestAddProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	random := func(rows, cols int) *mat.Dense {
		m := mat.NewDense(rows, cols+3, nil)
		for i := range rows {
			for j := range cols + 3 {
				m.Set(i, j, r.NormFloat64())
			}
		}
		return m.Slice(0, rows, 0, cols).(*mat.Dense)
	}
	a, b, c := random(5, 130), random(7, 130), random(5, 7)
	var want mat.Dense
	want.Mul(a, b.T())
	want.Add(&want, c)
	before := blas64.Implementation()
	defer blas64.Use(before)
	gemm := 0
	for _, by := range []blas.Float64{before, counted{gemm: &gemm}} {
		blas64.Use(by)
		got := mat.DenseCopyOf(c)
		AddProducts(got.RawMatrix(), a.RawMatrix(), b.RawMatrix())
		if !mat.EqualApprox(got, &want, 1e-13) {
			t.Errorf("%T: %v, want %v", by, mat.Formatted(got), mat.Formatted(&want))
		}
	}
	if gemm != 1 {
		t.Errorf("%d calls of another implementation's Gemm, want 1", gemm)
	}
}
