package display

import (
	"slices"
	"strings"

	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// cautious is a result with warnings that its table does not show: its own, and those of its data.
type cautious interface {
	Cautions() (own, data []string)
}

// cautions are notes of the warnings that a result's table does not show: its own, and those of its
// data that were not shown before.
func (s *screen) cautions(result any) []string {
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
	notes := wording.WarningNotes(own)
	for _, note := range wording.WarningNotes(data) {
		if about, ok := strings.CutPrefix(note, "Warning: "); ok {
			note = "Warning about the data: " + about
		}
		notes = append(notes, note)
	}
	return notes
}

// notesOutput shows notes without a table.
func notesOutput(notes []string) Output {
	text, markdown, html := table.Notes(notes)
	return Output{Text: text, Markdown: markdown, HTML: html}
}
