package display

import (
	"fmt"
	"strings"
	"unicode/utf8"
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

// Output returns the table in all its forms.
func (t *Table) Output() Output {
	return Output{Text: t.Text(), Markdown: t.Markdown(), HTML: t.HTML()}
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

// setWhole says what the cell of row i in column j stands for.
func (t *Table) setWhole(i, j int, text string) {
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

// starred is the headings and the rows of the text form, with stars. Where numbers
// have stars the others leave the room, so that their digits stand under one
// another.
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

// Text renders the table for a terminal, a row a line.
func (t *Table) Text() string {
	cells := t.starred()
	widths := make([]int, len(t.Columns))
	for j := range t.Columns {
		widths[j] = columnsOf(visible(cells[0][j]))
		for _, row := range cells[1:] {
			widths[j] = max(widths[j], columnsOf(visible(row[j])))
		}
	}
	t.widenForGroups(widths)
	var b strings.Builder
	if t.Title != "" {
		b.WriteString(visible(t.Title) + "\n")
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
		b.WriteString(visible(n) + "\n")
	}
	return b.String()
}

const gap = "  "

// widenForGroups makes the last column of a group wide enough for its heading.
func (t *Table) widenForGroups(widths []int) {
	at := 0
	for _, g := range t.groups() {
		if short := columnsOf(visible(g.Name)) - span(widths[at:at+g.Span]); short > 0 {
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
	s = visible(s)
	fill := strings.Repeat(" ", max(0, width-columnsOf(s)))
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
	for _, g := range t.groups() {
		if g.Name != "" {
			headings[at] = strings.TrimSuffix(escapeMarkdown(g.Name)+": "+headings[at], ": ")
		}
		at += g.Span
	}
	fmt.Fprintf(&b, "| %s |\n|%s|\n", strings.Join(headings, " | "), strings.Join(rule, "|"))
	for i := range t.Rows {
		cells := make([]string, len(t.Columns))
		for j := range cells {
			cells[j] = escapeMarkdown(t.cell(i, j))
			if t.strong(i, j) {
				cells[j] = "**" + strings.TrimSpace(cells[j]) + "**"
			}
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	for _, n := range t.Notes {
		fmt.Fprintf(&b, "\n%s\n", escapeParagraph(n))
	}
	return b.String()
}

// HTML renders a semantic table. Alignment and size are given twice, since GitHub
// keeps the attribute and the tag and strips the style. Colours are left to the
// page, but for the bars, so that dark themes stay readable. The classes keep
// Jupyter from reading dollar signs in names as formulas.
func (t *Table) HTML() string {
	var b strings.Builder
	b.WriteString("<div class=\"tex2jax_ignore mathjax_ignore\">")
	if t.Title != "" {
		fmt.Fprintf(&b, "<p style=\"margin:.4em 0 .2em\"><b>%s</b></p>\n", escapeHTML(t.Title))
	}
	b.WriteString("<table style=\"border-collapse:collapse;margin:0;color:inherit;font-variant-numeric:tabular-nums\">\n")
	starts := t.htmlHead(&b)
	b.WriteString("<tbody>\n")
	for i := range t.Rows {
		b.WriteString("<tr>")
		for j, c := range t.Columns {
			b.WriteString("<td" + t.cellStyle(i, j, starts[j]) + ">" + t.strongHTML(i, j, t.cellHTML(c, t.cell(i, j))) + "</td>")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>\n")
	for _, n := range t.Notes {
		fmt.Fprintf(&b, "<p style=\"margin:.3em 0\"><small style=\"font-size:85%%\">%s</small></p>\n", escapeHTML(n))
	}
	b.WriteString("</div>")
	return b.String()
}

// htmlHead writes the groups and the headings. It returns which columns stand
// apart from the one before, because a group begins there.
func (t *Table) htmlHead(b *strings.Builder) (starts []bool) {
	starts = make([]bool, len(t.Columns))
	groups := t.groups()
	if groups == nil && !t.hasHeadings() {
		return starts
	}
	b.WriteString("<thead>\n")
	if groups != nil {
		b.WriteString("<tr>")
		at := 0
		for _, g := range groups {
			starts[at] = at > 0
			fmt.Fprintf(b, "<th scope=\"colgroup\" colspan=\"%d\"%s>%s</th>", g.Span, headStyle(Column{}, starts[at], ""), escapeHTML(g.Name))
			at += g.Span
		}
		b.WriteString("</tr>\n")
	}
	if t.hasHeadings() {
		b.WriteString("<tr>")
		for j, c := range t.Columns {
			b.WriteString("<th scope=\"col\"" + headStyle(c, starts[j], "border-bottom:1px solid #888;") + ">" + breakable(c.Name) + "</th>")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</thead>\n")
	return starts
}

// headStyle is the attributes of a heading.
func headStyle(c Column, apart bool, style string) string {
	side := "left"
	if c.Align == Right {
		side = "right"
	}
	style += "text-align:" + side + ";padding:1px 10px"
	if apart {
		style += " 1px 26px"
	}
	return fmt.Sprintf(" align=\"%s\" style=\"%s\"", side, style)
}

// cellStyle is the attributes of a cell. Names and numbers stay on one line, but for a deviation,
// which goes below its mean where the table is wider than the page.
func (t *Table) cellStyle(i, j int, apart bool) string {
	style, text := "", t.cell(i, j)
	c := t.Columns[j]
	if !c.Prose && !c.parts(text) && !t.crowded(c) && utf8.RuneCountInString(text) <= maxName+12 {
		style = "white-space:nowrap;"
	}
	attributes := headStyle(t.Columns[j], apart, style)
	if whole := t.whole(i, j); whole != t.cell(i, j) {
		attributes += " title=\"" + escapeHTML(whole) + "\""
	}
	return attributes
}

// strongHTML makes the text of a cell that stands out bold.
func (t *Table) strongHTML(i, j int, text string) string {
	if t.strong(i, j) {
		return "<strong>" + text + "</strong>"
	}
	return text
}

// deviation stands between a mean and its standard deviation.
const deviation = " ± "

// parts reports whether a text is a number that may part at its deviation.
func (c Column) parts(text string) bool {
	return c.Align == Right && !c.Bar && strings.Contains(text, deviation)
}

// crowded reports whether the names of a column may wrap, since many rankings stand side by side.
func (t *Table) crowded(c Column) bool { return len(t.groups()) > 3 && c.Align == Left && !c.Bar }

// breakable is a text that may also break where the words of a name meet.
func breakable(text string) string {
	return strings.NewReplacer("/", "/<wbr/>", "_", "_<wbr/>").Replace(escapeHTML(text))
}

// unbroken is a text whose spaces do not break.
func unbroken(text string) string { return strings.ReplaceAll(escapeHTML(text), " ", "\u00a0") }

// cellHTML is the text of a cell. Fonts leave gaps between the blocks of a bar: on
// a ground of their own colour and of the length that they say they make one bar.
func (t *Table) cellHTML(c Column, text string) string {
	switch {
	case t.crowded(c):
		return breakable(text)
	case c.parts(text):
		mean, sd, _ := strings.Cut(text, deviation)
		return unbroken(mean) + " " + unbroken("± "+sd)
	case !c.Bar || text == "":
		return escapeHTML(text)
	}
	return fmt.Sprintf("<span style=\"display:inline-block;overflow:hidden;white-space:pre;height:.8em;line-height:.8em;width:%dpx;color:#0072B2;background:#0072B2\">%s</span>", eighths(text), escapeHTML(text))
}
