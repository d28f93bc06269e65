package simplex

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// Dense is a Form stored as a symmetric positive semidefinite matrix.
type Dense struct{ A *mat.Dense }

// Dim is the number of features.
func (m Dense) Dim() int { return m.A.RawMatrix().Rows }

// Mul sets dst to Av.
func (m Dense) Mul(ctx context.Context, dst, v []float64, workers int) error {
	return parallel.For(ctx, workers, len(v), 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			dst[i] = floats.Dot(m.A.RawRowView(i), v)
		}
	})
}

// Block sets dst to A at those rows and columns.
func (m Dense) Block(ctx context.Context, dst *mat.Dense, rows, cols []int, workers int) error {
	return parallel.For(ctx, workers, len(rows), 64, func(lo, hi int) {
		for a := lo; a < hi; a++ {
			from, to := m.A.RawRowView(rows[a]), dst.RawRowView(a)
			for b, j := range cols {
				to[b] = from[j]
			}
		}
	})
}
