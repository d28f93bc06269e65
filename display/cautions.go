package display

import (
	"strings"

	"fsnb.example/datasets"
)

// cautious is a result that knows the warnings which its table does not show: its own,
// and those of its data.
type cautious interface {
	Cautions() (own, data []string)
}

// RenderOnce is Render for results that are shown one after another. It leaves out the
// warnings of data that are in said, and adds those that it shows; a nil map leaves out
// nothing. A data set shows all of its own.
func RenderOnce(v any, said map[string]bool) ([]Output, error) {
	out, err := render(v, func(w string) bool { return !said[w] })
	if err != nil || said == nil {
		return out, err
	}
	var shown []string
	switch v := v.(type) {
	case *datasets.Dataset:
		shown = v.Warnings
	case cautious:
		_, shown = v.Cautions()
	}
	for _, w := range shown {
		said[w] = true
	}
	return out, nil
}

// cautions are notes of what a result warns of beside its table: its own warnings, and
// those of its data that are wanted.
func cautions(v any, wanted func(warning string) bool) []string {
	c, ok := v.(cautious)
	if !ok {
		return nil
	}
	own, data := c.Cautions()
	var left []string
	for _, w := range data {
		if wanted(w) {
			left = append(left, w)
		}
	}
	notes := warningNotes(own)
	for _, note := range warningNotes(left) {
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
