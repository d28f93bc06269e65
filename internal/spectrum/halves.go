package spectrum

import (
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// mirroredRows is the number of rows of a symmetric matrix that are completed at a time.
const mirroredRows = 32

// halves has a symmetric matrix in the lower half of its memory, so that its Cholesky factor can
// take the upper half.
type halves struct {
	n, stride int
	data      []float64
	diagonal  []float64
	panels    sync.Pool
}

// newHalves copies the upper half of m to the lower one, which a SymDense does not read.
func newHalves(m *mat.SymDense) *halves {
	raw := m.RawSymmetric()
	h := &halves{n: raw.N, stride: raw.Stride, data: raw.Data, diagonal: make([]float64, raw.N)}
	h.panels.New = func() any { return dense.New(mirroredRows, h.n) }
	for i := range h.diagonal {
		h.diagonal[i] = h.data[i*h.stride+i]
	}
	h.copyHalf(func(i, j int) (to, from int) { return j*h.stride + i, i*h.stride + j })
	return h
}

// restore copies the lower half, and the diagonal, to the upper one.
func (h *halves) restore() {
	h.copyHalf(func(i, j int) (to, from int) { return i*h.stride + j, j*h.stride + i })
	for i, v := range h.diagonal {
		h.data[i*h.stride+i] = v
	}
}

// copyHalf copies the entries of all i < j, in squares that fit a cache.
func (h *halves) copyHalf(place func(i, j int) (to, from int)) {
	parallel.Whole(0, (h.n+mirroredRows-1)/mirroredRows, 1, func(block, _ int) {
		lo := block * mirroredRows
		for from := 0; from < lo+mirroredRows; from += mirroredRows {
			for j := lo; j < min(lo+mirroredRows, h.n); j++ {
				for i := from; i < min(from+mirroredRows, j); i++ {
					to, at := place(i, j)
					h.data[to] = h.data[at]
				}
			}
		}
	})
}

// factor returns U of the matrix + shift·I = U'U, in the upper half, or false if that is not
// positive definite.
func (h *halves) factor(shift float64) (blas64.Triangular, bool) {
	for i, v := range h.diagonal {
		h.data[i*h.stride+i] = v + shift
	}
	return dense.Cholesky(blas64.Symmetric{N: h.n, Stride: h.stride, Uplo: blas.Upper,
		Data: h.data}, 0)
}

// times returns the products of the matrix with the rows of v (k×n), those of dense.Cross.
func (h *halves) times(v *mat.Dense) (*mat.Dense, error) {
	k, _ := v.Dims()
	out := mat.NewDense(k, h.n, nil)
	parallel.Whole(0, (h.n+mirroredRows-1)/mirroredRows, 1, func(block, _ int) {
		lo, hi := block*mirroredRows, min((block+1)*mirroredRows, h.n)
		panel := h.panels.Get().(*mat.Dense)
		h.complete(panel.RawMatrix(), lo, hi)
		some := dense.Cross(v, panel.Slice(0, hi-lo, 0, h.n).(*mat.Dense))
		for r := range k {
			copy(out.RawRowView(r)[lo:hi], some.RawRowView(r))
		}
		h.panels.Put(panel)
	})
	return out, nil
}

// complete sets panel to the rows lo to hi-1.
func (h *halves) complete(panel blas64.General, lo, hi int) {
	for i := lo; i < hi; i++ {
		row := panel.Data[(i-lo)*panel.Stride:][:h.n]
		copy(row[:i], h.data[i*h.stride:])
		row[i] = h.diagonal[i]
	}
	for j := lo + 1; j < h.n; j++ {
		column := h.data[j*h.stride:][lo:min(hi, j)]
		for at, v := range column {
			panel.Data[at*panel.Stride+j] = v
		}
	}
}
