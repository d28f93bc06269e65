package display

import (
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/display/table"
	"fsnb.example/internal/wording"
)

// MethodsTable is the table of the catalogue: name, what it does, parameters with
// their defaults, labels, whether it is a ranking or a subset, and cost.
func MethodsTable(entries []catalogue.Entry) *Table {
	t := &Table{
		Title: "Feature selection methods",
		Columns: []Column{
			{Name: "method"}, {Name: "in Go"}, {Name: "what it looks for", Prose: true},
			{Name: "parameters", Prose: true},
			{Name: "labels"}, {Name: "answer"}, {Name: "time", Prose: true},
			{Name: "source", Prose: true},
		},
		Notes: []string{"n samples, d features. A ranking's best k are the first k of its best " +
			"k + 1; a subset is chosen for one k."},
	}
	for _, e := range entries {
		var params []string
		for _, p := range algorithms.Params(e.Method) {
			params = append(params, p.Name+"="+p.Value)
		}
		t.Rows = append(t.Rows,
			[]string{e.Name, e.InGo(), e.Summary, strings.Join(params, " "),
				e.Labels, answerOf(e), e.Cost, e.Source})
	}
	return t
}

// MethodNamesTable is the short form of MethodsTable, for a terminal.
func MethodNamesTable(entries []catalogue.Entry) *Table {
	t := &Table{
		Title: "Feature selection methods",
		Columns: []Column{{Name: "method"}, {Name: "answer"}, {Name: "labels"},
			{Name: "what it looks for"}},
		Notes: []string{
			`A ranking's best k are the first k of its best k + 1; a subset is chosen for one ` +
				`k. "fsnb methods NAME" says what the parameters of a method mean.`},
	}
	for _, e := range entries {
		t.Rows = append(t.Rows, []string{e.Name, answerOf(e), e.Labels, e.Summary})
	}
	return t
}

// MethodTable describes one method of the catalogue, a row for each parameter.
func MethodTable(e catalogue.Entry) *Table {
	t := &Table{
		Title:   e.Name + ": " + e.Summary,
		Columns: []Column{{Name: "parameter"}, {Name: "default"}, {Name: "what it is"}},
		Notes: []string{
			"In Go: " + e.InGo() + ". The answer is a " + answerOf(e) + ". Labels: " +
				e.Labels + ".",
			"Time: " + e.Cost + ", with n samples and d features.",
		},
	}
	if e.Source != "" {
		t.Notes = append(t.Notes, "Source: "+e.Source+".")
	}
	params := algorithms.Parameters(e.Method)
	for _, p := range params {
		about := e.Params[p.Name]
		if p.Needs != "" {
			about += " (" + p.Needs + ")"
		}
		t.Rows = append(t.Rows, []string{p.Name, p.Value, about})
	}
	if len(params) == 0 {
		t.Columns = t.Columns[:1]
		t.Rows = [][]string{{"none"}}
	}
	return t
}

func answerOf(e catalogue.Entry) string {
	if e.Nested {
		return "ranking"
	}
	return "subset"
}

// DatasetsTable is the table of the data sets that have a name.
func DatasetsTable(infos []datasets.Info) *Table {
	t := &Table{
		Title: "Data sets by name",
		Columns: []Column{
			{Name: "name"}, {Name: "n×d", Align: Right}, {Name: "classes", Align: Right},
			{Name: "kind"}, {Name: "what"}, {Name: "where"},
		},
		Notes: []string{
			`Where: embedded and generated come with the library; FSNB_DATA and cache are on ` +
				`this machine; "fsnb datasets fetch NAME" gets what is to fetch; "fsnb datasets ` +
				`info NAME" says more.`,
		},
	}
	for _, i := range infos {
		t.Rows = append(t.Rows,
			[]string{wording.Clean(i.Name), i.Size(), count(i.C), wording.Clean(i.Kind),
				wording.CleanSentence(i.Title), string(i.Where)})
	}
	return t
}

// count is a number, or "" if unknown.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return wording.Itoa(n)
}

// ShowScores shows scores.
func (s *Screen) ShowScores(scores *algorithms.Scores) {
	if s.begin(scores) {
		s.table(ScoresTable(scores))
	}
}

// ScoresTable is the table of every feature's score, in the order of the columns.
func ScoresTable(s *algorithms.Scores) *Table {
	t := &Table{Title: "Scores",
		Columns: []Column{{Name: "column", Align: Right}, {Name: "feature"},
			{Name: "score", Align: Right}, {Bar: true}}}
	shown := min(len(s.Values), maxRows)
	values := wording.FormatColumn(s.Values[:shown])
	largest := wording.LargestFinite(s.Values)
	var listed []wording.Feature
	for j, name := range s.Names[:min(len(s.Names), shown)] {
		listed = append(listed, wording.Feature{Name: name, Column: j})
	}
	names := wording.NameFeatures(listed, wording.InTable)
	for j := range shown {
		name := ""
		if j < len(s.Names) {
			name = names.Of(s.Names[j], j)
			t.SetWhole(j, 1, names.WholeOf(s.Names[j], j))
		}
		t.Rows = append(t.Rows,
			[]string{wording.Itoa(j), name, values[j], table.Bar(s.Values[j], largest, barWidth)})
	}
	if shown < len(s.Values) {
		t.Notes = append(t.Notes,
			"The first "+wording.Itoa(shown)+" of "+wording.Itoa(len(s.Values))+" are listed.")
	}
	if s.Partial {
		t.Notes = append(t.Notes, "Stopped before the end: scores as they were by then.")
	}
	t.Notes = append(t.Notes, wording.WarningNotes(s.Warnings)...)
	return t
}
