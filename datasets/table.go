package datasets

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/suggest"
)

// table gathers the rows of a file.
type table struct {
	cells    *scanner
	opt      Options
	width    int  // cells a row
	firstRow int  // line of the first row
	auto     bool // nobody said that the first row is a sample
	label    int  // column of the label, -1 for none
	features []string
	values   pieces[float64]
	rows     int
	classes  classes
	history  []string
}

// heldRow is a row that is kept until it is known what it is.
type heldRow struct {
	line   int
	text   []string
	quoted []bool
}

func (t *table) read() (*Dataset, error) {
	first, err := t.hold(MaxColumns)
	if err != nil {
		return nil, err
	}
	if first == nil {
		return nil, errors.New("the file is empty; give a table with one line per sample")
	}
	t.width, t.firstRow = len(first.text), first.line
	// Only when numbers stand in quotes does the second row matter.
	var second *heldRow
	if t.opt.Header == HeaderAuto && quotedNumber(first) {
		if second, err = t.hold(t.width); err != nil {
			return nil, err
		}
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
		more, err := t.cells.nextRow()
		if err != nil {
			return nil, err
		}
		if !more {
			return t.dataset()
		}
		if err := t.addRow(); err != nil {
			return nil, err
		}
	}
}

// hold reads a row of at most width cells and keeps it; nil at the end.
func (t *table) hold(width int) (*heldRow, error) {
	more, err := t.cells.nextRow()
	if err != nil || !more {
		return nil, err
	}
	h := &heldRow{line: t.cells.row}
	var text pieces[byte]
	var ends pieces[int32] // of the cells in text
	var quotes pieces[bool]
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
			return nil, fmt.Errorf("row %d has more than %d cells; look at the line ends and the separator", h.line, MaxColumns)
		}
		if text.n+len(cell) > MaxHeader {
			return nil, fmt.Errorf("row %d is longer than %d bytes; look at the line ends", h.line, MaxHeader)
		}
		text.addAll(cell)
		ends.add(int32(text.n))
		quotes.add(quoted)
	}
	var all strings.Builder
	all.Grow(text.n)
	text.take(func(piece []byte) { all.Write(piece) })
	h.text = make([]string, 0, ends.n)
	from := int32(0)
	ends.take(func(piece []int32) {
		for _, to := range piece {
			h.text = append(h.text, all.String()[from:to])
			from = to
		}
	})
	h.quoted = quotes.join()
	return h, nil
}

func (t *table) tooLong(line int) error {
	return fmt.Errorf("row %d has more than the %d cells of row %d; give every row the same number", line, t.width, t.firstRow)
}

func (t *table) checkWidth(line, cells int) error {
	if cells == t.width {
		return nil
	}
	return fmt.Errorf("row %d has %d cells, row %d has %d; give every row the same number", line, cells, t.firstRow, t.width)
}

// start looks at the first row, which may hold the names.
func (t *table) start(first, second *heldRow) error {
	header := t.opt.Header == HeaderYes
	if t.opt.Header == HeaderAuto {
		var counts bool
		header, counts = looksLikeHeader(first, second)
		t.auto = !header
		if counts {
			t.history = append(t.history, fmt.Sprintf("took row %d, which counts, for the names of the columns", first.line))
		}
	}
	if header {
		if err := t.setNames(first); err != nil {
			return err
		}
	}
	label, err := t.findLabel()
	if err != nil {
		return err
	}
	t.label = label
	if t.label >= 0 && t.width == 1 {
		return fmt.Errorf("row %d has one cell only, and it would be the label; check the separator, or read the file without labels (label %s)", first.line, NoLabel)
	}
	if header {
		return nil
	}
	return t.addHeld(first)
}

func (t *table) setNames(first *heldRow) error {
	t.features = first.text
	for j, name := range t.features {
		if !utf8.ValidString(name) {
			return fmt.Errorf("row %d, column %d: the name %q is not UTF-8 text; save the file as UTF-8", first.line, j+1, shortened(name))
		}
	}
	for j, name := range t.features {
		if name != "" {
			continue
		}
		name = fmt.Sprintf("column_%d", j+1)
		for slices.Contains(t.features, name) {
			name += "_"
		}
		t.features[j] = name
		t.history = append(t.history, fmt.Sprintf("column %d had no name and is called %s", j+1, name))
	}
	if i, j, found := firstDuplicate(t.features); found {
		return fmt.Errorf("row %d: columns %d and %d are both named %q; rename one", first.line, i+1, j+1, shortened(t.features[i]))
	}
	return nil
}

func (t *table) findLabel() (int, error) {
	want := t.opt.Label
	if want == "" {
		return t.width - 1, nil
	}
	if j := slices.Index(t.features, want); j >= 0 {
		return j, nil
	}
	if want == NoLabel {
		return -1, nil
	}
	if j, err := strconv.Atoi(want); err == nil {
		if j < 0 || j >= t.width {
			return 0, fmt.Errorf("no label column %d: the file has %d columns, numbered from 0 to %d", j, t.width, t.width-1)
		}
		return j, nil
	}
	if t.features == nil {
		return 0, fmt.Errorf("no label column %q: the file has no header; give the column's index from 0 to %d", shortened(want), t.width-1)
	}
	known := make([]string, t.width)
	for j, name := range t.features {
		known[j] = shown(name)
	}
	return 0, errors.New(suggest.Unknown("label column", shortened(want), known))
}

