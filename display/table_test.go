package display

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

// ranked is a ranking with the given scores of features f0, f1, …
func ranked(label string, scores ...float64) *algorithms.Ranking {
	r := &algorithms.Ranking{Label: label, N: 10, D: max(30, len(scores)), K: len(scores),
		Scores: scores}
	for j := range scores {
		r.Features, r.Names = append(r.Features, j), append(r.Names, fmt.Sprint("f", j))
	}
	return r
}

func TestRankingTable(t *testing.T) {
	inf := math.Inf(1)
	for _, test := range []struct {
		what string
		r    *algorithms.Ranking
		rows [][]string
	}{
		{"ties", ranked("a", 2, 2, 1), [][]string{{"1", "f0", "2.000", "████████████"},
			{"2", "f1", "2.000", "████████████"}, {"3", "f2", "1.000", "██████"}}},
		{"infinite", ranked("a", inf, 4, 0, -inf),
			[][]string{{"1", "f0", "∞", "████████████"}, {"2", "f1", "4.000", "████████████"},
				{"3", "f2", "0.000", ""}, {"4", "f3", "−∞", ""}}},
		{"negative", ranked("a", -1, -2), [][]string{{"1", "f0", "−1.000", ""},
			{"2", "f1", "−2.000", ""}}},
		{"zero", ranked("a", 0, 0), [][]string{{"1", "f0", "0", ""}, {"2", "f1", "0", ""}}},
		{"one", ranked("a", 0.25), [][]string{{"1", "f0", "0.250", "████████████"}}},
		{"tiny and huge", ranked("a", 1e200, 1e-200),
			[][]string{{"1", "f0", "1e+200", "████████████"}, {"2", "f1", "1e−200", "▏"}}},
		{"none", ranked("a"), nil},
		{"no scores or names", &algorithms.Ranking{Label: "a", Features: []int{4, 2}},
			[][]string{{"1", "column 4", "", ""}, {"2", "column 2", "", ""}}},
	} {
		must.Equal(t, rankingTable(test.r).Rows, test.rows, "%s", test.what)
	}
}

// Rankings of unequal length share their rows; bars are scaled within a ranking.
func TestComparisonTable(t *testing.T) {
	a, b := ranked("a", 4, 2), ranked("b", 100)
	b.Dataset = "toy"
	table := comparisonTable(&evaluation.Comparison{Rankings: []*algorithms.Ranking{a, b},
		Common: []string{"f0"}, Overlaps: []evaluation.Overlap{{A: "a", B: "b", Common: 1, Of: 1}}})
	want := &Table{
		Groups: []Group{{Span: 1}, {Name: "a: 2 of 30", Span: 3},
			{Name: "b: 1 of 30, toy", Span: 3}},
		Rows: [][]string{{"1", "f0", "4.000", "████████████", "f0", "100.0", "████████████"},
			{"2", "f1", "2.000", "██████", "", "", ""}},
		Notes: []string{"1 of 1 in common: f0."},
	}
	table.Columns = nil
	must.Equal(t, table, want, "table")

	c := &evaluation.Comparison{}
	for range 5 {
		c.Rankings = append(c.Rankings, a)
	}
	for i := range 10 {
		c.Overlaps = append(c.Overlaps, evaluation.Overlap{Common: i, Of: 10})
	}
	if bars := comparisonTable(c).Rows[0]; bars[3] != "████" || bars[15] != "████" {
		t.Errorf("the bars of five rankings are %q", bars)
	}
	note := comparisonTable(c).Notes[0]
	if want := "In common: a #1 and a #2 0 of 10; a #1 and a #3 1 of 10; a #1 and a #4 2 of 10; " +
		"a #1 and a #5 3 of 10; a #2 and a #3 4 of 10; a #2 and a #4 5 of 10 and 4 pairs more; " +
		"all of them 0."; note != want {
		t.Errorf("ten pairs: %s", note)
	}
}

