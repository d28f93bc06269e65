package datasets

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/suggest"
)

// Header says whether the first row of a table holds names.
type Header int

const (
	// HeaderAuto takes the first row for names when fewer than half of its cells
	// are numbers, or when its cells count 0, 1, 2, … or 1, 2, 3, … as data
	// frames without names do.
	HeaderAuto Header = iota
	HeaderYes
	HeaderNo
)

// NoLabel as Options.Label says that a file has no class labels: every column
// is a feature.
const NoLabel = "none"

// MaxElements is the largest number of values that a loader accepts (16 GiB).
const MaxElements = 1 << 31

// Options says how to read a file. The zero value reads a table whose last
// column is the class.
type Options struct {
	// Label names the column of the classes, or gives its index from 0 (a name
	// wins over an index); NoLabel for none; "" for the last column of a table
	// and for the variable Y, y, gnd or label of a MATLAB file.
	Label string
	// Header says whether the first row of a table holds names; the default
	// looks at it.
	Header Header
	// Comma separates the cells of a table; 0 finds the comma, semicolon or tab
	// that the first line has most of.
	Comma rune
}

// ReadCSV reads a table of comma-separated values, plain or compressed with
// gzip, one sample a line. Labels may be text; every other cell must be a
// finite number. source is the name that errors use; rows in errors are lines
// of the file, columns count from 1.
//
// Blank lines are passed over, spaces around cells are dropped, quoted cells
// may hold the separator. The values are read in one pass, in at most about
// three times the memory of the result.
func ReadCSV(r io.Reader, source string, opt Options) (*Dataset, error) {
	d, err := readCSV(r, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	return d, nil
}

func readCSV(r io.Reader, opt Options) (*Dataset, error) {
	text, err := decompress(r)
	if err != nil {
		return nil, err
	}
	comma, err := findComma(text, opt.Comma)
	if err != nil {
		return nil, err
	}
	cr := csv.NewReader(text)
	cr.Comma = comma
	cr.ReuseRecord = true
	cr.FieldsPerRecord = -1 // ragged rows get our own message
	cr.TrimLeadingSpace = comma != '\t'

	t := table{csv: cr, opt: opt}
	for {
		record, err := cr.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, csvError(err)
		}
		if err := t.add(record); err != nil {
			return nil, err
		}
	}
	return t.dataset()
}

// decompress unpacks gzip, whatever the file is called, and drops a byte order
// mark.
func decompress(r io.Reader) (*bufio.Reader, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	if magic, _ := b.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, fmt.Errorf("damaged gzip file (%w); fetch it again", err)
		}
		b = bufio.NewReaderSize(z, 1<<16)
	}
	if mark, _ := b.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		if _, err := b.Discard(3); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func findComma(b *bufio.Reader, comma rune) (rune, error) {
	if comma != 0 {
		return comma, nil
	}
	first, err := b.Peek(b.Size())
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, csvError(err)
	}
	if bytes.IndexByte(first, 0) >= 0 {
		return 0, errors.New("this is not a text table (it holds zero bytes); give a .csv, .csv.gz or .mat file")
	}
	if end := bytes.IndexByte(first, '\n'); end >= 0 {
		first = first[:end]
	}
	best, most := ',', 0
	for _, c := range []rune{',', ';', '\t'} {
		if n := strings.Count(string(first), string(c)); n > most {
			best, most = c, n
		}
	}
	return best, nil
}

func csvError(err error) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return fmt.Errorf("row %d: %w; look for a stray quote", p.Line, p.Err)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) {
		return fmt.Errorf("the gzip data are cut off or damaged (%w); fetch the file again", err)
	}
	return err
}

// table gathers the rows of a file.
type table struct {
	csv      *csv.Reader
	opt      Options
	started  bool
	width    int // cells a row
	firstRow int // line of the first row, for the message about ragged rows
	label    int // column of the label, -1 for none
	features []string
	values   []float64
	labels   []string
	distinct map[string]string // one copy of each label text
	rows     []int             // line of each sample
	history  []string
}

func (t *table) add(record []string) error {
	line, _ := t.csv.FieldPos(0)
	if !t.started {
		return t.start(record, line)
	}
	if len(record) != t.width {
		return fmt.Errorf("row %d has %d cells, row %d has %d; give every row the same number", line, len(record), t.firstRow, t.width)
	}
	if len(t.values)+t.width > MaxElements {
		return fmt.Errorf("row %d: more than %d values; split the file", line, MaxElements)
	}
	for j, cell := range record {
		cell = strings.TrimSpace(cell)
		if j == t.label {
			if cell == "" {
				return fmt.Errorf("row %d, column %d (%s): the class label is missing; name the class or drop the row", line, j+1, t.name(j))
			}
			text, ok := t.distinct[cell]
			if !ok {
				text = strings.Clone(cell)
				t.distinct[text] = text
			}
			t.labels = append(t.labels, text)
			continue
		}
		v, err := strconv.ParseFloat(cell, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("row %d, column %d (%s): %s", line, j+1, t.name(j), t.badCell(cell, v, err))
		}
		t.values = append(t.values, v)
	}
	t.rows = append(t.rows, line)
	return nil
}

