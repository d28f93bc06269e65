package dense

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// counted stands for another implementation of BLAS than gonum's.
type counted struct {
	gonum.Implementation
	gemm *atomic.Int64
}

func (c counted) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int,
	b []float64, ldb int, beta float64, to []float64, ldc int) {
	c.gemm.Add(1)
	c.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, to, ldc)
}

// strided is a random matrix whose rows are further apart than they are long.
func strided(r *rand.Rand, rows, cols int) *mat.Dense {
	m := mat.NewDense(rows, cols+3, nil)
	for i := range rows {
		for j := range cols + 3 {
			m.Set(i, j, r.NormFloat64())
		}
	}
	return m.Slice(0, rows, 0, cols).(*mat.Dense)
}

// Strides are larger than the rows, and c holds something before.
func TestAddProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	random := func(rows, cols int) *mat.Dense { return strided(r, rows, cols) }
	a, b, c := random(5, 130), random(7, 130), random(5, 7)
	var want mat.Dense
	want.Mul(a, b.T())
	want.Add(&want, c)
	before := blas64.Implementation()
	defer blas64.Use(before)
	var gemm atomic.Int64
	for _, by := range []blas.Float64{before, counted{gemm: &gemm}} {
		blas64.Use(by)
		got := mat.DenseCopyOf(c)
		AddProducts(got.RawMatrix(), a.RawMatrix(), b.RawMatrix())
		if !mat.EqualApprox(got, &want, 1e-13) {
			t.Errorf("%T: %v, want %v", by, mat.Formatted(got), mat.Formatted(&want))
		}
	}
	if gemm.Load() != 1 {
		t.Errorf("%d calls of another implementation's Gemm, want 1", gemm.Load())
	}
}

// What the other implementation computes is what gonum's does, in more than one block of rows.
func TestProductsByGemm(t *testing.T) {
	a, b, few := drawn(1, block+7, 90), drawn(2, block+7, 90), drawn(3, 4, 90)
	w, short := drawn(4, 1, 90).RawRowView(0), drawn(5, 4, block+7)
	type answers struct {
		gram, symmetric, product []float64
		cross, times             *mat.Dense
	}
	upper := func(s blas64.Symmetric) (out []float64) {
		for i := range s.N {
			out = append(out, s.Data[i*s.Stride:][i:s.N]...)
		}
		return out
	}
	compute := func() answers {
		s, err := SymmetricProduct(t.Context(), mat.DenseCopyOf(a.T()), mat.DenseCopyOf(b.T()))
		must.Do(t, err)
		return answers{upper(Gram(a, w)), upper(Symmetric(a, b)), upper(s.RawSymmetric()),
			Cross(few, a), Times(short, a)}
	}
	want := compute()
	before := blas64.Implementation()
	defer blas64.Use(before)
	var gemm atomic.Int64
	blas64.Use(counted{gemm: &gemm})
	got := compute()
	if gemm.Load() != 2+2+2+1+1 {
		t.Errorf("%d calls of Gemm", gemm.Load())
	}
	for i, pair := range [][2][]float64{{got.gram, want.gram}, {got.symmetric, want.symmetric},
		{got.product, want.product}, {got.cross.RawMatrix().Data, want.cross.RawMatrix().Data},
		{got.times.RawMatrix().Data, want.times.RawMatrix().Data}} {
		if !floats.EqualApprox(pair[0], pair[1], 1e-12) {
			t.Errorf("product %d is another one", i)
		}
	}
}