func TestRankingNotes(t *testing.T) {
	objective := algorithms.NewObjective
	for _, test := range []struct {
		d    algorithms.Diagnostics
		want string
	}{
		{algorithms.Diagnostics{}, ""},
		{algorithms.Diagnostics{Objective: objective(0)}, "Objective 0."},
		{algorithms.Diagnostics{Objective: objective(-1234.5), Iterations: 1, Converged: true},
			"Objective −1234; 1 iteration."},
		{algorithms.Diagnostics{Objective: objective(math.Inf(1))}, "Objective ∞."},
		{algorithms.Diagnostics{Iterations: 100}, "Not converged after 100 iterations."},
		{algorithms.Diagnostics{Certificate: &algorithms.Certificate{Value: 0.02, Tolerance: 1e-8}},
			"Not certified as the optimum (residual: 2e−02)."},
		{algorithms.Diagnostics{Certificate: &algorithms.Certificate{Name: "gap", Tolerance: 1e-8}},
			"Global optimum (gap: 0)."},
		{algorithms.Diagnostics{Objective: objective(2),
			Certificate: &algorithms.Certificate{Name: "gap", Tolerance: 1e-8,
				Of: "the relaxed problem"}},
			"Objective of the relaxed problem 2.000; global optimum of the relaxed problem " +
				"(gap: 0)."},
		{algorithms.Diagnostics{Certificate: &algorithms.Certificate{Name: "gap", Tolerance: 1e-8,
			Local: true}}, "Stationary point (gap: 0)."},
		{algorithms.Diagnostics{Certificate: &algorithms.Certificate{Name: "gap", Value: 1,
			Tolerance: 1e-8, Local: true}}, "Not certified as stationary (gap: 1e+00)."},
		{algorithms.Diagnostics{Certificate: &algorithms.Certificate{Name: "difference",
			Tolerance: 1e-8, Proves: "the steps of the path are exact"}},
			"The steps of the path are exact (difference: 0)."},
		{algorithms.Diagnostics{Certificate: &algorithms.Certificate{Name: "difference", Value: 1,
			Proves: "the steps of the path are exact"}},
			"Not proven: the steps of the path are exact (difference: 1e+00)."},
		{algorithms.Diagnostics{Extra: []algorithms.Value{{Name: "a_b", Value: 17},
			{Name: "c", Value: 0.00012345}}}, "A b 17; c 0.0001234."},
		{algorithms.Diagnostics{Extra: []algorithms.Value{{Name: "heat", Value: 10.6612},
			{Name: "edges", Value: 1234567}}},
			"Similarity exp(−distance²/10.66) of near samples; " +
				"computed from 1234567 pairs of near samples."},
	} {
		must.Is(t, diagnosticsNote(&test.d), test.want, "%+v", test.d)
	}
	r := ranked("a", 3, 2)
	r.Diagnostics.Notes = []string{"the proof is of a < b"}
	must.Equal(t, rankingTable(r).Notes, []string{"The proof is of a < b."}, "notes of the method")
	r = ranked("a", 3, 2)
	r.Partial = true
	must.Equal(t, rankingTable(r).Notes, []string{"Stopped before the end: 2 features."}, "partial")
	r = ranked("a")
	r.Partial = true
	must.Equal(t, rankingTable(r).Notes, []string{"Interrupted before it had an answer."},
		"partial and empty")
}

// Tables of 20,000 features stay small enough for a notebook.
func TestLargeTables(t *testing.T) {
	const d = 20000
	values := make([]float64, d)
	r := ranked("fisher", values...)
	summary := &datasets.Summary{Name: "large", N: 100, D: d}
	for j, name := range r.Names {
		values[j] = 1 / float64(j+1)
		summary.Columns = append(summary.Columns, datasets.ColumnSummary{Name: name})
		summary.Constant = append(summary.Constant, name)
		summary.Classes, summary.ClassCounts = append(summary.Classes, name),
			append(summary.ClassCounts, 1)
	}
	for what, table := range map[string]*Table{
		"ranking": rankingTable(r), "summary": SummaryTable(summary),
		"scores": scoresTable(&algorithms.Scores{Names: r.Names, Values: values}),
		"comparison": comparisonTable(&evaluation.Comparison{Rankings: []*algorithms.Ranking{r, r,
			r}, Common: r.Names, Overlaps: make([]evaluation.Overlap, 3)}),
		"accuracy": AccuracyTable(makeCurves(3, upTo(d), 10, 10, numbered("m"))),
	} {
		for form, text := range map[string]string{"text": table.Text(),
			"Markdown": table.Markdown(), "HTML": table.HTML()} {
			if len(text) > 100e3 {
				t.Errorf("the %s of the %s is %d kB", form, what, len(text)/1000)
			}
		}
	}
	if note := SummaryTable(summary).Notes[1]; !strings.HasPrefix(note,
		"Samples per class: f0 (1), ") || !strings.HasSuffix(note, ", f19 (1) and 19980 more.") {
		t.Errorf("classes: %s", note)
	}
	if notes := rankingTable(r).Notes; len(notes) != 1 ||
		notes[0] != "The first 20 of 20000 are listed." {
		t.Errorf("notes %q", notes)
	}
	if notes := AccuracyTable(makeCurves(1, upTo(d), 10, 10, numbered("m"))).Notes; notes[0] !=
		"30 of the 20000 numbers of features are listed." {
		t.Errorf("notes %q", notes)
	}
}

var styles = regexp.MustCompile(`<style>.*</style>| (?:style|class)="[^"]*"`)

