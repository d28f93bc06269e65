package display

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
	"fsnb.example/papers"
	"fsnb.example/papers/study"
)

// tablesOf puts a name everywhere that a name can stand.
func tablesOf(name string) map[string]*Table {
	r := &algorithms.Ranking{
		Label: name, Dataset: name, N: 3, D: 9, K: 3, Features: []int{2, 0, 1},
		Names:  []string{name, name + "2", "plain"},
		Scores: algorithms.Numbers{3, 2, -1}, Warnings: []string{"1 constant column: " + name,
			name},
		Diagnostics: algorithms.Diagnostics{
			Objective: algorithms.NewObjective(1.5), Certificate: &algorithms.Certificate{
				Name: name, Value: 1e-12, Tolerance: 1e-9},
			Iterations: 3, Extra: []algorithms.Value{{Name: name, Value: 4}},
		},
	}
	report := makeReport(makeRow(name, 3, func(i int) string {
		return name + strings.Repeat("x", i)
	}), makeRow(name, 2, numbered(name)))
	report.Dataset, report.Rows[0].Constant = name, []string{name}
	curves := makeCurves(2, []int{1, 2}, 3, 2, numbered(name))
	curves.Dataset, curves.Warnings = name, []string{name}
	errors := makeRegression(2, []int{1, 2}, 3, 2, numbered(name))
	errors.Dataset, errors.Warnings = name, []string{name}
	errors.Target = "continuous target " + name
	byTarget := byValue(2, 5, func(i int) float64 { return float64(i) })
	byTarget.Dataset, byTarget.TargetName, byTarget.Panels[0].Label = name, name, name
	summary := &datasets.Summary{
		Name: name, N: 3, D: 2, Classes: []string{name, "b"}, ClassCounts: []int{1, 2},
		Columns:  []datasets.ColumnSummary{{Name: name}, {Name: "b", Max: 3}},
		Constant: []string{name}, History: []string{name}, Warnings: []string{name},
	}
	byClass := makeByClass(2, 3, 6, func(i int) string {
		return name + strings.Repeat("x", i)
	}, func(i int) string { return name + strings.Repeat("y", i) }, shifted)
	byClass.Dataset, byClass.Label = name, name
	quartiles := *byClass
	quartiles.Target = name
	byQuartile := &quartiles
	spectrum := makeSpectrum(func(int) string {
		return name
	}, []float64{5, 2, 1, 0}, []float64{1, 1})
	spectrum.Curves[0].Dataset, spectrum.Curves[1].Dataset, spectrum.Curves[1].Reordered =
		name, name, 2
	byCount := makeRedundancy(2, []int{2, 3}, numbered(name))
	byCount.Dataset, byCount.Warnings = name, []string{name}
	path := makePath(3, numbered(name), numbered(name))
	path.Dataset, path.Target, path.Warnings = name, name, []string{name}
	clusters := makeClusters(name, 5, func(i int) string {
		return name + strings.Repeat("x", i%2)
	}, 0)
	clusters.Dataset = name
	stability := makeStability(2, []int{3}, 3, func(int) string {
		return name
	}, func(int) string { return name })
	stability.Dataset, stability.Warnings = name, []string{name}
	ranks := makeRanks(2, 3, 1, func(int) string { return name })
	ranks.Datasets[0], ranks.Datasets[1] = name, name
	studied := makeStudy(3, 2, []int{2}, 3, func(i int) string {
		return name + strings.Repeat("x", i)
	}, func(int) string { return name })
	studied.Remarks, studied.Title, studied.Protocol, studied.Warnings, studied.Sets[0].Warnings,
		studied.Sets[1].Note = []string{name}, name, name, []string{name}, []string{name}, name+"."
	studied.Measures[0].Label, studied.Cells[0].Failed = name, name
	byTest := *r
	byTest.PValues, byTest.AdjustedPValues, byTest.Adjustment = algorithms.Numbers{0, .5, 1},
		algorithms.Numbers{0, .75, 1}, adjust.Kind(name)
	volcano := makeVolcano(5, evaluation.CohensD, func(i int) string {
		return name + strings.Repeat("x", i)
	}, func(i int) string { return name + strings.Repeat("y", i) })
	volcano.Dataset, volcano.Label, volcano.Warnings = name, name, []string{name}
	correlation := *volcano
	correlation.Effect, correlation.Target = evaluation.Correlation, name
	permuted := makePermuted(name, 3, 2, func(int) string { return name })
	permuted.Dataset, permuted.Measure, permuted.Warnings = name, name, []string{name}
	histogram := makePValues(5, 1)
	histogram.Dataset, histogram.Label = name, name
	duels := makeDuels(3, name)
	verdicts := papers.Verdicts{{Claim: "a" + name, Printed: name, Ours: name,
		Verdict: papers.Holds, Why: name}}
	return map[string]*Table{
		"overview":     overviewOf(makeOverview(3, 4, func(int) string { return name })),
		"head to head": HeadToHeadTable(duels), "pairs": HeadToHeadCountsTable(duels),
		"verdicts": VerdictsTable(verdicts),
		"test":     RankingTable(&byTest), "volcano": VolcanoTable(volcano),
		"correlation": VolcanoTable(&correlation), "p-values": PValuesTable(histogram),
		"study":     StudyTable(studied, 0, study.View{}),
		"stability": StabilityTable(stability), "frequencies": FrequencyTable(stability),
		"ranks":    RanksTable(ranks),
		"by class": ByClassTable(byClass),
		"spectrum": SpectrumTable(spectrum), "path": CoefficientPathTable(path),
		"choice":   ChoiceTable(makeChoice(name, []int{1, 2}, 2)),
		"permuted": PermutedTable(permuted),
		"ranking":  RankingTable(r),
		"comparison": ComparisonTable(&evaluation.Comparison{
			Rankings: []*algorithms.Ranking{r, r, r}, Common: []string{name},
			Overlaps: make([]evaluation.Overlap, 3),
		}),
		"redundancy": RedundancyTable(report),
		"accuracy":   AccuracyTable(curves),
		"regression": RegressionTable(errors), "scatter": ScatterTable(byTarget),
		"quartiles": ByClassTable(byQuartile),
		"curves":    RedundancyCurvesTable(byCount),
		"clusters":  ClustersTable(clusters),
		"summary":   SummaryTable(summary),
		"scores": ScoresTable(&algorithms.Scores{Names: []string{name},
			Values: algorithms.Numbers{1}, Warnings: []string{name}}),
		"data sets": DatasetsTable([]datasets.Info{
			{Entry: datasets.Entry{Name: name, Title: name, Kind: name}, Where: datasets.ToFetch}}),
		"data set": EntryTable(datasets.Info{Entry: datasets.Entry{Name: name, Title: name,
			Aliases: []string{name}, Cautions: []string{name}, File: datasets.File{Name: name}}}),
		"methods": MethodsTable([]catalogue.Entry{{Name: name, Type: name, Labels: name,
			Method: nameless{}, Facts: algorithms.Facts{Summary: name, Source: name, Cost: name}}}),
		"by hand": {Title: name, Groups: []Group{{Name: name, Span: 2}},
			Columns: []Column{{Name: name}, {Name: name, Align: Right}},
			Rows:    [][]string{{name, name}, {name}}, Strong: [][]bool{{true, true},
				{false, true}}, Notes: []string{name}},
	}
}

