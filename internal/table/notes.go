package table

import (
	"strings"

	"fsnb.example/internal/visible"
)

// Notes renders notes without a table, a line a note.
func Notes(notes []string) (text, markdown, page string) {
	var t, m, h strings.Builder
	for _, n := range notes {
		t.WriteString(shown(n) + "\n")
		m.WriteString(escapeParagraph(n) + "\n\n")
		h.WriteString("<p style=\"margin:.3em 0\"><small style=\"font-size:85%\">" +
			escapeHTML(n) + "</small></p>\n")
	}
	return t.String(), m.String(), h.String()
}

// shown escapes invisible characters: see visible.Text.
func shown(s string) string { return visible.Text(s) }
