package study

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/table"
)

// setStudy sets the values that a method has on the splits of a data set; without a value the
// method failed.
func setStudy(r *Result, set, method int, values ...float64) {
	for i := range r.Cells {
		c := &r.Cells[i]
		if c.Set == set && c.Method == method && c.Measure == 0 {
			if c.Values = values; len(values) == 0 {
				c.Splits, c.Failed = nil, "too few samples"
				continue
			}
			c.Summarize()
		}
	}
}

func TestStudyBoldTellsApart(t *testing.T) {
	r := makeStudy(2, 2, []int{4}, 4, numbered("set "), numbered("method "))
	for set := range 2 {
		setStudy(r, set, 0, .8, .7, .9, .8)
		setStudy(r, set, 1, .81, .69, .9, .8)
	}
	has := func(what string, shown *table.Table, note string) {
		t.Helper()
		if !strings.Contains("\n"+strings.Join(shown.Notes, "\n"), "\n"+note) {
			t.Errorf("%s: notes %q, want %q", what, shown.Notes, note)
		}
	}
	bold := func(shown *table.Table) (n int) { return strings.Count(shown.HTML(), "<strong>") }
	shown := r.Table(0, View{})
	has("alike", shown, "No cell is bold: no data set has a difference to the best that 4 splits "+
		"can show, by paired t-tests over the splits at 5%, corrected for overlapping training "+
		"parts")
	if bold(shown) != 0 {
		t.Errorf("alike:\n%s", shown)
	}
	setStudy(r, 1, 1, .1, .11, .12, .1)
	shown = r.Table(0, View{})
	has("one set tells", shown,
		"Bold (* in plain text): the best of a data set and all that is not")
	const without = " A data set without bold has no difference to the best that 4 splits can show."
	if bold(shown) != 1 || !shown.Strong[1][1] || !strings.Contains(shown.Text(), without) {
		t.Errorf("one set tells:\n%s", shown)
	}
	// One split cannot be tested: what is bold equals the best.
	one := makeStudy(2, 2, []int{4}, 1, numbered("set "), numbered("method "))
	for set := range 2 {
		setStudy(one, set, 0, .8)
		setStudy(one, set, 1, .8)
	}
	shown = one.Table(0, View{})
	has("equal", shown, "No cell is bold: on each data set all values are equal.")
	setStudy(one, 1, 1, .7)
	shown = one.Table(0, View{})
	has("one differs", shown,
		"Bold (* in plain text): the best of a data set, and what equals it. "+
			"A data set without bold has equal values.")
	if bold(shown) != 1 {
		t.Errorf("one differs:\n%s", shown)
	}
	// The only value of a data set is the best of one: it is not bold.
	setStudy(r, 0, 1)
	shown = r.Table(0, View{})
	if bold(shown) != 1 || slices.Contains(shown.Strong[0], true) {
		t.Errorf("one value:\n%s", shown)
	}
	for _, n := range shown.Notes {
		if strings.Contains(n, "without bold") {
			t.Errorf("one value has no difference to tell: %q", n)
		}
	}
}
