package dense

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"

	"fsnb.example/internal/parallel"
)

const (
	// choleskyRows is the number of rows of a factor that are computed at a time, and choleskyStrip
	// that of their columns.
	choleskyRows, choleskyStrip = 32, 128
	// choleskyFrom is the number of rows from which this is faster than Potrf.
	choleskyFrom = 64
)

// Cholesky replaces the upper triangle of a (n×n) by that of U, U'U = A, and reports whether A is
// positive definite; what is below the diagonal stays. It is Potrf of another implementation than
// gonum's, and several times as fast as that of gonum. The result does not depend on workers (0 for
// all processors). The cost is n³/6 products.
func Cholesky(a blas64.Symmetric, workers int) (u blas64.Triangular, ok bool) {
	if a.Uplo != blas.Upper {
		panic("dense: not an upper triangle")
	}
	if a.N < choleskyFrom || External() {
		return lapack64.Potrf(a)
	}
	u = blas64.Triangular{N: a.N, Stride: a.Stride, Data: a.Data, Uplo: blas.Upper,
		Diag: blas.NonUnit}
	var corner [choleskyRows * choleskyRows]float64
	for from := 0; from < a.N; from += choleskyRows {
		to := min(from+choleskyRows, a.N)
		if !factorCorner(&corner, u, from, to) {
			return u, false
		}
		parallel.Whole(workers, a.N-to, choleskyStrip, func(lo, hi int) {
			rightOfCorner(u, from, to, to+lo, to+hi)
		})
	}
	return u, true
}

// factorCorner computes the rows and columns from to to-1 of the factor.
func factorCorner(room *[choleskyRows * choleskyRows]float64, u blas64.Triangular,
	from, to int) bool {
	rows := to - from
	c := blas64.General{Rows: rows, Cols: rows, Stride: rows, Data: room[:rows*rows]}
	for i := range rows {
		copy(c.Data[i*rows+i:(i+1)*rows], u.Data[(from+i)*u.Stride+from+i:])
	}
	before := part(u, 0, from, from, to)
	addOuter(-1, c, before, before)
	_, ok := lapack64.Potrf(blas64.Symmetric{N: rows, Stride: rows, Data: c.Data, Uplo: blas.Upper})
	for i := range rows {
		copy(u.Data[(from+i)*u.Stride+from+i:], c.Data[i*rows+i:(i+1)*rows])
	}
	return ok
}

// rightOfCorner computes the columns lo to hi-1 of the rows from to to-1 of the factor.
func rightOfCorner(u blas64.Triangular, from, to, lo, hi int) {
	addOuter(-1, part(u, from, to, lo, hi), part(u, 0, from, from, to), part(u, 0, from, lo, hi))
	for i := from; i < to; i++ {
		row := blas64.Vector{N: hi - lo, Inc: 1, Data: u.Data[i*u.Stride+lo:]}
		if i > from {
			blas64.Gemv(blas.Trans, -1, part(u, from, i, lo, hi),
				blas64.Vector{N: i - from, Inc: u.Stride, Data: u.Data[from*u.Stride+i:]}, 1, row)
		}
		blas64.Scal(1/u.Data[i*u.Stride+i], row)
	}
}

// part is the rows from to to-1 of the columns lo to hi-1.
func part(u blas64.Triangular, from, to, lo, hi int) blas64.General {
	return blas64.General{Rows: to - from, Cols: hi - lo, Stride: u.Stride,
		Data: u.Data[from*u.Stride+lo:]}
}
