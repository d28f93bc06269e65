package openblas

import (
	"fsnb.example/internal/parallel"
)

const (
	// small is the number of multiplications below which gonum is as fast as a call.
	small = 24 * 24 * 24
	// smallTriangular is the same for a triangular matrix.
	smallTriangular = 40 * 40 * 40
	// smallVector is the same for a matrix and a vector.
	smallVector = 1 << 16
	// whole is the number of multiplications below which an operation is not cut.
	whole = 192 * 192 * 192
	// width is the largest number of rows or columns of a strip.
	width = 192
)

// strips calls f for strips [lo, hi) of [0, n), side by side, for an operation of so many
// multiplications. No sum runs over two strips. The strips depend on the shape alone: the last bits
// of a number may depend on where in its strip it stands.
func strips(n, multiplications int, f func(lo, hi int)) {
	if multiplications < whole || n < 2*line {
		f(0, n)
		return
	}
	parallel.Whole(0, n, stripWidth(n), f)
}

// line is the multiple that strips are cut at: no kernel of OpenBLAS takes more columns at a time.
const line = 24

// stripWidth is at most width, and small enough for at least four strips of whole lines.
func stripWidth(n int) int {
	return min(width, max(line, (n/4+line-1)/line*line))
}
