package rowsparse

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

// retainedWithin is the part by which a weight may differ from the one that a Retained has.
const retainedWithin = .01

// Retained has about the inverse of A = X'F'FX + diag(q) for one X (n×d, n < d) and any F and q,
// such as a step of Newton's method is preconditioned with. Of a weight that changes by less than a
// hundredth it keeps the one before, and with it its part of XEX', E = diag(1/q): the result is the
// inverse of A for the weights that are kept.
type Retained struct {
	x    *mat.Dense
	e    []float64  // weights that are retained, nil at first
	gram *mat.Dense // XEX', n×n
}

// NewRetained returns one for x, which it keeps.
func NewRetained(x *mat.Dense) *Retained { return &Retained{x: x} }

// Inverse returns a function that multiplies rows by about A⁻¹, or nil when rounding forbids it.
// f (r×n) may be nil for no rows. The cost is O(n²t + n³) for t weights that changed, and O(nd) a
// row.
//
//	A⁻¹ = E - EX'CXE,   C = F'(I + F XEX' F')⁻¹F
func (h *Retained) Inverse(f *mat.Dense, q []float64) func(v *mat.Dense) *mat.Dense {
	return first(h.InverseImage(f, q))
}

// InverseImage is Inverse with the products of the results and X', in O(n²) more a row.
func (h *Retained) InverseImage(f *mat.Dense, q []float64) func(v *mat.Dense) (
	out, image *mat.Dense) {
	h.weigh(q)
	e := append([]float64(nil), h.e...)
	if f == nil {
		return func(v *mat.Dense) (out, image *mat.Dense) {
			out = scaledColumns(v, e)
			return out, dense.Cross(out, h.x)
		}
	}
	r, _ := f.Dims()
	inner := dense.Symmetric(f, dense.Cross(f, h.gram))
	for i := range r {
		inner.Data[i*inner.Stride+i]++
	}
	upper, ok := dense.Cholesky(inner, 0)
	if !ok {
		return nil
	}
	transposed := mat.DenseCopyOf(f.T())
	dense.DivideRows(upper, transposed)
	c := dense.Cross(transposed, transposed)
	return h.less(e, func(half *mat.Dense) *mat.Dense { return dense.Cross(half, c) })
}

// Hard is the limit of Inverse for f multiplied by ever larger numbers, f of full column rank:
// E - EX'(XEX')⁻¹XE, whose products with rows are perpendicular to those of x. It returns nil
// when rounding forbids it.
func (h *Retained) Hard(q []float64) func(v *mat.Dense) *mat.Dense {
	h.weigh(q)
	e := append([]float64(nil), h.e...)
	n, _ := h.x.Dims()
	root := blas64.Symmetric{N: n, Stride: dense.Stride(n), Uplo: blas.Upper}
	root.Data = make([]float64, n*root.Stride)
	for i := range n {
		copy(root.Data[i*root.Stride:], h.gram.RawRowView(i))
	}
	upper, ok := dense.Cholesky(root, 0)
	if !ok {
		return nil
	}
	return first(h.less(e, func(half *mat.Dense) *mat.Dense {
		solved := mat.DenseCopyOf(half)
		dense.SolveRows(upper, solved)
		return solved
	}))
}

// first leaves images out.
func first(f func(*mat.Dense) (out, image *mat.Dense)) func(*mat.Dense) *mat.Dense {
	if f == nil {
		return nil
	}
	return func(v *mat.Dense) *mat.Dense {
		out, _ := f(v)
		return out
	}
}

// less returns the product with E - EX'·inner·XE, and that of it with X'.
func (h *Retained) less(e []float64, inner func(*mat.Dense) *mat.Dense) func(*mat.Dense) (
	out, image *mat.Dense) {
	gram := mat.DenseCopyOf(h.gram)
	return func(v *mat.Dense) (out, image *mat.Dense) {
		out = scaledColumns(v, e)
		image = dense.Cross(out, h.x)
		within := inner(image)
		back := dense.Times(within, h.x)
		image.Sub(image, dense.Cross(within, gram)) // symmetric
		m, _ := out.Dims()
		for c := range m {
			to := out.RawRowView(c)
			for l, b := range back.RawRowView(c) {
				to[l] -= float64(e[l] * b)
			}
		}
		return out, image
	}
}

// weigh sets the weights that are retained, and XEX'.
func (h *Retained) weigh(q []float64) {
	n, d := h.x.Dims()
	if h.e == nil {
		h.e = make([]float64, d)
	}
	var changed []int
	var by []float64
	for l, v := range q {
		if old := h.e[l]; math.Abs(old*v-1) > retainedWithin {
			changed, by = append(changed, l), append(by, 1/v-old)
			h.e[l] = 1 / v
		}
	}
	part := h.x
	switch {
	case changed == nil:
		return
	case 4*len(changed) > d:
		h.gram, by = mat.NewDense(n, n, nil), h.e
	default:
		part = mat.NewDense(n, len(changed), nil)
		for i := range n {
			row, to := h.x.RawRowView(i), part.RawRowView(i)
			for c, l := range changed {
				to[c] = row[l]
			}
		}
	}
	more := dense.Gram(part, by)
	for i := range n {
		for j := i; j < n; j++ {
			v := h.gram.At(i, j) + more.Data[i*more.Stride+j]
			h.gram.Set(i, j, v)
			h.gram.Set(j, i, v)
		}
	}
}

// scaledColumns returns v·diag(e).
func scaledColumns(v *mat.Dense, e []float64) *mat.Dense {
	m, d := v.Dims()
	out := mat.NewDense(m, d, nil)
	for c := range m {
		floats.MulTo(out.RawRowView(c), v.RawRowView(c), e)
	}
	return out
}
