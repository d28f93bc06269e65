package tabular

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"fsnb.example/internal/suggest"
	"fsnb.example/internal/visible"
)

// The lines of a series matrix.
const (
	seriesSample = "!Sample_"
	seriesBegin  = "!series_matrix_table_begin"
	seriesEnd    = "!series_matrix_table_end"
	// characteristic begins the names of the lines whose cells are "tissue: tumor".
	characteristic = "Sample_characteristics_ch"
	accession      = "Sample_geo_accession"
)

// sampleLine describes the samples: a line of the file, or the values of one characteristic.
type sampleLine struct {
	name  string
	line  int
	cells []string
}

// seriesReader reads a series matrix of the Gene Expression Omnibus.
type seriesReader struct {
	text  *Source
	lines *lines
	begun bool // a line of the format was read
	size  int  // bytes of the lines about samples
	about []sampleLine
	// The line that is read: its number, what is kept of it, whether it is about the samples.
	first  int
	line   []byte
	sample bool
}

// ReadSeries reads a series matrix of the Gene Expression Omnibus, whose samples are the columns of
// its table. Options.Label, Group and ID name lines about the samples: "Sample_source_name_ch1", or
// "characteristics: tissue" for the cells "tissue: tumor" of any line of characteristics. Without a
// Label the error lists the lines that differ among the samples. Errors name lines of the file.
//
// Source: the description of series matrix files and of SOFT at www.ncbi.nlm.nih.gov/geo/info.
func ReadSeries(text *Source, opt Options) (*Table, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	s := &seriesReader{text: text, lines: newLines(text)}
	if err := s.header(); err != nil {
		return nil, err
	}
	var err error
	if s.about, err = s.splitCharacteristics(); err != nil {
		return nil, err
	}
	opt, chosen, err := s.choose(opt)
	if err != nil {
		return nil, err
	}
	return s.table(opt, chosen)
}

// isSeries reports whether a line is one of a series matrix.
func isSeries(line []byte) bool {
	for _, begin := range []string{"!Series_", seriesSample, seriesBegin} {
		if hasPrefixFold(line, begin) {
			return true
		}
	}
	return false
}

// hasPrefixFold reports whether a line begins so, in letters of either case.
func hasPrefixFold(line []byte, begin string) bool {
	return len(line) >= len(begin) && strings.EqualFold(string(line[:len(begin)]), begin)
}

// header reads the lines before the table. A cell in quotes may go on in the next lines.
func (s *seriesReader) header() error {
	open := false // whether a cell goes on
	for {
		line, more, err := s.lines.next()
		switch {
		case err != nil:
			return err
		case !more && !s.begun:
			return errors.New("the file is empty; give a series matrix of GEO")
		case !more:
			return errors.New("the series matrix has no table (no line " + seriesBegin +
				"); fetch the file again")
		case isSeries(line):
			s.endLine()
			if strings.EqualFold(string(line), seriesBegin) {
				return nil
			}
			s.begun, s.first = true, s.lines.number
			s.sample = hasPrefixFold(line, seriesSample)
		case open:
		case len(line) == 0:
			continue
		case line[0] != '!':
			return fmt.Errorf(
				"row %d: %q is no line of a series matrix, which begins with !; give "+
					"a series matrix of GEO, or rename the file if it is another table",
				s.lines.number, visible.Short(string(line)))
		default:
			s.endLine()
			s.begun, s.sample = true, false
		}
		if s.sample {
			if s.size += len(line); s.size > MaxHeader {
				return fmt.Errorf("row %d: the lines about samples are longer than %d bytes; look "+
					"at the line ends", s.lines.number, MaxHeader)
			}
			s.line = append(append(s.line, line...), '\n')
		}
		open = s.opens(line, open)
	}
}

// opens reports whether a cell in quotes goes on after a line; open says so of the line before. A
// quote inside a cell, as in 5", may not be doubled.
func (s *seriesReader) opens(line []byte, open bool) bool {
	odd := bytes.Count(line, []byte{'"'})%2 == 1
	last := line[bytes.LastIndexByte(line, '\t')+1:]
	begins := len(last) > 0 && last[0] == '"' && len(last) != len(line)
	return open != odd || begins && (len(last) == 1 || last[len(last)-1] != '"')
}

