package graphs

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/ties"
)

// Ranked returns the k nearest rows of each row of x (n×d) by Manhattan distance, each with its
// weight: weights[r] for the (r+1)-th nearest, of k in all, or all that apart leaves. Rows whose
// distances count as equal (ties.Slack) share the weights of their places, and so do those that
// tie for the last one. values, apart and meter are those of HitsAndMisses; cut is the number of
// rows of which more tie than memory is given to.
//
// The cost is O(n²d/2 + nkd) time, and the memory a quarter of x and O(nk) without ties, as in
// HitsAndMisses. It returns an error when x has one row, when there are no weights, and ctx.Err().
func Ranked(ctx context.Context, x mat.Matrix, values, weights []float64, apart []int, workers int,
	meter func(stage string, total int) func(int)) (lists [][]Weighted, cut int, err error) {
	n, _ := x.Dims()
	k := min(len(weights), n-1)
	if k < 1 {
		return nil, 0, fmt.Errorf("%d neighbors among %d samples; give at least 1 and 2",
			len(weights), n)
	}
	s := search{
		distance: manhattanDistance, manhattan: true, rangeOf: ties.Range, values: values,
		groups: 1, group: make([]int, n), apart: apart, kept: mostKept,
	}
	if err := s.hold(ctx, x, workers); err != nil {
		return nil, 0, err
	}
	found, cut, err := s.run(ctx, k, workers, meter)
	if err != nil {
		return nil, 0, err
	}
	lists = make([][]Weighted, n)
	for i, list := range found {
		lists[i] = shareWeights(list, weights[:k], func(distance float64) float64 {
			_, most := ties.Range(distance, values[i])
			return most
		})
	}
	return lists, cut, nil
}

// Weighted is a row with a weight.
type Weighted struct {
	Index  int
	Weight float64
}

// shareWeights gives weights to a list, nearest first: rows up to most(first of them) tie.
func shareWeights(list []Neighbor, weights []float64, most func(float64) float64) []Weighted {
	out := make([]Weighted, len(list))
	for lo := 0; lo < len(list); {
		hi, last := lo+1, most(list[lo].Distance)
		for hi < len(list) && list[hi].Distance <= last {
			hi++
		}
		var share float64
		if lo < len(weights) {
			share = floats.Sum(weights[lo:min(hi, len(weights))]) / float64(hi-lo)
		}
		for r := lo; r < hi; r++ {
			out[r] = Weighted{list[r].Index, share}
		}
		lo = hi
	}
	return out
}