func (t *table) badCell(cell string, v float64, err error) string {
	switch {
	case isMissing(cell):
		return fmt.Sprintf("the value is missing (%q); fill it in, or drop the row or the column", cell)
	case err == nil && math.IsNaN(v):
		return fmt.Sprintf("%q is not a number; fill it in, or drop the row or the column", cell)
	case math.IsInf(v, 0):
		return fmt.Sprintf("%q is infinite; give a finite number, or drop the row or the column", short(cell))
	case len(t.rows) == 0 && t.opt.Header == HeaderAuto && t.label >= 0:
		return fmt.Sprintf("%q is not a number; mend the cell, name the label column, or say that the first row is a header", short(cell))
	}
	return fmt.Sprintf("%q is not a number; mend the cell, or name this column as the label", short(cell))
}

func isMissing(cell string) bool {
	switch strings.ToLower(cell) {
	case "", "?", "na", "n/a", "nan", "null":
		return true
	}
	return false
}

// short cuts what an error quotes from a file.
func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

func (t *table) name(j int) string {
	if t.features == nil {
		return "no name"
	}
	return short(t.features[j])
}

// start looks at the first row, which may hold the names.
func (t *table) start(record []string, line int) error {
	t.started, t.width, t.firstRow = true, len(record), line
	t.distinct = make(map[string]string)
	header := t.opt.Header == HeaderYes || t.opt.Header == HeaderAuto && looksLikeHeader(record)
	if header {
		t.features = make([]string, t.width)
		for j, cell := range record {
			t.features[j] = strings.Clone(strings.TrimSpace(cell))
			if t.features[j] == "" {
				t.features[j] = fmt.Sprintf("column_%d", j+1)
				t.history = append(t.history, fmt.Sprintf("column %d had no name and is called %s", j+1, t.features[j]))
			}
		}
		seen := make(map[string]int, t.width)
		for j, f := range t.features {
			if i, dup := seen[f]; dup {
				return fmt.Errorf("row %d: columns %d and %d are both named %q; rename one", line, i+1, j+1, short(f))
			}
			seen[f] = j
		}
	}
	label, err := t.findLabel()
	if err != nil {
		return err
	}
	t.label = label
	if t.label >= 0 && t.width == 1 {
		return fmt.Errorf("row %d has one cell only, and it would be the label; check the separator, or read the file without labels (label %s)", line, NoLabel)
	}
	if !header {
		return t.add(record)
	}
	return nil
}

func (t *table) findLabel() (int, error) {
	switch want := t.opt.Label; want {
	case "":
		return t.width - 1, nil
	case NoLabel:
		if j := slices.Index(t.features, want); j >= 0 {
			return j, nil
		}
		return -1, nil
	default:
		if j := slices.Index(t.features, want); j >= 0 {
			return j, nil
		}
		if j, err := strconv.Atoi(want); err == nil {
			if j < 0 || j >= t.width {
				return 0, fmt.Errorf("no label column %d: the file has %d columns, numbered from 0 to %d", j, t.width, t.width-1)
			}
			return j, nil
		}
		if t.features == nil {
			return 0, fmt.Errorf("no label column %q: the file has no header; give the column's index from 0 to %d", short(want), t.width-1)
		}
		return 0, errors.New(suggest.Unknown("label column", want, t.features))
	}
}

func looksLikeHeader(record []string) bool {
	numbers, from0, from1 := 0, 0, 0
	for j, cell := range record {
		cell = strings.TrimSpace(cell)
		if v, err := strconv.ParseFloat(cell, 64); err == nil {
			numbers++
			if v == float64(j) {
				from0++
			}
			if v == float64(j+1) {
				from1++
			}
		} else if isMissing(cell) && cell != "" {
			numbers++ // a missing value stands where a number would
		}
	}
	counting := len(record) > 2 && numbers >= len(record)-1 && max(from0, from1) == numbers
	return 2*numbers < len(record) || counting
}

func (t *table) dataset() (*Dataset, error) {
	if !t.started {
		return nil, errors.New("the file is empty; give a table with one line per sample")
	}
	if len(t.rows) == 0 {
		return nil, fmt.Errorf("row %d is a header and no sample follows; give at least one line of numbers", t.firstRow)
	}
	p := t.width
	features := t.features
	if features == nil {
		features = numberedNames(t.width)
	}
	if t.label >= 0 {
		p--
		features = slices.Delete(slices.Clone(features), t.label, t.label+1)
	}
	if t.features == nil {
		features = numberedNames(p)
	}
	if t.label < 0 {
		t.labels = nil
	}
	normaliseLabels(t.labels)
	d, err := build("", mat.NewDense(len(t.rows), p, t.values), t.labels, features)
	if err != nil {
		return nil, err
	}
	d.History = append(d.History, t.history...)
	return d, nil
}
