package study

import (
	"strings"
	"testing"

	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/table"
)

// Whatever is drawn, nothing is cut, no text stands on another or on a glyph, and all of it can be
// read.
func TestLayout(t *testing.T) {
	displaytest.CheckFigures(t, studySituations())
	displaytest.CheckFigures(t, overviewSituations())
}

// tablesOf puts a name everywhere that a name can stand.
func tablesOf(name string) map[string]*table.Table {
	r := makeStudy(3, 2, []int{2}, 3, func(i int) string {
		return name + strings.Repeat("x", i)
	}, func(int) string { return name })
	r.Remarks, r.Title, r.Protocol, r.Warnings, r.Sets[0].Warnings, r.Sets[1].Note =
		[]string{name}, name, name, []string{name}, []string{name}, name+"."
	r.Measures[0].Label, r.Cells[0].Failed = name, name
	duels := makeDuels(3, name)
	return map[string]*table.Table{
		"overview":     overviewOf(makeOverview(3, 4, func(int) string { return name })),
		"head to head": duels.table(), "pairs": duels.CountsTable(), "study": r.Table(0, View{}),
	}
}

func FuzzRenderNames(f *testing.F) {
	displaytest.FuzzNames(f, tablesOf, func(name string) []*figure.Figure {
		class := func(i int) string { return name + strings.Repeat("y", i) }
		return []*figure.Figure{makeStudy(3, 3, []int{2, 4}, 3, class, class).Figure(0)}
	})
}

// The description of a figure says what it shows, with its numbers, then what is drawn below it.
func TestEveryFigureIsDescribed(t *testing.T) {
	out := must.Get(display.Render(makeStudy(3, 2, []int{1, 4}, 5, numbered("set "),
		numbered("method "))))(t)
	var figures []*figure.Figure
	var texts []string
	for _, o := range out {
		if f, ok := o.Figure.(*figure.Figure); ok {
			figures, texts = append(figures, f), append(texts, o.Text)
		}
	}
	displaytest.CheckDescriptions(t, figures, texts, []string{
		"Synthetic: accuracy, 1-NN…. Bands: ± one standard deviation over 5 splits. More is " +
			"better."})
}

// A nil result is an error that names its type.
func TestNilResults(t *testing.T) {
	for want, r := range map[string]display.Showable{"*study.Result": (*Result)(nil),
		"*study.HeadToHead": (*HeadToHead)(nil), "*study.Overview": (*Overview)(nil)} {
		_, err := display.Render(displaytest.Several{r})
		if err == nil || !strings.HasPrefix(err.Error(), "cannot show a "+want+" that is nil: ") {
			t.Errorf("%s: %v", want, err)
		}
	}
	if _, err := display.CSV((*Result)(nil)); err == nil {
		t.Error("a nil study was saved")
	}
}

// A table with a deviation is saved with a number a column.
func TestSavedTableHasANumberAColumn(t *testing.T) {
	r := makeStudy(2, 2, []int{2, 4}, 3, numbered("s"), numbered("m"))
	write, err := display.CSV(r.Table(0, View{K: 2}))
	displaytest.CheckNumbers(t, "study", displaytest.Saved(t, write, err), "m1 sd", "m2 sd")
}

// The table of samples in groups says that no split parts them, and that of data with missing
// values what fills them; others do not.
func TestGroupNotes(t *testing.T) {
	const want = "The samples are in 31 groups by patient: no split parts a group."
	const filled = "7 missing values in 2 columns by the mean"
	const fills = "visits: Filled from the training part of each split: " + filled + "."
	for _, groups := range []string{"", "31 groups by patient"} {
		missing := ""
		if groups == "" { // one or the other
			missing = filled
		}
		r := &Result{Name: "s", Splits: 2,
			Sets:     []Set{{Name: "visits", Counts: []int{2}, Groups: groups, Filled: missing}},
			Methods:  []Method{{Label: "fisher"}},
			Measures: []MeasureInfo{{Label: "accuracy", Better: 1}},
			Cells: []Cell{{K: 2, Splits: []int{0, 1},
				Spread: evaluation.Spread{Mean: .9, SD: .1, Values: []float64{.8, 1}}}}}
		notes := strings.Join(r.Table(0, View{K: 2}).Notes, "\n")
		if strings.Contains(notes, want) != (groups != "") ||
			strings.Contains(notes, fills) != (missing != "") {
			t.Errorf("groups %q, filled %q: the notes are\n%s", groups, missing, notes)
		}
	}
}
