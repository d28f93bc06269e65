package tabular

import (
	"errors"
	"fmt"
)

// ReadLabels reads a table that stands beside the features of n samples: the label, the group and
// the identifier of each row, as opt names them. Other columns may hold anything, and Table has no
// feature. A text without commas, semicolons and tabs has one label a line, unless opt names a
// column. Where opt leaves open whether the first row is a header, it is one when there are n+1
// rows. count and text read the same file, one after the other.
//
// Table.Kept has the rows that remain where opt.Missing drops those without a label or a group.
func ReadLabels(count, text *Source, opt Options, n int) (*Table, error) {
	opt.Drop, opt.Transposed, opt.Code, opt.beside = nil, false, ordinal, true
	auto := opt.Header == HeaderAuto
	rows, err := countRows(count, opt)
	if err != nil {
		return nil, err
	}
	switch {
	case rows == 0:
		return nil, errors.New("the file is empty; give one label per sample")
	case opt.Header == HeaderAuto && rows == n+1:
		opt.Header = HeaderYes
	case opt.Header == HeaderAuto:
		opt.Header = HeaderNo
	}
	if opt.Header == HeaderYes {
		rows--
	}
	if rows != n {
		without := ""
		if auto {
			without = fmt.Sprintf(", or %d with a header", n+1)
		}
		return nil, fmt.Errorf("%s for %s; give one row per sample (%d%s)", plural(rows, "row"),
			plural(n, "sample"), n, without)
	}
	t, err := newTable(text, opt)
	if err != nil {
		return nil, err
	}
	out, err := t.read()
	if err == nil && auto && opt.Header == HeaderNo {
		out.FirstSample = t.firstRow
	}
	return out, err
}

// countRows counts the rows of a table, a header among them.
func countRows(text *Source, opt Options) (int, error) {
	t, err := newTable(text, opt)
	if err != nil {
		return 0, err
	}
	first, err := t.hold(MaxColumns)
	if err != nil || first == nil {
		return 0, err
	}
	t.width, t.firstRow = len(first.text), first.line
	rows := 1
	for {
		more, err := t.nextRow()
		if err != nil || !more {
			return rows, err
		}
		for last := false; !last; {
			if _, _, last, err = t.cells.cell(); err != nil {
				return 0, err
			}
		}
		rows++
	}
}

// oneCell reports whether rows of a table beside the features are labels that may have blanks.
func (o Options) oneCell(comma byte) bool {
	return o.beside && comma == blanks && o.Comma == 0 && o.Label == "" && o.Group == "" &&
		o.ID == ""
}
