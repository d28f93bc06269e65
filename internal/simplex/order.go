package simplex

import (
	"math"
	"slices"
)

// equalScores is the distance, relative to the largest, within which numbers count as equal.
const equalScores = 1e-13

// Descending sorts features by value, the largest first. Values that differ by rounding only become
// equal to the largest of them, and are ordered by index.
func Descending(features []int, value func(j int) float64) ([]int, []float64) {
	order := slices.Clone(features)
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := value(a), value(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return a - b
	})
	var most float64
	values := make([]float64, len(order))
	for a, j := range order {
		values[a] = value(j)
		most = max(most, math.Abs(values[a]))
	}
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for hi < len(order) && values[hi-1]-values[hi] <= equalScores*most {
			hi++
		}
		slices.Sort(order[lo:hi])
		for a := lo; a < hi; a++ {
			values[a] = values[lo]
		}
		lo = hi
	}
	return order, values
}
