package spectrum

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// Products with the half that is kept are those of the whole matrix to the last bit, while its
// factor is in the other half; then the matrix is as it was.
func TestHalves(t *testing.T) {
	for _, n := range []int{1, mirroredRows - 1, mirroredRows, 3*mirroredRows + 5} {
		rng := rand.New(rand.NewPCG(uint64(n), 3))
		raw := blas64.Symmetric{N: n, Stride: n + 3, Uplo: blas.Upper,
			Data: make([]float64, n*(n+3))}
		for i := range raw.Data {
			raw.Data[i] = rng.NormFloat64()
		}
		for i := range n {
			raw.Data[i*raw.Stride+i] += float64(3 * n)
		}
		var m mat.SymDense
		m.SetRawSymmetric(raw)
		was := copied(&m)
		want, ok := upper(was, .5)
		if !ok {
			t.Fatal("not positive definite")
		}
		h := newHalves(&m)
		u, ok := h.factor(.5)
		if !ok {
			t.Fatal("not positive definite")
		}
		for i := range n {
			for j := i; j < n; j++ {
				if a, b := u.Data[i*u.Stride+j], want.Data[i*want.Stride+j]; a != b {
					t.Fatalf("n = %d: factor %d, %d is %v, want %v", n, i, j, a, b)
				}
			}
		}
		v := mat.NewDense(5, n, nil)
		v.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, v)
		got, err := h.times(v)
		if err != nil || !mat.Equal(got, dense.Cross(v, mat.DenseCopyOf(was))) {
			t.Errorf("n = %d: other products, %v", n, err)
		}
		if h.restore(); !mat.Equal(&m, was) {
			t.Errorf("n = %d: not restored", n)
		}
	}
}
