package display

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/wording"
)

// substance is a name of 60 letters and more, of which the middle differs.
func substance(i int) string {
	return fmt.Sprintf("concentration of substance number %d in the left kidney (mg/L)", i)
}

// What differs is kept, what is common goes.
func TestLongNamesToldApart(t *testing.T) {
	for _, test := range []struct{ names, want []string }{
		{
			[]string{substance(7), substance(12)},
			[]string{"concentration of … number 7 in …kidney (mg/L)",
				"concentration of … number 12 in …kidney (mg/L)"},
		},
		// One long name alone loses its middle.
		{[]string{substance(7), "age"},
			[]string{"concentration of substance numbe…ft kidney (mg/L)", "age"}},
		// Two differences far apart.
		{
			[]string{
				"a" + strings.Repeat("-", 20) + "1" + strings.Repeat("-", 50) + "1" +
					strings.Repeat("-", 20),
				"a" + strings.Repeat("-", 20) + "1" + strings.Repeat("-", 50) + "2" +
					strings.Repeat("-", 20),
				"a" + strings.Repeat("-", 20) + "2" + strings.Repeat("-", 50) + "1" +
					strings.Repeat("-", 20),
			},
			nil,
		},
		// Nothing but the column tells these from each other.
		{[]string{"tab\t", `tab\t`, "a b", "a  b"}, []string{`tab\t (column 0)`, `tab\t (column 1)`,
			"a b (column 2)", "a  b (column 3)"}},
	} {
		var all []wording.Feature
		for j, name := range test.names {
			all = append(all, wording.Feature{Name: name, Column: j})
		}
		names := wording.NameFeatures(all, wording.InTable)
		var got []string
		for _, f := range all {
			got = append(got, names.Shown[f])
			if n := utf8.RuneCountInString(names.Shown[f]); n > wording.MaxName+1 {
				t.Errorf("%q has %d letters", names.Shown[f], n)
			}
		}
		if test.want == nil {
			if len(wording.Repeated(got)) > 0 || strings.Contains(strings.Join(got, ""), "column") {
				t.Errorf("%q are not told apart by what differs", got)
			}
			continue
		}
		must.Equal(t, got, test.want, "%.20q", test.names)
	}
}

// Names that differ never read alike, in tables and in figures, and are safe to show.
func TestNamesOfOneResultDiffer(t *testing.T) {
	part := rapid.OneOf(
		rapid.StringOfN(rapid.RuneFrom([]rune("ab \t…()#1column")), 0, 40, -1),
		rapid.StringN(0, 80, -1),
		rapid.SampledFrom([]string{"", " ", strings.Repeat("long ", 20), "\x1b[31m", "\u202e",
			" (column 1)", " #1"}),
	)
	rapid.Check(t, func(t *rapid.T) {
		head, tail := part.Draw(t, "head"), part.Draw(t, "tail")
		all := make([]wording.Feature, rapid.IntRange(2, 12).Draw(t, "features"))
		for j := range all {
			all[j] = wording.Feature{Name: head + part.Draw(t, "middle") + tail, Column: 3 * j}
		}
		style := figure.TextStyle(figure.TextSize * 0.9)
		room := vg.Points(rapid.Float64Range(70, 300).Draw(t, "room"))
		for what, fits := range map[string]func(wording.Feature, string) bool{
			"table": wording.InTable, "figure": figure.InFigure(style, room)} {
			names := wording.NameFeatures(all, fits)
			seen := make(map[string]string)
			for _, f := range all {
				s := names.Shown[f]
				if !utf8.ValidString(s) || strings.ContainsFunc(s,
					func(r rune) bool { return !unicode.IsGraphic(r) }) {
					t.Fatalf("%s: %q became %q", what, f.Name, s)
				}
				if !fits(f, s) {
					t.Fatalf("%s: %q became %q, which has no room", what, f.Name, s)
				}
				if what == "figure" {
					s = figure.Fit(style, s, room)
				}
				if other, taken := seen[s]; taken {
					t.Fatalf("%s: %q and %q are both %q", what, f.Name, other, s)
				}
				seen[s] = f.Name
			}
		}
		labels := make([]string, len(all))
		for i, f := range all {
			labels[i] = f.Name
		}
		if shown := wording.Distinct(labels, nil); len(wording.Repeated(shown)) > 0 {
			t.Fatalf("labels %q became %q", labels, shown)
		}
		if shown := figure.FitApart(style, wording.Distinct(labels, nil),
			room); len(wording.Repeated(shown)) > 0 {
			t.Fatalf("labels %q became %q in a figure", labels, shown)
		}
	})
}

