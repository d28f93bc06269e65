package dense

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// factorOf is a triangle U of a well-conditioned U'U, with numbers below its diagonal that do not
// count.
func factorOf(n int) blas64.Triangular {
	a := Gram(drawn(uint64(n), n, n+3), nil)
	for i := range n {
		a.Data[i*a.Stride+i] += float64(n)
	}
	u, ok := lapack64.Potrf(a)
	if !ok {
		panic("no factor")
	}
	for i := range n {
		for j := range i {
			u.Data[i*u.Stride+j] = 1e9
		}
	}
	return u
}

// The rows of v(U'U)⁻¹, times U'U, are v, and those of vU⁻¹, times U: for parts of a panel and of a
// strip, and for several of them. A row alone is solved for to the same bits.
func TestSolveRows(t *testing.T) {
	for _, n := range []int{1, panel - 1, panel, panel + 1, 5*panel + 3, strip + 2*panel + 1} {
		u := factorOf(n)
		v := drawn(7, most+3, n+2).Slice(0, most+3, 1, n+1).(*mat.Dense)
		got := mat.DenseCopyOf(v)
		SolveRows(u, got)
		back := mat.DenseCopyOf(got)
		blas64.Trmm(blas.Right, blas.Trans, 1, u, back.RawMatrix())
		blas64.Trmm(blas.Right, blas.NoTrans, 1, u, back.RawMatrix())
		if !mat.EqualApprox(back, v, 1e-12) {
			t.Errorf("%d columns: another product than the right side", n)
		}
		half := mat.DenseCopyOf(v)
		DivideRows(u, half)
		blas64.Trmm(blas.Right, blas.NoTrans, 1, u, half.RawMatrix())
		if !mat.EqualApprox(half, v, 1e-12) {
			t.Errorf("%d columns: another product than the right side of one triangle", n)
		}
		for i := range most + 3 {
			one := mat.DenseCopyOf(v.Slice(i, i+1, 0, n))
			SolveRows(u, one)
			if !mat.Equal(one, got.Slice(i, i+1, 0, n)) {
				t.Errorf("%d columns: row %d alone differs", n, i)
			}
		}
	}
}

func BenchmarkSolveRows(b *testing.B) {
	u := factorOf(1024)
	for _, m := range []int{1, 20} {
		b.Run(fmt.Sprint(m), func(b *testing.B) {
			v := drawn(1, m, 1024)
			against(b, func() { SolveRows(u, v) }, func() {
				blas64.Trsm(blas.Right, blas.NoTrans, 1, u, v.RawMatrix())
				blas64.Trsm(blas.Right, blas.Trans, 1, u, v.RawMatrix())
			})
		})
	}
}
