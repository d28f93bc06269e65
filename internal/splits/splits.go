// Package splits divides data sets into training and test parts, and warns of what is wrong with
// the parts.
package splits

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
)

// New prepares random splits of d for training and test: stratified by class if d has
// labels, by quantiles of the target if it is continuous, and with no group in both parts if d has
// groups. It returns the errors of learn.NewSplitter or learn.NewGroupSplitter, with the names of
// d. The cost is O(n), O(n log n) for quantiles.
func New(d *datasets.Dataset, fraction float64, seed uint64) (*learn.Splitter, error) {
	if !d.Grouped() {
		return learn.NewSplitter(strataOf(d, quantiles), fraction, seed)
	}
	if err := d.SingleGroups(); err != nil {
		return nil, err
	}
	return learn.NewGroupSplitter(strataOf(d, quantiles), d.Group, fraction, seed)
}

// PerClass prepares random splits of d with count training samples of each class. A sample
// without a class counts as one of a single class.
func PerClass(d *datasets.Dataset, count int, seed uint64) (*learn.Splitter, error) {
	if d.Labeled() {
		return learn.NewPerClassSplitter(d.Y, count, seed)
	}
	return learn.NewPerClassSplitter(make([]int, d.N()), count, seed)
}

// Folds prepares k folds of d, as New does random splits. The warnings name the classes
// that are in fewer samples, or groups, than folds.
func Folds(d *datasets.Dataset, k int, seed uint64) (*learn.Splitter, error) {
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
	order := make([]int, len(y))
	for i := range order {
		order[i] = i
	}
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

// Parts returns the training and the test part of a split of d. Cells that were missing in d are
// filled from the training part, in both (datasets.Dataset.FillFrom). It returns an error when a
// part is empty.
func Parts(d *datasets.Dataset, s learn.Split) (train, test *datasets.Dataset, err error) {
	if test, err = d.Rows(s.Test); err != nil {
		return nil, nil, err
	}
	if train, err = d.Rows(s.Train); err != nil {
		return nil, nil, err
	}
	train.Chosen = "" // the evaluation warns, and not the methods too
	if test, err = test.FillFrom(train); err != nil {
		return nil, nil, err
	}
	train, err = train.FillFrom(train)
	return train, test, err
}

// TrainingPart is the first of Parts.
func TrainingPart(d *datasets.Dataset, rows []int) (*datasets.Dataset, error) {
	train, err := d.Rows(rows)
	if err != nil {
		return nil, err
	}
	train.Chosen = ""
	return train.FillFrom(train)
}

// sharedRows is the warning about equal rows (datasets.Dataset.EqualRows); "" if there are none.
func sharedRows(d *datasets.Dataset, split func(number int) learn.Split, splits int) string {
	of := d.EqualRows()
	if of == nil {
		return ""
	}
	shared, tested := 0, 0
	in := make([]int, d.N()) // the last split in whose training part the row is, from 1
	for number := range splits {
		s := split(number)
		for _, i := range s.Train {
			in[of[i]] = number + 1
		}
		for _, i := range s.Test {
			if in[of[i]] == number+1 {
				shared++
			}
		}
		tested += len(s.Test)
	}
	if shared == 0 {
		return ""
	}
	return fmt.Sprintf("%.3g%% of the samples in the test parts equal one in the training part in "+
		"every feature, so that the results are too good; set GroupEqualRows (-group-equal-rows) "+
		"when the data are read, to keep them together", 100*float64(shared)/float64(tested))
}

// Warnings are about samples of d that are equal in every feature and are in both parts of some of
// the first splits, and about features that are missing in a whole training part.
func Warnings(
	d *datasets.Dataset, split func(number int) learn.Split, splits int,
) (warnings []string) {
	training := func(number int) []int { return split(number).Train }
	for _, w := range []string{sharedRows(d, split, splits), d.NoValueWarning(splits, training)} {
		if w != "" {
			warnings = append(warnings, w)
		}
	}
	return warnings
}

// SingleTraining is a warning, in one line, about classes with one training sample, by its rows:
// their variance cannot be learned. It is "" if there is no such class.
func SingleTraining(d *datasets.Dataset, train []int) string {
	if !d.Labeled() {
		return ""
	}
	counts := make([]int, len(d.Classes))
	for _, i := range train {
		counts[d.Y[i]]++
	}
	var single []string
	for c, n := range counts {
		if n == 1 {
			single = append(single, d.Classes[c])
		}
	}
	if len(single) == 0 {
		return ""
	}
	const most = 5
	names := strings.Join(single[:min(len(single), most)], ", ")
	if more := len(single) - most; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	which := "class " + names + " has"
	if len(single) > 1 {
		which = fmt.Sprintf("%d of %d classes (%s) have", len(single), len(counts), names)
	}
	return which + " one training sample in each split, which says nothing of the spread within " +
		"a class; train on a larger share, or merge classes"
}
