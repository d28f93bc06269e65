package tabular

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"fsnb.example/internal/visible"
)

// longestComment is the longest distance of separators in a line beginning with # or % that is
// examined as a row.
const longestComment = 1 << 16

// comments are the skipped lines of a table that begin with # or %.
type comments struct {
	all     int
	doubted int   // lines that may be rows: they stand between rows, or have as many cells
	first   place // of these
	since   int   // lines since the last row
	next    place // the first of these
	head    heldRow
	line    []byte // the last line before the first row, if no blank follows its sign
}

// add counts a line; wide means that it has as many cells as a row.
func (c *comments) add(line int, text []byte, wide bool) {
	c.all++
	if c.since++; c.since == 1 {
		text = text[:min(len(text), 4*visible.MaxName)]
		c.next = place{line: line, text: visible.Short(string(bytes.ToValidUTF8(text,
			[]byte("?"))))}
	}
	if wide {
		c.beforeRow()
	}
}

// beforeRow notes that a row follows.
func (c *comments) beforeRow() {
	if c.since > 0 && c.doubted == 0 {
		c.first = c.next
	}
	c.doubted += c.since
	c.since = 0
}

func (c *comments) history() string {
	return "passed over " + plural(c.all, "line") + " of comment (# or %)"
}

// warning is about lines that may be rows, "" if none.
func (c *comments) warning() string {
	if c.doubted == 0 {
		return ""
	}
	what := fmt.Sprintf("row %d (%q), which begins with # or %%, was", c.first.line, c.first.text)
	advice := "its first cell in quotes if it is a sample"
	if c.doubted > 1 {
		what = fmt.Sprintf("%d lines that begin with # or %%, the first row %d (%q), were",
			c.doubted, c.first.line, c.first.text)
		advice = "their first cells in quotes if they are samples"
	}
	return what + " passed over as comment; put " + advice
}

// noSample says how to mend a table without a row.
func (c *comments) noSample() string {
	if c.doubted == 0 {
		return "give at least one line of numbers"
	}
	return fmt.Sprintf("row %d (%q) was passed over as comment, since it begins with # or %% and "+
		"its cells are no numbers; if its first cell is the class, name that column as the label",
		c.first.line, c.first.text)
}

// comment examines a line that begins with # or % and reports whether it is a row. A line before
// the first row is not, but may be the header; a long line is cut.
func (t *tableReader) comment(line int, text []byte, whole bool) bool {
	c := &t.comments
	if t.width == 0 {
		c.all++
		if len(text) > 1 && text[1] != ' ' && text[1] != '\t' && !isComment(text[1]) && whole {
			c.line, c.head.line = bytes.Clone(text), line
		}
		return false
	}
	row, wide := false, false
	if whole {
		row, wide = t.isRow(text)
	}
	if !row {
		c.add(line, text, wide)
	}
	return row
}

// errWide ends the reading of a line that has more cells than a row.
var errWide = errors.New("the line is wider than a row")

// isRow reports whether a line that begins with # or % is a row, and whether it has as many cells,
// with one after the first not empty.
func (t *tableReader) isRow(line []byte) (row, wide bool) {
	s := t.cells.over(line)
	row = true
	filled := t.width == 1
	if s.each(func(j int, text []byte, _ bool) error {
		if j == t.width {
			return errWide
		}
		row = row && t.takes(j, text)
		filled = filled || j > 0 && len(text) > 0
		return nil
	}) != nil {
		return false, false
	}
	wide = s.column == t.width && filled
	return row && wide, wide
}

// takes reports whether column j may hold that cell. Before the types of the columns are known, the
// first one may hold anything.
func (t *tableReader) takes(j int, text []byte) bool {
	switch {
	case t.turning, t.coding != "", !t.started && j == 0:
		return true
	case t.started && (j == t.label || t.isOut(j)):
		return true
	}
	return len(text) == 0 || t.numberOrMissing(string(text))
}

// commentedHeader returns the line before the first row when it is a header that begins with # or
// %: as wide as that row, which is not a header.
func (t *tableReader) commentedHeader(first *heldRow) *heldRow {
	c := &t.comments
	if c.line == nil {
		return nil
	}
	s := t.cells.over(c.line)
	if s.each(func(j int, text []byte, quoted bool) error {
		if j == t.width {
			return errWide
		}
		c.head.text = append(c.head.text, string(text))
		c.head.quoted = append(c.head.quoted, quoted)
		return nil
	}) != nil {
		return nil
	}
	filled := func(cell string) bool { return cell != "" }
	if len(c.head.text) != t.width || t.width > 1 && !slices.ContainsFunc(c.head.text[1:], filled) {
		return nil
	}
	header, _ := t.looksLikeHeader(&c.head, first.glance())
	other, _ := t.looksLikeHeader(first, nil)
	if !header || other || t.opt.Header == HeaderNo || t.opt.Transposed {
		c.next, c.since = place{line: c.head.line, text: visible.Short(string(c.line))}, 1
		c.beforeRow()
		return nil
	}
	c.all--
	return &c.head
}

// over returns a scanner over one line, with the separator of s.
func (s *scanner) over(line []byte) *scanner {
	return &scanner{
		buf: line, end: len(line), err: io.EOF, comma: s.comma, runs: s.runs, stop: s.stop,
		line: s.row, row: s.row,
	}
}

// takeLine goes to the end of the line and returns its last character, and the line as far as it
// may be a row; false at the end of the text.
func (s *scanner) takeLine() (end byte, whole, ok bool) {
	s.held, whole = s.held[:0], true
	hold := func(part []byte) {
		if whole {
			s.held = append(s.held, part...)
			far := len(s.held) - 1 - s.lastSeparator()
			whole = far <= longestComment && len(s.held) <= MaxHeader
		}
	}
	for {
		if i := bytes.IndexAny(s.buf[s.pos:s.end], "\r\n"); i >= 0 {
			hold(s.buf[s.pos : s.pos+i])
			s.pos += i
			return s.buf[s.pos], whole, true
		}
		hold(s.buf[s.pos:s.end])
		s.pos = s.end
		if !s.more() {
			return 0, whole, false
		}
	}
}

func (s *scanner) lastSeparator() int {
	if s.runs {
		return bytes.LastIndexAny(s.held, " \t")
	}
	return bytes.LastIndexByte(s.held, s.comma)
}
