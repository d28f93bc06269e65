package dense

import (
	"context"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
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
	if !gonums() {
		return s, parallel.For(ctx, 0, n, block, func(lo, hi int) {
			rightOf(out, lo, hi, true, a.Slice(0, m, lo, hi).(*mat.Dense).RawMatrix(),
				b.Slice(0, m, lo, n).(*mat.Dense).RawMatrix())
		})
	}
	err := parallel.For(ctx, 0, n, productLeft, func(lo, hi int) {
		left, right := general(hi-lo, m), general(productRight, m)
		asRows(left, a, lo, hi)
		for from := lo; from < n; from += productRight {
			to := min(from+productRight, n)
			asRows(right, b, from, to)
			for i := lo; i < min(hi, to); i++ {
				row := left.Data[(i-lo)*left.Stride:][:m]
				for j := max(i, from); j < to; j++ {
					column := right.Data[(j-from)*right.Stride:][:m]
					out.Data[i*out.Stride+j] = floats.Dot(row, column)
				}
			}
		}
	})
	return s, err
}

// asRows copies columns lo to hi-1 of a into rows.
func asRows(dst blas64.General, a *mat.Dense, lo, hi int) {
	m, _ := a.Dims()
	for i := range m {
		for j, v := range a.RawRowView(i)[lo:hi] {
			dst.Data[j*dst.Stride+i] = v
		}
	}
}
