package dense

import (
	"sync"

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
	if weights == nil {
		return Symmetric(w, w)
	}
	return upper(w, len(weights), func(i int, room []float64) []float64 {
		return floats.MulTo(room, w.RawRowView(i), weights)
	})
}

// Symmetric is Gram for the product AB' of a and b (m×n) that is known to be symmetric.
func Symmetric(a, b *mat.Dense) blas64.Symmetric {
	return upper(b, 0, func(i int, _ []float64) []float64 { return a.RawRowView(i) })
}

// rooms has memory for the rows of tiles.
var rooms = sync.Pool{New: func() any { return new([]float64) }}

// upper returns the upper half of the products of row, of i < m, with the rows of w. A row may be
// in room, which has so many numbers.
func upper(w *mat.Dense, room int, row func(i int, room []float64) []float64) blas64.Symmetric {
	m, n := w.Dims()
	stride := Stride(m)
	out := blas64.Symmetric{N: m, Stride: stride, Uplo: blas.Upper, Data: make([]float64, m*stride)}
	if External() {
		parallel.Whole(0, m, block, func(lo, hi int) {
			left := mat.NewDense(hi-lo, n, nil)
			for i := lo; i < hi; i++ {
				left.SetRow(i-lo, row(i, left.RawRowView(i - lo)[:room]))
			}
			right := w.Slice(lo, m, 0, n).(*mat.Dense).RawMatrix()
			rightOf(out, lo, hi, false, left.RawMatrix(), right)
		})
		return out
	}
	tiles := (m + tile - 1) / tile
	parallel.Whole(0, tiles, 1, func(k, _ int) {
		lo, hi := k*tile, min(k*tile+tile, m)
		all := rooms.Get().(*[]float64)
		defer rooms.Put(all)
		if cap(*all) < tile*room {
			*all = make([]float64, tile*room)
		}
		rows := make([][]float64, hi-lo)
		for i := range rows {
			rows[i] = row(lo+i, (*all)[:cap(*all)][i*room:][:room])
		}
		eachProduct(w.RawMatrix(), lo, m, rows, func(i, from, to int) []float64 {
			return out.Data[(lo+i)*stride:][from:to]
		})
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
	AddCross(out, a, b)
	return out
}

// AddCross adds AB' to out (m×n), as Cross.
func AddCross(out, a, b *mat.Dense) {
	m, _ := a.Dims()
	n, _ := b.Dims()
	if External() {
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, a.RawMatrix(), b.RawMatrix(), 1, out.RawMatrix())
		return
	}
	rows := make([][]float64, m)
	for i := range rows {
		rows[i] = a.RawRowView(i)
	}
	tiles := (n + tile - 1) / tile
	parallel.Whole(0, tiles, 1, func(k, _ int) {
		lo, hi := k*tile, min(k*tile+tile, n)
		eachProduct(b.RawMatrix(), lo, hi, rows, func(i, from, to int) []float64 {
			return out.RawRowView(i)[from:to]
		})
	})
}

// Times returns AB for a (m×k) and b (k×n) on all processors, for few rows of a and long ones of
// b. The cost is mkn products.
func Times(a, b *mat.Dense) *mat.Dense {
	m, k := a.Dims()
	_, n := b.Dims()
	out := mat.NewDense(m, n, nil)
	raw := b.RawMatrix()
	if External() {
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, a.RawMatrix(), raw, 0, out.RawMatrix())
		return out
	}
	parallel.Whole(0, n, strip, func(lo, hi int) {
		for from := 0; from < k; from += tile {
			part := blas64.General{Rows: min(tile, k-from), Cols: hi - lo, Stride: raw.Stride,
				Data: raw.Data[from*raw.Stride+lo:]}
			for i := range m {
				blas64.Gemv(blas.Trans, 1, part,
					blas64.Vector{N: part.Rows, Inc: 1, Data: a.RawRowView(i)[from:]}, 1,
					blas64.Vector{N: part.Cols, Inc: 1, Data: out.RawRowView(i)[lo:hi]})
			}
		}
	})
	return out
}

// eachProduct adds the products of each of rows with the rows lo to hi-1 of raw to out, the places
// for rows from to to-1. The kernel of gonum's Gemv has the products of four rows, two or one in
// one pass: their sums are of equal order for an even number of columns, so that the last of an odd
// number is a sum of its own.
func eachProduct(
	raw blas64.General, lo, hi int, rows [][]float64, out func(i, from, to int) []float64,
) {
	n := raw.Cols
	even := n &^ 1
	for at := 0; at < even; at += strip {
		cols := min(strip, even-at)
		most := tile * max(1, strip/cols) // rows that are read at a time
		for from := lo; from < hi; from += most {
			part := blas64.General{Rows: min(most, hi-from), Cols: cols,
				Stride: raw.Stride, Data: raw.Data[from*raw.Stride+at:]}
			for i, row := range rows {
				blas64.Gemv(blas.NoTrans, 1, part,
					blas64.Vector{N: part.Cols, Inc: 1, Data: row[at:]}, 1,
					blas64.Vector{N: part.Rows, Inc: 1, Data: out(i, from, from+part.Rows)})
			}
		}
	}
	if even == n {
		return
	}
	for i, row := range rows {
		for j, to := lo, out(i, lo, hi); j < hi; j++ {
			to[j-lo] += float64(row[even] * raw.Data[j*raw.Stride+even])
		}
	}
}
