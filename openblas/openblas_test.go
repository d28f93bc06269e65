package openblas

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// need skips a test of the library where there is none; script/test then does not run it.
func need(t testing.TB) {
	t.Helper()
	if loaded() == nil {
		t.Skip("no OpenBLAS on this machine: apt-get install libopenblas0")
	}
}

// with runs f with gonum's implementations, or with those of this package.
func with(ours bool, f func()) {
	defer use()
	use()
	if !ours {
		blas64.Use(blasgonum.Implementation{})
		lapack64.Use(lapackgonum.Implementation{})
	}
	f()
}

func numbers(n int, r *rand.Rand) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = r.NormFloat64()
	}
	return out
}

// definite returns a symmetric matrix with eigenvalues above 1.
func definite(n, stride int, r *rand.Rand) []float64 {
	a := make([]float64, n*stride)
	for i := range n {
		for j := range n {
			a[i*stride+j] = 1 / (1 + math.Abs(float64(i-j)))
		}
		a[i*stride+i] = 4 + float64(n)/8 + r.Float64()
	}
	return a
}
