// Package table holds tables as data and their renderers: text for a terminal, Markdown for GitHub,
// HTML for notebooks, LaTeX for papers, and rows of comma-separated values.
//
// A table is complete as text, because GitHub and untrusted notebooks strip styles and scripts.
// Cells are plain text: invisible characters are escaped, and every renderer escapes its special
// characters.
package table

import (
	"slices"
	"strings"
)

// Align is the side on which the cells of a column stand.
type Align int

// Text is left-aligned, numbers right-aligned.
const (
	Left Align = iota
	Right
)

// Column is the heading of a column.
type Column struct {
	Name  string
	Align Align
	Bar   bool // holds bars of blocks
	Prose bool // holds text that may wrap; in other columns only cells longer than a name wrap
	// Room is the least width in HTML, in ems, at which text wraps; 0 for none. A table with more
	// room than the page is scrolled.
	Room int
}

// Numbers are the headings of columns of numbers.
func Numbers(names ...string) []Column {
	out := make([]Column, len(names))
	for i, name := range names {
		out[i] = Column{Name: name, Align: Right}
	}
	return out
}

// Table is a table as data; renderers are its methods. Cells are plain text, escaped by the
// renderers; missing cells of a row are empty.
type Table struct {
	Title string
	// Groups, when not nil, is a row above the headings; it is ignored unless the spans add up to
	// the number of columns.
	Groups  []Group
	Columns []Column
	Rows    [][]string
	// Strong marks emphasized cells, by row and column, and may be shorter than the table: bold,
	// and in text followed by a star.
	Strong [][]bool
	// Whole has, by row and column, the full text of shortened cells, for the title of the cell in
	// HTML and for CSV; "" for other cells. It may be shorter than the table.
	Whole [][]string
	Notes []string // below the table
}

// Group is a heading over several columns.
type Group struct {
	Name string
	Span int
}

// String is the text form.
func (t *Table) String() string { return t.Text() }

func (t *Table) cell(i, j int) string {
	if j < len(t.Rows[i]) {
		return t.Rows[i][j]
	}
	return ""
}

// whole is the full text of the cell of row i in column j.
func (t *Table) whole(i, j int) string {
	if i < len(t.Whole) && j < len(t.Whole[i]) && t.Whole[i][j] != "" {
		return t.Whole[i][j]
	}
	return t.cell(i, j)
}

// SetWhole sets the full text of the shortened cell of row i in column j; "" changes nothing.
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

// strong reports whether the cell of row i in column j is emphasized.
func (t *Table) strong(i, j int) bool {
	return i < len(t.Strong) && j < len(t.Strong[i]) && t.Strong[i][j] &&
		strings.TrimSpace(t.cell(i, j)) != ""
}

// groups returns the groups if they match the columns.
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

// WithNotes is the table with more notes; t is not modified.
func (t *Table) WithNotes(notes []string) *Table {
	if len(notes) == 0 {
		return t
	}
	out := *t
	out.Notes = slices.Concat(t.Notes, notes)
	return &out
}

// ShowOn shows the table on a screen that has ShowTable: see display.Showable.
func (t *Table) ShowOn(screen any) {
	screen.(interface{ ShowTable(*Table) }).ShowTable(t)
}
