package information

import (
	"context"
	"math"
	"slices"

	"fsnb.example/algorithms"
)

// A criterion is what a forward search maximizes at each step.
type criterion interface {
	// value is the criterion of feature j beside the chosen features, its relevance if there are
	// none.
	value(j, chosen int) float64
	// add accounts for the feature last, which was chosen, in the criterion of the features rest.
	add(ctx context.Context, rest []int, last int) error
}

// forward chooses k of the ascending features rest, one at a time: the one with the largest value.
// Values tie within 1e-12 of the largest, or of 1 if that is more, and ties go to the lower column;
// infinite values tie by relevance. raw has the values. An error comes with what was chosen before.
func forward(ctx context.Context, c criterion, relevance []float64, rest []int, k int,
	tick func(int)) (order []int, raw algorithms.Numbers, err error) {
	values := make([]float64, len(rest))
	for len(order) < k {
		if len(order) > 0 {
			if err := c.add(ctx, rest, order[len(order)-1]); err != nil {
				return order, raw, err
			}
		}
		best, value := largest(c, relevance, rest, len(order), values[:len(rest)])
		order, raw = append(order, rest[best]), append(raw, value)
		rest = slices.Delete(rest, best, best+1)
		tick(1)
	}
	return order, raw, nil
}

// valuesOf sets values to those of the features rest, and returns the largest.
func valuesOf(c criterion, rest []int, chosen int, values []float64) float64 {
	most := math.Inf(-1)
	for at, j := range rest {
		values[at] = c.value(j, chosen)
		most = max(most, values[at])
	}
	return most
}

// tied is the least value that ties with the largest one, which is finite.
func tied(largest float64) float64 { return largest - 1e-12*max(1, math.Abs(largest)) }

// largest returns the place in rest of the largest value, and the value. It sets values to all.
func largest(c criterion, relevance []float64, rest []int, chosen int, values []float64) (
	place int, value float64) {
	value = valuesOf(c, rest, chosen, values)
	if math.IsInf(value, 0) {
		place = -1
		for at, j := range rest {
			if values[at] == value &&
				(place < 0 || relevance[j] > relevance[rest[place]]) {
				place = at
			}
		}
		return place, value
	}
	limit := tied(value)
	for at, v := range values {
		if v >= limit {
			return at, v
		}
	}
	panic("information: no criterion is the largest")
}
