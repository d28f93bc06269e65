package tabular

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"fsnb.example/internal/visible"
)

// maxCell is the largest size of a cell in bytes. A longer one is most likely an unclosed quote.
const maxCell = 1 << 20

// scanner cuts a text into rows and cells. It holds one cell at a time, however
// long the rows are.
type scanner struct {
	r        io.Reader
	buf      []byte
	pos, end int       // buf[pos:end] is read and not yet split
	err      error     // the error that ended reading; io.EOF at the end of the text
	comma    byte      // the separator; a line feed for runs of blanks
	runs     bool      // runs of blanks separate cells
	stop     [256]bool // characters that end a cell without quotes
	unquoted []byte    // the last quoted cell, without its quotes
	cr       bool      // the line ended with a carriage return; a line feed belongs to it
	line     int       // of the next row, from 1
	row      int       // line on which the row begins
	column   int       // cells of the row before the current one
	comment  func(line int, text []byte, whole bool) (row bool)
	held     []byte   // a line that begins with # or %
	inner    *scanner // over held, when that is a row
}

func newScanner(r io.Reader) *scanner {
	return &scanner{r: r, buf: make([]byte, 1<<16), line: 1}
}

// separate sets the separator.
func (s *scanner) separate(comma byte) {
	s.comma = comma
	stop := []byte{comma, '\n', '\r', '"'}
	if comma == blanks {
		s.runs, s.comma = true, '\n' // blanks are skipped everywhere, and a line feed ends a row
		stop = append(stop, '\t')
	}
	for _, c := range stop {
		s.stop[c] = true
	}
}

// maxBlanks is how far behind a cell the next one is looked for before the cell
// is copied.
const maxBlanks = 64

// isComment reports whether a line that begins with c is a comment.
func isComment(c byte) bool { return c == '#' || c == '%' }

