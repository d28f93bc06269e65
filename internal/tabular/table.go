package tabular

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"fsnb.example/internal/visible"
)

// tableReader gathers the rows of a file.
type tableReader struct {
	text     *Source
	cells    *scanner
	opt      Options
	policy   policy
	coding   string // how words become numbers, "" for not at all
	decimal  byte
	width    int  // cells a row
	firstRow int  // line of the first row
	auto     bool // the first row was taken for a sample by detection
	label    int  // column of the label, -1 for none
	dropped  []bool
	names    []string // of all columns, nil for none
	values   Pieces[float64]
	odd      bool // whether some values are not numbers
	words    words
	places   []oddPlaces // of each column, nil while all are numbers
	rows     int
	classes  Labels
	refused  refused
	comments comments
	started  bool   // whether the types of the columns are known
	turning  bool   // the samples are columns
	advice   string // about columns of one name
	guessed  bool   // the first row was taken for names because its cells are words
	repeated place  // a cell that is the name of its column
	history  []string
	warnings []string
}

// oddPlaces holds the places of the first word of a column, and of its first quoted missing value.
type oddPlaces struct {
	word, missing place
	gaps          int // missing values of a feature of a transposed table
}

// place locates a cell that is not a number; line is 0 for none.
type place struct {
	line, column int
	text         string
}

// ReadTable reads a table of separated values, one sample a line, or one a column
// (Options.Transposed). Errors name rows by their lines.
func ReadTable(text *Source, opt Options) (*Table, error) {
	t, err := newTable(text, opt)
	if err != nil {
		return nil, err
	}
	return t.read()
}

// newTable prepares to read a text.
func newTable(text *Source, opt Options) (*tableReader, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	t := &tableReader{text: text, cells: newScanner(text), opt: opt}
	t.words.room = new(vocabulary)
	t.classes.room = t.words.room
	t.policy, _ = opt.policy()
	t.coding, _ = opt.coding()
	head, err := t.cells.begin()
	if err != nil {
		return nil, err
	}
	d, err := findDialect(head, opt)
	if err != nil {
		return nil, err
	}
	t.decimal = d.decimal
	t.cells.separate(d.comma)
	t.cells.comment = t.comment
	if d.doubt != "" {
		t.warnings = append(t.warnings, d.doubt)
	}
	return t, nil
}

// heldRow is a row that is kept until its kind is known.
type heldRow struct {
	line   int
	text   []string
	quoted []bool
}

func (t *tableReader) read() (*Table, error) {
	first, err := t.hold(MaxColumns)
	if err != nil {
		return nil, err
	}
	if first == nil {
		return nil, errors.New("the file is empty; give a table with one line per sample")
	}
	t.width, t.firstRow = len(first.text), first.line
	var second *heldRow
	if header := t.commentedHeader(first); header != nil {
		first, second, t.firstRow = header, first, header.line
	} else if !t.opt.Transposed && t.needsSecond(first) {
		if second, err = t.hold(t.width); err != nil {
			return nil, err
		}
	}
	repeats := !t.opt.Transposed && t.repeatsClasses(first, second)
	if t.opt.Transposed || repeats && t.opt.Header == HeaderAuto && saysTurned(first.text[0]) {
		return t.readTransposed(first, second)
	}
	if repeats {
		t.advice = ", or set Transposed if the columns are the samples"
	}
	if err := t.start(first, second); err != nil {
		return nil, err
	}
	if second != nil {
		if err := t.addHeld(second); err != nil {
			return nil, err
		}
	}
	first, second = nil, nil
	for {
		more, err := t.nextRow()
		if err != nil {
			return nil, err
		}
		if !more {
			return t.table()
		}
		if err := t.addRow(); err != nil {
			return nil, err
		}
	}
}

// nextRow goes to the next row; false at the end.
func (t *tableReader) nextRow() (bool, error) {
	more, err := t.cells.nextRow()
	if more {
		t.comments.beforeRow()
	}
	return more, err
}

// hold reads a row of at most width cells and keeps it; nil at the end.
func (t *tableReader) hold(width int) (*heldRow, error) {
	more, err := t.nextRow()
	if err != nil || !more {
		return nil, err
	}
	h := &heldRow{line: t.cells.row}
	var text Pieces[byte]
	var ends Pieces[int32] // of the cells in text
	var quotes Pieces[bool]
	for last := false; !last; {
		var cell []byte
		var quoted bool
		if cell, quoted, last, err = t.cells.cell(); err != nil {
			return nil, err
		}
		if ends.n == width {
			if t.width > 0 {
				return nil, t.tooLong(h.line)
			}
			return nil, fmt.Errorf("row %d has more than %d cells; look at the line ends and "+
				"the separator", h.line, MaxColumns)
		}
		if text.n+len(cell) > MaxHeader {
			return nil, fmt.Errorf("row %d is longer than %d bytes; look at the line ends", h.line,
				MaxHeader)
		}
		text.AddAll(cell)
		ends.Add(int32(text.n))
		quotes.Add(quoted)
	}
	var all strings.Builder
	all.Grow(text.n)
	text.Take(func(piece []byte) { all.Write(piece) })
	h.text = make([]string, 0, ends.n)
	from := int32(0)
	ends.Take(func(piece []int32) {
		for _, to := range piece {
			h.text = append(h.text, all.String()[from:to])
			from = to
		}
	})
	h.quoted = quotes.Join()
	return h, nil
}

