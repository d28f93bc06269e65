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

// compare measures one operation on matrices of a size. The unit of work, "s", is one operation
// here; "ratio" is the time of gonum's in the same run, the two in turn, relative to it.
func compare(b *testing.B, name string, work func(products blas.Float64, factors lapack.Float64)) {
	b.Run(name, func(b *testing.B) {
		need(b)
		var theirs time.Duration
		for b.Loop() {
			work(products{}, factors{})
			b.StopTimer()
			start := time.Now()
			with(false, func() { work(blasgonum.Implementation{}, lapackgonum.Implementation{}) })
			theirs += time.Since(start)
			b.StartTimer()
		}
		b.ReportMetric(float64(theirs)/float64(b.Elapsed()), "ratio")
	})
}

func BenchmarkLarge(b *testing.B) { benchmark(b, 1000, 100, 20000, 1000, 2000) }

// BenchmarkSmall is near the sizes from which the library is called.
func BenchmarkSmall(b *testing.B) {
	for _, n := range []int{16, 24, 32, 48, 64, 128, 256} {
		benchmark(b, n, n, 2*n, n, n)
	}
}

// benchmark runs each routine: products of n×n matrices, Dsyrk of rows×columns, all eigenvectors of
// eigen×eigen, the factor of factor×factor.
func benchmark(b *testing.B, n, rows, columns, eigen, factor int) {
	r := rand.New(rand.NewPCG(1, 1))
	x, y, z := definite(n, n, r), numbers(n*n, r), make([]float64, n*n)
	square := fmt.Sprintf("%d×%d", n, n)
	compare(b, "Dgemm/"+square, func(p blas.Float64, _ lapack.Float64) {
		p.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, x, n, y, n, 0, z, n)
	})
	wide, gram := numbers(rows*columns, r), make([]float64, rows*rows)
	compare(b, fmt.Sprintf("Dsyrk/%d×%d", rows, columns), func(p blas.Float64, _ lapack.Float64) {
		p.Dsyrk(blas.Upper, blas.NoTrans, rows, columns, 1, wide, columns, 0, gram, rows)
	})
	compare(b, "Dsymm/"+square, func(p blas.Float64, _ lapack.Float64) {
		p.Dsymm(blas.Left, blas.Upper, n, n, 1, x, n, y, n, 0, z, n)
	})
	compare(b, "Dtrsm/"+square, func(p blas.Float64, _ lapack.Float64) {
		copy(z, y)
		p.Dtrsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1, x, n, z, n)
	})
	for _, trans := range []blas.Transpose{blas.NoTrans, blas.Trans} {
		compare(b, fmt.Sprintf("Dgemv/%c/%s", trans, square),
			func(p blas.Float64, _ lapack.Float64) {
				p.Dgemv(trans, n, n, 1, x, n, y, 1, 0, z, 1)
			})
	}
	stride := eigen | 8
	from := definite(eigen, stride, r)
	a, w, work := make([]float64, eigen*stride), make([]float64, eigen), make([]float64, 70*eigen)
	compare(b, fmt.Sprintf("Dsyev/%d", eigen), func(_ blas.Float64, f lapack.Float64) {
		copy(a, from)
		f.Dsyev(lapack.EVCompute, blas.Upper, eigen, a, stride, w, work, len(work))
	})
	whole, root := definite(factor, factor, r), make([]float64, factor*factor)
	compare(b, fmt.Sprintf("Dpotrf/%d", factor), func(_ blas.Float64, f lapack.Float64) {
		copy(root, whole)
		f.Dpotrf(blas.Upper, factor, root, factor)
	})
}

// BenchmarkCall is a call of the library that does next to nothing.
func BenchmarkCall(b *testing.B) {
	need(b)
	lib, one := loaded(), []float64{1}
	for b.Loop() {
		lib.callGemm('N', 'N', 1, 1, 1, 1, one, 1, one, 1, 0, []float64{0}, 1)
	}
}
