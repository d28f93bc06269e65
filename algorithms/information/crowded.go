package information

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/suggest"
)

// crowdedShare of the values in one code of a coded target, or of a column in a tenth of its range,
// make a warning.
const crowdedShare = .99

// codingWarnings warns of a coded target and of columns whose values are nearly all one code
// because of outliers; coded is given with its target coded. Columns of which half the values are
// one number, such as counts, are none. It looks at dense values only, in O(nd).
func codingWarnings(given, coded *datasets.Dataset, coding Coding) (out []string) {
	if coding != Levels && coding != Width {
		return nil
	}
	const remedy = "outliers stretch the range; set coding=frequency, or take Ranks or Log"
	if n := given.N(); given.Continuous() && coded.Labeled() {
		if most := slices.Max(coded.ClassCounts()); spread(most, n) {
			out = append(out, fmt.Sprintf("%d of %d values of the %s are one code: %s", most, n,
				given.TargetText(), remedy))
		}
	}
	if given.X == nil {
		return out
	}
	var names []string
	for _, j := range crowdedColumns(given.X) {
		names = append(names, given.Features[j])
	}
	if names != nil {
		what := "column has"
		if len(names) > 1 {
			what = "columns have"
		}
		out = append(out, fmt.Sprintf("%d %s 99%% of the values or more in a tenth of the range "+
			"(%s), which is one code or two: %s", len(names), what, suggest.List(names, 5), remedy))
	}
	return out
}

func atLeast(most, n int) bool { return float64(most) >= crowdedShare*float64(n) }

// crowdedColumns are the columns with nearly all values in the lowest or the highest tenth of their
// range, and no number in half of the rows.
func crowdedColumns(x *mat.Dense) (out []int) {
	n, p := x.Dims()
	if n < 20 {
		return nil
	}
	low, high := slices.Clone(x.RawRowView(0)), slices.Clone(x.RawRowView(0))
	for i := 1; i < n; i++ {
		for j, v := range x.RawRowView(i) {
			low[j], high[j] = min(low[j], v), max(high[j], v)
		}
	}
	below, above := make([]int32, p), make([]int32, p)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			tenth := high[j]/10 - low[j]/10
			if v <= low[j]+tenth {
				below[j]++
			}
			if v >= high[j]-tenth {
				above[j]++
			}
		}
	}
	for j := range p {
		most := int(max(below[j], above[j]))
		if high[j] == low[j] || !spread(most, n) {
			continue
		}
		v := mat.Col(nil, j, x)
		slices.Sort(v)
		run, longest := 0, 0
		for i := range v {
			if i == 0 || v[i] != v[i-1] {
				run = 0
			}
			run++
			longest = max(longest, run)
		}
		if 2*longest <= n {
			out = append(out, j)
		}
	}
	return out
}

// spread reports whether most of n values, but not all, are enough; one outlier of few always is.
func spread(most, n int) bool { return most < n && (most == n-1 || atLeast(most, n)) }
