package table

import (
	"strings"
	"unicode"
)

// starred is the headings and the rows of the text form, with stars. Where numbers have stars the
// others have a blank instead, so that digits align.
func (t *Table) starred() [][]string {
	out := make([][]string, 1+len(t.Rows))
	for i := range out {
		out[i] = make([]string, len(t.Columns))
	}
	for j, c := range t.Columns {
		plain := ""
		for i := range t.Strong {
			if c.Align == Right && i < len(t.Rows) && t.strong(i, j) {
				plain = " "
			}
		}
		out[0][j] = c.Name + plain
		for i := range t.Rows {
			out[i+1][j] = t.cell(i, j) + plain
			if t.strong(i, j) {
				out[i+1][j] = t.cell(i, j) + "*"
			}
		}
	}
	return out
}

// Text renders the table for a terminal, a row a line.
func (t *Table) Text() string {
	cells := t.starred()
	widths := make([]int, len(t.Columns))
	for j := range t.Columns {
		widths[j] = columnsOf(shown(cells[0][j]))
		for _, row := range cells[1:] {
			widths[j] = max(widths[j], columnsOf(shown(row[j])))
		}
	}
	t.widenForGroups(widths)
	var b strings.Builder
	if t.Title != "" {
		b.WriteString(shown(t.Title) + "\n")
	}
	line := func(cells []string) {
		b.WriteString(strings.TrimRight(strings.Join(cells, gap), " ") + "\n")
	}
	if groups := t.groups(); groups != nil {
		at := 0
		var cells []string
		for _, g := range groups {
			cells = append(cells, pad(g.Name, span(widths[at:at+g.Span]), Left))
			at += g.Span
		}
		line(cells)
	}
	row := func(cells []string) {
		for j, c := range t.Columns {
			cells[j] = pad(cells[j], widths[j], c.Align)
		}
		line(cells)
	}
	if t.hasHeadings() {
		row(cells[0])
		b.WriteString(strings.Repeat("─", span(widths)) + "\n")
	}
	for _, r := range cells[1:] {
		row(r)
	}
	for _, n := range t.Notes {
		b.WriteString(shown(n) + "\n")
	}
	return b.String()
}

const gap = "  "

// widenForGroups makes the last column of a group wide enough for its heading.
func (t *Table) widenForGroups(widths []int) {
	at := 0
	for _, g := range t.groups() {
		if short := columnsOf(shown(g.Name)) - span(widths[at:at+g.Span]); short > 0 {
			widths[at+g.Span-1] += short
		}
		at += g.Span
	}
}

func span(widths []int) int {
	total := len(gap) * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	return max(total, 0)
}

func pad(s string, width int, a Align) string {
	s = shown(s)
	fill := strings.Repeat(" ", max(0, width-columnsOf(s)))
	if a == Right {
		return fill + s
	}
	return s + fill
}

// columnsOf is the number of terminal columns of s: combining marks take none, East Asian letters
// two.
func columnsOf(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case r < 0x300:
			n++
		case unicode.In(r, unicode.Mn, unicode.Me):
		case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana),
			r >= 0xFF01 && r <= 0xFF60, r >= 0x1F300 && r <= 0x1FAFF:
			n += 2
		default:
			n++
		}
	}
	return n
}
