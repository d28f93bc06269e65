package evaluation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
)

// NewSplitter prepares random splits of d for training and test: stratified by class if d has
// labels, by quantiles of the target if it is continuous, and with no group in both parts if d has
// groups. It returns the errors of learn.NewSplitter or learn.NewGroupSplitter, with the names of
// d. The cost is O(n), O(n log n) for quantiles.
func NewSplitter(d *datasets.Dataset, fraction float64, seed uint64) (*learn.Splitter, error) {
	if !d.Grouped() {
		return learn.NewSplitter(strataOf(d, quantiles), fraction, seed)
	}
	if err := d.SingleGroups(); err != nil {
		return nil, err
	}
	return learn.NewGroupSplitter(strataOf(d, quantiles), d.Group, fraction, seed)
}

// NewPerClass prepares random splits of d with count training samples of each class. A sample
// without a class counts as one of a single class.
func NewPerClass(d *datasets.Dataset, count int, seed uint64) (*learn.Splitter, error) {
	if d.Labeled() {
		return learn.NewPerClassSplitter(d.Y, count, seed)
	}
	return learn.NewPerClassSplitter(make([]int, d.N()), count, seed)
}

// NewFolds prepares k folds of d, as NewSplitter does random splits. The warnings name the classes
// that are in fewer samples, or groups, than folds.
func NewFolds(d *datasets.Dataset, k int, seed uint64) (*learn.Splitter, error) {
	if !d.Grouped() {
		return learn.NewFolds(strataOf(d, d.N()/max(k, 1)), k, seed)
	}
	s, err := learn.NewGroupFolds(strataOf(d, quantiles), d.Group, k, seed)
	if err != nil {
		return nil, err
	}
	s.Warnings = nil
	if small := ClassesInFewGroups(d, k); len(small) > 0 {
		s.Warnings = []string{fmt.Sprintf("in fewer groups than the %d folds: %s; %s", k,
			strings.Join(small, ", "), learn.FewGroups)}
	}
	return s, nil
}

// MostFolds is the number of groups of d, or of samples without groups.
func MostFolds(d *datasets.Dataset) int {
	if !d.Grouped() {
		return d.N()
	}
	seen := make(map[int]bool)
	for _, g := range d.Group {
		seen[g] = true
	}
	return len(seen)
}

// ClassesInFewGroups lists the classes of d that are in fewer than k groups, with the number of
// their groups, such as "class b (2)".
func ClassesInFewGroups(d *datasets.Dataset, k int) (small []string) {
	in := make([]map[int]bool, len(d.Classes))
	for i, c := range d.Y {
		if in[c] == nil {
			in[c] = make(map[int]bool)
		}
		in[c][d.Group[i]] = true
	}
	for c, groups := range in {
		if n := len(groups); n > 0 && n < k {
			small = append(small, fmt.Sprintf("class %s (%d)", d.Classes[c], n))
		}
	}
	return small
}

// quantiles is how many parts of the target splits are stratified by, and leastStratum how many
// samples each has at least.
const quantiles, leastStratum = 10, 4

// strataOf is what splits are stratified by: the class of each sample, or which of about count
// quantiles of a continuous target it is in; 0 without labels.
func strataOf(d *datasets.Dataset, count int) []int {
	switch {
	case d.Labeled():
		return d.Y
	case d.Continuous():
		for count = max(1, min(count, d.N()/leastStratum)); count > 1; count-- {
			if strata := quantilesOf(d.Target, count); divisible(strata, d.Group) {
				return strata
			}
		}
	}
	return make([]int, d.N())
}

// quantilesOf is the place of each number among count parts of about equal size. Equal numbers are
// in the order of the rows.
func quantilesOf(y []float64, count int) []int {
	order := every(len(y))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(y[a], y[b]) })
	out := make([]int, len(y))
	for r, i := range order {
		out[i] = r * count / len(y)
	}
	return out
}

// divisible reports whether each stratum is in two groups at least; without groups it is.
func divisible(strata, group []int) bool {
	if group == nil {
		return true
	}
	first := make(map[int]int)
	several := make(map[int]bool)
	for i, s := range strata {
		if g, seen := first[s]; !seen {
			first[s] = group[i]
		} else if g != group[i] {
			several[s] = true
		}
	}
	return len(several) == len(first)
}
