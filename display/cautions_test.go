package display

import (
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
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
		Warnings: []string{"other data"}, DataWarnings: []string{"one"},
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