// endLine keeps the line about the samples that was read.
func (s *seriesReader) endLine() {
	if len(s.line) > 0 {
		s.add(bytes.TrimSpace(s.line))
		s.line = s.line[:0]
	}
}

// add keeps a line about the samples. A second one of its name is called name.1, as in R.
func (s *seriesReader) add(line []byte) {
	cells := strings.Split(string(line), "\t")
	for i, cell := range cells {
		cell = strings.TrimSpace(cell)
		if len(cell) > 1 && cell[0] == '"' && cell[len(cell)-1] == '"' {
			cell = strings.TrimSpace(strings.ReplaceAll(cell[1:len(cell)-1], `""`, `"`))
		}
		if strings.Contains(cell, "\n") {
			cell = strings.Join(strings.Fields(cell), " ")
		}
		cells[i] = cell
	}
	s.about = append(s.about, sampleLine{strings.TrimPrefix(cells[0], "!"), s.first, cells[1:]})
}

// splitCharacteristics returns the lines about samples, with one of each characteristic in place of
// the lines whose cells are all of the form "tissue: tumor". The cells of such a line may be of
// several characteristics.
func (s *seriesReader) splitCharacteristics() ([]sampleLine, error) {
	var out []sampleLine
	place := make(map[string]int) // of a characteristic in out
	count := make(map[string]int) // lines by name
	for _, l := range s.about {
		if len(out) > MaxHeader/1024 {
			return nil, fmt.Errorf("row %d: too many characteristics of samples; look at the file",
				l.line)
		}
		plain := true
		channel, is := strings.CutPrefix(l.name, characteristic)
		if is {
			plain = false
			begin := "characteristics: "
			if channel != "1" {
				begin = "characteristics_ch" + channel + ": "
			}
			for i, cell := range l.cells {
				key, value, ok := strings.Cut(cell, ":")
				if !ok || key == "" {
					plain = plain || cell != ""
					continue
				}
				name := begin + strings.TrimSpace(key)
				k, known := place[name]
				if !known {
					// One number of cells for all: not more than the bytes that are read.
					if s.size += len(l.cells); s.size > 2*MaxHeader {
						return nil, fmt.Errorf("row %d: too many characteristics of samples; look "+
							"at the file", l.line)
					}
					k = len(out)
					place[name] = k
					out = append(out, sampleLine{name, l.line, make([]string, len(l.cells))})
				}
				if i < len(out[k].cells) && out[k].cells[i] == "" {
					out[k].cells[i] = strings.TrimSpace(value)
				}
			}
		}
		if n := count[l.name]; plain {
			count[l.name]++
			if n > 0 {
				l.name = fmt.Sprintf("%s.%d", l.name, n)
			}
			out = append(out, l)
		}
	}
	return out, nil
}

// find returns the line about samples of that name; a leading ! and letter case do not count.
func (s *seriesReader) find(what, want string) (*sampleLine, error) {
	want = strings.TrimPrefix(want, "!")
	known := make([]string, len(s.about))
	for i := range s.about {
		if strings.EqualFold(s.about[i].name, want) {
			return &s.about[i], nil
		}
		known[i] = visible.Name(s.about[i].name)
	}
	return nil, errors.New(suggest.Unknown(what, visible.Short(want), known))
}

// choose finds the lines that the options name, and returns the options of the table to which they
// are added as rows. Without a line of identifiers they are the accessions, the header of the
// table.
func (s *seriesReader) choose(opt Options) (Options, []sampleLine, error) {
	var chosen []sampleLine
	name := func(what string, field *string) error {
		l, err := s.find(what+" line", *field)
		if err != nil {
			return err
		}
		if *field = l.name; !slices.ContainsFunc(chosen, func(other sampleLine) bool {
			return other.name == l.name
		}) {
			chosen = append(chosen, *l)
		}
		return nil
	}
	switch opt.Label {
	case NoLabel:
	case "":
		return opt, nil, s.unlabeled()
	default:
		if err := name("label", &opt.Label); err != nil {
			return opt, nil, err
		}
	}
	if opt.Group != "" {
		if err := name("group", &opt.Group); err != nil {
			return opt, nil, err
		}
	}
	if opt.Samples != nil { // the labels are in a file that the accessions join
		opt.ID = ""
	}
	if opt.ID != "" {
		if err := name("ID", &opt.ID); err != nil {
			return opt, nil, err
		}
	}
	opt.Comma, opt.Decimal, opt.Header, opt.Transposed = '\t', '.', HeaderYes, true
	return opt, chosen, nil
}

