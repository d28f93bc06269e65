package display

import (
	"io"
	"reflect"

	"fsnb.example/internal/figure"
)

// Parts are what a result of another package is shown as. Its method ShowOn calls
//
//	display.Parts{Tables: …}.ShowOf(result, screen)
//
// The functions are called when they are needed, and never for a nil result, which is an error.
type Parts struct {
	Tables  func() ([]*Table, error)
	Figures func() []*figure.Figure // nil for none; nil figures are left out
	// CSV writes the form of a .csv file of the result alone; nil stands for the first table.
	CSV   func(io.Writer) error
	NoCSV error // why the result alone has no such form
}

// ShowOf shows the parts of a result, with its warnings, on the screen that ShowOn has.
func (p Parts) ShowOf(result, screen any) {
	screen.(interface{ showParts(any, Parts) }).showParts(result, p)
}

func (s *screen) showParts(result any, p Parts) {
	if !s.begin(result) {
		return
	}
	tables, err := p.Tables()
	if err != nil {
		s.fail(err)
		return
	}
	for _, t := range tables {
		s.table(t)
	}
	if p.Figures != nil {
		for _, f := range p.Figures() {
			s.figure(f)
		}
	}
}

// showParts keeps the CSV form of a result that has one.
func (s *sheet) showParts(result any, p Parts) {
	alone := kind(s.result) == kind(result)
	switch {
	case alone && p.NoCSV != nil:
		s.fail(p.NoCSV)
	case alone && p.CSV != nil && s.begin(result):
		s.write = p.CSV
	default:
		s.screen.showParts(result, p)
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

// OneTable is what a result is shown as that has one table.
func OneTable(table func() *Table) func() ([]*Table, error) {
	return func() ([]*Table, error) { return []*Table{table()}, nil }
}

// CSVOf is the CSV form that has the records as lines.
func CSVOf(records func() [][]string) func(io.Writer) error {
	return func(w io.Writer) error { return writeRecords(w, records()) }
}