func (t *tableReader) tooLong(line int) error {
	return fmt.Errorf("row %d has more than the %d cells of row %d; give every row the same "+
		"number", line, t.width, t.firstRow)
}

func (t *tableReader) checkWidth(line, cells int) error {
	if cells == t.width {
		return nil
	}
	return fmt.Errorf("row %d has %d cells, row %d has %d; give every row the same number", line,
		cells, t.firstRow, t.width)
}

// start looks at the first row, which may hold the names.
func (t *tableReader) start(first, second *heldRow) error {
	header := t.opt.Header == HeaderYes
	if t.opt.Header == HeaderAuto {
		var counts bool
		header, counts = t.looksLikeHeader(first, second)
		t.auto, t.guessed = !header, header && !counts
		if counts {
			t.history = append(t.history, fmt.Sprintf("took row %d, which counts, for the names "+
				"of the columns", first.line))
		}
	}
	if header {
		if err := t.setNames(first); err != nil {
			return err
		}
	}
	var err error
	if t.label, t.dropped, err = chooseColumns(t.opt, t.width, t.names); err != nil {
		return err
	}
	if i, j, found := FirstDuplicate(t.names); found {
		if i, j, found = duplicateBut(t.names, t.dropped, i, j); found {
			return fmt.Errorf("row %d: columns %d and %d (counted from 0) are both named %q; %s%s",
				first.line, i, j, visible.Short(t.names[i]), duplicateAdvice(t.names, t.label, i,
					j), t.advice)
		}
	}
	if text := otherClass(t.opt, t.label, t.names, t.dropped); text != "" {
		t.warnings = append(t.warnings, text)
	}
	if t.label >= 0 && t.width == 1 {
		return fmt.Errorf("row %d has one cell only, and it would be the label; check the "+
			"separator, or read the file without labels (label %s)", first.line, NoLabel)
	}
	t.started = true
	if header {
		return nil
	}
	return t.addHeld(first)
}

func (t *tableReader) setNames(first *heldRow) error {
	t.names = first.text
	for j, name := range t.names {
		if !utf8.ValidString(name) {
			return fmt.Errorf("row %d, column %d (counted from 0): the name %q is not UTF-8 "+
				"text; save the file as UTF-8",
				first.line, j, visible.Short(name))
		}
	}
	for j, name := range t.names {
		if name != "" {
			continue
		}
		name = fmt.Sprintf("column_%d", j)
		for slices.Contains(t.names, name) {
			name += "_"
		}
		t.names[j] = name
		t.history = append(t.history, fmt.Sprintf("column %d (counted from 0) had no name and "+
			"is called %s",
			j, name))
	}
	return nil
}

