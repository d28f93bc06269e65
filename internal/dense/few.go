package dense

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// short is the number of columns of which Project sums the products before it adds them to others:
// the rounding of a long sum is less so.
const short = 256

// width is the number of columns of which Combine computes the sums at a time.
const width = 8192

// Project returns AB' for a (m×n) and b (k×n) on all processors, for few rows a and many columns,
// where reading b takes the time: it reads several rows of b at once, which Cross does not.
func Project(a, b *mat.Dense) *mat.Dense {
	m, n := a.Dims()
	k, _ := b.Dims()
	out := mat.NewDense(m, k, nil)
	_ = parallel.For(context.Background(), 0, k, tile, func(lo, hi int) {
		for from := 0; from < n; from += short {
			to := min(from+short, n)
			part := b.Slice(lo, hi, from, to).(*mat.Dense).RawMatrix()
			for i := range m {
				blas64.Gemv(blas.NoTrans, 1, part,
					blas64.Vector{N: to - from, Inc: 1, Data: a.RawRowView(i)[from:to]}, 1,
					blas64.Vector{N: hi - lo, Inc: 1, Data: out.RawRowView(i)[lo:hi]})
			}
		}
	})
	return out
}

// Combine returns AB for a (m×k) and b (k×n) on all processors, for few rows a and many columns: as
// Project, it reads several rows of b at once.
func Combine(a, b *mat.Dense) *mat.Dense {
	m, k := a.Dims()
	_, n := b.Dims()
	out := mat.NewDense(m, n, nil)
	_ = parallel.For(context.Background(), 0, n, width, func(lo, hi int) {
		part := b.Slice(0, k, lo, hi).(*mat.Dense).RawMatrix()
		for i := range m {
			blas64.Gemv(blas.Trans, 1, part,
				blas64.Vector{N: k, Inc: 1, Data: a.RawRowView(i)}, 0,
				blas64.Vector{N: hi - lo, Inc: 1, Data: out.RawRowView(i)[lo:hi]})
		}
	})
	return out
}
