package tabular

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"fsnb.example/internal/visible"
)

// libsvm gathers the pairs of a file.
type libsvm struct {
	text    *Source
	lines   *lines
	labeled bool
	missing policy
	codes   codes
	odd     bool
	columns Pieces[int32]
	values  Pieces[float64]
	ends    Pieces[int] // of the rows, among the pairs
	largest int
	zero    bool
	queries bool
	rounded rounded
	classes Labels
}

// ReadLIBSVM reads text of LIBSVM or SVMlight.
func ReadLIBSVM(text *Source, opt Options) (*Table, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	if opt.Transposed {
		return nil, errors.New("the samples of a LIBSVM file are its rows; leave Transposed out")
	}
	if err := opt.NoRoles("LIBSVM text"); err != nil {
		return nil, err
	}
	if opt.Label != "" && opt.Label != NoLabel {
		return nil, fmt.Errorf("no label column %q: the labels of a LIBSVM file begin its "+
			"lines; leave the label out, or say %q for none", visible.Short(opt.Label), NoLabel)
	}
	s := &libsvm{text: text, lines: newLines(text), labeled: opt.Label == ""}
	s.classes.room = new(vocabulary)
	s.classes.numeric = opt.Continuous
	s.missing, _ = opt.policy()
	s.codes, _ = opt.codes()
	if err := s.codes.checkZero("LIBSVM text"); err != nil {
		return nil, err
	}
	for {
		line, more, err := s.lines.next()
		if err != nil {
			return nil, err
		}
		if !more {
			return s.table(opt)
		}
		if bytes.IndexByte(line, 0) >= 0 {
			return nil, fmt.Errorf("row %d holds a zero byte: this is no text", s.lines.number)
		}
		if i := bytes.IndexByte(line, '#'); i >= 0 {
			line = bytes.TrimSpace(line[:i])
		}
		if len(line) == 0 {
			continue
		}
		if err := s.row(line); err != nil {
			return nil, fmt.Errorf("row %d: %w", s.lines.number, err)
		}
	}
}

// row reads a line that is not blank.
func (s *libsvm) row(line []byte) error {
	first, rest := cutBlank(line)
	switch {
	case bytes.IndexByte(first, ':') >= 0:
		if s.labeled {
			return fmt.Errorf("there is no label before %q; write one, or read the file without "+
				"labels (label %s)", visible.Short(string(first)), NoLabel)
		}
		rest = line
	case !s.labeled:
	case bytes.IndexByte(first, ',') >= 0:
		return fmt.Errorf("%q are several labels; give each sample one class",
			visible.Short(string(first)))
	default:
		dropped, err := s.classes.addCell(s.missing, first, false, s.codes.missing(first, false))
		s.odd = s.odd || dropped
		if err != nil {
			return err
		}
	}
	last := -1
	for len(rest) > 0 {
		var pair []byte
		pair, rest = cutBlank(rest)
		index, text, ok := bytes.Cut(pair, []byte{':'})
		if !ok {
			return fmt.Errorf("%q is no pair index:value; separate the two by a colon and pairs "+
				"by blanks", visible.Short(string(pair)))
		}
		if string(index) == "qid" {
			s.queries = true
			continue
		}
		j, err := strconv.Atoi(string(index))
		switch {
		case err != nil || j < 0:
			return fmt.Errorf("%q is no index; indices are whole numbers from 1",
				visible.Short(string(index)))
		case j > MaxColumns:
			return fmt.Errorf("index %d is above the limit of %d columns; look at the file, or "+
				"save fewer columns", j, MaxColumns)
		case j <= last:
			return fmt.Errorf("index %d comes after index %d; put them in order, each once", j,
				last)
		}
		v, ok := ParseNumber(text)
		if !ok || s.codes.isNumber(v) {
			if !s.codes.isMissing(text) || s.missing.kind == refuseMissing {
				return s.bad(j, string(text))
			}
			v = missingCell()
			s.odd = true
		}
		if beyondExact(v) {
			s.rounded.add(s.lines.number, j, text, v)
		}
		last = j
		s.zero = s.zero || j == 0
		s.columns.Add(int32(j))
		s.values.Add(v)
	}
	s.largest = max(s.largest, last)
	if s.ends.n == MaxSamples {
		return errTooManySamples
	}
	s.ends.Add(s.values.n)
	return s.text.Room(int64(s.values.n) + 2*int64(s.ends.n))
}

