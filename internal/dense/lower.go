package dense

import (
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
)

// Lower triangles are computed by groups of few rows, each as far as the diagonal of its last row,
// and multiplied by some vectors at a time, whose products with a group fit a processor's first
// cache. Another implementation than gonum's is faster with larger groups.
const (
	lowerRows   = 4
	lowerRowsBy = 64
	formsAtOnce = 64
)

var formRooms = sync.Pool{New: func() any { return new([lowerRowsBy * formsAtOnce]float64) }}

func lowerGroup() int {
	if !External() {
		return lowerRows
	}
	return lowerRowsBy
}

// AddLower adds the lower triangle of A'B to that of c (n×n), for a and b (m×n), on the calling
// goroutine; entries of c beside it are undefined afterward. The cost is mn²/2 products. It
// allocates nothing.
func AddLower(c, a, b blas64.General) {
	group := lowerGroup()
	for i := 0; i < c.Rows; i += group {
		rows := min(group, c.Rows-i)
		AddOuter(
			blas64.General{Rows: rows, Cols: i + rows, Stride: c.Stride, Data: c.Data[i*c.Stride:]},
			blas64.General{Rows: a.Rows, Cols: rows, Stride: a.Stride, Data: a.Data[i:]},
			blas64.General{Rows: b.Rows, Cols: i + rows, Stride: b.Stride, Data: b.Data})
	}
}

// Forms sets dst to y_j'Ky_j for each row y_j of y (m×n) and a lower triangular K (n×n), which has
// zeros above its diagonal, on the calling goroutine. The cost is mn²/2 products. It allocates
// nothing.
func Forms(dst []float64, k, y blas64.General) {
	clear(dst[:y.Rows])
	group := lowerGroup()
	room := formRooms.Get().(*[lowerRowsBy * formsAtOnce]float64)
	defer formRooms.Put(room)
	for lo := 0; lo < y.Rows; lo += formsAtOnce {
		count := min(formsAtOnce, y.Rows-lo)
		some := y.Data[lo*y.Stride:]
		for i := 0; i < k.Rows; i += group {
			rows := min(group, k.Rows-i)
			out := blas64.General{Rows: rows, Cols: count, Stride: formsAtOnce, Data: room[:]}
			clear(room[:rows*formsAtOnce])
			AddProducts(out,
				blas64.General{Rows: rows, Cols: i + rows, Stride: k.Stride,
					Data: k.Data[i*k.Stride:]},
				blas64.General{Rows: count, Cols: i + rows, Stride: y.Stride, Data: some})
			for a := range rows {
				column := some[i+a:]
				for j, v := range room[a*formsAtOnce:][:count] {
					dst[lo+j] += float64(v * column[j*y.Stride])
				}
			}
		}
	}
}