// more reads more text and keeps buf[pos:end], which may move; it returns false when there is no
// more, and err says why.
func (s *scanner) more() bool {
	if s.err != nil {
		return false
	}
	if s.pos > 0 {
		s.end = copy(s.buf, s.buf[s.pos:s.end])
		s.pos = 0
	}
	if s.end == len(s.buf) {
		if s.end > maxCell {
			s.err = s.tooLong()
			return false
		}
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	// A reader may return nothing and no error, but not endlessly.
	for range 100 {
		n, err := s.r.Read(s.buf[s.end:])
		s.end += n
		s.err = err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	s.err = io.ErrNoProgress
	return false
}

// failed returns the error that ended reading, nil at the end of the text.
func (s *scanner) failed() error {
	if errors.Is(s.err, io.EOF) {
		return nil
	}
	return s.err
}

// begin fills the buffer, or reads to the end of the text, and returns it.
func (s *scanner) begin() ([]byte, error) {
	for s.end < len(s.buf) && s.more() {
	}
	if s.end == 0 {
		return nil, s.failed()
	}
	return s.buf[s.pos:s.end], nil
}

func (s *scanner) errorf(format string, args ...any) error {
	return fmt.Errorf("row %d, column %d (counted from 0): %s",
		s.row, s.column, fmt.Sprintf(format, args...))
}

func (s *scanner) tooLong() error {
	return s.errorf("the cell is longer than %d bytes; look at the separator, the line ends and "+
		"the quotes", maxCell)
}

// nextRow goes to the next row and skips blank lines and comments; false at the end.
func (s *scanner) nextRow() (bool, error) {
	s.column = 0
	for {
		if s.cr && (s.pos < s.end || s.more()) && s.buf[s.pos] == '\n' {
			s.pos++
		}
		s.cr, s.row = false, s.line
		c, ok := s.skipSpaces()
		if !ok {
			return false, s.failed()
		}
		if isComment(c) && c != s.comma {
			end, whole, ok := s.takeLine()
			if err := s.failed(); err != nil {
				return false, err
			}
			if ok {
				s.endLine(end)
			}
			if s.comment != nil && s.comment(s.row, s.held, whole) {
				s.inner = s.over(s.held)
				return true, nil
			}
			if !ok {
				return false, nil
			}
			continue
		}
		if c != '\n' && c != '\r' {
			return true, nil
		}
		s.endLine(c)
	}
}

// maxAhead is the longest row that is looked at before it is read.
const maxAhead = 1 << 18

// ahead returns the next line that is neither blank nor begins as a comment, with the lines that
// its quotes enclose, and does not go there; nil for none, or one of more than maxAhead bytes.
func (s *scanner) ahead() []byte {
	begin, i := -1, 0 // from pos, which more moves
	quoted, comment := false, false
	for ; ; i++ {
		if s.pos+i == s.end && (s.end-s.pos >= maxAhead || !s.more()) {
			break
		}
		c := s.buf[s.pos+i]
		isEnd := c == '\n' || c == '\r'
		switch {
		case comment:
			comment = !isEnd
		case begin >= 0:
			if isEnd && !quoted {
				return s.buf[s.pos+begin : s.pos+i]
			}
			quoted = quoted != (c == '"')
		case isEnd, (c == ' ' || c == '\t') && c != s.comma:
		case isComment(c) && c != s.comma:
			comment = true
		default:
			begin, quoted = i, c == '"'
		}
	}
	if begin < 0 || quoted || s.failed() != nil || s.end-s.pos >= maxAhead {
		return nil
	}
	return s.buf[s.pos+begin : s.end]
}

// endLine reads the line end.
func (s *scanner) endLine(c byte) {
	s.pos++
	s.line++
	s.cr = c == '\r'
}

// skipSpaces goes to the next character that is neither a space nor a tab, or
// is the separator, and returns it; false at the end of the text.
func (s *scanner) skipSpaces() (byte, bool) {
	for {
		for s.pos < s.end {
			c := s.buf[s.pos]
			if c != ' ' && c != '\t' || c == s.comma {
				return c, true
			}
			s.pos++
		}
		if !s.more() {
			return 0, false
		}
	}
}

// cell returns the next cell of the row and whether it is the last one. Spaces around it and quotes
// are removed; text in quotes is kept unchanged. The text is valid until the next call.
func (s *scanner) cell() (text []byte, quoted, last bool, err error) {
	if s.inner != nil {
		text, quoted, last, err = s.inner.cell()
		if s.column = s.inner.column; last {
			s.inner = nil
		}
		return text, quoted, last, err
	}
	c, ok := s.skipSpaces()
	if ok && c == '"' {
		quoted = true
		text, err = s.quoted()
	} else {
		text, err = s.plain()
	}
	if err != nil {
		return nil, false, false, err
	}
	// Both stop before a separator, a line end, or the end of the text.
	last = true
	if s.runs {
		text, last, err = s.afterRun(text, quoted)
		if err != nil {
			return nil, false, false, err
		}
	} else if s.pos < s.end {
		if c := s.buf[s.pos]; c == s.comma {
			s.pos++
			last = false
		} else {
			s.endLine(c)
		}
	}
	s.column++
	return text, quoted, last, nil
}

// each calls use for the cells of the row in turn, until it returns an error.
func (s *scanner) each(use func(j int, text []byte, quoted bool) error) error {
	for j, last := 0, false; !last; j++ {
		var text []byte
		var quoted bool
		var err error
		if text, quoted, last, err = s.cell(); err != nil {
			return err
		}
		if err := use(j, text, quoted); err != nil {
			return err
		}
	}
	return nil
}

// afterRun goes to the cell behind a run of blanks, or to the next line.
func (s *scanner) afterRun(text []byte, quoted bool) ([]byte, bool, error) {
	if !quoted && len(bytes.TrimLeft(s.buf[s.pos:min(s.end, s.pos+maxBlanks)], " \t")) == 0 {
		s.unquoted = append(s.unquoted[:0], text...) // the buffer may move
		text = s.unquoted
	}
	c, ok := s.skipSpaces()
	if !ok {
		return text, true, s.failed()
	}
	if c != '\n' && c != '\r' {
		return text, false, nil
	}
	s.endLine(c)
	return text, true, nil
}

// plain reads a cell without quotes.
func (s *scanner) plain() ([]byte, error) {
	for i := 0; ; {
		for ; s.pos+i < s.end; i++ {
			c := s.buf[s.pos+i]
			if !s.stop[c] {
				continue
			}
			if c == '"' {
				return nil, s.errorf("a stray quote; begin and end the cell with quotes and " +
					"double those inside, or remove it")
			}
			if i > maxCell {
				return nil, s.tooLong()
			}
			text := s.buf[s.pos : s.pos+i]
			s.pos += i
			return bytes.TrimSpace(text), nil
		}
		if !s.more() {
			text := s.buf[s.pos:s.end]
			if len(text) > maxCell {
				return nil, s.tooLong()
			}
			s.pos = s.end
			return bytes.TrimSpace(text), s.failed()
		}
	}
}

// quoted reads a cell that begins with a quote.
func (s *scanner) quoted() ([]byte, error) {
	s.unquoted = s.unquoted[:0]
	s.pos++
	for {
		i := bytes.IndexByte(s.buf[s.pos:s.end], '"')
		if i < 0 {
			s.unquoted = append(s.unquoted, s.buf[s.pos:s.end]...)
			s.pos = s.end
			if len(s.unquoted) > maxCell {
				return nil, s.tooLong()
			}
			if s.more() {
				continue
			}
			if err := s.failed(); err != nil {
				return nil, err
			}
			return nil, s.errorf("the quote is never closed; close it, or remove it")
		}
		s.unquoted = append(s.unquoted, s.buf[s.pos:s.pos+i]...)
		if len(s.unquoted) > maxCell {
			return nil, s.tooLong()
		}
		s.pos += i + 1
		if s.pos == s.end && !s.more() || s.buf[s.pos] != '"' {
			break
		}
		s.unquoted = append(s.unquoted, '"')
		s.pos++
	}
	s.line += lineEnds(s.unquoted)
	if s.runs && s.pos < s.end && (s.buf[s.pos] == ' ' || s.buf[s.pos] == '\t') {
		return s.unquoted, nil
	}
	c, ok := s.skipSpaces()
	if !ok {
		return s.unquoted, s.failed()
	}
	if c != s.comma && c != '\n' && c != '\r' {
		return nil, s.errorf("the closing quote is followed by %q; double the quotes inside a "+
			"quoted cell", visible.Short(string(s.buf[s.pos:min(s.end, s.pos+8)])))
	}
	return s.unquoted, nil
}

// lineEnds counts line feeds, and carriage returns without a line feed.
func lineEnds(text []byte) int {
	return bytes.Count(text, []byte{'\n'}) + bytes.Count(text, []byte{'\r'}) - bytes.Count(text,
		[]byte("\r\n"))
}

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
