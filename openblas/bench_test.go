package openblas

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/blas"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/lapack"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
)

type both interface {
	Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64,
		ldb int, beta float64, c []float64, ldc int)
	Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int,
		beta float64, c []float64, ldc int)
	Dgemv(tA blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int,
		beta float64, y []float64, incY int)
	Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64,
		a []float64, lda int, b []float64, ldb int)
}

// The unit of work is one operation; "times gonum" is the ratio of the time that gonum takes in the
// same run, the two in turn.
func benchmark(b *testing.B, work func(ours bool)) {
	need(b)
	var seconds [2]float64
	work(true)
	for b.Loop() {
		for i, ours := range []bool{false, true} {
			start := time.Now()
			work(ours)
			seconds[i] += time.Since(start).Seconds()
		}
	}
	b.ReportMetric(seconds[0]/seconds[1], "times-gonum")
	b.ReportMetric(seconds[1]/float64(b.N), "s/call")
	b.ReportMetric(0, "ns/op")
}

func implementation(ours bool) both {
	if ours {
		return products{}
	}
	return blasgonum.Implementation{}
}

func BenchmarkDgemm(b *testing.B) {
	for _, n := range []int{16, 24, 32, 48, 64, 128, 256, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			x, y, z := numbers(n*n, r), numbers(n*n, r), numbers(n*n, r)
			benchmark(b, func(ours bool) {
				implementation(ours).Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, x, n, y, n, 0, z, n)
			})
		})
	}
}

func BenchmarkDsyrk(b *testing.B) {
	for _, s := range [][2]int{{32, 64}, {100, 20000}, {1000, 1000}} {
		b.Run(fmt.Sprintf("%dx%d", s[0], s[1]), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			x, z := numbers(s[0]*s[1], r), numbers(s[0]*s[0], r)
			benchmark(b, func(ours bool) {
				implementation(ours).Dsyrk(blas.Upper, blas.NoTrans, s[0], s[1], 1, x, s[1], 0, z, s[0])
			})
		})
	}
}

func BenchmarkDgemv(b *testing.B) {
	for _, trans := range []blas.Transpose{blas.NoTrans, blas.Trans} {
		for _, s := range [][2]int{{64, 64}, {128, 128}, {256, 256}, {1000, 1000}, {100, 20000}} {
			b.Run(fmt.Sprintf("%c/%dx%d", trans, s[0], s[1]), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 1))
				x, y, z := numbers(s[0]*s[1], r), numbers(s[0]+s[1], r), numbers(s[0]+s[1], r)
				benchmark(b, func(ours bool) {
					implementation(ours).Dgemv(trans, s[0], s[1], 1, x, s[1], y, 1, 0, z, 1)
				})
			})
		}
	}
}

func BenchmarkDtrsm(b *testing.B) {
	for _, n := range []int{32, 64, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			x, from := definite(n, n, r), numbers(n*n, r)
			y := make([]float64, n*n)
			benchmark(b, func(ours bool) {
				copy(y, from)
				implementation(ours).Dtrsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1,
					x, n, y, n)
			})
		})
	}
}

// Dpotrf of gonum is measured with gonum's products: it asks blas64 for them.
func BenchmarkDpotrf(b *testing.B) {
	for _, n := range []int{32, 48, 64, 128, 256, 512, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			from := definite(n, n, rand.New(rand.NewPCG(1, 1)))
			a := make([]float64, n*n)
			benchmark(b, func(ours bool) {
				copy(a, from)
				with(ours, func() {
					if ours {
						factors{}.Dpotrf(blas.Upper, n, a, n)
					} else {
						lapackgonum.Implementation{}.Dpotrf(blas.Upper, n, a, n)
					}
				})
			})
		})
		b.Run(fmt.Sprintf("blocks/n=%d", n), func(b *testing.B) {
			from := definite(n, n, rand.New(rand.NewPCG(1, 1)))
			a := make([]float64, n*n)
			benchmark(b, func(ours bool) {
				copy(a, from)
				with(ours, func() { lapackgonum.Implementation{}.Dpotrf(blas.Upper, n, a, n) })
			})
		})
	}
}

func BenchmarkDsyev(b *testing.B) {
	for _, n := range []int{24, 32, 48, 64, 128, 256, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			stride := n | 8
			from := definite(n, stride, rand.New(rand.NewPCG(1, 1)))
			a, w, work := make([]float64, n*stride), make([]float64, n), make([]float64, 70*n)
			benchmark(b, func(ours bool) {
				copy(a, from)
				with(ours, func() {
					if ours {
						factors{}.Dsyev(lapack.EVCompute, blas.Upper, n, a, stride, w, work, len(work))
					} else {
						lapackgonum.Implementation{}.Dsyev(lapack.EVCompute, blas.Upper, n, a, stride, w,
							work, len(work))
					}
				})
			})
		})
	}
}