// GitHub and untrusted notebooks strip styles: numbers stay on the right, headings
// are headings, bars are made of letters, and the same text is there.
func TestStylesStripped(t *testing.T) {
	c := &evaluation.Comparison{Rankings: []*algorithms.Ranking{ranked("a", 3, -1), ranked("b", 9)}}
	table := comparisonTable(c)
	full := table.HTML()
	plain := styles.ReplaceAllString(full, "")
	if strings.Contains(plain, "style") || len(plain) >= len(full)/2 {
		t.Fatalf("nothing was stripped:\n%s", plain)
	}
	a, aNotes, aTitle := displaytest.ParseHTML(t, full)
	b, bNotes, bTitle := displaytest.ParseHTML(t, plain)
	must.Equal(t, []any{b, bNotes, bTitle}, []any{a, aNotes, aTitle},
		"the text changed (-with +without styles)")
	must.ContainAll(t, plain, `<th scope="colgroup" colspan="3" align="left">a: 2 of 30</th>`,
		`<th scope="col" align="right">score</th>`,
		`<td align="right">3.000</td><td align="left"><span>████████████</span></td>`,
		`<td align="right">−1.000</td><td align="left"></td>`)
	// Scripts there are none, and colors only where letters say the same.
	if n := strings.Count(full, "color:#"); strings.Contains(full, "<script") || n != 2 ||
		strings.Count(full, "width:8em;color:#0072B2;background:#0072B2") != 2 {
		t.Errorf("%d colors in\n%s", n, full)
	}
	if !strings.Contains(rankingTable(ranked("a", make([]float64, 30)...)).HTML(),
		`<small style="font-size:85%">The first 20 of 30 are listed.</small>`) {
		t.Error("small print is not small by tag and style")
	}
}

// mine is a result of a user's own, of several parts.
type mine = displaytest.Several

func TestRender(t *testing.T) {
	report, curves := makeReport(makeRow("m", 3, numbered("f"))), makeCurves(1, []int{1, 2}, 2, 2,
		numbered("m"))
	d, err := datasets.Load("iris", datasets.Options{})
	must.Do(t, err)
	for _, test := range []struct {
		v    Showable
		want string // T for a table, F for a figure
	}{
		{d, "T"}, {&datasets.Summary{}, "T"}, {ranked("a", 1), "T"}, {&algorithms.Scores{}, "T"},
		{&evaluation.Comparison{}, "T"},
		{report, "TF"}, {curves, "TF"}, {makeScatter(1, 2, 9, numbered("m"), numbered("c"), 1),
			"F"},
		{makeReport(evaluation.RedundancyRow{}), "T"},
		{makeCurves(1, []int{1}, 2, 0, numbered("m")), "T"},
		{&Table{}, "T"}, {scatterFigure(makeScatter(1, 2, 9, numbered("m"), numbered("c"), 1)),
			"F"},
		{Output{Text: "x", HTML: "x"}, "T"}, {Output{Figure: &figure.Figure{}}, "F"},
		{nil, ""}, {(*datasets.Dataset)(nil), ""}, {(*algorithms.Ranking)(nil), ""},
		{(*Table)(nil), ""}, {(*figure.Figure)(nil), ""},
		{(*evaluation.ScatterPlot)(nil), ""}, {&evaluation.ScatterPlot{}, ""}, {&datasets.Dataset{},
			""}, {mine{report, ranked("a", 1)}, "TFT"}, {mine{report, (*Table)(nil)}, ""},
	} {
		outputs, err := Render(test.v)
		got := ""
		for _, o := range outputs {
			if o.Figure != nil {
				got += "F"
			} else {
				got += "T"
			}
		}
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%T: %q, %v; want %q", test.v, got, err, test.want)
		}
	}
	_, err = Render(&evaluation.ScatterPlot{})
	must.Error(t, err,
		"cannot show a *evaluation.ScatterPlot that is empty: it has neither a table nor a figure")
	o := tableOutput(rankingTable(ranked("a", 1)))
	if o.Text == "" || o.Markdown == "" || o.HTML == "" || o.Figure != nil {
		t.Errorf("a table's output is %+v", o)
	}
	if o := figureOutput(redundancyFigure(report)); !strings.HasPrefix(o.Text,
		redundancyFigure(report).Alt+". ") || o.Figure == nil || o.HTML != "" {
		t.Errorf("a figure's output is %+v", o)
	}
}

func TestFile(t *testing.T) {
	outputs := must.Get(Render(makeReport(makeRow("a<b", 3, numbered("f")))))(t)
	for ext, start := range map[string]string{
		".png": "\x89PNG\r\n", ".svg": "<?xml ", ".pdf": "%PDF-",
		".html": "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<div ", ".md": "**Redundancy of ",
		".txt": "Redundancy of ",
	} {
		got, err := File(ext, outputs)
		if err != nil || !strings.HasPrefix(string(got), start) {
			t.Errorf("%s begins with %.20q, %v; want %q", ext, got, err, start)
		}
	}
	text, _ := File(".txt", outputs)
	must.Contain(t, string(text), "Heat map of squared correlations")
	must.FailWith(File(".png", outputs[:1]))(t, "no figure to save; use .html")
	must.FailWith(File(".html", outputs[1:]))(t, "no table to save; use .png")
}

// Scores of a method that was stopped say so.
func TestPartialScoresSaySo(t *testing.T) {
	s := &algorithms.Scores{Names: []string{"a"}, Values: algorithms.Numbers{1}}
	const note = "Stopped before the end"
	if text := scoresTable(s).Text(); strings.Contains(text, note) {
		t.Errorf("whole scores say:\n%s", text)
	}
	s.Partial = true
	must.Contain(t, scoresTable(s).Text(), note)
}
