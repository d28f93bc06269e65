package display

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/internal/wording"
)

// MethodsTable is the table of methods by family: name, in Go, what it looks for, which target and
// values it takes, what it answers, and cost. Entries of one family stand together.
func MethodsTable(entries []catalogue.Entry) *Table {
	t := &Table{
		Title: "Feature selection methods",
		Columns: []Column{
			{Name: "family", Prose: true, Room: 6}, {Name: "method"}, {Name: "in Go"},
			{Name: "what it looks for", Prose: true, Room: 17},
			{Name: "target", Prose: true, Room: 7}, {Name: "values", Prose: true, Room: 5},
			{Name: "answer", Prose: true, Room: 7}, {Name: "time", Prose: true, Room: 10},
		},
		Notes: []string{
			answerNote + " Any values are dense in memory, sparse, or in a file on disk. " +
				"n samples, d features."},
	}
	last := algorithms.Family("")
	for i, e := range entries {
		family := string(e.Family)
		if e.Family == last {
			t.SetWhole(i, 0, family)
			family = ""
		}
		last = e.Family
		t.Rows = append(t.Rows, []string{family, e.Name, e.InGo(), e.Summary, targetOf(e),
			storageOf(e), answerOf(e), e.Cost})
	}
	return t
}

// answerNote explains the column of answers.
const answerNote = "A ranking's best k are the first k of its best k + 1; a subset is chosen for " +
	"one k. Without redundancy: features that repeat a chosen one come later. With p: a test."

// FamiliesTable is a row a family: what it is good for, and its methods.
func FamiliesTable(entries []catalogue.Entry) *Table {
	t := &Table{
		Title: "Families of methods",
		Columns: []Column{{Name: "family"}, {Name: "what it is good for", Prose: true},
			{Name: "methods", Prose: true}},
	}
	for _, f := range algorithms.Families() {
		var names []string
		for _, e := range entries {
			if e.Family == f {
				names = append(names, e.Name)
			}
		}
		if names != nil {
			t.Rows = append(t.Rows, []string{string(f), f.About(), strings.Join(names, ", ")})
		}
	}
	return t
}

// MethodNamesTable is the short form of MethodsTable, for a terminal.
func MethodNamesTable(entries []catalogue.Entry) *Table {
	t := &Table{
		Title: "Feature selection methods",
		Columns: []Column{{Name: "family"}, {Name: "method"}, {Name: "answer"}, {Name: "target"},
			{Name: "what it looks for"}},
		Notes: []string{
			answerNote + ` "fsnb methods NAME" says what the parameters of a method mean; ` +
				`"fsnb methods -for sparse,continuous" lists those for such data.`},
	}
	last := algorithms.Family("")
	for i, e := range entries {
		family := string(e.Family)
		if e.Family == last {
			t.SetWhole(i, 0, family)
			family = ""
		}
		last = e.Family
		t.Rows = append(t.Rows, []string{family, e.Name, answerOf(e), targetOf(e), e.Summary})
	}
	return t
}

// targetOf says which target a method needs: "none", or the kinds, and the choices on which that
// depends.
func targetOf(e catalogue.Entry) string {
	some := strings.Contains(e.Labels, "=")
	switch {
	case some && e.Targets == algorithms.NoTarget:
		return "none; classes with " + e.Labels
	case some:
		return e.Targets.String() + " with " + e.Labels + "; else none"
	}
	return e.Targets.String()
}

// MethodTable describes one method of the catalogue, a row for each parameter.
func MethodTable(e catalogue.Entry) *Table {
	t := &Table{
		Title: e.Name + ": " + e.Summary,
		Columns: []Column{{Name: "parameter"}, {Name: "default"}, {Name: "range"},
			{Name: "what it is"}},
		Notes: []string{
			"In Go: " + e.InGo() + ". Family: " + string(e.Family) + ". The answer is a " +
				answerOf(e) + ". Target: " + targetOf(e) + ".",
			"Values: " + storageText(e) + ".",
			"Time: " + e.Cost + ", with n samples and d features.",
		},
	}
	if w := wideOf(e); w != "" {
		t.Notes = append(t.Notes, wording.Sentence(w))
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
		t.Rows = append(t.Rows, []string{p.Name, p.Value, p.Range.String(), about})
	}
	if slices.ContainsFunc(t.Rows, func(row []string) bool { return row[2] != "" }) {
		t.Notes = append(t.Notes, "A number out of its range is an error, other than 0, which "+
			"means the default.")
	}
	if len(params) == 0 {
		t.Columns = t.Columns[:1]
		t.Rows = [][]string{{"none"}}
	}
	return t
}

// wideOf says what a method takes on wide data, and why; "" for one that takes little.
func wideOf(e catalogue.Entry) string {
	w := e.Wide
	const n, d, some = 100, 20_000, 50
	switch s := w.Seconds; {
	case w.Why == "":
		return ""
	case s.Factor == 0:
		return fmt.Sprintf("100 × 20,000 take %s of memory, beside the data: %s; %s",
			wording.Memory(e.Memory(algorithms.Shape{N: n, D: d, K: d, Classes: 2, Entries: n * d,
				Workers: 2})), w.Why, w.Instead)
	case s.K == 0:
		return fmt.Sprintf("100 × 20,000 take %s of one processor: %s; %s",
			wording.Duration(s.For(n, d, 0)), w.Why, w.Instead)
	default:
		return fmt.Sprintf("on 100 × 20,000 all features take %s of one processor, the best %d "+
			"%s: %s; %s", wording.Duration(s.For(n, d, 0)), some,
			wording.Duration(s.For(n, d, some)), w.Why, w.Instead)
	}
}

// RangesTable lists the ranges of all numbers that are parameters: a row for those of one name and
// range.
func RangesTable(entries []catalogue.Entry) *Table {
	t := &Table{Columns: []Column{{Name: "parameter"}, {Name: "range"},
		{Name: "methods", Prose: true}}}
	for _, e := range entries {
		for _, p := range algorithms.Parameters(e.Method) {
			text := p.Range.String()
			if text == "" {
				continue
			}
			i := slices.IndexFunc(t.Rows, func(row []string) bool {
				return row[0] == p.Name && row[1] == text
			})
			if i < 0 {
				t.Rows = append(t.Rows, []string{p.Name, text, e.Name})
			} else {
				t.Rows[i][2] += ", " + e.Name
			}
		}
	}
	slices.SortStableFunc(t.Rows, func(a, b []string) int { return cmp.Compare(a[0], b[0]) })
	return t
}

// WideTable lists the methods that take long, or much memory, on wide data, and why: a row for
// those of one reason.
func WideTable(entries []catalogue.Entry) *Table {
	t := &Table{Columns: []Column{{Name: "methods"}, {Name: "on 100 × 20,000", Prose: true}}}
	for _, e := range entries {
		w := wideOf(e)
		if w == "" {
			continue
		}
		i := slices.IndexFunc(t.Rows, func(row []string) bool { return row[1] == w })
		if i < 0 {
			t.Rows = append(t.Rows, []string{e.Name, w})
			continue
		}
		t.Rows[i][0] += ", " + e.Name
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

// answerOf says what the answer of a method is.
func answerOf(e catalogue.Entry) string {
	out := "subset"
	if e.Nested {
		out = "ranking"
	}
	if e.Fewer {
		out = "ranking of its own length"
	}
	var with []string
	if e.Redundancy {
		with = append(with, "without redundancy")
	}
	if e.PValues {
		with = append(with, "with p")
	}
	return strings.Join(append([]string{out}, with...), ", ")
}
