package simplex

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// halves is the Cholesky factor U of a symmetric p×p matrix, U'U, in three quarters of p² numbers:
// the lower left quarter, which is 0, is left out. The numbers are added in the order of
// lapack64.Potrf and Potrs, whose blocks end where the halves do, so that the bits are theirs.
type halves struct {
	p, q        int
	buffer      []float64
	first, last blas64.Symmetric // U_11 (q×q) and U_22 (p-q × p-q)
	right       blas64.General   // U_12
}

// block is the number of rows that lapack64.Potrf takes at a time.
const block = 64

// fill sets the matrix: row sets the part of row a from the diagonal on.
func (h *halves) fill(p int, row func(a int, to []float64)) {
	q := p
	if p > 2*block {
		q = (p + block) / (2 * block) * block
	}
	r := p - q
	size := q*q + q*r + r*r
	if cap(h.buffer) < size {
		*h = halves{} // free before the next is made
		h.buffer = make([]float64, size)
	}
	h.p, h.q, h.buffer = p, q, h.buffer[:size]
	h.first = blas64.Symmetric{N: q, Stride: max(1, q), Data: h.buffer[:q*q], Uplo: blas.Upper}
	h.right = blas64.General{Rows: q, Cols: r, Stride: max(1, r), Data: h.buffer[q*q : q*q+q*r]}
	h.last = blas64.Symmetric{N: r, Stride: max(1, r), Data: h.buffer[q*q+q*r:], Uplo: blas.Upper}
	whole := make([]float64, p)
	for a := range p {
		row(a, whole[a:])
		if a >= q {
			copy(h.last.Data[(a-q)*r+a-q:(a-q+1)*r], whole[a:])
			continue
		}
		copy(h.first.Data[a*q+a:(a+1)*q], whole[a:q])
		copy(h.right.Data[a*r:(a+1)*r], whole[q:])
	}
}

// factorize replaces the matrix by U, or reports that it is not positive definite.
func (h *halves) factorize() bool {
	u, ok := lapack64.Potrf(h.first)
	if !ok || h.right.Cols == 0 {
		return ok
	}
	blas64.Trsm(blas.Left, blas.Trans, 1, u, h.right)
	blas64.Syrk(blas.Trans, -1, h.right, 1, h.last)
	_, ok = lapack64.Potrf(h.last)
	return ok
}

// pivot is U_aa.
func (h *halves) pivot(a int) float64 {
	if a < h.q {
		return h.first.Data[a*h.q+a]
	}
	return h.last.Data[(a-h.q)*(h.p-h.q)+a-h.q]
}

// row returns the parts of row a of U that follow the diagonal.
func (h *halves) row(a int) (near, far []float64) {
	q, r := h.q, h.p-h.q
	if a < q {
		return h.first.Data[a*q+a+1 : (a+1)*q], h.right.Data[a*r : (a+1)*r]
	}
	return h.last.Data[(a-q)*r+a-q+1 : (a-q+1)*r], nil
}

// solve replaces the two columns of b (p×2, by rows) by those of (U'U)⁻¹b.
func (h *halves) solve(b []float64) {
	for a := range h.p { // U'
		scale := 1 / h.pivot(a)
		x, y := b[2*a]*scale, b[2*a+1]*scale
		b[2*a], b[2*a+1] = x, y
		near, far := h.row(a)
		next := 2 * (a + 1)
		for _, part := range [2][]float64{near, far} {
			for _, v := range part {
				b[next] -= float64(v * x)
				b[next+1] -= float64(v * y)
				next += 2
			}
		}
	}
	for a := h.p - 1; a >= 0; a-- { // U
		x, y := b[2*a], b[2*a+1]
		near, far := h.row(a)
		next := 2 * (a + 1)
		for _, part := range [2][]float64{near, far} {
			for _, v := range part {
				x -= float64(v * b[next])
				y -= float64(v * b[next+1])
				next += 2
			}
		}
		scale := 1 / h.pivot(a)
		b[2*a], b[2*a+1] = x*scale, y*scale
	}
}

// solveFirst replaces b by U'⁻¹b, and solveLast by U⁻¹b.
func (h *halves) solveFirst(b *mat.Dense) {
	top, rest := h.parts(b)
	blas64.Trsm(blas.Left, blas.Trans, 1, upper(h.first), top)
	if rest.Rows > 0 {
		blas64.Gemm(blas.Trans, blas.NoTrans, -1, h.right, top, 1, rest)
		blas64.Trsm(blas.Left, blas.Trans, 1, upper(h.last), rest)
	}
}

func (h *halves) solveLast(b *mat.Dense) {
	top, rest := h.parts(b)
	if rest.Rows > 0 {
		blas64.Trsm(blas.Left, blas.NoTrans, 1, upper(h.last), rest)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, h.right, rest, 1, top)
	}
	blas64.Trsm(blas.Left, blas.NoTrans, 1, upper(h.first), top)
}

// parts are the rows of b at U_11 and at U_22.
func (h *halves) parts(b *mat.Dense) (top, rest blas64.General) {
	g := b.RawMatrix()
	top, rest = g, g
	top.Rows, rest.Rows = h.q, h.p-h.q
	rest.Data = g.Data[min(h.q*g.Stride, len(g.Data)):]
	return top, rest
}

func upper(s blas64.Symmetric) blas64.Triangular {
	return blas64.Triangular{N: s.N, Stride: s.Stride, Data: s.Data, Uplo: blas.Upper,
		Diag: blas.NonUnit}
}
