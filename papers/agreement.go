package papers

import (
	"cmp"
	"math"
	"slices"
)

// Agreement summarizes how closely our numbers and the printed ones agree.
type Agreement struct {
	N            int     // comparable numbers
	Mean         float64 // of ours less the paper's, in the paper's units
	MeanAbsolute float64 // of the absolute differences
	// Correlation is Pearson's, of the printed numbers and ours; NaN for fewer than three, and
	// where one side is constant.
	Correlation float64
	Least, Most int // places in Rows of the smallest and the largest difference
	// Contests are the data sets, times the measures of the table, with at least three methods to
	// compare; SameBest counts those on which our best method is the paper's, or one of several
	// that the paper prints as equal. Both are 0 where neither larger nor smaller is better.
	Contests, SameBest int
}

// Agreement sums up the comparable numbers of single data sets; means over data
// sets are left out, as they follow from the others. N is 0 when there is none.
func (c *Comparison) Agreement() Agreement {
	var a Agreement
	type contest struct{ section, dataset, measure, k string }
	var order []contest
	rows := map[contest][]int{}
	for i, r := range c.Rows {
		if !r.single() {
			continue
		}
		if a.N == 0 || r.Difference < c.Rows[a.Least].Difference {
			a.Least = i
		}
		if a.N == 0 || r.Difference > c.Rows[a.Most].Difference {
			a.Most = i
		}
		a.N++
		a.Mean += r.Difference
		a.MeanAbsolute += math.Abs(r.Difference)
		at := contest{r.Entry.Section, r.Entry.Dataset, r.Entry.Measure, r.Entry.K}
		if rows[at] == nil {
			order = append(order, at)
		}
		rows[at] = append(rows[at], i)
	}
	if a.N == 0 {
		return a
	}
	a.Mean /= float64(a.N)
	a.MeanAbsolute /= float64(a.N)
	a.Correlation = correlation(c.points())
	sign := c.sign()
	for _, at := range order {
		places := rows[at]
		if len(places) < 3 || sign == 0 || slices.ContainsFunc(places,
			func(i int) bool { return c.Rows[i].Entry.Method == "" }) {
			continue
		}
		printed := func(i int) float64 {
			v, _ := c.Rows[i].Entry.Value() // comparable ones have one
			return sign * v
		}
		ours := slices.MaxFunc(places,
			func(i, j int) int { return cmp.Compare(sign*c.Rows[i].Ours, sign*c.Rows[j].Ours) })
		theirs := slices.MaxFunc(places,
			func(i, j int) int { return cmp.Compare(printed(i), printed(j)) })
		a.Contests++
		if printed(ours) == printed(theirs) {
			a.SameBest++
		}
	}
	return a
}
