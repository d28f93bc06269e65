package display

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/papers/study"
)

// splitsOf sets the accuracies of the splits of curve m at count i.
func splitsOf(a *evaluation.AccuracyCurves, m, i int, values ...float64) {
	a.Curves[m].Points[i] = evaluation.NewSpread(values)
}

// A row in which no method is worse has no bold cell in any form, and the note says it.
func TestAccuracyBoldTellsApart(t *testing.T) {
	a := makeCurves(2, []int{1, 2}, 4, 4, numbered("m"))
	for i := range 2 {
		splitsOf(a, 0, i, .8, .7, .9, .8)
		splitsOf(a, 1, i, .81, .69, .9, .8)
	}
	const none = "No cell is bold: no row has a difference to the best that 4 splits can show " +
		"(paired t-test at 5%, corrected for splits that overlap)."
	table := AccuracyTable(a)
	if !slices.Contains(table.Notes, none) {
		t.Errorf("notes %q", table.Notes)
	}
	body := func(form string) string { // without the title, which is bold, and the notes
		before, _, _ := strings.Cut(form, "All ")
		_, rows, _ := strings.Cut(before, "\n\n")
		return rows
	}
	for form, marked := range map[string]bool{
		"text":     strings.Contains(table.Text(), "0*"),
		"Markdown": strings.Contains(body(table.Markdown()), "**"),
		"HTML":     strings.Contains(table.HTML(), "<strong>"),
		"LaTeX":    strings.Contains(table.LaTeX(), `\textbf`),
	} {
		if marked {
			t.Errorf("%s has bold cells:\n%s", form, table)
		}
	}

	// A row with a worse method keeps its bold cell, and the other row has none.
	splitsOf(a, 1, 1, .1, .11, .12, .1)
	table = AccuracyTable(a)
	if !slices.Equal(table.Strong[0], []bool{false, false, false}) ||
		!slices.Equal(table.Strong[1], []bool{false, true, false}) {
		t.Errorf("bold %v", table.Strong)
	}
	const mixed = "Bold (* in text): the best, and what is not significantly worse (paired " +
		"t-test " +
		"at 5%, corrected for splits that overlap). A row without bold has no difference to the " +
		"best that 4 splits can show."
	if !slices.Contains(table.Notes, mixed) {
		t.Errorf("notes %q", table.Notes)
	}
	if html := table.HTML(); strings.Count(html, "<strong>") != 1 {
		t.Errorf("HTML:\n%s", html)
	}
}

// setStudy sets the values that a method has on the splits of a data set; without a value the
// method failed.
func setStudy(r *study.Result, set, method int, values ...float64) {
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
	has := func(what string, table *Table, note string) {
		t.Helper()
		if !strings.Contains("\n"+strings.Join(table.Notes, "\n"), "\n"+note) {
			t.Errorf("%s: notes %q, want %q", what, table.Notes, note)
		}
	}
	bold := func(table *Table) (n int) { return strings.Count(table.HTML(), "<strong>") }
	table := StudyTable(r, 0, study.View{})
	has("alike", table, "No cell is bold: no data set has a difference to the best that 4 splits "+
		"can show, by paired t-tests over the splits at 5%, corrected for overlapping training "+
		"parts")
	if bold(table) != 0 {
		t.Errorf("alike:\n%s", table)
	}
	setStudy(r, 1, 1, .1, .11, .12, .1)
	table = StudyTable(r, 0, study.View{})
	has("one set tells", table,
		"Bold (* in plain text): the best of a data set and all that is not")
	const without = " A data set without bold has no difference to the best that 4 splits can show."
	if bold(table) != 1 || !table.Strong[1][1] || !strings.Contains(table.Text(), without) {
		t.Errorf("one set tells:\n%s", table)
	}
	// One split cannot be tested: what is bold equals the best.
	one := makeStudy(2, 2, []int{4}, 1, numbered("set "), numbered("method "))
	for set := range 2 {
		setStudy(one, set, 0, .8)
		setStudy(one, set, 1, .8)
	}
	table = StudyTable(one, 0, study.View{})
	has("equal", table, "No cell is bold: on each data set all values are equal.")
	setStudy(one, 1, 1, .7)
	table = StudyTable(one, 0, study.View{})
	has("one differs", table,
		"Bold (* in plain text): the best of a data set, and what equals it. "+
			"A data set without bold has equal values.")
	if bold(table) != 1 {
		t.Errorf("one differs:\n%s", table)
	}
	// The only value of a data set is the best of one: it is not bold.
	setStudy(r, 0, 1)
	table = StudyTable(r, 0, study.View{})
	if bold(table) != 1 || slices.Contains(table.Strong[0], true) {
		t.Errorf("one value:\n%s", table)
	}
	for _, n := range table.Notes {
		if strings.Contains(n, "without bold") {
			t.Errorf("one value has no difference to tell: %q", n)
		}
	}
}

// Methods over data sets: average ranks and the scores of a data set are groups of their own.
func TestRanksBoldTellsApart(t *testing.T) {
	for _, c := range []struct {
		scores        [][]float64
		note          string
		first, second []bool
	}{
		{
			[][]float64{{0.9, 0.8}, {0.7, 0.7}},
			"Bold (* in text): the best scores. No average rank is bold: they have no " +
				"difference to " +
				"the first that 2 data sets can show. A data set without a bold score has equal " +
				"ones.",
			[]bool{false, true, false, false}, []bool{false, false, false, false},
		},
		{
			[][]float64{{0.9, 0.8}, {0.9, 0.8}, {0.9, 0.8}, {0.9, 0.8}, {0.9, 0.8}},
			"Bold (* in text): average ranks that do not differ significantly from the first, " +
				"and the " +
				"best scores.",
			[]bool{false, true, true, true, true, true, true}, make([]bool, 7),
		},
	} {
		var sets []string
		for i := range c.scores {
			sets = append(sets, numbered("set ")(i))
		}
		r, err := evaluation.Ranks(sets, []string{"a", "b"}, c.scores, evaluation.RankOptions{})
		if err != nil {
			t.Fatal(err)
		}
		table := RanksTable(r)
		if table.Notes[0] != c.note {
			t.Errorf("note %q, want %q", table.Notes[0], c.note)
		}
		if !slices.Equal(table.Strong[0], c.first) || !slices.Equal(table.Strong[1], c.second) {
			t.Errorf("bold %v, want %v, %v", table.Strong, c.first, c.second)
		}
	}
}
