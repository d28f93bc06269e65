package dense

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
)

// External tells whether another implementation of BLAS than gonum's computes products. Its Gemm is
// faster than anything else; with gonum products of two rows are faster than its Gemm, which sums
// blocks of 64 columns.
func External() bool { return blas64.Implementation() != gonum.Implementation{} }

// block is the number of rows of an upper triangle that one Gemm computes, where not gonum does.
const block = 192

// rightOf makes the rows lo to hi-1 of an upper triangle from those of left and right, by columns
// where trans is set: left are the rows (or columns) lo to hi-1 of one factor, right those from lo
// on of the other.
func rightOf(out blas64.Symmetric, lo, hi int, trans bool, left, right blas64.General) {
	to := blas64.General{Rows: hi - lo, Cols: out.N - lo, Stride: out.Stride,
		Data: out.Data[lo*out.Stride+lo:]}
	if trans {
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, left, right, 0, to)
	} else {
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, left, right, 0, to)
	}
	for i := range to.Rows {
		clear(to.Data[i*to.Stride:][:i])
	}
}

// AddProducts adds AB' to c (p×q), for a (p×m) and b (q×m), on the calling goroutine where c is a
// tile, below 100×100 or so. The cost is pqm products.
func AddProducts(c, a, b blas64.General) {
	if External() {
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, a, b, 1, c)
		return
	}
	rows := make([][]float64, a.Rows)
	for i := range rows {
		rows[i] = a.Data[i*a.Stride:][:a.Cols]
	}
	eachProduct(b, 0, b.Rows, rows, func(i, from, to int) []float64 {
		return c.Data[i*c.Stride:][from:to]
	})
}
