package display

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
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
		"t-test at 5%, corrected for splits that overlap). A row without bold has no difference " +
		"to the best that 4 splits can show."
	if !slices.Contains(table.Notes, mixed) {
		t.Errorf("notes %q", table.Notes)
	}
	if html := table.HTML(); strings.Count(html, "<strong>") != 1 {
		t.Errorf("HTML:\n%s", html)
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
			"Bold (* in text): the best scores. No average rank is bold: they have no difference " +
				"to the first that 2 data sets can show. A data set without a bold score has " +
				"equal ones.",
			[]bool{false, true, false, false}, []bool{false, false, false, false},
		},
		{
			[][]float64{{0.9, 0.8}, {0.9, 0.8}, {0.9, 0.8}, {0.9, 0.8}, {0.9, 0.8}},
			"Bold (* in text): average ranks that do not differ significantly from the first, " +
				"and the best scores.",
			[]bool{false, true, true, true, true, true, true}, make([]bool, 7),
		},
	} {
		var sets []string
		for i := range c.scores {
			sets = append(sets, numbered("set ")(i))
		}
		r, err := evaluation.Ranks(sets, []string{"a", "b"}, c.scores, evaluation.RankOptions{})
		must.Do(t, err)
		table := ranksTable(r)
		must.Is(t, table.Notes[0], c.note, "note")
		if !slices.Equal(table.Strong[0], c.first) || !slices.Equal(table.Strong[1], c.second) {
			t.Errorf("bold %v, want %v, %v", table.Strong, c.first, c.second)
		}
	}
}
