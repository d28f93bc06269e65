package evaluation

import (
	"fmt"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/learn"
)

// NewSplitter prepares random splits of d for training and test: stratified by class if d has
// labels, and with no group in both parts if d has groups. It returns the errors of
// learn.NewSplitter or learn.NewGroupSplitter, with the names of d. The cost is O(n).
func NewSplitter(d *datasets.Dataset, fraction float64, seed uint64) (*learn.Splitter, error) {
	if !d.Grouped() {
		return learn.NewSplitter(classesOf(d), fraction, seed)
	}
	if err := d.SingleGroups(); err != nil {
		return nil, err
	}
	return learn.NewGroupSplitter(classesOf(d), d.Group, fraction, seed)
}

// NewFolds prepares k folds of d, as NewSplitter does random splits. The warnings name the classes
// that are in fewer samples, or groups, than folds.
func NewFolds(d *datasets.Dataset, k int, seed uint64) (*learn.Splitter, error) {
	if !d.Grouped() {
		return learn.NewFolds(classesOf(d), k, seed)
	}
	s, err := learn.NewGroupFolds(classesOf(d), d.Group, k, seed)
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

// classesOf is the class of each sample, 0 without labels.
func classesOf(d *datasets.Dataset) []int {
	if d.Labeled() {
		return d.Y
	}
	return make([]int, d.N())
}
