package datasets

import (
	"math"

	"fsnb.example/internal/tabular"
)

// sayRounded warns of columns with whole numbers from 2^53 on, for values that were integers of 64
// bits.
func (d *Dataset) sayRounded() {
	n, p := d.X.Dims()
	counts := make([]int, p)
	for i := range n {
		for j, v := range d.X.RawRowView(i) {
			if math.Abs(v) >= tabular.Exact {
				counts[j]++
			}
		}
	}
	d.warnRounded(counts)
}

// sayRounded is that of a data set for the entries of t, which were integers of 64 bits if all are
// whole numbers and some are so large.
func (t *sparseTable) sayRounded(d *Dataset) {
	large := false
	for _, v := range t.x.Values {
		if v != math.Trunc(v) {
			return
		}
		large = large || math.Abs(v) >= tabular.Exact
	}
	if !large {
		return
	}
	counts := make([]int, t.x.Cols)
	for j := range counts {
		for _, v := range t.x.Values[t.x.Starts[j]:t.x.Starts[j+1]] {
			if math.Abs(v) >= tabular.Exact {
				counts[j]++
			}
		}
	}
	d.warnRounded(counts)
}

func (d *Dataset) warnRounded(counts []int) {
	var columns []tabular.Rounded
	for j, count := range counts {
		if count > 0 {
			columns = append(columns, tabular.Rounded{Name: d.Features[j], Count: count})
		}
	}
	d.Warnings = append(d.Warnings, tabular.SayRounded(columns)...)
}
