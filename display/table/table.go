// Package table is a table as data, and what renders it: text for a terminal, Markdown for
// GitHub, HTML for notebooks, LaTeX for papers, and rows of comma-separated values.
//
// A table says everything in text, because GitHub and untrusted notebooks strip styles and
// scripts. Cells are plain text: what has no shape is spelled out, and every renderer escapes what
// means something to it.
package table

import (
	"slices"
	"strings"
)

// Align is the side on which the cells of a column stand.
type Align int

// Text stands left, numbers right.
const (
	Left Align = iota
	Right
)

// Column is the heading of a column.
type Column struct {
	Name  string
	Align Align
	Bar   bool // holds bars of blocks
	Prose bool // holds words that may wrap; of other columns only cells longer than a name do
}

// Table is a table as data; renderers are its methods. Cells are plain text,
// escaped by the renderers; those that a row lacks are empty.
type Table struct {
	Title string
	// Groups, when not nil, is a row above the headings; the spans add up to
	// the number of columns, else there is none.
	Groups  []Group
	Columns []Column
	Rows    [][]string
	// Strong says which cells stand out, by row and column, as far as it goes:
	// bold, and in text followed by a star.
	Strong [][]bool
	// Whole has, by row and column and as far as it goes, what a shortened cell stands
	// for: the title of the cell in HTML and what CSV writes; "" for a cell that is
	// whole itself.
	Whole [][]string
	Notes []string // small print below
}

// Group is a heading over several columns.
type Group struct {
	Name string
	Span int
}

// String is the text form.
func (t *Table) String() string { return t.Text() }

// cell is the text of row i in column j.
func (t *Table) cell(i, j int) string {
	if j < len(t.Rows[i]) {
		return t.Rows[i][j]
	}
	return ""
}

// whole is the text that the cell of row i in column j stands for.
func (t *Table) whole(i, j int) string {
	if i < len(t.Whole) && j < len(t.Whole[i]) && t.Whole[i][j] != "" {
		return t.Whole[i][j]
	}
	return t.cell(i, j)
}

// SetWhole says what the shortened cell of row i in column j stands for; "" changes nothing.
func (t *Table) SetWhole(i, j int, text string) {
	if text == "" {
		return
	}
	for len(t.Whole) <= i {
		t.Whole = append(t.Whole, nil)
	}
	for len(t.Whole[i]) <= j {
		t.Whole[i] = append(t.Whole[i], "")
	}
	t.Whole[i][j] = text
}

// strong reports whether the cell of row i in column j stands out.
func (t *Table) strong(i, j int) bool {
	return i < len(t.Strong) && j < len(t.Strong[i]) && t.Strong[i][j] && strings.TrimSpace(t.cell(i, j)) != ""
}

// groups returns the groups if they fit the columns.
func (t *Table) groups() []Group {
	left := len(t.Columns)
	for _, g := range t.Groups {
		if g.Span < 1 {
			return nil
		}
		left -= g.Span
	}
	if left != 0 {
		return nil
	}
	return t.Groups
}

func (t *Table) hasHeadings() bool {
	for _, c := range t.Columns {
		if c.Name != "" {
			return true
		}
	}
	return false
}

// WithNotes is the table with more notes; t itself is left as it is.
func (t *Table) WithNotes(notes []string) *Table {
	if len(notes) == 0 {
		return t
	}
	out := *t
	out.Notes = slices.Concat(t.Notes, notes)
	return &out
}

// ShowOn shows the table on a screen that has ShowTable: see display.Screen.
func (t *Table) ShowOn(screen any) {
	screen.(interface{ ShowTable(*Table) }).ShowTable(t)
}
