package datasets

import (
	"fmt"
	"math"
	"slices"

	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// warnHeader warns of a first sample that may be a header: no other has its class, which is a word,
// or a number among words; or the sample is far from all others, and alone in its class or an
// evenly spaced count such as 1990, 1991, 1992.
func (d *Dataset) warnHeader(line int) {
	alone, about := false, "it is far from all others"
	if d.Labeled() {
		counts := d.ClassCounts()
		class := d.Classes[d.Y[0]]
		alone = counts[d.Y[0]] == 1 && slices.Max(counts) > 1
		if alone {
			about = fmt.Sprintf("no other is of its class %q", visible.Short(class))
		}
		isWord := func(name string) bool { _, ok := tabular.Canonical(name); return !ok }
		if alone && (isWord(class) || slices.ContainsFunc(d.Classes, isWord)) {
			d.sayHeader(line, about)
			return
		}
	}
	if d.Stored == nil && (alone || d.countsEvenly()) && d.firstIsFar() {
		d.sayHeader(line, about)
	}
}

func (d *Dataset) sayHeader(line int, about string) {
	d.Warnings = append(d.Warnings, fmt.Sprintf("row %d is taken for a sample, and %s: it may "+
		"be a header; set Header to yes, or to no", line, about))
}

// countsEvenly reports whether the first sample is at least three evenly spaced whole numbers,
// including its class where that continues them.
func (d *Dataset) countsEvenly() bool {
	row := d.X.RawRowView(0)
	if len(row) == 2 && d.Labeled() {
		class, ok := tabular.ParseNumber([]byte(d.Classes[d.Y[0]]))
		if step := row[1] - row[0]; ok && class == row[1]+step {
			row = []float64{row[0], row[1], class}
		} else if ok && class == row[0]-step {
			row = []float64{class, row[0], row[1]}
		}
	}
	if len(row) < 3 || row[1] == row[0] {
		return false
	}
	for j, v := range row {
		if v != math.Trunc(v) || j > 0 && v-row[j-1] != row[1]-row[0] {
			return false
		}
	}
	return true
}

// firstIsFar reports whether in more than half of the columns the first of at least five samples is
// farther from the others than these are from each other.
func (d *Dataset) firstIsFar() bool {
	n, p := d.X.Dims()
	if n < 5 {
		return false
	}
	least, most := slices.Clone(d.X.RawRowView(1)), slices.Clone(d.X.RawRowView(1))
	for i := 2; i < n; i++ {
		for j, v := range d.X.RawRowView(i) {
			least[j], most[j] = min(least[j], v), max(most[j], v)
		}
	}
	far := 0
	for j, v := range d.X.RawRowView(0) {
		if width := most[j] - least[j]; v > most[j]+width || v < least[j]-width {
			far++
		}
	}
	return 2*far > p
}
