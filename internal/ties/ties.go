// Package ties decides which distances count as equal. Distances that are equal in exact arithmetic
// differ in their last bits: those of .1 and .2, .2 and .3, or of the same values in another unit.
package ties

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

const (
	// ofDistance covers sums of many terms, in any order.
	ofDistance = 1e-12
	// ofValues is nine times the rounding of a double: either distance is the difference of two
	// values that were rounded twice, when they were read and when they were scaled.
	ofValues = 1e-15
)

// columnBlock columns, or rowBlock rows, are read by one goroutine at a time.
const columnBlock, rowBlock = 256, 64

// Slack is the largest difference of another distance that counts as equal to the given one:
//
//	1e-12·distance + 1e-15·values
//
// where values is the size of the numbers whose difference is the distance: cancellation leaves
// their rounding. Compare distances with one that does not depend on the order of the samples, such
// as the k-th smallest, since equality within a tolerance is not transitive.
func Slack(distance, values float64) float64 { return ofDistance*distance + ofValues*values }

// Range returns the least and the largest distance that count as equal to a distance. All infinite
// ones are equal.
func Range(distance, values float64) (least, most float64) {
	if math.IsInf(distance, 1) {
		return distance, distance
	}
	s := Slack(distance, values)
	return distance - s, distance + s
}

// SquaredRange is Range for squared distances; values is not squared.
func SquaredRange(square, values float64) (least, most float64) {
	if math.IsInf(square, 1) {
		return square, square
	}
	distance := math.Sqrt(square)
	s := Slack(distance, values)
	least, most = max(0, distance-s), distance+s
	return min(least*least, square), max(most*most, square)
}

// Varying reports which columns of x (n×d) are not constant. A constant column adds nothing to the
// distance of two rows, however large it is, nor to its rounding.
func Varying(x *mat.Dense) []bool {
	n, d := x.Dims()
	out := make([]bool, d)
	parallel.Whole(0, d, columnBlock, func(lo, hi int) {
		first, out := x.RawRowView(0)[lo:hi], out[lo:hi]
		for i := 1; i < n; i++ {
			for j, v := range x.RawRowView(i)[lo:hi] {
				if v != first[j] {
					out[j] = true
				}
			}
		}
	})
	return out
}

// Norm is the length of a row over the given columns: the size of the values in Slack for Euclidean
// distances.
func Norm(row []float64, columns []bool) float64 {
	return norm(row, columns, make([]float64, 0, len(row)))
}

// norm is Norm with a buffer for the values of a row.
func norm(row []float64, columns []bool, room []float64) float64 {
	values := room[:0]
	for j, v := range row {
		if columns[j] {
			values = append(values, v)
		}
	}
	return floats.Norm(values, 2)
}

// Norms is Norm of every row of x (n×d), over the columns that vary, in O(nd).
func Norms(x *mat.Dense) []float64 {
	n, d := x.Dims()
	varying := Varying(x)
	out := make([]float64, n)
	parallel.Whole(0, n, rowBlock, func(lo, hi int) {
		room := make([]float64, 0, d)
		for i := lo; i < hi; i++ {
			out[i] = norm(x.RawRowView(i), varying, room)
		}
	})
	return out
}

// Falling is the order of values by size, the largest first. A value that is below the previous one
// by no more than slack and this part of it counts as equal; equal values are ordered by index.
func Falling(values []float64, part, slack float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	Runs(order, values, part, slack, slices.Sort)
	return order
}

// Runs sorts order, indices of values, as Falling does, but orders each run of equal values by
// each, which gets the runs from the largest value to the smallest.
func Runs(order []int, values []float64, part, slack float64, each func(run []int)) {
	slices.SortFunc(order, func(a, b int) int {
		switch u, v := values[a], values[b]; { // faster than cmp.Compare; there is no NaN
		case u > v:
			return -1
		case u < v:
			return 1
		}
		return a - b
	})
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for hi < len(order) && Follows(values[order[hi-1]], values[order[hi]], part, slack) {
			hi++
		}
		each(order[lo:hi])
		lo = hi
	}
}

// Follows reports whether v, which is at most before, counts as equal to it. An infinite value
// equals only itself.
func Follows(before, v, part, slack float64) bool {
	return before == v || !math.IsInf(before, 0) && before-v <= slack+part*math.Abs(before)
}
