package rowsparse

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
)

const (
	// factoredSize is the d up to which a matrix is factored whole.
	factoredSize = 256
	// tailSum is the sum of c_ll/q_l over the columns outside the head. It bounds the norm of what
	// is left out of the inverse, relative to what is kept.
	tailSum = .01
)

// head is a positive definite matrix near A = C + diag(q), C positive semidefinite, for a q that
// is far larger than the entries of C in all but a few columns, the head H:
//
//	[A_HH C_HT; C_TH D + C_TH·A_HH⁻¹·C_HT],  D = diag(A_TT)
//
// instead of [A_HH C_HT; C_TH A_TT]: D takes the place of the Schur complement of A_HH. With q^-½
// on both sides either is I plus a positive semidefinite matrix whose trace is at most tailSum.
type head struct {
	columns, others []int             // of H and T
	upper           blas64.Triangular // R'R = A_HH
	cross           *mat.Dense        // C_HT
	diagonal        []float64         // D
}

// newHead returns nil where the head is no smaller than half of the matrix, and ok false where
// rounding leaves it not positive definite. The upper part of c is read. The cost is O(a³ + ad) for
// a head of a columns, and O(d log d).
func newHead(c blas64.Symmetric, q []float64) (h *head, ok bool) {
	d := c.N
	if d <= factoredSize {
		return nil, true
	}
	ratio, order := make([]float64, d), make([]int, d)
	for l, v := range q {
		order[l] = l
		if ratio[l] = c.Data[l*c.Stride+l] / v; !(ratio[l] >= 0) {
			ratio[l] = math.Inf(1)
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(ratio[j], ratio[i]), cmp.Compare(i, j))
	})
	size, sum := d, 0.
	for size > 0 && sum+ratio[order[size-1]] <= tailSum {
		size--
		sum += ratio[order[size]]
	}
	if 2*size >= d {
		return nil, true
	}
	h = &head{columns: order[:size], others: order[size:], diagonal: make([]float64, d-size)}
	at := func(i, j int) float64 { return c.Data[min(i, j)*c.Stride+max(i, j)] }
	for k, l := range h.others {
		h.diagonal[k] = at(l, l) + q[l]
	}
	if size == 0 {
		return h, true
	}
	a := blas64.Symmetric{N: size, Stride: dense.Stride(size), Uplo: blas.Upper}
	a.Data = make([]float64, size*a.Stride)
	h.cross = dense.New(size, d-size)
	for i, l := range h.columns {
		for j := i; j < size; j++ {
			a.Data[i*a.Stride+j] = at(l, h.columns[j])
		}
		a.Data[i*a.Stride+i] += q[l]
		row := h.cross.RawRowView(i)
		for k, t := range h.others {
			row[k] = at(l, t)
		}
	}
	h.upper, ok = dense.Cholesky(a, 0)
	return h, ok
}

// inverse multiplies rows by the inverse, in O(a² + ad) each.
func (h *head) inverse(v *mat.Dense) *mat.Dense {
	m, d := v.Dims()
	out := mat.NewDense(m, d, nil)
	if h.cross == nil {
		for k := range m {
			for t, l := range h.others {
				out.Set(k, l, v.At(k, l)/h.diagonal[t])
			}
		}
		return out
	}
	// x_T = D⁻¹(v_T - C_TH·A_HH⁻¹·v_H), x_H = A_HH⁻¹(v_H - C_HT·x_T)
	first, rest := pick(v, h.columns), pick(v, h.others)
	solved := mat.DenseCopyOf(first)
	h.solve(solved)
	var image mat.Dense
	image.Mul(solved, h.cross)
	rest.Sub(rest, &image)
	for k := range m {
		floats.Div(rest.RawRowView(k), h.diagonal)
	}
	var back mat.Dense
	back.Mul(rest, h.cross.T())
	first.Sub(first, &back)
	h.solve(first)
	for k := range m {
		to := out.RawRowView(k)
		for i, l := range h.columns {
			to[l] = first.At(k, i)
		}
		for t, l := range h.others {
			to[l] = rest.At(k, t)
		}
	}
	return out
}

func (h *head) solve(rows *mat.Dense) {
	blas64.Trsm(blas.Right, blas.NoTrans, 1, h.upper, rows.RawMatrix())
	blas64.Trsm(blas.Right, blas.Trans, 1, h.upper, rows.RawMatrix())
}

// pick returns some columns of v.
func pick(v *mat.Dense, columns []int) *mat.Dense {
	m, _ := v.Dims()
	out := mat.NewDense(m, len(columns), nil)
	for k := range m {
		from, to := v.RawRowView(k), out.RawRowView(k)
		for i, l := range columns {
			to[i] = from[l]
		}
	}
	return out
}