// addRow reads the row that the scanner is at.
func (t *table) addRow() error {
	line := t.cells.row
	if err := t.checkSize(line); err != nil {
		return err
	}
	// A row of the wrong length explains a cell that is out of place.
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

func (t *table) addHeld(h *heldRow) error {
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

func (t *table) checkSize(line int) error {
	if int64(t.values.n)+int64(t.width) > MaxElements {
		return fmt.Errorf("row %d: more than %d values; split the file", line, int64(MaxElements))
	}
	return nil
}

func (t *table) addCell(line, j int, text []byte, quoted bool) error {
	if j == t.label {
		if err := t.classes.add(text, quoted); err != nil {
			return t.errorf(line, j, "%w", err)
		}
		return nil
	}
	v, ok := parseNumber(text)
	if !ok {
		return t.errorf(line, j, "%s", t.badCell(string(text)))
	}
	t.values.add(v)
	return nil
}

func (t *table) errorf(line, j int, format string, args ...any) error {
	name := "no name"
	if t.features != nil {
		name = shown(t.features[j])
	}
	return fmt.Errorf("row %d, column %d (%s): %w", line, j+1, name, fmt.Errorf(format, args...))
}

func (t *table) badCell(cell string) string {
	if known := badNumber(cell); known != "" {
		return known
	}
	if t.rows == 0 && t.auto && t.label >= 0 {
		return fmt.Sprintf("%q is not a number; mend the cell, name the label column, or say that the first row is a header", shortened(cell))
	}
	return fmt.Sprintf("%q is not a number; mend the cell, or name this column as the label", shortened(cell))
}

func (t *table) dataset() (*Dataset, error) {
	if t.rows == 0 {
		return nil, fmt.Errorf("row %d is a header and no sample follows; give at least one line of numbers", t.firstRow)
	}
	d := &Dataset{History: t.history}
	p := t.width
	if t.label >= 0 {
		p--
		d.Y, d.Classes = t.classes.encoded()
	}
	if t.features == nil {
		d.Features = numberedNames(p)
	} else if t.label < 0 {
		d.Features = t.features
	} else {
		d.Features = slices.Delete(t.features, t.label, t.label+1)
	}
	d.X = mat.NewDense(t.rows, p, t.values.join())
	if err := d.finish(); err != nil {
		return nil, err
	}
	if t.auto {
		d.warnHeader(t.firstRow)
	}
	return d, nil
}

// warnHeader warns of a first sample whose class is a word and has no other
// sample, where others have: a header of numbers looks like that.
func (d *Dataset) warnHeader(line int) {
	if !d.Labelled() {
		return
	}
	counts := d.ClassCounts()
	if counts[d.Y[0]] > 1 || slices.Max(counts) == 1 {
		return
	}
	class := d.Classes[d.Y[0]]
	if _, number := canonical(class); !number {
		d.Warnings = append(d.Warnings, fmt.Sprintf("row %d is taken for a sample, and no other is of its class %q: it may be a header", line, shortened(class)))
	}
}

// minCount is how far a first row must count to be taken for names: the first
// sample of a small table may be 1, 2, 3.
const minCount = 5

// looksLikeHeader is HeaderAuto; counts tells that the row counts from 0 or 1.
// second may be nil.
func looksLikeHeader(first, second *heldRow) (header, counts bool) {
	isNumber := func(j int) bool {
		return numberOrMissing(first.text[j]) && !(first.quoted[j] && second.plainNumber(j))
	}
	n, from0, from1, width := 0, 0, 0, len(first.text)
	for j, cell := range first.text {
		if !isNumber(j) {
			continue
		}
		n++
		if v, ok := parseNumber([]byte(cell)); ok && v == float64(j) {
			from0++
		} else if ok && v == float64(j+1) {
			from1++
		}
	}
	if n >= minCount && n >= width-1 && max(from0, from1) == n {
		return true, true
	}
	if 2*n >= width {
		return false, false
	}
	numbers := make([]string, 0, n)
	for j, cell := range first.text {
		if isNumber(j) {
			numbers = append(numbers, cell)
		}
	}
	_, _, twice := firstDuplicate(numbers)
	return !twice, false
}

func quotedNumber(h *heldRow) bool {
	for j, cell := range h.text {
		if h.quoted[j] && numberOrMissing(cell) {
			return true
		}
	}
	return false
}

// plainNumber reports whether cell j is a number without quotes.
func (h *heldRow) plainNumber(j int) bool {
	return h != nil && j < len(h.text) && !h.quoted[j] && numberOrMissing(h.text[j])
}