func (s *libsvm) bad(j int, text string) error {
	if s.codes.isMissing([]byte(text)) {
		return fmt.Errorf("index %d: %s", j, missingText(text, 1, ""))
	}
	if known := badFixed(text); known != "" {
		return fmt.Errorf("index %d: %s", j, known)
	}
	return fmt.Errorf("index %d: %q is not a number; mend the value", j, visible.Short(text))
}

func cutBlank(line []byte) (first, rest []byte) {
	i := 0
	for i < len(line) && line[i] != ' ' && line[i] != '\t' {
		i++
	}
	for rest = line[i:]; len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t'); {
		rest = rest[1:]
	}
	return line[:i], rest
}

func (s *libsvm) table(opt Options) (*Table, error) {
	n := s.ends.n
	p, from := s.largest, 1
	if s.zero {
		p, from = p+1, 0
	}
	switch {
	case n == 0:
		return nil, errors.New("the file is empty; give one line per sample")
	case p == 0:
		return nil, errors.New("no line has a pair index:value; give at least one feature")
	case opt.Names != nil && len(opt.Names) < p:
		return nil, fmt.Errorf("index %d has no name: there are %d names, and the indices from %d "+
			"make %d columns; give one name for each", s.largest, len(opt.Names), from, p)
	case opt.Storage == DenseStorage:
		if err := s.checkDense(n, p); err != nil {
			return nil, err
		}
	}
	if err := s.text.roomFor(p); err != nil {
		return nil, err
	}
	g := &grid{n: n, odd: s.odd, policy: s.missing}
	if opt.Names == nil {
		g.names = NumberedNames(p)
	} else {
		p = s.takeNames(g, opt, p, from)
	}
	c, err := chooseColumns(Options{Label: NoLabel, Drop: opt.Drop}, p, g.names)
	out := c.out
	if err != nil {
		return nil, err
	}
	if s.zero {
		g.did("counted the columns from 0, as the file does")
	}
	if s.queries {
		g.warn("the file has queries (qid), which are ignored")
	}
	if out != nil {
		g.did(dropped(g.names, out))
		g.names = keep(g.names, -1, out)
	}
	g.warnings = append(g.warnings, s.rounded.say(g.names, p+from, func(j int) bool {
		return j < from || out != nil && out[j-from]
	})...)
	if s.labeled {
		g.classes = &s.classes
	}
	e := s.entries(p, from, out)
	if e.sparse(n, len(g.names), opt.Storage) {
		return e.table(g)
	}
	if err := s.checkDense(n, len(g.names)); err != nil {
		return nil, err
	}
	g.cells = e.cells(n, len(g.names))
	return g.table()
}

// takeNames gives the columns the names of a file, and returns their number. There may be more of
// them than the file has indices.
func (s *libsvm) takeNames(g *grid, opt Options, p, from int) int {
	if more := len(opt.Names) - p; more > 0 {
		g.warn(fmt.Sprintf(
			"there are %d names, and the indices from %d to %d make %d columns: the "+
				"last %d are 0 in all samples; check that the names are those of the file",
			len(opt.Names), from, s.largest, p, more))
	}
	g.names = opt.Names
	if opt.RenameDuplicates {
		g.names = renameDuplicates(g.names, g.did)
	}
	return len(g.names)
}

// checkDense returns an error for a dense table that is too large for its file.
func (s *libsvm) checkDense(n, p int) error {
	pairs, cells := int64(s.values.n), int64(n)*int64(p)
	if cells > MaxElements || cells > freeSpread && cells/maxSpread > pairs {
		return fmt.Errorf("%d lines up to index %d make %d values, and the file gives %d; a table "+
			"this large or empty is read with Storage %s only", n, s.largest, cells, pairs,
			SparseStorage)
	}
	return s.text.Room(cells)
}

// entries returns the pairs, without those of the columns in out.
func (s *libsvm) entries(p, from int, out []bool) *entries {
	e := &entries{ends: s.ends.Join(), columns: s.columns.Join(), pieces: s.values}
	var place []int32
	if out != nil {
		place = make([]int32, p)
		kept := int32(0)
		for j := range place {
			if place[j] = -1; !out[j] {
				place[j] = kept
				kept++
			}
		}
	}
	for k, j := range e.columns {
		j -= int32(from)
		if out != nil {
			j = place[j]
		}
		e.columns[k] = j
	}
	return e
}
