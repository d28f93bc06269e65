package dense

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// panel is the number of rows of a triangle that are solved for at a time, and fewest and most are
// those of rows of the right side that read them together.
const panel, fewest, most = 16, 4, 16

// SolveRows multiplies each row of v (m×n), in place, by (U'U)⁻¹ for the upper triangle U (n×n), on
// all processors. Some rows read a panel of U together, which Trsm of gonum reads for each of them.
// The cost is mn² products.
func SolveRows(u blas64.Triangular, v *mat.Dense) {
	together(v, func(lo, hi int) {
		divide(u, v, lo, hi)
		n := u.N
		for from := (n - 1) / panel * panel; from >= 0; from -= panel {
			diagonal, to := corner(u, from)
			eachStrip(u, from, to, func(part blas64.General, at, end int) {
				for i := lo; i < hi; i++ {
					blas64.Gemv(blas.NoTrans, -1, part, segment(v, i, at, end), 1,
						segment(v, i, from, to))
				}
			})
			for i := lo; i < hi; i++ {
				blas64.Trsv(blas.NoTrans, diagonal, segment(v, i, from, to))
			}
		}
	})
}

// DivideRows multiplies each row of v (m×n), in place, by U⁻¹, which is half of SolveRows.
func DivideRows(u blas64.Triangular, v *mat.Dense) {
	together(v, func(lo, hi int) { divide(u, v, lo, hi) })
}

// together calls f for some rows of v at a time. The answer for one does not depend on the others.
func together(v *mat.Dense, f func(lo, hi int)) {
	m, _ := v.Dims()
	workers := parallel.Workers(0)
	parallel.Whole(0, m, min(most, max(fewest, (m+workers-1)/workers)), f)
}

// divide is DivideRows for the rows lo to hi-1.
func divide(u blas64.Triangular, v *mat.Dense, lo, hi int) {
	for from := 0; from < u.N; from += panel {
		diagonal, to := corner(u, from)
		for i := lo; i < hi; i++ {
			blas64.Trsv(blas.Trans, diagonal, segment(v, i, from, to))
		}
		eachStrip(u, from, to, func(part blas64.General, at, end int) {
			for i := lo; i < hi; i++ {
				blas64.Gemv(blas.Trans, -1, part, segment(v, i, from, to), 1,
					segment(v, i, at, end))
			}
		})
	}
}

// corner returns the triangle on the diagonal of the panel from row from to row to-1.
func corner(u blas64.Triangular, from int) (_ blas64.Triangular, to int) {
	to = min(from+panel, u.N)
	u.N, u.Data = to-from, u.Data[from*u.Stride+from:]
	return u, to
}

// eachStrip calls f for the columns at to end-1 right of the corner of a panel, some at a time.
func eachStrip(u blas64.Triangular, from, to int, f func(part blas64.General, at, end int)) {
	for at := to; at < u.N; at += strip {
		end := min(at+strip, u.N)
		f(blas64.General{Rows: to - from, Cols: end - at, Stride: u.Stride,
			Data: u.Data[from*u.Stride+at:]}, at, end)
	}
}

func segment(v *mat.Dense, i, from, to int) blas64.Vector {
	return blas64.Vector{N: to - from, Inc: 1, Data: v.RawRowView(i)[from:to]}
}
