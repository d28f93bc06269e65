package display

import (
	"fsnb.example/evaluation"
	"fsnb.example/evaluation/stats"
)

// notWorse marks the method of the best mean, and those that are not significantly worse at 5% by
// the paired t-test of Nadeau and Bengio (SPFS 2013, section 6, marks by the plain one). results
// has a row for each method, a column for each split, whose parts have train and test samples. It
// returns nil where there is no test, as for a hand-made result of means only.
func notWorse(results [][]float64, smaller bool, train, test int) []bool {
	best := 0
	means := make([]float64, len(results))
	for m, row := range results {
		means[m] = evaluation.NewSpread(row).Mean
		if means[m] != means[best] && (means[m] < means[best]) == smaller {
			best = m
		}
	}
	out := make([]bool, len(results))
	for m, row := range results {
		out[m] = m == best
		if m == best {
			continue
		}
		t, err := stats.CorrectedPairedT(results[best], row, train, test)
		if err != nil {
			return nil
		}
		out[m] = t.P > .05
	}
	return out
}
