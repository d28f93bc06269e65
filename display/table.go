package display

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Align is the side on which the cells of a column stand.
type Align int

const (
	Left Align = iota
	Right
)

// Column is the heading of a column.
type Column struct {
	Name  string
	Align Align
	Bar   bool // holds bars of blocks: monospaced and coloured
}

// Table is a table as data; renderers are its methods. Cells are plain text,
// escaped by the renderers.
type Table struct {
	Title string
	// Groups, when not nil, is a row above the headings; the widths add up to
	// the number of columns.
	Groups  []Group
	Columns []Column
	Rows    [][]string
	Notes   []string // small print below
}

// Group is a heading over several columns.
type Group struct {
	Name string
	Span int
}

// Output returns the table in all its forms.
func (t *Table) Output() Output {
	return Output{Text: t.Text(), Markdown: t.Markdown(), HTML: t.HTML()}
}

// String is the text form.
func (t *Table) String() string { return t.Text() }

// Text renders the table for a terminal, in columns.
func (t *Table) Text() string {
	widths := make([]int, len(t.Columns))
	for j, c := range t.Columns {
		widths[j] = utf8.RuneCountInString(c.Name)
		for _, row := range t.Rows {
			widths[j] = max(widths[j], utf8.RuneCountInString(row[j]))
		}
	}
	t.widenForGroups(widths)
	var b strings.Builder
	if t.Title != "" {
		b.WriteString(t.Title + "\n")
	}
	at := 0
	var groups []string
	for _, g := range t.Groups {
		groups = append(groups, pad(g.Name, span(widths[at:at+g.Span]), Left))
		at += g.Span
	}
	if groups != nil {
		b.WriteString(strings.TrimRight(strings.Join(groups, gap), " ") + "\n")
	}
	line := func(cell func(j int) string) {
		cells := make([]string, len(t.Columns))
		for j, c := range t.Columns {
			cells[j] = pad(cell(j), widths[j], c.Align)
		}
		b.WriteString(strings.TrimRight(strings.Join(cells, gap), " ") + "\n")
	}
	if t.hasHeadings() {
		line(func(j int) string { return t.Columns[j].Name })
		b.WriteString(strings.Repeat("─", span(widths)) + "\n")
	}
	for _, row := range t.Rows {
		line(func(j int) string { return row[j] })
	}
	for _, n := range t.Notes {
		b.WriteString(n + "\n")
	}
	return b.String()
}

const gap = "  "

// widenForGroups makes the last column of a group wide enough for its heading.
func (t *Table) widenForGroups(widths []int) {
	at := 0
	for _, g := range t.Groups {
		if short := utf8.RuneCountInString(g.Name) - span(widths[at:at+g.Span]); short > 0 {
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
	return total
}

func pad(s string, width int, a Align) string {
	fill := strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
	if a == Right {
		return fill + s
	}
	return s + fill
}

func (t *Table) hasHeadings() bool {
	for _, c := range t.Columns {
		if c.Name != "" {
			return true
		}
	}
	return false
}

// Markdown renders the table in GitHub's dialect. Groups, which it does not
// have, become part of the headings.
func (t *Table) Markdown() string {
	var b strings.Builder
	if t.Title != "" {
		fmt.Fprintf(&b, "**%s**\n\n", escapeMarkdown(t.Title))
	}
	headings := make([]string, len(t.Columns))
	rule := make([]string, len(t.Columns))
	for j, c := range t.Columns {
		headings[j] = escapeMarkdown(c.Name)
		rule[j] = ":--"
		if c.Align == Right {
			rule[j] = "--:"
		}
	}
	at := 0
	for _, g := range t.Groups {
		if g.Name != "" {
			headings[at] = strings.TrimSuffix(escapeMarkdown(g.Name)+": "+headings[at], ": ")
		}
		at += g.Span
	}
	fmt.Fprintf(&b, "| %s |\n|%s|\n", strings.Join(headings, " | "), strings.Join(rule, "|"))
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for j, cell := range row {
			cells[j] = escapeMarkdown(cell)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	for _, n := range t.Notes {
		fmt.Fprintf(&b, "\n%s\n", escapeMarkdown(n))
	}
	return b.String()
}

// HTML renders a semantic table. Alignment is given twice, since GitHub keeps
// the attribute and strips the style. Colours are left to the page, but for the
// bars, so that dark themes stay readable.
func (t *Table) HTML() string {
	var b strings.Builder
	b.WriteString("<div>")
	if t.Title != "" {
		fmt.Fprintf(&b, "<p style=\"margin:.4em 0 .2em\"><b>%s</b></p>\n", escapeHTML(t.Title))
	}
	b.WriteString("<table style=\"border-collapse:collapse;margin:0\">\n")
	if t.Groups != nil || t.hasHeadings() {
		b.WriteString("<thead>\n")
		t.htmlGroups(&b)
		if t.hasHeadings() {
			b.WriteString("<tr>")
			for _, c := range t.Columns {
				b.WriteString(cellTag("th", c, "border-bottom:1px solid #888;") + escapeHTML(c.Name) + "</th>")
			}
			b.WriteString("</tr>\n")
		}
		b.WriteString("</thead>\n")
	}
	b.WriteString("<tbody>\n")
	for _, row := range t.Rows {
		b.WriteString("<tr>")
		for j, cell := range row {
			b.WriteString(cellTag("td", t.Columns[j], "") + escapeHTML(cell) + "</td>")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>\n")
	for _, n := range t.Notes {
		fmt.Fprintf(&b, "<p style=\"margin:.3em 0\"><small>%s</small></p>\n", escapeHTML(n))
	}
	b.WriteString("</div>")
	return b.String()
}

func (t *Table) htmlGroups(b *strings.Builder) {
	if t.Groups == nil {
		return
	}
	b.WriteString("<tr>")
	for _, g := range t.Groups {
		fmt.Fprintf(b, "<th colspan=\"%d\" align=\"left\" style=\"text-align:left;padding:1px 10px\">%s</th>", g.Span, escapeHTML(g.Name))
	}
	b.WriteString("</tr>\n")
}

func cellTag(tag string, c Column, style string) string {
	side := "left"
	if c.Align == Right {
		side = "right"
	}
	style += "text-align:" + side + ";padding:1px 10px;"
	if c.Bar {
		style += "font-family:monospace;color:#0072B2;white-space:pre;"
	} else if c.Align == Right {
		style += "font-variant-numeric:tabular-nums;"
	}
	return fmt.Sprintf("<%s align=\"%s\" style=\"%s\">", tag, side, style)
}
