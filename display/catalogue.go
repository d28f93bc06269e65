package display

import (
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
)

// MethodsTable is the table of the catalogue: name, what it does, parameters with
// their defaults, labels, whether it is a ranking or a subset, and cost.
func MethodsTable(entries []catalogue.Entry) *Table {
	t := &Table{
		Title: "Feature selection methods",
		Columns: []Column{
			{Name: "method"}, {Name: "in Go"}, {Name: "what it looks for", Prose: true},
			{Name: "parameters", Prose: true},
			{Name: "labels"}, {Name: "values"}, {Name: "answer"}, {Name: "time", Prose: true},
			{Name: "source", Prose: true},
		},
		Notes: []string{"n samples, d features. A ranking's best k are the first k of its best " +
			"k + 1; a subset is chosen for one k. Any values are dense in memory, sparse, or in a " +
			"file on disk."},
	}
	for _, e := range entries {
		var params []string
		for _, p := range algorithms.Params(e.Method) {
			params = append(params, p.Name+"="+p.Value)
		}
		t.Rows = append(t.Rows,
			[]string{e.Name, e.InGo(), e.Summary, strings.Join(params, " "),
				e.Labels, storageOf(e), answerOf(e), e.Cost, e.Source})
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
			"Values: " + storageText(e) + ".",
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

// storageText says in words how the values may be held.
func storageText(e catalogue.Entry) string {
	text := e.Storage.String()
	if e.Storage != algorithms.AnyStorage && e.StoredIf != "" {
		text += "; sparse or on disk with " + e.StoredIf
	}
	return text
}

// storageOf says how the values may be held.
func storageOf(e catalogue.Entry) string {
	switch {
	case e.Storage == algorithms.AnyStorage:
		return "any"
	case e.StoredIf != "":
		return e.Storage.String() + "; any with " + e.StoredIf
	}
	return e.Storage.String()
}

func answerOf(e catalogue.Entry) string {
	if e.Nested {
		return "ranking"
	}
	return "subset"
}
