package learn

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// KNN predicts the class of each row of test (m×d) from its k nearest rows of
// train (n×d) in Euclidean distance, whose classes are y (indices below
// classes). The majority decides; a tie goes to the class that has the nearest
// neighbour among those tied. Rows at equal distance count in their order, and so
// do those whose squared distance overflows.
//
// It returns an error when k is not between 1 and n, and ctx.Err() within a second
// of the context's end. The cost is O(nmd) time and
// O(k) memory.
func KNN(ctx context.Context, train *mat.Dense, y []int, classes int, test *mat.Dense, k int) ([]int, error) {
	n, d := train.Dims()
	m, dt := test.Dims()
	if d != dt || len(y) != n {
		panic(fmt.Sprintf("learn: KNN of %d×%d with %d labels on %d columns", n, d, len(y), dt))
	}
	if k < 1 || k > n {
		return nil, fmt.Errorf("k-NN with %d neighbours of %d training samples; give 1 to %d", k, n, n)
	}
	out := make([]int, m)
	index, dist := make([]int, k), make([]float64, k)
	votes := make([]int, classes)
	poll := max(1, pollWork/(n*d))
	for t := range m {
		if t%poll == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		row := test.RawRowView(t)
		found := 0
		for i := range n {
			limit := -1.0
			if found == k {
				limit = dist[k-1]
			}
			s, near := boundedDistance(row, train.RawRowView(i), limit)
			if !near {
				continue
			}
			at := min(found, k-1)
			for ; at > 0 && dist[at-1] > s; at-- {
				index[at], dist[at] = index[at-1], dist[at-1]
			}
			index[at], dist[at] = i, s
			found = min(found+1, k)
		}
		out[t] = vote(index, y, votes)
	}
	return out, nil
}

// boundedDistance is the squared distance, given up as soon as it reaches limit
// (when limit >= 0): most rows are far from being a neighbour.
func boundedDistance(a, b []float64, limit float64) (s float64, near bool) {
	b = b[:len(a)]
	for len(a) > 0 {
		chunk := min(len(a), 32)
		for i, v := range a[:chunk] {
			r := v - b[i]
			s += r * r
		}
		if limit >= 0 && s >= limit {
			return s, false
		}
		a, b = a[chunk:], b[chunk:]
	}
	return s, true
}

// vote returns the most frequent class of the neighbours, nearest first; votes
// is scratch and is left zero.
func vote(neighbours, y, votes []int) int {
	most := 0
	for _, i := range neighbours {
		votes[y[i]]++
		most = max(most, votes[y[i]])
	}
	winner := -1
	for _, i := range neighbours {
		if winner < 0 && votes[y[i]] == most {
			winner = y[i]
		}
	}
	for _, i := range neighbours {
		votes[y[i]] = 0
	}
	return winner
}

// Accuracy is the share of predictions that equal the truth.
func Accuracy(predicted, truth []int) float64 {
	right := 0
	for i, c := range predicted {
		if c == truth[i] {
			right++
		}
	}
	return float64(right) / float64(len(predicted))
}
