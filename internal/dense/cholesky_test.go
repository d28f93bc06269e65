package dense

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// spd is a positive definite matrix with rows n + 3 apart and NaN beside its upper triangle.
func spd(seed uint64, n int) blas64.Symmetric {
	r := rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(n, n+5, nil)
	for i := range n {
		for j := range n + 5 {
			x.Set(i, j, r.NormFloat64())
		}
	}
	var g mat.Dense
	g.Mul(x, x.T())
	a := blas64.Symmetric{N: n, Stride: n + 3, Uplo: blas.Upper,
		Data: slices.Repeat([]float64{math.NaN()}, n*(n+3))}
	for i := range n {
		copy(a.Data[i*a.Stride+i:i*a.Stride+n], g.RawRowView(i)[i:])
	}
	return a
}

// The factor is that of Potrf, at sizes on both sides of a panel and of a strip; what is not in the
// upper triangle stays; workers do not change a bit.
func TestCholesky(t *testing.T) {
	for _, n := range []int{1, 2, 31, 63, 64, 65, 96, 97, 160, 161, 300} {
		a := spd(uint64(n), n)
		want := blas64.Symmetric{N: n, Stride: a.Stride, Uplo: blas.Upper,
			Data: slices.Clone(a.Data)}
		if _, ok := lapack64.Potrf(want); !ok {
			t.Fatal("not positive definite")
		}
		var first []float64
		for _, workers := range []int{1, 2, 5} {
			got := a
			got.Data = slices.Clone(a.Data)
			u, ok := Cholesky(got, workers)
			if !ok || u.N != n || u.Uplo != blas.Upper || u.Diag != blas.NonUnit {
				t.Fatalf("%d: %v, %+v", n, ok, u.N)
			}
			for i := range n {
				for j := range a.Stride {
					at := i*a.Stride + j
					if j < i || j >= n {
						if !math.IsNaN(u.Data[at]) {
							t.Fatalf("%d: entry %d, %d was %v", n, i, j, u.Data[at])
						}
					} else if d := math.Abs(u.Data[at] - want.Data[at]); !(d < 1e-10) {
						t.Fatalf("%d: entry %d, %d is off by %g", n, i, j, d)
					}
				}
			}
			if first == nil {
				first = u.Data
			}
			for k, v := range u.Data {
				if v != first[k] && !math.IsNaN(v) {
					t.Fatalf("%d: other bits for %d workers", n, workers)
				}
			}
		}
	}
}

// A matrix that is not positive definite is refused, wherever that shows.
func TestCholeskyRefuses(t *testing.T) {
	for _, at := range []int{0, 40, 95, 99} {
		a := spd(7, 100)
		a.Data[at*a.Stride+at] = -1
		if _, ok := Cholesky(a, 2); ok {
			t.Errorf("a negative entry %d of the diagonal was accepted", at)
		}
	}
}

// The unit is a factor; a loop of both shows their ratio.
func BenchmarkCholesky(b *testing.B) {
	const n = 1000
	a := spd(1, n)
	for name, f := range map[string]func(blas64.Symmetric) (blas64.Triangular, bool){
		"potrf":    lapack64.Potrf,
		"cholesky": func(a blas64.Symmetric) (blas64.Triangular, bool) { return Cholesky(a, 0) },
	} {
		b.Run(name, func(b *testing.B) {
			c := a
			c.Data = make([]float64, len(a.Data))
			for b.Loop() {
				copy(c.Data, a.Data)
				if _, ok := f(c); !ok {
					b.Fatal("not positive definite")
				}
			}
			b.ReportMetric(float64(b.N)*n*n*n/3/b.Elapsed().Seconds()/1e9, "Gflop/s")
		})
	}
}
