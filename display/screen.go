package display

import (
	"errors"
	"fmt"
	"reflect"

	"fsnb.example/display/figure"
)

// Showable is a result that can be shown: a data set, what package evaluation measures, a
// table, a chart. A type of a user's own is one when it embeds one, or when its ShowOn calls
// those of its parts in turn:
//
//	func (m Mine) ShowOn(screen any) {
//		m.Ranking.ShowOn(screen)
//		m.Table.ShowOn(screen)
//	}
type Showable interface{ ShowOn(screen any) }

// A Screen collects the tables and figures of results. Results do not know package display:
// each asks the screen for the one method that shows it, such as ShowScatter. Neither side
// lists the other's, so the linker leaves out the methods that a program does not ask for, and
// with them what draws their figures. The zero Screen is empty.
type Screen struct {
	items []item
	notes []string        // of the result at hand, until a table takes them
	bare  bool            // leave out notes of warnings
	said  map[string]bool // warnings of data that are not shown again; nil for none
	shown []string        // those that this screen shows
	err   error           // of the first result that cannot be shown
}

// item is a table, or an output that is no table.
type item struct {
	table  *Table
	output Output
}

// begin makes room for a result, and reports whether there is one.
func (s *Screen) begin(result any) bool {
	s.end()
	if nothing(result) {
		s.fail(errors.New(showsNothing(result)))
	}
	if s.err == nil && !s.bare {
		s.notes = s.cautions(result)
	}
	return s.err == nil
}

// table adds a table, below the first of which the notes of the result stand.
func (s *Screen) table(t *Table) {
	if t == nil {
		return
	}
	s.items = append(s.items, item{table: t.WithNotes(s.notes)})
	s.notes = nil
}

// figure adds a figure. It is apart from table, so that tables alone do not link it.
func (s *Screen) figure(f *figure.Figure) {
	if f == nil {
		return
	}
	s.end()
	s.items = append(s.items, item{output: figureOutput(f)})
}

// figureOf adds a figure, or keeps the error that it could not be made for.
func (s *Screen) figureOf(f *figure.Figure, err error) {
	if err != nil {
		s.fail(err)
		return
	}
	s.figure(f)
}

// end shows the notes of a result that has no table.
func (s *Screen) end() {
	if len(s.notes) > 0 {
		s.items = append(s.items, item{output: notesOutput(s.notes)})
	}
	s.notes = nil
}

// fail keeps the first error.
func (s *Screen) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// show has a result hand over what it shows.
func (s *Screen) show(result Showable) error {
	if nothing(result) {
		return errors.New(showsNothing(result))
	}
	result.ShowOn(s)
	s.end()
	return s.err
}

// nothing reports whether v is nil, or a nil pointer.
func nothing(v any) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil()
}

func showsNothing(v any) string {
	if v == nil {
		return "cannot show nil: there is no result; give what a function such as Select or Load returned"
	}
	return fmt.Sprintf("cannot show a %T that is nil: it holds no result; give what a function "+
		"such as Select or Load returned",
		v)
}