type nameless struct{ algorithms.Selector }

func FuzzRenderNames(f *testing.F) {
	for _, name := range hostile {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		var last string
		t.Cleanup(func() {
			if t.Failed() {
				t.Logf("the last table was %s", last)
			}
		})
		for kind, table := range tablesOf(name) {
			last = kind
			checkText(t, table)
			checkMarkdown(t, table)
			checkHTML(t, table)
			checkLaTeX(t, kind, table)
		}
		class := func(i int) string { return name + strings.Repeat("y", i) }
		for _, f := range []*figure.Figure{
			ScatterFigure(makeScatter(2, 3, 6, numbered(name), class, 1)),
			RedundancyFigure(makeReport(makeRow(name, 3, class), makeRow(name, 4, class))),
			AccuracyFigure(makeCurves(2, []int{1, 2}, 2, 2, class)),
			RedundancyCurvesFigure(makeRedundancy(2, []int{2, 3}, class)),
			ClustersFigure(makeClusters(name, 6, class, 0)),
			StabilityFigure(makeStability(2, []int{3}, 3, class, class)),
			FrequencyFigure(makeStability(2, []int{3}, 3, class, class)),
			RanksFigure(makeRanks(3, 4, 1, class)),
			StudyFigure(makeStudy(3, 3, []int{2, 4}, 3, class, class), 0),
			ByClassFigure(makeByClass(3, 4, 8, class, class, shifted)),
			SpectrumFigure(makeSpectrum(class, []float64{3, 1, 0}, []float64{1})),
			VolcanoFigure(makeVolcano(9, evaluation.CohensD, class, class)),
			PValuesFigure(makePValues(9, 1)),
			CoefficientPathFigure(makePath(9, class, class)),
		} {
			record(f).CheckLayout(t)
			if strings.ContainsFunc(f.Alt, func(r rune) bool { return !unicode.IsGraphic(r) }) {
				t.Errorf("a figure is described as %q", f.Alt)
			}
		}
	})
}

