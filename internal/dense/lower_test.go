package dense

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// The lower triangle of A'B and the forms of a triangle are those of whole products, for sizes on
// both sides of a group, by gonum and by another implementation; strides are larger than the rows.
func TestLower(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 4))
	random := func(rows, cols int) *mat.Dense { return strided(r, rows, cols) }
	before := blas64.Implementation()
	defer blas64.Use(before)
	for _, by := range []blas.Float64{before, counted{gemm: new(atomic.Int64)}} {
		blas64.Use(by)
		for _, shape := range [][2]int{{1, 1}, {3, 2}, {64, 4}, {65, 5}, {130, 67}, {31, 130}} {
			m, n := shape[0], shape[1]
			a, b, c := random(m, n), random(m, n), random(n, n)
			var want mat.Dense
			want.Mul(a.T(), b)
			want.Add(&want, c)
			got := mat.DenseCopyOf(c)
			AddLower(got.RawMatrix(), a.RawMatrix(), b.RawMatrix())
			for i := range n {
				for j := range i + 1 {
					if d := got.At(i, j) - want.At(i, j); d > 1e-12 || d < -1e-12 {
						t.Fatalf("%T, %d×%d: entry %d, %d is off by %g", by, m, n, i, j, d)
					}
				}
			}
			for i := range n {
				for j := i + 1; j < n; j++ {
					c.Set(i, j, 0)
				}
			}
			forms := make([]float64, m)
			Forms(forms, c.RawMatrix(), a.RawMatrix())
			for j, v := range forms {
				row := a.RowView(j)
				if d := v - mat.Inner(row, c, row); d > 1e-11 || d < -1e-11 {
					t.Fatalf("%T, %d×%d: form %d is off by %g", by, m, n, j, d)
				}
			}
			if by == before {
				if count := testing.AllocsPerRun(3, func() {
					AddLower(got.RawMatrix(), a.RawMatrix(), b.RawMatrix())
					Forms(forms, c.RawMatrix(), a.RawMatrix())
				}); count > 0 {
					t.Errorf("%d×%d: %g allocations", m, n, count)
				}
			}
		}
	}
}