// Every result names 13 features of 60 letters so that each can be told from the others,
// and the cell of each has the whole name as its title.
func TestResultsTellLongNamesApart(t *testing.T) {
	const d = 13
	var names []string
	for j := range d {
		names = append(names, substance(j))
	}
	r := &algorithms.Ranking{Label: "m", D: d, K: d}
	other := &algorithms.Ranking{Label: "n", D: d, K: d}
	summary := &datasets.Summary{N: 1, D: d, Constant: names[:3]}
	report := evaluation.RedundancyRow{Label: "m", K: d, MostAlike: [2]string{names[0], names[12]},
		Squared: make([]float64, d*d)}
	other.Features = []int{12}
	byClass := makeByClass(6, 2, 8, substance, numbered("c"), shifted)
	stability := makeStability(2, []int{5}, d, numbered("m"), substance)
	for j, name := range names {
		r.Features, r.Names = append(r.Features, j), append(r.Names, name)
		r.Scores = append(r.Scores, float64(d-j))
		summary.Columns = append(summary.Columns, datasets.ColumnSummary{Name: name})
		report.Names, report.Columns = append(report.Names, name), append(report.Columns, j)
	}
	other.Features, other.Names, other.Scores = []int{12, 5}, []string{names[12], names[5]},
		algorithms.Numbers{2, 1}
	both := &evaluation.Comparison{Rankings: []*algorithms.Ranking{r, other},
		Common: []string{names[5], names[12]}, Overlaps: make([]evaluation.Overlap, 1)}
	clusters := makeClusters("m", d, substance, 0)
	for what, table := range map[string]*Table{
		"ranking": rankingTable(r), "comparison": comparisonTable(both),
		"summary":    SummaryTable(summary),
		"scores":     scoresTable(&algorithms.Scores{Names: names, Values: r.Scores}),
		"redundancy": redundancyTable(makeReport(report)), "by class": byClassTable(byClass),
		"frequencies": FrequencyTable(stability), "clusters": clustersTable(clusters),
	} {
		for form, text := range map[string]string{"text": table.Text(),
			"markdown": table.Markdown(), "HTML": shownHTML(table)} {
			for j := range d {
				if n := strings.Count(text, fmt.Sprintf("number %d in", j)); n == 0 &&
					what != "redundancy" && !absent(what, j) {
					t.Errorf("%s, %s: feature %d is not told apart:\n%s", what, form, j, text)
				}
			}
		}
		if page := table.HTML(); !strings.Contains(page, `title="`) ||
			!strings.Contains(page, substance(0)) {
			t.Errorf("%s: no whole name in\n%s", what, page)
		}
		rows := table.Records()
		if !slices.ContainsFunc(rows, func(row []string) bool {
			return strings.Contains(strings.Join(row, "|"), substance(0))
		}) {
			t.Errorf("%s: no whole name in the CSV %q", what, rows)
		}
	}
	must.ContainAll(t, redundancyTable(makeReport(report)).Text(), "number 0 in", "number 12 in")
	for what, f := range map[string]*figure.Figure{
		"heat map": redundancyFigure(makeReport(report)), "clusters": clustersFigure(clusters),
		"frequencies": frequencyFigure(stability), "by class": byClassFigure(byClass),
	} {
		words := record(f).Words()
		for j := range d {
			if !slices.ContainsFunc(words, func(w string) bool {
				return strings.Contains(w, "ber "+strconv.Itoa(j)+" i")
			}) && !absent(what, j) {
				t.Errorf("%s: feature %d is not told apart in %q", what, j, words)
			}
		}
	}
}

// absent says which features makers of results number from 1 or leave out.
func absent(what string, j int) bool {
	switch what {
	case "summary":
		return j >= maxColumns
	case "by class":
		return j >= 6
	case "clusters", "frequencies":
		return j == 0 || j > 9
	}
	return false
}

// shownHTML is the HTML without its titles.
func shownHTML(t *Table) string {
	bare := *t
	bare.Whole = nil
	return bare.HTML()
}

