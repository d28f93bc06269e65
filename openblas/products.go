package openblas

import "gonum.org/v1/gonum/blas"

// A method calls the library only for arguments that gonum accepts; all others go to gonum, which
// panics, or returns at once, as it does without this package. Neither a scale of 0 nor an empty
// matrix goes to the library.

func validTrans(t blas.Transpose) bool {
	return t == blas.NoTrans || t == blas.Trans || t == blas.ConjTrans
}

func validTriangle(u blas.Uplo) bool { return u == blas.Upper || u == blas.Lower }

func validSide(s blas.Side) bool { return s == blas.Left || s == blas.Right }

// holds tells whether a slice has a matrix of rows×cols with so long a stride.
func holds(data []float64, rows, cols, stride int) bool {
	return stride >= cols && fits(rows, cols, stride) && len(data) >= (rows-1)*stride+cols
}

// large tells whether no dimension is 0 and the product of them reaches a limit.
func large(limit int, dims ...int) bool {
	product := 1.0
	for _, d := range dims {
		if d <= 0 {
			return false
		}
		product *= float64(d)
	}
	return product >= float64(limit)
}

// letter is the one that LAPACK has for a transpose.
func letter(t blas.Transpose) byte {
	if t == blas.NoTrans {
		return 'N'
	}
	return 'T'
}

// at returns the part of a matrix that begins at a row and a column.
func at(data []float64, stride, row, column int) []float64 { return data[row*stride+column:] }

// rowsFrom returns what begins with row lo of op(a).
func rowsFrom(a []float64, stride int, trans blas.Transpose, lo int) []float64 {
	if trans == blas.NoTrans {
		return at(a, stride, lo, 0)
	}
	return at(a, stride, 0, lo)
}

// columnsFrom returns what begins with column lo of op(a).
func columnsFrom(a []float64, stride int, trans blas.Transpose, lo int) []float64 {
	if trans == blas.NoTrans {
		return at(a, stride, 0, lo)
	}
	return at(a, stride, lo, 0)
}

