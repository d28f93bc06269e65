package dense

import (
	"context"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// productLeft and productRight are the columns of the factors of SymmetricProduct that are held as
// rows at a time.
const productLeft, productRight = 128, 32

// SymmetricProduct returns a'b (n×n) for a and b (m×n) of which it is known that a'b is symmetric,
// from its upper triangle: mn² operations, half of those of a product, on all processors. The
// memory is 160 columns a processor. It returns ctx.Err() only; a and b are not modified.
func SymmetricProduct(ctx context.Context, a, b *mat.Dense) (*mat.SymDense, error) {
	m, n := a.Dims()
	s := mat.NewSymDense(n, nil)
	out := s.RawSymmetric()
	if External() {
		return s, parallel.For(ctx, 0, n, block, func(lo, hi int) {
			rightOf(out, lo, hi, true, a.Slice(0, m, lo, hi).(*mat.Dense).RawMatrix(),
				b.Slice(0, m, lo, n).(*mat.Dense).RawMatrix())
		})
	}
	err := parallel.For(ctx, 0, n, productLeft, func(lo, hi int) {
		left, right := general(hi-lo, m), general(productRight, m)
		asRows(left, a, lo, hi)
		rows := make([][]float64, hi-lo)
		for i := range rows {
			rows[i] = left.Data[i*left.Stride:][:m]
		}
		for from := lo; from < n; from += productRight {
			to := min(from+productRight, n)
			asRows(right, b, from, to)
			eachProduct(right, 0, to-from, rows[:min(hi, to)-lo], func(i, at, end int) []float64 {
				return out.Data[(lo+i)*out.Stride+from:][at:end]
			})
		}
		for i := lo; i < hi; i++ {
			clear(out.Data[i*out.Stride:][lo:i])
		}
	})
	return s, err
}

// lineOf is the number of rows that asRows copies together: they fill a line of a cache.
const lineOf = 8

// asRows copies columns lo to hi-1 of a into rows.
func asRows(dst blas64.General, a *mat.Dense, lo, hi int) {
	m, _ := a.Dims()
	from := a.RawMatrix()
	i := 0
	for ; i+lineOf <= m; i += lineOf {
		var rows [lineOf][]float64
		for r := range rows {
			rows[r] = from.Data[(i+r)*from.Stride+lo:][:hi-lo]
		}
		for j := range hi - lo {
			to := dst.Data[j*dst.Stride+i:][:lineOf]
			for r := range rows {
				to[r] = rows[r][j]
			}
		}
	}
	for ; i < m; i++ {
		for j, v := range from.Data[i*from.Stride+lo:][:hi-lo] {
			dst.Data[j*dst.Stride+i] = v
		}
	}
}
