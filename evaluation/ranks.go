package evaluation

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"fsnb.example/evaluation/stats"
)

// RankComparison compares methods over data sets by their ranks.
type RankComparison struct {
	Datasets, Methods []string
	Score             string      // what the scores are; "" if unknown
	Scores            [][]float64 // by data set and method
	Smaller           bool        // smaller scores are better
	Friedman          stats.FriedmanTest
	Order             []int // of the methods, the best average rank first
	Wins              []int // data sets on which each method is the best, alone or with others
	// Nemenyi's test at Alpha: average ranks that differ by Difference or more differ
	// significantly. P holds its p-value for each pair of methods row by row, 1 on the
	// diagonal.
	Alpha, Difference float64
	P                 []float64
	// Groups are the largest runs of methods, as places [first, last] in Order, of
	// which none differs significantly from another; runs of one are left out.
	Groups [][2]int
}

// RankOptions are the options of Ranks. The zero value compares at 5%, larger scores are better.
type RankOptions struct {
	// Alpha is the level of Nemenyi's test; 0 means 0.05.
	Alpha float64
	// Smaller says that smaller scores are better.
	Smaller bool
}

// Ranks compares methods over several data sets, as Demšar (JMLR 7, 2006, section 3.2) recommends:
// scores has a row for each data set and a column for each method; the methods are ranked on each
// data set, 1 the best; Friedman's test decides whether they differ at all, and Nemenyi's which
// pairs do (stats.Friedman, stats.NemenyiDifference). The results on one data set are one row:
// their mean over splits, not the splits themselves.
//
// nil names are numbered. It returns an error for fewer than two data sets or methods, more than
// stats.MaxMethods, names or rows that do not fit, and scores that are not finite. The cost is
// about a tenth of a millisecond for each pair of methods.
func Ranks(datasets, methods []string, scores [][]float64, o RankOptions) (*RankComparison, error) {
	if len(scores) == 0 {
		return nil, errors.New("0 data sets; give at least 2")
	}
	n, k := len(scores), len(scores[0])
	var err error
	if datasets, err = named(datasets, n, "data set"); err != nil {
		return nil, err
	}
	if methods, err = named(methods, k, "method"); err != nil {
		return nil, err
	}
	o.Alpha = cmp.Or(o.Alpha, 0.05)
	r := &RankComparison{Datasets: datasets, Methods: methods, Smaller: o.Smaller, Alpha: o.Alpha,
		Wins: make([]int, k), P: make([]float64, k*k)}
	signed := make([][]float64, n)
	for i, row := range scores {
		if len(row) != k {
			return nil, fmt.Errorf("data set %q has %d scores, %q has %d; give one for each method",
				datasets[i], len(row), datasets[0], k)
		}
		for j, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf(
					"the score of method %q on data set %q is %g; give a finite number, or "+
						"leave the data set out", methods[j], datasets[i], v)
			}
		}
		r.Scores = append(r.Scores, slices.Clone(row))
		signed[i] = slices.Clone(row)
		for j := range row {
			if o.Smaller {
				signed[i][j] = -row[j]
			}
		}
	}
	f, err := stats.Friedman(signed)
	if err != nil {
		return nil, err
	}
	r.Friedman = *f
	if r.Difference, err = stats.NemenyiDifference(k, n, o.Alpha); err != nil {
		return nil, err
	}
	for _, ranks := range f.Ranks {
		best := slices.Min(ranks)
		for j, v := range ranks {
			if v == best {
				r.Wins[j]++
			}
		}
	}
	known := make(map[float64]float64) // differences repeat: ranks are halves
	for a := range k {
		r.Order = append(r.Order, a)
		for b := range k {
			apart := math.Abs(f.Average[a] - f.Average[b])
			p, ok := known[apart]
			if !ok {
				if p, err = stats.NemenyiP(apart, k, n); err != nil {
					return nil, err
				}
				known[apart] = p
			}
			r.P[a*k+b] = p
		}
	}
	slices.SortStableFunc(r.Order, func(a, b int) int {
		return cmp.Compare(f.Average[a], f.Average[b])
	})
	r.group()
	return r, nil
}

func named(names []string, n int, what string) ([]string, error) {
	if names == nil {
		for i := range n {
			names = append(names, fmt.Sprintf("%s %d", what, i+1))
		}
	}
	if len(names) != n {
		return nil, fmt.Errorf("%d names for %d %ss; give each its own", len(names), n, what)
	}
	return slices.Clone(names), nil
}

// group finds the runs of methods that are closer than the critical difference.
func (r *RankComparison) group() {
	reached := 0 // place up to which runs cover
	for first := range r.Order {
		last := first
		for last+1 < len(r.Order) &&
			r.Friedman.Average[r.Order[last+1]]-r.Friedman.Average[r.Order[first]] < r.Difference {
			last++
		}
		if last > first && last > reached {
			r.Groups = append(r.Groups, [2]int{first, last})
		}
		reached = max(reached, last)
	}
}

// ShowOn shows the comparison on a screen that has ShowRanks: see display.Showable.
func (r *RankComparison) ShowOn(screen any) {
	screen.(interface{ ShowRanks(*RankComparison) }).ShowRanks(r)
}