// A feature has one text in all panels of a figure.
func TestOneNameInTwoPanels(t *testing.T) {
	row := func(label string, columns ...int) evaluation.RedundancyRow {
		row := evaluation.RedundancyRow{Label: label, K: len(columns),
			Squared: make([]float64, len(columns)*len(columns)), Columns: columns}
		for _, j := range columns {
			row.Names = append(row.Names, strings.Repeat("x", 50)+substance(j)+
				strings.Repeat("x", 50))
		}
		return row
	}
	words := record(redundancyFigure(makeReport(row("a", 1, 2, 3), row("b", 4, 3)))).Words()
	count := make(map[string]int)
	for _, w := range words {
		if strings.HasPrefix(w, "xx") {
			count[w]++
		}
	}
	must.Is(t, len(count), 4, "4 features are named %v", count)
	for j := 1; j <= 4; j++ {
		for w, n := range count {
			if strings.Contains(w, fmt.Sprintf("%d in", j)) && n != 1+j/3*(4-j) {
				t.Errorf("feature %d is named %q %d times", j, w, n)
			}
		}
	}
}

// Only the names that are shown are compared, whatever the number of features.
func TestManyNames(t *testing.T) {
	const d = 22283
	r := &algorithms.Ranking{Label: "m", D: d, K: d}
	for j := range d {
		r.Features, r.Names, r.Scores = append(r.Features, j), append(r.Names, substance(j)),
			append(r.Scores, -float64(j))
	}
	must.Is(t, len(rankingNames([]*algorithms.Ranking{r}, nil).Shown), maxRows,
		"names are compared")
	if n := testing.AllocsPerRun(1, func() { rankingTable(r) }); n > 20000 {
		t.Errorf("%v allocations", n)
	}
}

// An order without scores has the criterion of each step, no bars and no knee.
func TestOrderIsNoScore(t *testing.T) {
	r := &algorithms.Ranking{
		Label: "mrmr", D: 4, K: 4, Features: []int{2, 0, 1, 3}, Names: []string{"c", "a",
			"b", "flat"},
		Scores: algorithms.Numbers{1, 0.5, 1.0 / 3, 0}, Raw: algorithms.Numbers{0.75, 0.25, 0.5, 0},
		OrderOnly: true, Criterion: "relevance − redundancy",
	}
	table := rankingTable(r)
	want := [][]string{{"1", "c", "0.750"}, {"2", "a", "0.250"}, {"3", "b", "0.500"},
		{"4", "flat", "–"}}
	must.Equal(t, table.Rows, want, "rows")
	columns := []Column{{Name: "rank", Align: Right}, {Name: "feature"},
		{Name: "relevance − redundancy", Align: Right}}
	must.Equal(t, table.Columns, columns, "columns")
	if len(table.Notes) == 0 || table.Notes[0] != "Order only: the method gives no scores of its "+
		"own; the relevance − redundancy need not fall." {
		t.Errorf("notes %q", table.Notes)
	}
	scored := ranked("fisher", 9, 2, 1, 0.5)
	comparison :=
		comparisonTable(&evaluation.Comparison{Rankings: []*algorithms.Ranking{r, scored}})
	if len(comparison.Groups) != 3 || comparison.Groups[1].Span != 2 ||
		comparison.Groups[2].Span != 3 {
		t.Errorf("groups %v", comparison.Groups)
	}
	bare := *r
	bare.Raw, bare.Criterion = nil, ""
	if text := rankingTable(&bare).Text(); strings.Contains(text, "0.5") ||
		!strings.Contains(text, "Order only") {
		t.Errorf("an order without a criterion is\n%s", text)
	}
	s := must.Get(evaluation.Spectrum(r, scored))(t)
	row := spectrumTable(s).Rows[0]
	must.Equal(t, row, []string{"mrmr", "4", "–", "–", "none", "–", "–", "–"}, "spectrum")
	if notes := spectrumTable(s).Notes; notes[0] !=
		"mrmr: no knee, as its scores, 1/place, tell the order only." {
		t.Errorf("notes %q", notes)
	}
	if words := record(SpectrumFigure(s)).Words(); slices.Contains(words, "mrmr") ||
		!slices.Contains(words, "fisher") {
		t.Errorf("the figure says %q", words)
	}
	alone, err := evaluation.Spectrum(r)
	if err != nil || SpectrumFigure(alone) != nil {
		t.Errorf("an order has a figure; %v", err)
	}
	if s.Curves[0].Knee.Rank != 0 || math.IsNaN(s.Curves[0].Knee.Depth) {
		t.Errorf("knee %+v", s.Curves[0].Knee)
	}
}
