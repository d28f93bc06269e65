package evaluation

import (
	"errors"
	"fmt"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation/stats"
)

// CorrectMoveRate is the share of groups of features that come closer together from one ranking to
// another (GRM 2015, section 4.6): those whose range of ranks is smaller after than before. The
// paper has groups of two. It returns an error when there is no group, a group has fewer than two
// features, or a feature of a group is missing in a ranking.
func CorrectMoveRate(before, after *algorithms.Ranking, groups [][]int) (float64, error) {
	if len(groups) == 0 {
		return 0, errors.New("no groups of features given; give at least one")
	}
	spreads := func(r *algorithms.Ranking, what string) ([]int, error) {
		if r == nil {
			return nil, fmt.Errorf("no ranking %s; select features first", what)
		}
		rank := make(map[int]int, len(r.Features))
		for i, j := range r.Features {
			rank[j] = i + 1
		}
		out := make([]int, len(groups))
		for g, features := range groups {
			if len(features) < 2 {
				return nil, fmt.Errorf("group %d has %d features; give at least 2", g+1,
					len(features))
			}
			lo, hi := rank[features[0]], rank[features[0]]
			for _, j := range features {
				if rank[j] == 0 {
					return nil, fmt.Errorf(
						"feature %d of group %d is not in the ranking %s (%s); rank all features",
						j, g+1, what, r.Label)
				}
				lo, hi = min(lo, rank[j]), max(hi, rank[j])
			}
			out[g] = hi - lo
		}
		return out, nil
	}
	a, err := spreads(before, "before")
	if err != nil {
		return 0, err
	}
	b, err := spreads(after, "after")
	if err != nil {
		return 0, err
	}
	moved := 0
	for g := range groups {
		if b[g] < a[g] {
			moved++
		}
	}
	return float64(moved) / float64(len(groups)), nil
}

// NewSpread is the mean and the standard deviation of values, one a split.
func NewSpread(values []float64) Spread {
	s := Spread{Values: values}
	s.Summarize()
	return s
}

// Winners are the best of several methods, and those not significantly worse.
type Winners struct {
	Best int       // position of the best mean, the first of equals
	P    []float64 // of the paired test against the best; 1 for itself
	Bold []bool    // the best, and those with P above Alpha
}

// WinnerOptions are the options of NotWorse. The zero value is the plain paired t-test at 5%,
// larger is better.
type WinnerOptions struct {
	// Alpha is the level of significance; 0 means 0.05.
	Alpha float64
	// Smaller says that smaller is better.
	Smaller bool
	// Train and Test, when given, are the sizes of the parts of repeated splits of one data set:
	// the test is then that of Nadeau and Bengio.
	Train, Test int
}

// NotWorse compares each method's results with those of the best mean by a paired t-test (SPFS
// 2013, section 6, marks the best and all without a significant difference to it): results has a
// row for each method, a column for each split, fold or data set, the same for all. With a single
// column there is no test: the best and its equals are bold. It returns an error when there is no
// method or no result, rows differ in length, or a result is not finite.
func NotWorse(results [][]float64, o WinnerOptions) (*Winners, error) {
	if len(results) == 0 || len(results[0]) == 0 {
		return nil, errors.New("no results to compare; give a row for each method")
	}
	if o.Alpha == 0 {
		o.Alpha = 0.05
	}
	if !(o.Alpha > 0 && o.Alpha < 1) {
		return nil, fmt.Errorf("alpha %g; give a number between 0 and 1, such as 0.05", o.Alpha)
	}
	w := &Winners{P: make([]float64, len(results)), Bold: make([]bool, len(results))}
	means := make([]float64, len(results))
	for m, row := range results {
		if len(row) != len(results[0]) {
			return nil, fmt.Errorf(
				"method %d has %d results, the first has %d; give the same splits to all", m+1,
				len(row), len(results[0]))
		}
		for i, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("result %d of method %d is %g; give finite numbers",
					i+1, m+1, v)
			}
		}
		means[m] = NewSpread(row).Mean
		if o.Smaller {
			means[m] = -means[m]
		}
		if means[m] > means[w.Best] {
			w.Best = m
		}
	}
	for m, row := range results {
		p := 1.0
		switch {
		case len(row) == 1:
			if row[0] != results[w.Best][0] {
				p = 0
			}
		case m != w.Best || len(results) == 1:
			var t *stats.TTest
			var err error
			if o.Train > 0 || o.Test > 0 {
				t, err = stats.CorrectedPairedT(results[w.Best], row, o.Train, o.Test)
			} else {
				t, err = stats.PairedT(results[w.Best], row)
			}
			if err != nil {
				return nil, fmt.Errorf("method %d: %w", m+1, err)
			}
			p = t.P
		}
		w.P[m], w.Bold[m] = p, p > o.Alpha
	}
	return w, nil
}
