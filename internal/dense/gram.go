package dense

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// tile is the number of rows of either factor of which a tile has the products: with some thousand
// columns they fit a processor's own cache.
const tile = 16

// Gram returns the upper half of W·diag(weights)·W' for w (m×n), with rows Stride(m) apart, on all
// processors; weights nil stands for ones. An entry is one product of two rows, as in Cross. The
// cost is m²n/2 products.
func Gram(w *mat.Dense, weights []float64) blas64.Symmetric {
	_, n := w.Dims()
	return upper(w, func(i int) []float64 {
		if weights == nil {
			return w.RawRowView(i)
		}
		return floats.MulTo(make([]float64, n), w.RawRowView(i), weights)
	})
}

// Symmetric is Gram for the product AB' of a and b (m×n) that is known to be symmetric.
func Symmetric(a, b *mat.Dense) blas64.Symmetric { return upper(b, a.RawRowView) }

// upper returns the upper half of the products of row, of i < m, with the rows of w.
func upper(w *mat.Dense, row func(i int) []float64) blas64.Symmetric {
	m, _ := w.Dims()
	stride := Stride(m)
	out := blas64.Symmetric{N: m, Stride: stride, Uplo: blas.Upper, Data: make([]float64, m*stride)}
	tiles := (m + tile - 1) / tile
	parallel.Whole(0, tiles, 1, func(k, _ int) {
		lo, hi := k*tile, min(k*tile+tile, m)
		rows := make([][]float64, hi-lo)
		for i := range rows {
			rows[i] = row(lo + i)
		}
		for from := lo; from < m; from += tile {
			for i := lo; i < hi; i++ {
				to := out.Data[i*stride:]
				for j := max(from, i); j < min(from+tile, m); j++ {
					to[j] = floats.Dot(rows[i-lo], w.RawRowView(j))
				}
			}
		}
	})
	return out
}

// Cross returns AB' for a (m×k) and b (n×k) on all processors. An entry is one product of two rows,
// which is faster than gonum's Gemm for some hundred columns or more, since that sums blocks of
// 64; above all for few rows.
func Cross(a, b *mat.Dense) *mat.Dense {
	m, _ := a.Dims()
	n, _ := b.Dims()
	out := mat.NewDense(m, n, nil)
	tiles := (n + tile - 1) / tile
	parallel.Whole(0, tiles, 1, func(k, _ int) {
		lo, hi := k*tile, min(k*tile+tile, n)
		for i := range m {
			row, to := a.RawRowView(i), out.RawRowView(i)
			for j := lo; j < hi; j++ {
				to[j] = floats.Dot(row, b.RawRowView(j))
			}
		}
	})
	return out
}