// unlabeled is the error of a series matrix without a choice of labels.
func (s *seriesReader) unlabeled() error {
	var lines []string
	for _, l := range s.about {
		distinct := make(map[string]bool)
		for _, cell := range l.cells {
			if cell != "" {
				distinct[cell] = true
			}
		}
		if len(distinct) > 1 {
			lines = append(lines, fmt.Sprintf("%s (%d values)", visible.Name(l.name),
				len(distinct)))
		}
	}
	if lines == nil {
		return errors.New("no line about the samples differs among them, and so none can be the " +
			"label; set Label to " + NoLabel)
	}
	return fmt.Errorf("set Label to the line about the samples that has their classes, or to %s; "+
		"those that differ are %s", NoLabel, suggest.List(lines, 20))
}

// table reads the table, with the chosen lines as its first rows.
func (s *seriesReader) table(opt Options, chosen []sampleLine) (*Table, error) {
	accessions := opt.ID == ""
	body := &seriesBody{r: s.lines.r, start: true}
	t, err := newTable(&Source{body, s.text.packed}, opt)
	if err != nil {
		return nil, err
	}
	t.cells.line = s.lines.number + 1
	first, err := t.hold(MaxColumns)
	if err != nil {
		return nil, err
	}
	if first == nil || len(first.text) < 2 {
		return nil, errEmptySeries
	}
	t.width, t.firstRow = len(first.text), first.line
	if accessions {
		t.opt.ID = first.text[0]
	}
	held := []*heldRow{first}
	for _, l := range chosen {
		row, err := s.row(l, first)
		if err != nil {
			return nil, err
		}
		held = append(held, row)
	}
	gene, err := t.hold(t.width)
	if err != nil {
		return nil, err
	}
	if gene == nil {
		return nil, errEmptySeries
	}
	out, err := t.readTransposed(append(held, gene)...)
	if err == nil && accessions {
		out.IDName = accession
	}
	return out, err
}

var errEmptySeries = errors.New("the table of the series matrix has no values: those of this " +
	"series are in its supplementary files; load one of them as a table, with Transposed")

// row makes a row of the table of a line about its samples.
func (s *seriesReader) row(l sampleLine, first *heldRow) (*heldRow, error) {
	samples := len(first.text) - 1
	if len(l.cells) > samples {
		return nil, fmt.Errorf("row %d: %s has %d samples, and the table has %d; fetch the file "+
			"again", l.line, visible.Name(l.name), len(l.cells), samples)
	}
	if known, err := s.find("line", accession); err == nil {
		for i, name := range known.cells {
			if i < samples && name != first.text[i+1] {
				return nil, fmt.Errorf(
					"row %d: sample %d (counted from 0) is %q in the table, and "+
						"%q in the lines about samples; fetch the file again", first.line, i,
					visible.Short(first.text[i+1]), visible.Short(name))
			}
		}
	}
	row := &heldRow{line: l.line, text: make([]string, samples+1),
		quoted: make([]bool, samples+1)}
	row.text[0] = l.name
	copy(row.text[1:], l.cells) // empty cells at the end of a line may be left out
	return row, nil
}

// seriesBody gives the text of the table, up to the line that ends it.
type seriesBody struct {
	r     *bufio.Reader
	rest  []byte
	start bool // a line begins
	ended bool
}

// Read implements io.Reader.
func (b *seriesBody) Read(p []byte) (int, error) {
	if len(b.rest) == 0 {
		if b.ended {
			return 0, io.EOF
		}
		line, err := b.r.ReadSlice('\n')
		if b.start && len(line) >= len(seriesEnd) &&
			strings.EqualFold(string(line[:len(seriesEnd)]), seriesEnd) {
			b.ended = true
			return 0, io.EOF
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(bytes.TrimSpace(line)) == 0:
			return 0, errors.New("the table of the series matrix is cut short (no line " +
				seriesEnd + "); fetch the file again")
		case err != nil && !errors.Is(err, io.EOF):
			return 0, err
		}
		b.start = err == nil
		b.rest = line
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}
