package dense

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// tile is the number of rows of either factor of which a tile has the products, and strip the
// number of their columns that are read at a time: both parts of the factors, and rows whose
// lengths are powers of 2, fit a processor's first cache.
const tile, strip = 8, 512

// Gram returns the upper half of W·diag(weights)·W' for w (m×n), with rows Stride(m) apart, on all
// processors; weights nil stands for ones. An entry does not depend on its place, as in Cross. The
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
			to := min(from+tile, m)
			addProducts(w, from, to, rows, func(i int) []float64 {
				return out.Data[(lo+i)*stride:][from:to]
			})
		}
	})
	return out
}

// Cross returns AB' for a (m×k) and b (n×k) on all processors. An entry is the product of two rows
// whatever their places: equal rows give equal products. It is faster than gonum's Gemm, above all
// for few rows.
func Cross(a, b *mat.Dense) *mat.Dense {
	m, _ := a.Dims()
	n, _ := b.Dims()
	out := mat.NewDense(m, n, nil)
	rows := make([][]float64, m)
	for i := range rows {
		rows[i] = a.RawRowView(i)
	}
	tiles := (n + tile - 1) / tile
	parallel.Whole(0, tiles, 1, func(k, _ int) {
		lo, hi := k*tile, min(k*tile+tile, n)
		addProducts(b, lo, hi, rows, func(i int) []float64 { return out.RawRowView(i)[lo:hi] })
	})
	return out
}

// addProducts adds the products of each of rows with the rows lo to hi-1 of b to out. The kernel
// of gonum's Gemv has the products of four rows, two or one in one pass: their sums are of equal
// order for an even number of columns, so that the last of an odd number is a sum of its own.
func addProducts(b *mat.Dense, lo, hi int, rows [][]float64, out func(i int) []float64) {
	_, n := b.Dims()
	even := n &^ 1
	raw := b.RawMatrix()
	for from := 0; from < even; from += strip {
		part := blas64.General{Rows: hi - lo, Cols: min(strip, even-from), Stride: raw.Stride,
			Data: raw.Data[lo*raw.Stride+from:]}
		for i, row := range rows {
			blas64.Gemv(blas.NoTrans, 1, part,
				blas64.Vector{N: part.Cols, Inc: 1, Data: row[from:]}, 1,
				blas64.Vector{N: part.Rows, Inc: 1, Data: out(i)})
		}
	}
	if even == n {
		return
	}
	for i, row := range rows {
		for j, to := lo, out(i); j < hi; j++ {
			to[j-lo] += float64(row[even] * raw.Data[j*raw.Stride+even])
		}
	}
}
