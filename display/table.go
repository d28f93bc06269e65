package display

import (
	"fsnb.example/internal/figure"
	"fsnb.example/internal/table"
)

// The results' forms: see packages table and figure.
type (
	Figure = figure.Figure
	Table  = table.Table
	Column = table.Column
	Group  = table.Group
)

// Text is left-aligned, numbers right-aligned.
const (
	Left  = table.Left
	Right = table.Right
)

// ShowTable shows a table.
func (s *screen) ShowTable(t *Table) {
	if s.begin(t) {
		s.table(t)
	}
}

// tableOutput is a table in all its forms.
func tableOutput(t *Table) Output {
	return Output{Text: t.Text(), Markdown: t.Markdown(), HTML: t.HTML()}
}
