package tabular

import (
	"fmt"
)

// heldRow is a row that is kept until its kind is known.
type heldRow struct {
	line   int
	text   []string
	quoted []bool
}

// hold reads a row of at most width cells and keeps it; nil at the end.
func (t *tableReader) hold(width int) (*heldRow, error) {
	more, err := t.nextRow()
	if err != nil || !more {
		return nil, err
	}
	h := &heldRow{line: t.cells.row}
	var cells texts
	var quotes Pieces[bool]
	for last := false; !last; {
		var cell []byte
		var quoted bool
		if cell, quoted, last, err = t.cells.cell(); err != nil {
			return nil, err
		}
		if cells.ends.n == width {
			if t.width > 0 {
				return nil, t.tooLong(h.line)
			}
			return nil, fmt.Errorf("row %d has more than %d cells; look at the line ends and "+
				"the separator", h.line, MaxColumns)
		}
		if cells.all.n+len(cell) > MaxHeader {
			return nil, fmt.Errorf("row %d is longer than %d bytes; look at the line ends", h.line,
				MaxHeader)
		}
		if err := t.text.roomFor(cells.ends.n); err != nil {
			return nil, fmt.Errorf("row %d: %w", h.line, err)
		}
		cells.push(cell)
		quotes.Add(quoted)
	}
	h.text = cells.join()
	h.quoted = quotes.Join()
	return h, nil
}

func (t *tableReader) addHeld(h *heldRow) error {
	if err := t.checkWidth(h.line, len(h.text)); err != nil {
		return err
	}
	for j, text := range h.text {
		if err := t.addCell(h.line, j, []byte(text), h.quoted[j]); err != nil {
			return err
		}
	}
	t.rows++
	return nil
}

// glance is a second row that is compared with the first one: it is held, or lies ahead of the
// scanner.
type glance struct {
	cells int
	each  func(use func(j int, text []byte, quoted bool))
}

// glance returns the row as one to compare with another.
func (h *heldRow) glance() *glance {
	return &glance{len(h.text), func(use func(j int, text []byte, quoted bool)) {
		for j, text := range h.text {
			use(j, []byte(text), h.quoted[j])
		}
	}}
}

// ahead returns the next row without going there; nil where there is none, or a long one. It is
// valid until the scanner moves.
func (t *tableReader) ahead() *glance {
	line := t.cells.ahead()
	if line == nil {
		return nil
	}
	g := &glance{each: func(use func(j int, text []byte, quoted bool)) {
		// A cell that cannot be read ends the row: reading it says why.
		_ = t.cells.over(line).each(func(j int, text []byte, quoted bool) error {
			use(j, text, quoted)
			return nil
		})
	}}
	g.each(func(int, []byte, bool) { g.cells++ })
	return g
}

// shifted leaves out the first cell.
func (g *glance) shifted() *glance {
	return &glance{g.cells - 1, func(use func(j int, text []byte, quoted bool)) {
		g.each(func(j int, text []byte, quoted bool) {
			if j > 0 {
				use(j-1, text, quoted)
			}
		})
	}}
}
