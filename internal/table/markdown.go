package table

import (
	"fmt"
	"regexp"
	"strings"
)

// Markdown renders the table in GitHub's dialect. It has no groups: they become part of the
// headings.
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

var (
	markdownEscapes = strings.NewReplacer(
		`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `&lt;`, `>`, `&gt;`,
		`&`, `&amp;`, `|`, `\|`, `~`, `\~`, `#`, `\#`, `$`, `\$`, `://`, `:\//`, `www.`, `www\.`,
		`@`, `\@`)
	blockStart = regexp.MustCompile(`^\s*(?:[-+=]|\d+[.)])`)
)

// escapeMarkdown escapes special characters within a line.
func escapeMarkdown(s string) string { return markdownEscapes.Replace(shown(s)) }

// escapeParagraph also prevents the line from beginning a list or a rule.
func escapeParagraph(s string) string {
	s = escapeMarkdown(s)
	if at := blockStart.FindStringIndex(s); at != nil {
		return s[:at[1]-1] + `\` + s[at[1]-1:]
	}
	return s
}