func hasHeadings(t *Table) bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name != "" })
}

// cellOf is a cell of a table, empty where the row lacks it.
func cellOf(t *Table, i, j int) string {
	if j < len(t.Rows[i]) {
		return t.Rows[i][j]
	}
	return ""
}

// strong reports whether a cell stands out: one that is blank does not.
func strong(t *Table, i, j int) bool {
	return i < len(t.Strong) && j < len(t.Strong[i]) && t.Strong[i][j] &&
		strings.TrimSpace(cellOf(t, i, j)) != ""
}

// checkText: a row is a line, and nothing moves the cursor.
func checkText(t *testing.T, table *Table) {
	t.Helper()
	text := table.Text()
	want := len(table.Rows) + len(table.Notes)
	if table.Title != "" {
		want++
	}
	if table.Groups != nil {
		want++
	}
	if hasHeadings(table) {
		want += 2 // and a rule
	}
	if got := strings.Count(text, "\n"); got != want {
		t.Errorf("%d lines, want %d:\n%s", got, want, text)
	}
	for _, r := range text {
		if r != '\n' && !unicode.IsGraphic(r) {
			t.Errorf("the text holds %q", r)
		}
	}
}

// checkMarkdown: every line of the table has its columns, whose text is that of
// the cells once the escapes are undone.
func checkMarkdown(t *testing.T, table *Table) {
	t.Helper()
	var rows [][]string
	for line := range strings.Lines(table.Markdown()) {
		if strings.ContainsAny(line, "<>") || strings.ContainsFunc(strings.TrimSuffix(line, "\n"),
			func(r rune) bool { return !unicode.IsGraphic(r) }) {
			t.Errorf("the line %q could be markup", line)
		}
		if strings.HasPrefix(line, "|") {
			rows = append(rows, markdownCells(line))
		}
	}
	if len(rows) != len(table.Rows)+2 {
		t.Fatalf("%d lines in the table, want %d", len(rows), len(table.Rows)+2)
	}
	for i, row := range rows {
		if len(row) != len(table.Columns) {
			t.Fatalf("line %d has %d columns, want %d: %q", i, len(row), len(table.Columns), row)
		}
		if i < 2 {
			continue
		}
		for j, cell := range row {
			want := strings.TrimSpace(wording.Visible(cellOf(table, i-2, j)))
			if strong(table, i-2, j) {
				want = "**" + want + "**"
			}
			if cell != want {
				t.Errorf("row %d, column %d is %q, want %q", i-2, j, cell, want)
			}
		}
	}
}

