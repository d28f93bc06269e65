// Package statistics holds tests of one feature at a time against the target, most of them with a
// p-value for every feature.
package statistics

import (
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// newTest makes scores of 0 with p-values of 1, which are those of constant columns.
func newTest(d *datasets.Dataset, constant []int) *algorithms.Scores {
	s := algorithms.NewScores(d, constant)
	s.PValues = certain(d.D())
	return s
}

// certain are p-values of 1.
func certain(d int) algorithms.Numbers { return slices.Repeat(algorithms.Numbers{1}, d) }

// filled returns the class of each sample among those that have samples, and the sizes of these.
func filled(d *datasets.Dataset) (of, size []int) {
	place := make([]int, len(d.Classes))
	for c, count := range d.ClassCounts() {
		if count > 0 {
			place[c] = len(size)
			size = append(size, count)
		}
	}
	of = make([]int, d.N())
	for i, c := range d.Y {
		of[i] = place[c]
	}
	return of, size
}

// twoClassCodes returns a target of 0 and 1 for samples of two classes, or the continuous target;
// nil for other data. Of classes without samples it takes no notice.
func twoClassCodes(d *datasets.Dataset) []float64 {
	if d.Continuous() {
		return d.Target
	}
	if !d.Labeled() {
		return nil
	}
	out := make([]float64, d.N())
	second := -1
	for i, c := range d.Y {
		switch {
		case c == d.Y[0]:
		case second < 0 || c == second:
			second, out[i] = c, 1
		default:
			return nil
		}
	}
	return out
}
