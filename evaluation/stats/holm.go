package stats

import (
	"fmt"
	"slices"
)

// Holm adjusts the p-values of m hypotheses that are tested together by Holm's
// step-down procedure: with p_(1) <= … <= p_(m),
//
//	adjusted p_(i) = max over j <= i of min(1, (m - j + 1) p_(j)).
//
// Rejecting where the adjusted value is at most alpha rejects a true hypothesis
// with probability at most alpha, whatever the dependence between the tests
// (S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian
// Journal of Statistics 6 (1979), 65-70). The result is in the order of p, which is
// not changed. It returns an error for a value that is not between 0 and 1.
func Holm(p []float64) ([]float64, error) {
	order := make([]int, len(p))
	for i, v := range p {
		if !(v >= 0 && v <= 1) {
			return nil, fmt.Errorf("p-value %d is %g; give 0 to 1", i+1, v)
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case p[i] < p[j]:
			return -1
		case p[i] > p[j]:
			return 1
		}
		return 0
	})
	out := make([]float64, len(p))
	var least float64
	for at, i := range order {
		least = max(least, min(1, float64(len(p)-at)*p[i]))
		out[i] = least
	}
	return out, nil
}
