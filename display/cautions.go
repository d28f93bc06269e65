package display

import (
	"slices"
	"strings"
)

// cautious is a result that knows the warnings which its table does not show: its own,
// and those of its data.
type cautious interface {
	Cautions() (own, data []string)
}

// cautions are notes of what a result warns of beside its table: its own warnings, and
// those of its data that were not said.
func (s *Screen) cautions(result any) []string {
	c, ok := result.(cautious)
	if !ok {
		return nil
	}
	own, data := c.Cautions()
	left := data
	if s.said != nil {
		left = nil
		for _, w := range data {
			if !s.said[w] && !slices.Contains(s.shown, w) {
				left = append(left, w)
			}
		}
		s.shown = append(s.shown, data...)
	}
	return cautionNotes(own, left)
}

// cautionNotes are the notes of a result's own warnings, and of those of its data.
func cautionNotes(own, data []string) []string {
	notes := warningNotes(own)
	for _, note := range warningNotes(data) {
		if about, ok := strings.CutPrefix(note, "Warning: "); ok {
			note = "Warning about the data: " + about
		}
		notes = append(notes, note)
	}
	return notes
}

// notesOutput shows notes that have no table to stand under.
func notesOutput(notes []string) Output {
	var text, markdown, html strings.Builder
	for _, n := range notes {
		text.WriteString(visible(n) + "\n")
		markdown.WriteString(escapeParagraph(n) + "\n\n")
		html.WriteString("<p style=\"margin:.3em 0\"><small style=\"font-size:85%\">" + escapeHTML(n) + "</small></p>\n")
	}
	return Output{Text: text.String(), Markdown: markdown.String(), HTML: html.String()}
}
