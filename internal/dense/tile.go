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
// tile, below 100×100 or so. The cost is pqm products. It allocates nothing.
func AddProducts(c, a, b blas64.General) {
	if External() {
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, a, b, 1, c)
		return
	}
	var rows [64][]float64
	for lo := 0; lo < a.Rows; lo += len(rows) {
		some := rows[:min(len(rows), a.Rows-lo)]
		for i := range some {
			some[i] = a.Data[(lo+i)*a.Stride:][:a.Cols]
		}
		eachProduct(b, 0, b.Rows, some, func(i, from, to int) []float64 {
			return c.Data[(lo+i)*c.Stride:][from:to]
		})
	}
}

// depth is the number of rows of the factors that AddOuter reads for all rows of its result:
// short ones fit a processor's first cache.
const depth = 32

// AddOuter adds A'B to c (p×q), for a (m×p) and b (m×q), on the calling goroutine where c is a
// tile. The cost is pqm products. It allocates nothing.
func AddOuter(c, a, b blas64.General) {
	if External() {
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, a, b, 1, c)
		return
	}
	addOuter(1, c, a, b)
}

// addOuter adds f·A'B to c.
func addOuter(f float64, c, a, b blas64.General) {
	for lo := 0; lo < a.Rows; lo += depth {
		part := blas64.General{Rows: min(depth, a.Rows-lo), Cols: b.Cols, Stride: b.Stride,
			Data: b.Data[lo*b.Stride:]}
		for i := range c.Rows {
			blas64.Gemv(blas.Trans, f, part,
				blas64.Vector{N: part.Rows, Inc: a.Stride, Data: a.Data[lo*a.Stride+i:]}, 1,
				blas64.Vector{N: c.Cols, Inc: 1, Data: c.Data[i*c.Stride:]})
		}
	}
}
