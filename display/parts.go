package display

import (
	"io"
	"reflect"

	"fsnb.example/internal/figure"
)

// Parts are what a result of another package is shown as. Its method ShowOn calls
//
//	display.Parts{Tables: …}.ShowOf(result, screen)
type Parts struct {
	Tables  []*Table
	Figures []*figure.Figure // nil ones are left out
	// CSV writes the form of a .csv file of the result alone; nil stands for the first table.
	CSV   func(io.Writer) error
	NoCSV error // why the result alone has no such form
	Err   error // why the result cannot be shown
}

// ShowOf shows the parts of a result, with its warnings, on the screen that ShowOn has. A nil
// result, and Err, are errors of the screen.
func (p Parts) ShowOf(result, screen any) {
	screen.(interface{ showParts(any, Parts) }).showParts(result, p)
}

func (s *Screen) showParts(result any, p Parts) {
	if !s.begin(result) {
		return
	}
	if p.Err != nil {
		s.fail(p.Err)
		return
	}
	for _, t := range p.Tables {
		s.table(t)
	}
	for _, f := range p.Figures {
		s.figure(f)
	}
}

// showParts keeps the CSV form of a result that has one.
func (s *sheet) showParts(result any, p Parts) {
	alone := kind(s.result) == kind(result)
	switch {
	case alone && p.NoCSV != nil:
		s.fail(p.NoCSV)
	case alone && p.CSV != nil && p.Err == nil:
		s.write = p.CSV
	default:
		s.Screen.showParts(result, p)
	}
}

// kind is the type of a result, or of what it points to.
func kind(v any) reflect.Type {
	t := reflect.TypeOf(v)
	if t != nil && t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// CSVOf is the CSV form that has the records as lines.
func CSVOf(rows [][]string) func(io.Writer) error {
	return func(w io.Writer) error { return writeRecords(w, rows) }
}
