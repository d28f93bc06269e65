// Package display turns results into tables and figures: text, Markdown, HTML, PNG, SVG and PDF. It
// does not talk to a notebook; package fsnb does.
//
// A result has one file, with xTable, xFigure and, where its CSV is not that of the table, xCSV.
// Render, Tables, File and CSV take any result. Package internal/chart draws with gonum/plot.
//
// Tables are complete as text, because GitHub and untrusted notebooks strip styles and scripts.
// Figures have the fonts of gonum/plot, on white, in colors for color-blind readers.
package display

import (
	"fmt"

	"fsnb.example/internal/figure"
)

// Output is a table or a figure to show. Text is always set; Markdown and HTML are empty for a
// figure, Figure is nil for a table.
type Output struct {
	Text     string
	Markdown string
	HTML     string
	Figure   Picture
}

// Picture is a figure that can be written to files. It is an interface, so that programs that show
// tables only are not linked with drawing code.
type Picture interface {
	// Pixels is the size on a page; the PNG has twice as many pixels each way.
	Pixels() (width, height int)
	PNG() ([]byte, error)
	SVG() ([]byte, error)
	PDF() ([]byte, error)
	// VegaLite is the figure as a Vega-Lite specification, or nil.
	VegaLite() map[string]any
}

// ShowOn shows the output as it is.
func (o Output) ShowOn(screen any) {
	screen.(interface{ showOutput(Output) }).showOutput(o)
}

func (s *screen) showOutput(o Output) {
	s.begin(o)
	s.items = append(s.items, item{output: o})
}

// ShowFigure shows a figure.
func (s *screen) ShowFigure(f *figure.Figure) {
	if s.begin(f) {
		s.figure(f)
	}
}

// figureOutput is a figure with its description as text, for screen readers.
func figureOutput(f *figure.Figure) Output {
	return Output{Text: f.Description() + "\n", Figure: f}
}

// Render returns the outputs of a result, tables before figures. It is an error when the result is
// nil or empty, or cannot be drawn.
func Render(result Showable) ([]Output, error) { return RenderOnce(result, nil) }

// RenderOnce is Render for results that are shown one after another. It omits the warnings of data
// that are in said, and adds those that it shows; a nil map omits none. A data set shows all of its
// own.
func RenderOnce(result Showable, said map[string]bool) ([]Output, error) {
	s := &screen{said: said}
	if err := s.show(result, s); err != nil {
		return nil, err
	}
	if len(s.items) == 0 {
		return nil, fmt.Errorf(
			"cannot show a %T that is empty: it has neither a table nor a figure",
			result)
	}
	if said != nil {
		for _, w := range s.shown {
			said[w] = true
		}
	}
	var out []Output
	for _, i := range s.items {
		if i.table != nil {
			i.output = tableOutput(i.table)
		}
		out = append(out, i.output)
	}
	return out, nil
}

// Tables returns the tables of a result, without the warnings of its data, for a program that
// changes them before it shows them. It is an error when the result has none, is nil, or cannot be
// shown.
func Tables(result Showable) ([]*Table, error) { return tables(result, "") }

// tables returns the tables of a result, one at least, without the warnings of its data; ext
// is the kind of file that they are for, if any.
func tables(result any, ext string) ([]*Table, error) {
	s := &screen{bare: true}
	if r, ok := result.(Showable); ok {
		if err := s.show(r, s); err != nil {
			return nil, err
		}
	}
	return s.tables(result, ext)
}

// tables returns the tables on the screen, one at least.
func (s *screen) tables(result any, ext string) ([]*Table, error) {
	var out []*Table
	for _, i := range s.items {
		if i.table != nil {
			out = append(out, i.table)
		}
	}
	if out == nil {
		if ext != "" {
			ext = " to save as " + ext
		}
		return nil, fmt.Errorf("a %T has no table%s", result, ext)
	}
	return out, nil
}
