package learn

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/ties"
)

// KNN predicts the class of each row of test (m×d) from its k nearest rows of train (n×d) in
// Euclidean distance, whose classes are y (indices below classes). The majority decides; a tie goes
// to the tied class with the nearest neighbor. Rows at equal distance are taken in order. Distances
// equal to the k-th, or to the least, within 1e-12 (ties.Slack) count as equal, so that neither the
// order of the columns nor their unit matters; so do squared distances that overflow.
//
// It returns an error when k is not between 1 and n, and ctx.Err() within a second of the context's
// end. The cost is O(nmd) time and O(n) memory.
func KNN(
	ctx context.Context, train *mat.Dense, y []int, classes int, test *mat.Dense, k int,
) ([]int, error) {
	n, d := train.Dims()
	m, dt := test.Dims()
	if d != dt || len(y) != n {
		panic(fmt.Sprintf("learn: KNN of %d×%d with %d labels on %d columns", n, d, len(y), dt))
	}
	if k < 1 || k > n {
		return nil, fmt.Errorf("k-NN with %d neighbors of %d training samples; give 1 to %d", k, n,
			n)
	}
	out := make([]int, m)
	near := nearRows{
		k: k, least: make([]float64, 0, k), distance: make([]float64, n), rows: make([]int, 0, k),
	}
	varying := ties.Varying(train)
	votes := make([]int, classes)
	poll := max(1, pollWork/(n*d))
	for t := range m {
		if t%poll == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		row := test.RawRowView(t)
		near.find(train, row, ties.Norm(row, varying))
		out[t] = near.vote(y, votes)
	}
	return out, nil
}

// nearRows are the k nearest rows to one row.
type nearRows struct {
	k        int
	values   float64   // the scale of the rounding of distances
	least    []float64 // the k smallest squared distances so far, ascending
	distance []float64 // of each row, squared; NaN if abandoned
	rows     []int     // the nearest, ascending
}

// find determines the k-th smallest distance, then the rows that are nearer, and the first of those
// that tie with it.
func (s *nearRows) find(train *mat.Dense, row []float64, values float64) {
	s.values, s.least, s.rows = values, s.least[:0], s.rows[:0]
	low, high := -1.0, -1.0 // those that tie with the k-th
	for i := range s.distance {
		v, near := boundedDistance(row, train.RawRowView(i), high)
		if s.distance[i] = v; !near {
			s.distance[i] = math.NaN()
			continue
		}
		if len(s.least) == s.k {
			if v >= s.least[s.k-1] {
				continue
			}
			s.least = s.least[:s.k-1]
		}
		at, _ := slices.BinarySearch(s.least, v)
		if s.least = slices.Insert(s.least, at, v); len(s.least) == s.k {
			low, high = ties.SquaredRange(s.least[s.k-1], values)
		}
	}
	places := s.k // for those that tie
	for _, v := range s.distance {
		if v < low {
			places--
		}
	}
	for i, v := range s.distance {
		if v < low {
			s.rows = append(s.rows, i)
		} else if v <= high && places > 0 {
			s.rows = append(s.rows, i)
			places--
		}
	}
}

// boundedDistance is the squared distance; the sum is abandoned above limit (when limit >= 0),
// since most rows are far away.
func boundedDistance(a, b []float64, limit float64) (s float64, near bool) {
	b = b[:len(a)]
	for len(a) > 0 {
		chunk := min(len(a), 32)
		for i, v := range a[:chunk] {
			r := v - b[i]
			s += r * r
		}
		if limit >= 0 && s > limit {
			return s, false
		}
		a, b = a[chunk:], b[chunk:]
	}
	return s, true
}

// vote returns the most frequent class of the rows; votes is a buffer of zeros, and is left zero.
func (s *nearRows) vote(y, votes []int) int {
	most := 0
	for _, i := range s.rows {
		votes[y[i]]++
		most = max(most, votes[y[i]])
	}
	least := math.Inf(1) // of the most frequent classes
	for _, i := range s.rows {
		if votes[y[i]] == most {
			least = min(least, s.distance[i])
		}
	}
	_, high := ties.SquaredRange(least, s.values)
	winner := -1
	for _, i := range s.rows {
		if winner < 0 && votes[y[i]] == most && s.distance[i] <= high {
			winner = y[i]
		}
	}
	for _, i := range s.rows {
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
