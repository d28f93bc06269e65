package display

import (
	"encoding/csv"
	"io"
)

// CSV returns the writer of a result's table as comma-separated values. A result with a form of its
// own has a method of the sheet for it, or Parts.CSV. Any other result, and one of a user-defined
// type, is as its first table, without bars and in a machine-readable form: mean and deviation, and
// the ends of an interval, are separate columns (NAME, NAME sd; NAME low, NAME high), shares in
// percent are fractions, and names are not shortened. It returns an error for a result without a
// table.
func CSV(result any) (func(io.Writer) error, error) {
	s := &sheet{screen: screen{bare: true}, result: result}
	if r, ok := result.(Showable); ok {
		if err := s.show(r, s); err != nil {
			return nil, err
		}
	}
	if s.write != nil {
		return s.write, nil
	}
	all, err := s.tables(result, ".csv")
	if err != nil {
		return nil, err
	}
	s.records(all[0].Records(), nil)
	return s.write, nil
}

// A sheet is a screen that keeps the CSV form of a result that has one. Such a result has a method
// of the sheet beside that of the screen, so that the linker drops the forms of the others, too.
type sheet struct {
	screen
	result any
	write  func(io.Writer) error
}

// whole reports whether a result of type T is what is saved, rather than a part of it.
func whole[T any](s *sheet) bool {
	switch s.result.(type) {
	case T, *T:
		return true
	}
	return false
}

// records keeps the form of the result, or the error.
func (s *sheet) records(rows [][]string, err error) {
	if err != nil {
		s.fail(err)
		return
	}
	s.write = func(w io.Writer) error { return writeRecords(w, rows) }
}

func writeRecords(w io.Writer, rows [][]string) error {
	cw := csv.NewWriter(w)
	if err := cw.WriteAll(rows); err != nil {
		return err
	}
	return cw.Error()
}