// addRow reads the row that the scanner is at.
func (t *tableReader) addRow() error {
	line := t.cells.row
	if err := t.checkSize(line); err != nil {
		return err
	}
	// An error of the row's length takes precedence over one of a cell.
	var bad error
	for j, last := 0, false; !last; j++ {
		var text []byte
		var quoted bool
		var err error
		if text, quoted, last, err = t.cells.cell(); err != nil {
			return err
		}
		if j == t.width {
			return t.tooLong(line)
		}
		if bad == nil {
			bad = t.addCell(line, j, text, quoted)
		}
	}
	if err := t.checkWidth(line, t.cells.column); err != nil {
		return err
	}
	t.rows++
	return bad
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

func (t *tableReader) checkSize(line int) error {
	if int64(t.values.n)+int64(t.width) > MaxElements {
		return fmt.Errorf("row %d: more than %d values; split the file", line, MaxElements)
	}
	if err := t.text.Room(int64(t.values.n) + int64(t.rows)); err != nil {
		return fmt.Errorf("row %d: %w", line, err)
	}
	return nil
}

func (t *tableReader) addCell(line, j int, text []byte, quoted bool) error {
	if j == t.label {
		t.repeatsName(line, j, text)
		return t.addLabel(line, j, text, quoted)
	}
	if t.dropped != nil && t.dropped[j] {
		t.repeatsName(line, j, text)
		return nil
	}
	v, ok := ParseNumber(text)
	if !ok || t.decimal == ',' {
		t.repeatsName(line, j, text)
		var err error
		if v, err = t.oddCell(line, j, text, quoted); err != nil {
			return t.errorf(line, j, "%w", err)
		}
	}
	t.values.Add(v)
	return nil
}

func (t *tableReader) addLabel(line, j int, text []byte, quoted bool) error {
	if t.policy.kind == dropRows && (len(text) == 0 || !quoted && isMissing(string(text))) {
		t.classes.addMissing()
		t.odd = true
		return nil
	}
	if err := t.classes.Add(text, quoted); err != nil {
		return t.errorf(line, j, "%w", err)
	}
	return nil
}

func (t *tableReader) number(text []byte) (float64, bool) {
	if t.decimal == ',' {
		return parseComma(text)
	}
	return ParseNumber(text)
}

// longestNumber is the length from which a cell is not examined as a malformed number.
const longestNumber = 1 << 10

// oddCell handles a cell that is not a number with a decimal point, as the options say.
func (t *tableReader) oddCell(line, j int, text []byte, quoted bool) (float64, error) {
	if v, ok := t.number(text); ok {
		return v, nil
	}
	if v, known := t.words.find(text); known && t.places[j].word.line != 0 {
		return v, nil
	}
	missing := isMissing(string(text))
	if missing && (!quoted || len(text) == 0 || t.coding == "") {
		if t.policy.kind == refuseMissing {
			t.refused.add(line, j, string(text))
		}
		t.odd = true
		return missingCell(), nil
	}
	if len(text) < longestNumber && !missing {
		if known := t.badNumber(string(text)); known != "" {
			return 0, errors.New(known)
		}
	}
	if t.coding == "" {
		return 0, errors.New(t.badCell(string(text)))
	}
	v, err := t.words.add(text, missing)
	if err != nil {
		return 0, err
	}
	t.odd = true
	if t.places == nil {
		t.places = make([]oddPlaces, t.width)
	}
	at := &t.places[j].word
	if missing {
		at = &t.places[j].missing
	}
	if at.line == 0 {
		*at = place{line, j, visible.Short(string(text))}
	}
	return v, nil
}

func (t *tableReader) errorf(line, j int, format string, args ...any) error {
	return fmt.Errorf("row %d, column %d (%s): %w",
		line, j, visible.Name(t.nameOf(j)), fmt.Errorf(format, args...))
}

// nameOf is the name of a column in errors.
func (t *tableReader) nameOf(j int) string {
	if t.names == nil {
		return noName
	}
	return t.names[j]
}

// badNumber describes a cell that should be a number.
func (t *tableReader) badNumber(cell string) string {
	if t.decimal == ',' && strings.Contains(cell, ".") {
		if _, ok := ParseNumber([]byte(cell)); ok {
			return fmt.Sprintf("%q has a decimal point, and other cells a decimal comma; write "+
				"%s, or set Decimal to '.'", visible.Short(cell),
				visible.Short(strings.Replace(cell, ".", ",", 1)))
		}
	}
	return badNumber(cell)
}

func (t *tableReader) badCell(cell string) string {
	const choices = "or set Drop or Code (ordinal or one-hot)"
	if t.rows == 0 && t.auto && t.label >= 0 {
		return fmt.Sprintf("%q is not a number; mend the cell, name the label column, say that "+
			"the first row is a header, %s", visible.Short(cell), choices)
	}
	return fmt.Sprintf("%q is not a number; mend the cell, name this column as the label, %s",
		visible.Short(cell), choices)
}

func (t *tableReader) table() (*Table, error) {
	if t.rows == 0 {
		return nil, fmt.Errorf("row %d is a header and no sample follows; %s",
			t.firstRow, t.comments.noSample())
	}
	if err := t.refused.err(t.names); err != nil {
		return nil, err
	}
	t.sayComments()
	if text := t.doubtHeader(); text != "" {
		t.warnings = append(t.warnings, text)
	}
	g := &grid{
		text: t.text, n: t.rows, names: keptNames(t.names, t.width, t.label,
			t.dropped), cells: t.values.Join(),
		odd: t.odd, words: t.words.list, policy: t.policy, coding: t.coding, history: t.history,
		warnings: t.warnings,
	}
	if s := dropped(t.names, t.dropped); s != "" {
		g.history = append(g.history, s)
	}
	if t.places != nil {
		g.places = keep(t.places, t.label, t.dropped)
	}
	if t.label >= 0 {
		g.classes = &t.classes
	}
	out, err := g.table()
	if err == nil && t.auto {
		out.FirstSample = t.firstRow
	}
	return out, err
}

func (t *tableReader) sayComments() {
	if t.comments.all > 0 {
		t.history = append(t.history, t.comments.history())
	}
	if text := t.comments.warning(); text != "" {
		t.warnings = append(t.warnings, text)
	}
}
