package display

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
	"fsnb.example/internal/wording"
)

// Warnings of the data stand in every form, under the table, once among results that are
// shown one after another.
func TestRenderOnce(t *testing.T) {
	r := ranked("fisher", 3, 2)
	r.DataWarnings = []string{"column a<b looks odd", "two"}
	said := map[string]bool{}
	text := func(v Showable, said map[string]bool) string {
		t.Helper()
		out := must.Get(RenderOnce(v, said))(t)
		return out[0].Text + out[0].Markdown + out[0].HTML
	}
	first := text(r, said)
	must.ContainAll(t, first,
		"\nWarning about the data: column a<b looks odd.\nWarning about the data: two.\n",
		"Warning about the data: column a&lt;b looks odd.")
	if again := text(r, said); strings.Contains(again, "about the data") {
		t.Errorf("shown twice:\n%s", again)
	}
	must.Is(t, text(r, nil), first, "without memory")
	must.Is(t, len(r.DataWarnings), 2, "the result was changed to %q", r.DataWarnings)
	d := must.Get(datasets.FromRows("d", [][]float64{{1, 2}, {2, 1}}, []int{0, 1}, nil))(t)
	d.Warnings = []string{"three"}
	for range 2 { // a data set always says its own
		must.Contain(t, text(d, said), "\nWarning: three.\n")
	}
	r.DataWarnings = []string{"three"}
	if got := text(r, said); strings.Contains(got, "three") {
		t.Errorf("said by the data set and again:\n%s", got)
	}
}

// A figure without a table has its warnings beside it.
func TestCautionsOfAFigure(t *testing.T) {
	plot := &evaluation.ScatterPlot{
		Panels: []evaluation.Panel{{Label: "fisher", K: 2, X: []float64{1, 2, 3},
			Y: []float64{2, 1, 3}}},
		About: evaluation.About{Warnings: []string{"other data"}, DataWarnings: []string{"one"}},
	}
	out, err := Render(plot)
	if err != nil || len(out) != 2 || out[1].Figure == nil {
		t.Fatalf("%d outputs, %v", len(out), err)
	}
	if want := "Warning: other data.\nWarning about the data: one.\n"; out[0].Text != want ||
		!strings.Contains(out[0].HTML, "other data") {
		t.Errorf("%+v", out[0])
	}
	plot.Warnings, plot.DataWarnings = nil, nil
	if out, err := Render(plot); err != nil || len(out) != 1 {
		t.Errorf("without warnings: %d outputs, %v", len(out), err)
	}
}

// Columns of rankings of differently treated data say how they were treated.
func TestComparisonHeadings(t *testing.T) {
	a, b := ranked("laplacian", 3, 2), ranked("laplacian", 3, 2)
	b.History = []string{"standardized to zero mean and unit variance"}
	c := &evaluation.Comparison{Rankings: []*algorithms.Ranking{a, b},
		Overlaps: []evaluation.Overlap{{A: "laplacian", B: "laplacian, standardized",
			Common: 2, Of: 2}}}
	got := comparisonTable(c)
	if got.Groups[2].Name != cleanTitle(a)+", standardized" || got.Groups[1].Name != cleanTitle(a) {
		t.Errorf("headings %+v", got.Groups)
	}
	must.Items(t, rankingLabels(c.Rankings), []string{"laplacian", "laplacian, standardized"},
		"labels")
}

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

// Labels that repeat say what else tells them apart.
func TestLabelsToldApart(t *testing.T) {
	for _, test := range []struct {
		labels   []string
		features []int
		want     []string
	}{
		{[]string{"a", "b"}, []int{1, 1}, []string{"a", "b"}},
		{[]string{"a", "b", "a"}, []int{3, 3, 20}, []string{"a (3)", "b", "a (20)"}},
		{[]string{"a", "a"}, []int{5, 5}, []string{"a #1", "a #2"}},
		{[]string{"a", "a", "a"}, []int{5, 7, 5}, []string{"a (5) #1", "a (7)", "a (5) #2"}},
		{[]string{"a", "a"}, nil, []string{"a #1", "a #2"}},
		{[]string{long(1), long(2)}, nil, []string{
			"a very long name,… parameter=1, and… nothing",
			"a very long name,… parameter=2, and… nothing"}},
		{[]string{"", " "}, nil, []string{`""`, `" "`}},
		{nil, nil, []string{}},
	} {
		must.Equal(t, wording.Distinct(test.labels, test.features), test.want, "%q", test.labels)
	}
	s := makeScatter(2, 2, 20, func(int) string { return "fisher" }, numbered("c"), 1)
	s.Panels[1].K = 20
	texts(t, scatterFigure(s), "fisher (10)", "fisher (20)")
	five, seven := makeRow("fisher", 5, numbered("f")), makeRow("fisher", 7, numbered("f"))
	five.SqCosCentered, seven.SqCosCentered = 0.5, 0.25
	texts(t, redundancyFigure(makeReport(five, seven)), "fisher (5): mean 0.50",
		"fisher (7): mean 0.25")
	texts(t, accuracyFigure(makeCurves(2, []int{1, 2}, 2, 2, func(int) string {
		return "fisher"
	})), "fisher #1", "fisher #2")
}