// markdownCells splits a line of a table as GitHub does and undoes the escapes.
func markdownCells(line string) []string {
	line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|")
	var cells []string
	var cell strings.Builder
	for i := 0; i < len(line); i++ {
		if line[i] == '|' {
			cells = append(cells, cell.String())
			cell.Reset()
			continue
		}
		if line[i] == '\\' && i+1 < len(line) {
			i++
		}
		cell.WriteByte(line[i])
	}
	cells = append(cells, cell.String())
	for i, c := range cells {
		cells[i] = strings.TrimSpace(strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;",
			"&").Replace(c))
	}
	return cells
}

var allowed = map[string][]string{
	"div": {"class", "style"}, "p": {"style"}, "b": nil, "strong": nil, "small": {"style"},
	"table": {"style"}, "thead": nil, "tbody": nil, "tr": nil,
	"th": {"scope", "colspan", "align", "style"}, "td": {"title", "align", "style"},
	"span": {"style"}, "wbr": nil, "style": nil,
}

// oneStyle is the style that every table has.
var oneStyle = regexp.MustCompile(`<style>(.*)</style>`).FindStringSubmatch((&Table{}).HTML())[1]

// checkHTML: it is well-formed, of the elements and attributes above alone, and
// its text is the table's.
func checkHTML(t *testing.T, table *Table) {
	t.Helper()
	rows, notes, title := parseHTML(t, table.HTML())
	if len(rows) != len(table.Rows) || len(notes) != len(table.Notes) ||
		title != wording.Visible(table.Title) {
		t.Fatalf("%d rows, %d notes, title %q; want %d, %d, %q", len(rows), len(notes), title,
			len(table.Rows), len(table.Notes), wording.Visible(table.Title))
	}
	for i, row := range rows {
		if len(row) != len(table.Columns) {
			t.Fatalf("row %d has %d cells, want %d", i, len(row), len(table.Columns))
		}
		for j, cell := range row {
			if c := table.Columns[j]; c.Align == Right && !c.Bar &&
				strings.Contains(cellOf(table, i, j), " ± ") {
				cell = strings.ReplaceAll(cell, "\u00a0", " ")
			}
			if want := wording.Visible(cellOf(table, i, j)); cell != want {
				t.Errorf("row %d, column %d is %q, want %q", i, j, cell, want)
			}
		}
	}
	for i, n := range notes {
		if n != wording.Visible(table.Notes[i]) {
			t.Errorf("note %d is %q, want %q", i, n, wording.Visible(table.Notes[i]))
		}
	}
}

// parseHTML reads our own HTML, which is XML, and returns its cells, its small
// print and its title.
func parseHTML(t *testing.T, source string) (rows [][]string, notes []string, title string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(source))
	var open []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, source)
		}
		switch e := token.(type) {
		case xml.StartElement:
			attributes, ok := allowed[e.Name.Local]
			if !ok {
				t.Fatalf("there is an element <%s>", e.Name.Local)
			}
			for _, a := range e.Attr {
				if !slices.Contains(attributes, a.Name.Local) {
					t.Fatalf("<%s> has the attribute %s", e.Name.Local, a.Name.Local)
				}
			}
			open = append(open, e.Name.Local)
			switch {
			case e.Name.Local == "tr" && slices.Contains(open, "tbody"):
				rows = append(rows, nil)
			case e.Name.Local == "td":
				rows[len(rows)-1] = append(rows[len(rows)-1], "")
			case e.Name.Local == "small":
				notes = append(notes, "")
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			switch s := string(e); open[len(open)-1] {
			case "td", "span", "strong":
				rows[len(rows)-1][len(rows[len(rows)-1])-1] += s
			case "small":
				notes[len(notes)-1] += s
			case "b":
				title += s
			case "style":
				if s != oneStyle {
					t.Errorf("the style is %q, want %q", s, oneStyle)
				}
			}
		default:
			t.Fatalf("there is a %T", token)
		}
	}
	return rows, notes, title
}
