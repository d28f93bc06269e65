package dense

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/floats"
)

// gonums tells whether gonum computes products, for which one product of two rows is faster than
// its Gemm, since that sums blocks of 64 columns. Another implementation has a faster Gemm.
func gonums() bool { return blas64.Implementation() == gonum.Implementation{} }

// AddProducts adds AB' to c (p×q), for a (p×m) and b (q×m), on the calling goroutine where c is a
// tile, below 100×100 or so. The cost is pqm products.
func AddProducts(c, a, b blas64.General) {
	if !gonums() {
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, a, b, 1, c)
		return
	}
	for i := range c.Rows {
		row, to := a.Data[i*a.Stride:][:a.Cols], c.Data[i*c.Stride:][:c.Cols]
		for j := range to {
			to[j] += floats.Dot(row, b.Data[j*b.Stride:][:b.Cols])
		}
	}
}
