package display

import (
	"fmt"
	"slices"
	"strings"

	"fsnb.example/evaluation/papers"
	"fsnb.example/evaluation/replay"
	"fsnb.example/internal/wording"
)

// maxCompared is the largest number of printed numbers that PaperComparison lists one per row.
const maxCompared = 24

// paperGrid is the comparison in the rows and columns of the printed table, each
// cell paper → ours; those with a number of ours.
func paperGrid(c *papers.Comparison) *Table {
	t := &Table{Title: comparisonTitle(c), Columns: []Column{{Name: ""}}}
	has := func(keep func(e papers.Entry) bool) bool {
		return slices.ContainsFunc(c.Rows,
			func(r papers.Compared) bool { return r.Found && keep(r.Entry) })
	}
	type line struct{ section, row string }
	type cell struct {
		line
		column int
	}
	var lines []line
	var heads []string // of the first part; the columns of other parts stand in the same places
	cells := map[cell]papers.Compared{}
	section, row, column := "", "", 0
	for i, r := range c.Rows {
		e := r.Entry
		if i == 0 || e.Section != section || e.Row != row {
			section, row, column = e.Section, e.Row, 0
			if has(func(e papers.Entry) bool { return e.Section == section && e.Row == row }) {
				lines = append(lines, line{section, row})
			}
		}
		if column == len(heads) {
			heads = append(heads, e.Column)
		}
		cells[cell{line{section, row}, column}] = r
		column++
	}
	var columns []int
	for j, head := range heads {
		if slices.ContainsFunc(lines, func(l line) bool { return cells[cell{l, j}].Found }) {
			columns = append(columns, j)
			t.Columns = append(t.Columns, Column{Name: head, Align: Right})
		}
	}
	unlike := false
	for i, l := range lines {
		if l.section != "" && (i == 0 || lines[i-1].section != l.section) {
			t.Rows = append(t.Rows, []string{l.section})
		}
		text := []string{l.row}
		for _, j := range columns {
			r, ok := cells[cell{l, j}]
			switch {
			case !ok:
				text = append(text, "")
			case !r.Found:
				text = append(text, r.Entry.Printed+" → –")
			default:
				ours := wording.Fixed(r.Ours, r.Entry.Decimals())
				if !r.Comparable {
					ours, unlike = "("+ours+")", true
				}
				text = append(text, r.Entry.Printed+" → "+ours)
			}
		}
		t.Rows = append(t.Rows, text)
	}
	if unlike {
		t.Notes = append(t.Notes,
			"In parentheses what cannot be compared: "+strings.Join(reasonsUnlike(c), "; ")+".")
	}
	return t
}

func reasonsUnlike(c *papers.Comparison) []string {
	var out []string
	for _, r := range c.Rows {
		if why := wording.CleanSentence(r.Why); r.Found && !r.Comparable &&
			!slices.Contains(out, why) {
			out = append(out, why)
		}
	}
	return out
}

// fewCompared is the number of comparable numbers from which they are summarized.
const fewCompared = 6

// agreementNotes summarize the agreement of ours and the printed numbers, in tables where more or
// less is better.
func agreementNotes(c *papers.Comparison) []string {
	a := c.Agreement()
	if a.N < fewCompared {
		return nil
	}
	at := func(i int) string {
		r := c.Rows[i]
		parts := []string{r.Entry.Row, r.Entry.Column}
		if r.Entry.Section != "" {
			parts = append(parts, r.Entry.Section)
		}
		return fmt.Sprintf("%s (%s)", signed(r.Difference, r.Entry.Decimals()),
			strings.Join(parts, ", "))
	}
	if c.Rows[a.Least].Difference == 0 && c.Rows[a.Most].Difference == 0 {
		return []string{fmt.Sprintf("Ours are the paper's in all %d.", a.N)}
	}
	if c.Better == "" { // counts of data sets have no common unit
		return nil
	}
	decimals := c.Rows[a.Least].Entry.Decimals() + 1
	notes := []string{
		fmt.Sprintf("Ours less the paper's, %d numbers: %s on average, from %s to %s.", a.N,
			signed(a.Mean, decimals), at(a.Least), at(a.Most))}
	if a.Contests > 0 {
		notes = append(notes, fmt.Sprintf("The paper's best method is the best here, too, in %d "+
			"of %d comparisons of methods on a data set.", a.SameBest, a.Contests))
	}
	return notes
}

// ShowReplay shows a printed table with the results of studies.
func (s *Screen) ShowReplay(c *replay.Comparison) {
	if s.begin(c) {
		s.table(ReplayTable(c))
	}
}

// ReplayTable is PaperComparisonTable with the remarks of the studies behind our numbers.
func ReplayTable(c *replay.Comparison) *Table {
	t := PaperComparisonTable(c.Comparison)
	for _, protocol := range c.Protocols {
		t.Notes = append(t.Notes, "Ours: "+strings.TrimSuffix(protocol, ".")+".")
	}
	t.Notes = append(t.Notes, c.Remarks...)
	if c.Partial {
		t.Notes = append(t.Notes, "Ours was stopped before its end.")
	}
	return t
}
