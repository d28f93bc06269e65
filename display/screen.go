package display

import (
	"errors"
	"fmt"
	"reflect"

	"fsnb.example/internal/figure"
)

// Showable is a result that can be shown: a data set, a result of package evaluation, a table, a
// chart. A user-defined type implements it by embedding one, or by calling ShowOn of its parts in
// turn:
//
//	func (m Mine) ShowOn(screen any) {
//		m.Ranking.ShowOn(screen)
//		m.Table.ShowOn(screen)
//	}
type Showable interface{ ShowOn(screen any) }

// A screen collects the tables and figures of results. Results do not import package display: each
// asks the screen for the one method that shows it, such as ShowScatter. So the linker drops unused
// methods, with the code of their figures. The zero screen is empty.
type screen struct {
	items []item
	notes []string        // of the current result, until a table takes them
	bare  bool            // omit notes of warnings
	said  map[string]bool // warnings of data that are not shown again; nil for none
	shown []string        // those that this screen shows
	err   error           // of the first result that cannot be shown
}

// item is a table, or another output.
type item struct {
	table  *Table
	output Output
}

// begin starts a result, and reports whether it is not nil.
func (s *screen) begin(result any) bool {
	s.end()
	if nothing(result) {
		s.fail(errors.New(showsNothing(result)))
	}
	if s.err == nil && !s.bare {
		s.notes = s.cautions(result)
	}
	return s.err == nil
}

// table adds a table; the notes of the result go below its first one.
func (s *screen) table(t *Table) {
	if t == nil {
		return
	}
	s.items = append(s.items, item{table: t.WithNotes(s.notes)})
	s.notes = nil
}

// figure adds a figure. It is separate from table, so that tables alone do not link it.
func (s *screen) figure(f *figure.Figure) {
	if f == nil {
		return
	}
	s.end()
	s.items = append(s.items, item{output: figureOutput(f)})
}

// figureOf adds a figure, or keeps the error.
func (s *screen) figureOf(f *figure.Figure, err error) {
	if err != nil {
		s.fail(err)
		return
	}
	s.figure(f)
}

// end shows the notes of a result that has no table.
func (s *screen) end() {
	if len(s.notes) > 0 {
		s.items = append(s.items, item{output: notesOutput(s.notes)})
	}
	s.notes = nil
}

// fail keeps the first error.
func (s *screen) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// show calls ShowOn of a result with the screen, or with a sheet that it is a part of.
func (s *screen) show(result Showable, screen any) error {
	if nothing(result) {
		return errors.New(showsNothing(result))
	}
	result.ShowOn(screen)
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
		return "cannot show nil: there is no result; give what a function such as Select or " +
			"Load returned"
	}
	return fmt.Sprintf("cannot show a %T that is nil: it holds no result; give what a function "+
		"such as Select or Load returned",
		v)
}
