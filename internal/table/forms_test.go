package table_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/table"
)

// named has a name everywhere that one can stand: in the title, a group, headings, cells of text,
// of prose and bold ones, and a note.
func named(name string) *table.Table {
	return &table.Table{
		Title: name, Groups: []table.Group{{Name: name, Span: 2}, {Name: name, Span: 2}},
		Columns: []table.Column{{Name: name}, {Name: name, Align: table.Right},
			{Name: name, Prose: true}, {Name: name, Bar: true}},
		Rows:   [][]string{{name, name, name, "███"}, {name}},
		Strong: [][]bool{{true, true}, {false, true}},
		Whole:  [][]string{{name + name}}, Notes: []string{name},
	}
}

// A table with everything that a form can have: a title, groups, numbers with deviations, a row
// heading, bold, bars, prose, names that look like markup, one with its whole text, and notes.
func TestEveryForm(t *testing.T) {
	all := &table.Table{
		Title: "3'-UTR & a_b: 50% <of> $x$",
		Groups: []table.Group{{Span: 1}, {Name: "a|b", Span: 2}, {Name: "", Span: 1},
			{Name: "why", Span: 1}},
		Columns: []table.Column{{Name: "gene"}, {Name: "score", Align: table.Right},
			{Name: "accuracy", Align: table.Right}, {Name: "", Bar: true},
			{Name: "in words", Prose: true, Room: 9}},
		Rows: [][]string{{"part one"},
			{"<b>a…z</b>", "−1.50", "† 0.655 ± 0.076", "████", "few words"},
			{"a|b_*c*", "∞", "0.7", "██▌", "a sentence of more than a few words, {with} #1 and 5%"},
			{"µ, α²", "", "–", "", ""}},
		Strong: [][]bool{nil, {false, false, true}, {true}},
		Notes:  []string{"Bold: the best.", "Warning: a<b & c|d."},
	}
	all.SetWhole(1, 0, "<b>a long name, up to z</b>")
	displaytest.CheckTable(t, "all", all)
	displaytest.GoldenTables(t, map[string]displaytest.Forms{
		"all": {Text: all.Text(), Markdown: all.Markdown(), HTML: all.HTML()}}, "all")
	displaytest.Golden(t, "all.tex", []byte(all.LaTeX()))
}

// Whatever the names are, they are no markup of any form.
func TestHostileNames(t *testing.T) {
	for i, name := range displaytest.Hostile {
		t.Run(fmt.Sprint(i), func(t *testing.T) { displaytest.CheckTable(t, "named", named(name)) })
	}
}

// Whatever the names are, braces and dollars balance, no special character stands
// bare, and every line of the table has its columns.
func FuzzLaTeX(f *testing.F) {
	for _, name := range displaytest.Hostile {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) { displaytest.CheckLaTeX(t, "named", named(name)) })
}

// A table made by hand may be ragged, and its groups may not fit.
func TestRaggedTable(t *testing.T) {
	ragged := &table.Table{
		Groups:  []table.Group{{Name: "too wide", Span: 5}},
		Columns: []table.Column{{Name: "a"}, {Name: "b", Align: table.Right}},
		Rows:    [][]string{{"1"}, {"2", "3", "4"}, nil},
	}
	if want := "a  b\n────\n1\n2  3\n\n"; ragged.Text() != want {
		t.Errorf("text %q, want %q", ragged.Text(), want)
	}
	if want := "| a | b |\n|:--|--:|\n| 1 |  |\n| 2 | 3 |\n|  |  |\n"; ragged.Markdown() != want {
		t.Errorf("Markdown %q, want %q", ragged.Markdown(), want)
	}
	rows, _, _ := displaytest.ParseHTML(t, ragged.HTML())
	if diff := cmp.Diff([][]string{{"1", ""}, {"2", "3"}, {"", ""}}, rows); diff != "" {
		t.Errorf("HTML (-want +got):\n%s", diff)
	}
	empty := &table.Table{}
	if empty.Text() != "" || empty.String() != "" {
		t.Errorf("an empty table is %q", empty.Text())
	}
	displaytest.ParseHTML(t, empty.HTML())
	ragged = &table.Table{
		Groups:  []table.Group{{Name: "one and a half", Span: 1}, {Name: "two", Span: 1}},
		Columns: []table.Column{{Name: "a"}, {Name: "b"}}}
	want := "one and a half  two\na               b\n───────────────────\n"
	if ragged.Text() != want {
		t.Errorf("groups: %q, want %q", ragged.Text(), want)
	}
	if want := "| one and a half: a | two: b |\n|:--|:--|\n"; ragged.Markdown() != want {
		t.Errorf("groups: %q, want %q", ragged.Markdown(), want)
	}
}