// Dgemm is gonum's Dgemm: c = alpha·op(a)·op(b) + beta·c, with op(a) m×k and op(b) k×n, in 2mnk
// operations. It is cut along the longer side of c.
func (g products) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int,
	b []float64, ldb int, beta float64, c []float64, ldc int) {
	rowsA, colsA, rowsB, colsB := m, k, k, n
	if tA != blas.NoTrans {
		rowsA, colsA = k, m
	}
	if tB != blas.NoTrans {
		rowsB, colsB = n, k
	}
	lib := available(large(small, m, n, k) && alpha != 0 && validTrans(tA) && validTrans(tB) &&
		holds(a, rowsA, colsA, lda) && holds(b, rowsB, colsB, ldb) && holds(c, m, n, ldc))
	if lib == nil || lib.gemm == 0 {
		g.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	if m >= n {
		strips(m, m*n*k, func(lo, hi int) {
			lib.callGemm(letter(tA), letter(tB), hi-lo, n, k, alpha, rowsFrom(a, lda, tA, lo), lda,
				b, ldb, beta, at(c, ldc, lo, 0), ldc)
		})
		return
	}
	strips(n, m*n*k, func(lo, hi int) {
		lib.callGemm(letter(tA), letter(tB), m, hi-lo, k, alpha, a, lda,
			columnsFrom(b, ldb, tB, lo), ldb, beta, at(c, ldc, 0, lo), ldc)
	})
}

// Dsyrk is gonum's Dsyrk: one triangle of c = alpha·op(a)·op(a)' + beta·c, with op(a) n×k, in n²k
// operations. A strip is a square on the diagonal and the rectangle beside it.
func (g products) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64,
	lda int, beta float64, c []float64, ldc int) {
	rows, cols := n, k
	if tA != blas.NoTrans {
		rows, cols = k, n
	}
	lib := available(large(2*small, n, n, k) && alpha != 0 && validTriangle(ul) && validTrans(tA) &&
		holds(a, rows, cols, lda) && holds(c, n, n, ldc))
	if lib == nil || lib.syrk == 0 {
		g.Implementation.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	tB := blas.Trans
	if tA != blas.NoTrans {
		tB = blas.NoTrans
	}
	strips(n, n*n*k/2, func(lo, hi int) {
		if ul == blas.Lower { // the longest strip first
			lo, hi = n-hi, n-lo
		}
		strip := rowsFrom(a, lda, tA, lo)
		lib.callSyrk(byte(ul), letter(tA), hi-lo, k, alpha, strip, lda, beta, at(c, ldc, lo, lo),
			ldc)
		from, to := 0, lo
		if ul == blas.Upper {
			from, to = hi, n
		}
		if from < to {
			lib.callGemm(letter(tA), letter(tB), hi-lo, to-from, k, alpha, strip, lda,
				rowsFrom(a, lda, tA, from), lda, beta, at(c, ldc, lo, from), ldc)
		}
	})
}

// Dsymm is gonum's Dsymm: c = alpha·a·b + beta·c, or alpha·b·a + beta·c on the right side, with
// symmetric a, of which one triangle is read, and c m×n. It is cut where products share no sum.
func (g products) Dsymm(s blas.Side, ul blas.Uplo, m, n int, alpha float64, a []float64, lda int,
	b []float64, ldb int, beta float64, c []float64, ldc int) {
	size := n
	if s == blas.Left {
		size = m
	}
	lib := available(large(small, m, n, size) && alpha != 0 && validSide(s) && validTriangle(ul) &&
		holds(a, size, size, lda) && holds(b, m, n, ldb) && holds(c, m, n, ldc))
	if lib == nil || lib.symm == 0 {
		g.Implementation.Dsymm(s, ul, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	if s == blas.Left {
		strips(n, m*n*size, func(lo, hi int) {
			lib.callSymm('L', byte(ul), m, hi-lo, alpha, a, lda, at(b, ldb, 0, lo), ldb, beta,
				at(c, ldc, 0, lo), ldc)
		})
		return
	}
	strips(m, m*n*size, func(lo, hi int) {
		lib.callSymm('R', byte(ul), hi-lo, n, alpha, a, lda, at(b, ldb, lo, 0), ldb, beta,
			at(c, ldc, lo, 0), ldc)
	})
}

// Dtrsm is gonum's Dtrsm: b = alpha·op(a)⁻¹·b, or alpha·b·op(a)⁻¹ on the right side, with
// triangular a and b m×n.
func (g products) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int,
	alpha float64, a []float64, lda int, b []float64, ldb int) {
	lib := triangular(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
	if lib == nil || lib.trsm == 0 {
		g.Implementation.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	triangularStrips(lib.trsm, s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
}

// Dtrmm is gonum's Dtrmm: b = alpha·op(a)·b, or alpha·b·op(a) on the right side, with triangular a
// and b m×n.
func (g products) Dtrmm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int,
	alpha float64, a []float64, lda int, b []float64, ldb int) {
	lib := triangular(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
	if lib == nil || lib.trmm == 0 {
		g.Implementation.Dtrmm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	triangularStrips(lib.trmm, s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
}

// triangular returns the library if it is to compute.
func triangular(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int,
	alpha float64, a []float64, lda int, b []float64, ldb int) *library {
	size := n
	if s == blas.Left {
		size = m
	}
	return available(large(smallTriangular, m, n, size) && alpha != 0 && validSide(s) &&
		validTriangle(ul) && validTrans(tA) && (d == blas.NonUnit || d == blas.Unit) &&
		holds(a, size, size, lda) && holds(b, m, n, ldb))
}

// triangularStrips cuts b into columns, or into rows on the right side.
func triangularStrips(routine uintptr, s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag,
	m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	if s == blas.Left {
		strips(n, m*n*m/2, func(lo, hi int) {
			callTriangular(routine, 'L', byte(ul), letter(tA), byte(d), m, hi-lo, alpha, a, lda,
				at(b, ldb, 0, lo), ldb)
		})
		return
	}
	strips(m, m*n*n/2, func(lo, hi int) {
		callTriangular(routine, 'R', byte(ul), letter(tA), byte(d), hi-lo, n, alpha, a, lda,
			at(b, ldb, lo, 0), ldb)
	})
}

// Dgemv is gonum's Dgemv: y = alpha·op(a)·x + beta·y, with a m×n, in 2mn operations. It is
// not cut, since memory bounds its speed. Steps below 0 stay with gonum.
func (g products) Dgemv(tA blas.Transpose, m, n int, alpha float64, a []float64, lda int,
	x []float64, incX int, beta float64, y []float64, incY int) {
	lenX, lenY := n, m
	if tA != blas.NoTrans {
		lenX, lenY = m, n
	}
	lib := available(large(smallVector, m, n) && alpha != 0 && validTrans(tA) &&
		holds(a, m, n, lda) && incX > 0 && incY > 0 && holds(x, lenX, 1, incX) &&
		holds(y, lenY, 1, incY))
	if lib == nil || lib.gemv == 0 {
		g.Implementation.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	if beta == 0 { // some versions keep what is not a number
		for i := range lenY {
			y[i*incY] = 0
		}
	}
	lib.callGemv(letter(tA), m, n, alpha, a, lda, x, incX, beta, y, incY)
}

// available returns the library if an operation is for it, and there is one.
func available(wanted bool) *library {
	if !wanted {
		return nil
	}
	return loaded()
}
