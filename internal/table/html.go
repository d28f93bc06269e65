package table

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// maxNowrap is the runes of a cell that stays on one line: a shortened name with a unit.
const maxNowrap = 60

// HTML renders a semantic table. Alignment and size are given twice, since GitHub keeps the
// attribute and the tag and strips the style. Only bars set colors, so that dark themes stay
// readable. A table that is wider than the page scrolls in an element of its own, which does not
// make the notes as wide, and is printed in smaller letters. The classes of MathJax prevent Jupyter
// from reading dollar signs in names as formulas.
func (t *Table) HTML() string {
	var b strings.Builder
	b.WriteString("<div class=\"tex2jax_ignore mathjax_ignore\">")
	if t.Title != "" {
		fmt.Fprintf(&b, "<p style=\"margin:.4em 0 .2em;break-inside:avoid;break-after:avoid\">"+
			"<b>%s</b></p>\n", escapeHTML(t.Title))
	}
	b.WriteString(printStyle + t.scroller() +
		"<table style=\"border-collapse:collapse;margin:0;color:inherit;font-variant-numeric:tabular-nums\">\n")
	starts := t.htmlHead(&b)
	b.WriteString("<tbody>\n")
	for i := range t.Rows {
		b.WriteString("<tr>")
		for j, c := range t.Columns {
			b.WriteString("<td" + t.cellStyle(i, j, starts[j]) + ">" + t.strongHTML(i, j,
				t.cellHTML(c, t.cell(i, j))) + "</td>")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table></div>\n")
	for _, n := range t.Notes {
		fmt.Fprintf(&b, "<p style=\"margin:.3em 0\"><small "+
			"style=\"font-size:85%%\">%s</small></p>\n", escapeHTML(n))
	}
	b.WriteString("</div>")
	return b.String()
}

// htmlHead writes the groups and the headings. It returns which columns are the first of a group
// and need space.
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
			fmt.Fprintf(b, "<th scope=\"colgroup\" colspan=\"%d\"%s>%s</th>", g.Span,
				headStyle(Column{}, starts[at], ""), escapeHTML(g.Name))
			at += g.Span
		}
		b.WriteString("</tr>\n")
	}
	if t.hasHeadings() {
		b.WriteString("<tr>")
		for j, c := range t.Columns {
			style := "border-bottom:1px solid #888;"
			if c.Room > 0 {
				style += fmt.Sprintf("min-width:%dem;", c.Room)
			}
			b.WriteString("<th scope=\"col\"" + headStyle(c, starts[j], style) + ">" +
				breakable(c.Name) + "</th>")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</thead>\n")
	return starts
}

func headStyle(c Column, apart bool, style string) string {
	side := "left"
	if c.Align == Right {
		side = "right"
	}
	style += "text-align:" + side + ";padding:1px .6em"
	if apart {
		style += " 1px 2em"
	}
	return fmt.Sprintf(" align=\"%s\" style=\"%s\"", side, style)
}

// cellStyle is the attributes of a cell. Names and numbers do not wrap, except a deviation, which
// goes below its mean where the table is wider than the page. Long text that wraps has room for
// some words in a line, since Jupyter breaks words, too, on a page as narrow as a phone.
func (t *Table) cellStyle(i, j int, apart bool) string {
	style, text, c := "", t.cell(i, j), t.Columns[j]
	switch {
	case c.Prose || utf8.RuneCountInString(text) > maxNowrap:
		if textEms(text) > proseEms {
			style = fmt.Sprintf("min-width:%dem;", proseEms)
		}
	case !c.parts(text) && !t.crowded(c):
		style = "white-space:nowrap;"
	}
	attributes := headStyle(t.Columns[j], apart, style)
	if whole := t.whole(i, j); whole != t.cell(i, j) {
		attributes += " title=\"" + escapeHTML(whole) + "\""
	}
	return attributes
}

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

// cellHTML is the text of a cell. Fonts leave gaps between the blocks of a bar: a background of the
// bar's color and length closes them.
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
	return fmt.Sprintf(
		"<span style=\"display:inline-block;overflow:hidden;white-space:pre;height:.8em;"+
			"line-height:.8em;width:%.3gem;color:#0072B2;background:#0072B2\">%s</span>",
		barEms(text), escapeHTML(text))
}

func escapeHTML(s string) string { return html.EscapeString(shown(s)) }
