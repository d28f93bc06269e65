package tabular

import (
	"errors"
	"fmt"
	"slices"
)

// tableReader gathers the rows of a file.
type tableReader struct {
	text     *Source
	cells    *scanner
	opt      Options
	policy   policy
	codes    codes
	coding   string // how words become numbers, "" for not at all
	signs           // of numbers
	forms    []form // of the columns at the beginning of the text
	width    int    // cells a row
	firstRow int    // line of the first row
	auto     bool   // the first row was taken for a sample by detection
	columns         // what each column is for
	roles    roles
	names    []string // of all columns, nil for none
	values   Pieces[float64]
	odd      bool // whether some values are not numbers
	words    words
	places   []oddPlaces // of each column, nil while all are numbers
	rows     int
	classes  Labels
	refused  refused
	comments comments
	started  bool           // whether the types of the columns are known
	turning  bool           // the samples are columns
	advice   string         // about columns of one name
	guessed  bool           // the first row was taken for names because its cells are words
	rowNamed bool           // column 0 names the rows and has no name itself
	declared []orangeColumn // of each column; nil for none
	repeated place          // a cell that is the name of its column
	rounded  rounded
	padded   rounded // whole numbers with leading zeros
	history  []string
	warnings []string
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
	if err := opt.NoNames("a table, which has them in its first row"); err != nil {
		return nil, err
	}
	t := &tableReader{text: text, cells: newScanner(text), opt: opt}
	t.words.room = new(vocabulary)
	t.classes.room = t.words.room
	t.policy, _ = opt.policy()
	t.codes, _ = opt.codes()
	t.coding, _ = opt.coding()
	head, err := t.cells.begin()
	if err != nil {
		return nil, err
	}
	if line, comma := separatorLine(head); line > 0 {
		head = head[line:]
		t.cells.pos, t.cells.line = line, 2
		if t.opt.Comma == 0 {
			t.opt.Comma, opt.Comma = rune(comma), rune(comma)
			t.history = append(t.history, fmt.Sprintf("took the separator %q from row 1", comma))
		}
	}
	d, err := findDialect(head, opt)
	if err != nil {
		return nil, err
	}
	if opt.oneCell(d.comma) {
		d.comma = ','
	}
	t.signs, t.forms = d.signs, d.columns
	t.cells.separate(d.comma)
	t.cells.comment = t.comment
	t.classes.numeric, t.classes.signs = opt.Continuous, t.signs
	if d.doubt != "" {
		t.warnings = append(t.warnings, d.doubt)
	}
	return t, nil
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
	var rows []*heldRow // of data
	var second *glance
	if t.needsSecond(first) || t.opt.Samples != nil {
		second = t.ahead()
	}
	if header := t.commentedHeader(first); header != nil {
		rows, second = append(rows, first), first.glance()
		first, t.firstRow = header, header.line
	} else {
		t.nameRows(first, second)
	}
	repeats := !t.opt.Transposed && t.repeatsClasses(first, second)
	if t.opt.Transposed || repeats && t.opt.Header == HeaderAuto && saysTurned(first.text[0]) {
		return t.readTransposed(append([]*heldRow{first}, rows...)...)
	}
	if repeats && t.opt.Header == HeaderAuto {
		t.advice = ", or set Transposed if the columns are the samples"
	}
	if rows == nil {
		if rows, err = t.orange(first, second); err != nil {
			return nil, err
		}
	}
	if err := t.start(first, second); err != nil {
		return nil, err
	}
	for _, row := range rows {
		if err := t.addHeld(row); err != nil {
			return nil, err
		}
	}
	first, second, rows = nil, nil, nil
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

func (t *tableReader) checkSize(line int) error {
	if int64(t.values.n)+int64(t.width) > MaxElements {
		return fmt.Errorf("row %d: more than %d values; split the file", line, MaxElements)
	}
	if t.rows == MaxSamples {
		return fmt.Errorf("row %d: %w", line, errTooManySamples)
	}
	rows := int64(t.rows)
	if t.id >= 0 || t.columns.samples >= 0 {
		rows *= 4 // a header of text and its end
	}
	if err := t.text.Room(int64(t.values.n) + rows); err != nil {
		return fmt.Errorf("row %d: %w", line, err)
	}
	return nil
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
	target := targetName(t.names, t.label)
	g := &grid{
		text: t.text, n: t.rows, names: keptNames(t.names, t.width, t.label,
			t.out), cells: t.values.Join(), roles: &t.roles,
		odd: t.odd, words: t.words.list, policy: t.policy, coding: t.coding,
		rename: t.opt.RenameDuplicates, history: t.history, warnings: t.warnings,
	}
	g.warnings = append(g.warnings, t.rounded.say(g.names, t.width, t.isNoFeature)...)
	padded := t.padded.columns(g.names, t.width, t.isNoFeature)
	g.warnings = append(g.warnings, sayPadded(slices.DeleteFunc(padded, g.hasZero))...)
	if s := dropped(t.names, t.dropped); s != "" {
		g.history = append(g.history, s)
	}
	if t.places != nil {
		g.places = keep(t.places, t.label, t.out)
	}
	if t.label >= 0 {
		g.target = target
		g.classes = &t.classes
		if t.opt.Label == "" {
			g.lastLabel = target
		}
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
