package tabular

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/internal/visible"
)

// Samples are the n samples that a table beside them describes.
type Samples struct {
	N int
	// Names are those of the samples, and Column that of their column; nil and "" if unknown.
	Names  []string
	Column string
	// Identifier reports whether a column of that name has the names of samples.
	Identifier func(name string) bool
}

// ReadLabels reads a table that stands beside the features of samples: the label, the group and the
// identifier of each row, as opt names them. Other columns may hold anything, and Table has no
// feature. A text without commas, semicolons and tabs has one label a line, unless opt names a
// column. Where opt leaves open whether the first row is a header, it is one when there is one row
// more than samples, or where it does not name a sample and the other rows do.
//
// If of has names, and a column has the same ones, the rows are joined to the samples by name: the
// column is the ID, or the only one with these values. A column that names other samples is an
// error. Table.NamedBy is the name of the column that names the samples, "" for none, and
// Table.Joined says whether the rows were joined by it, not by their order.
//
// Table.Kept has the samples that remain where opt.Missing drops those without a label or a group.
// count and text read the same file, one after the other.
func ReadLabels(count, text *Source, opt Options, of Samples) (*Table, error) {
	opt.Drop, opt.Transposed, opt.Code, opt.beside = nil, false, ordinal, true
	opt.Samples = nil
	auto := opt.Header == HeaderAuto
	s, err := scanBeside(count, opt, of)
	if err != nil {
		return nil, err
	}
	if s.rows == 0 {
		return nil, errors.New("the file is empty; give one label per sample")
	}
	if _, err := findColumn("", opt.ID, len(s.first), s.first); err != nil && of.Names != nil &&
		of.Column == opt.ID {
		opt.ID = "" // a column of the data
	}
	named, err := s.chooseNames(opt)
	if err != nil {
		return nil, err
	}
	switch {
	case !auto:
	case named >= 0 && s.distinct[named] > 0:
		opt.Header = HeaderNo
		if _, is := s.places[s.first[named]]; !is {
			opt.Header = HeaderYes
		}
	case s.rows == of.N+1:
		opt.Header = HeaderYes
	default:
		opt.Header = HeaderNo
	}
	rows := s.rows
	if opt.Header == HeaderYes {
		rows--
	} else if named >= 0 && !s.sure && s.distinct[named] == 0 {
		named = -1 // it was called so by a header
	}
	wrong := func() error {
		without := ""
		if auto {
			without = fmt.Sprintf(", or %d with a header", of.N+1)
		}
		return fmt.Errorf("%s for %s; give one row per sample (%d%s)", plural(rows, "row"),
			plural(of.N, "sample"), of.N, without)
	}
	if rows != of.N && (named < 0 || of.Names == nil) {
		return nil, wrong()
	}
	opt.samples = named + 1
	t, err := newTable(text, opt)
	if err != nil {
		return nil, err
	}
	out, err := t.read()
	if err != nil {
		return nil, err
	}
	if auto && opt.Header == HeaderNo {
		out.FirstSample = t.firstRow
	}
	if named < 0 {
		return out, nil
	}
	names, column := t.roles.samples.join(), strconv.Itoa(named)
	if t.names != nil {
		column = t.names[named]
	}
	if !s.sure && !allDifferent(names) {
		if rows != of.N {
			return nil, wrong()
		}
		return out, nil // a column such as a code of batches
	}
	if out.NamedBy = column; of.Names == nil {
		return out, nil
	}
	to, err := of.match(column, names)
	if err != nil {
		return nil, err
	}
	out.Joined = true
	out.reorder(to)
	return out, nil
}

// allDifferent reports whether no name repeats or is empty.
func allDifferent(names []string) bool {
	_, _, twice := FirstDuplicate(names)
	return !twice && !slices.Contains(names, "")
}

// match returns the sample of each row by its name.
func (s Samples) match(column string, names []string) ([]int, error) {
	if slices.Equal(names, s.Names) {
		return upTo(len(names)), nil
	}
	to := make([]int, len(names))
	var twice, less, more []string
	repeats := make(map[string]bool)
	count := func(names []string) map[string]int {
		at := make(map[string]int, len(names))
		for i, name := range names {
			if _, again := at[name]; !again {
				at[name] = i
			} else if !repeats[name] {
				repeats[name] = true
				twice = append(twice, name)
			}
		}
		return at
	}
	have, got := count(s.Names), count(names)
	for i, name := range names {
		if place, ok := have[name]; ok {
			to[i] = place
		} else if got[name] == i {
			more = append(more, name)
		}
	}
	for i, name := range s.Names {
		if _, ok := got[name]; !ok && have[name] == i {
			less = append(less, name)
		}
	}
	if twice == nil && less == nil && more == nil {
		return to, nil
	}
	var what []string
	for _, l := range []struct {
		names []string
		text  string
	}{
		{less, "%s only in the data"}, {more, "%s only in the labels"},
		{twice, "%s more than once"},
	} {
		if l.names != nil {
			what = append(what, fmt.Sprintf(l.text, visible.Counted("name", l.names)))
		}
	}
	return nil, fmt.Errorf("column %s and the data do not name the same samples (%s); give each "+
		"sample of the data once, or a file of the labels alone, in the order of the samples",
		visible.Name(column), strings.Join(what, "; "))
}

// reorder puts the rows in the order of the samples: row i is that of sample to[i].
func (t *Table) reorder(to []int) {
	rows := t.Kept // of the labels
	if rows == nil {
		rows = upTo(len(to))
	}
	order := upTo(len(rows))
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(to[rows[a]], to[rows[b]]) })
	if t.Kept != nil {
		t.Kept = arranged(t.Kept, order)
		for k, i := range t.Kept {
			t.Kept[k] = to[i]
		}
	}
	t.Y, t.Group = arranged(t.Y, order), arranged(t.Group, order)
	t.Target, t.IDs = arranged(t.Target, order), arranged(t.IDs, order)
}

// upTo returns 0 to n-1.
func upTo(n int) []int {
	out := make([]int, n)
	for k := range out {
		out[k] = k
	}
	return out
}

// arranged returns the values in that order, nil for nil.
func arranged[T any](values []T, order []int) []T {
	if values == nil {
		return nil
	}
	out := make([]T, len(order))
	for k, i := range order {
		out[k] = values[i]
	}
	return out
}

// besideScan is what a first reading of a table beside samples finds.
type besideScan struct {
	of       Samples
	rows     int            // a header among them
	first    []string       // the cells of the first row
	places   map[string]int // of the names of the samples
	seen     [][]uint64     // of each column, which of the samples it names
	distinct []int          // how many those are
	counts   bool           // the first column is 0, 1, 2, … or 1, 2, 3, … below the first row
	sure     bool           // the chosen column has the names, whether they repeat or not
}

// scanBeside counts the rows, and in each column the samples that it names.
func scanBeside(text *Source, opt Options, of Samples) (*besideScan, error) {
	s := &besideScan{of: of}
	t, err := newTable(text, opt)
	if err != nil {
		return nil, err
	}
	first, err := t.holdFirst()
	if err != nil || first == nil {
		return s, err
	}
	s.first, s.rows = first.text, 1
	s.distinct, s.seen = make([]int, t.width), make([][]uint64, t.width)
	s.places = make(map[string]int, len(of.Names))
	for i, name := range of.Names {
		if _, again := s.places[name]; !again {
			s.places[name] = i
		}
	}
	for j, cell := range first.text {
		s.add(j, []byte(cell))
	}
	from := 0
	for {
		more, err := t.nextRow()
		if err != nil || !more {
			return s, err
		}
		if err := t.cells.each(func(j int, cell []byte, _ bool) error {
			if j == 0 && s.rows == 1 {
				from, s.counts = 1, string(cell) == "0" || string(cell) == "1"
				if string(cell) == "0" {
					from = 0
				}
			}
			if j == 0 && s.counts {
				s.counts = string(cell) == strconv.Itoa(from+s.rows-1)
			}
			if j < t.width { // the second reading refuses longer rows
				s.add(j, cell)
			}
			return nil
		}); err != nil {
			return nil, err
		}
		s.rows++
	}
}

// holdFirst holds the first row, with a name for the first column where R left it out; nil for
// none.
func (t *tableReader) holdFirst() (*heldRow, error) {
	first, err := t.hold(MaxColumns)
	if err != nil || first == nil {
		return nil, err
	}
	t.width, t.firstRow = len(first.text), first.line
	t.nameRows(first, t.ahead())
	return first, nil
}

func (s *besideScan) add(j int, cell []byte) {
	i, ok := s.places[string(cell)]
	if !ok {
		return
	}
	if s.seen[j] == nil {
		s.seen[j] = make([]uint64, len(s.of.Names)/64+1)
	}
	if bit := uint64(1) << (i % 64); s.seen[j][i/64]&bit == 0 {
		s.seen[j][i/64] |= bit
		s.distinct[j]++
	}
}

// chooseNames finds the column that names the samples, -1 for none: the ID, unless only another one
// has all their names; the one with all their names; the one with most; or one that is called as
// identifiers are. s.sure says that it does so even if values repeat.
func (s *besideScan) chooseNames(opt Options) (int, error) {
	width, all := len(s.first), len(s.places)
	named := func(want string) int {
		j, err := findColumn("", want, width, s.first)
		if want == "" || err != nil { // the second reading returns the error
			return -1
		}
		return j
	}
	id, label, group := named(opt.ID), named(opt.Label), named(opt.Group)
	if id >= 0 && s.distinct[id] == all {
		s.sure = true
		return id, nil
	}
	called := func(j int) bool { // as the names of samples are
		name := s.first[j]
		return name != "" && (name == s.of.Column || s.of.Identifier(name))
	}
	unnamed := func(j int) bool { // the index of a data frame
		return j == 0 && s.first[0] == ""
	}
	numbers := all > 0 && numberOrMissing(s.of.Names[0])
	counts := countsUp(s.of.Names)
	best, most := id, 0
	for j, found := range s.distinct {
		switch {
		case found == 0 || width == 1 || j == label || counts && !called(j) && !unnamed(j) ||
			found < all && (id >= 0 || numbers && !called(j)):
		case most == all && found == all && s.first[best] != s.of.Column:
			if s.first[j] != s.of.Column {
				return 0, fmt.Errorf("columns %s and %s both have the names of the samples; set "+
					"ID to the one that names them here", visible.Name(s.first[best]),
					visible.Name(s.first[j]))
			}
			best = j
		case found > most:
			best, most = j, found
		}
	}
	if best >= 0 {
		s.sure = best == id || 2*most >= min(all, s.rows-1)
		return best, nil
	}
	for j := range width {
		if width > 1 && j != label && j != group && (called(j) || unnamed(j) && !s.counts) {
			return j, nil
		}
	}
	return -1, nil
}

// countsUp reports whether names are 0, 1, 2, … or 1, 2, 3, …, which any other column may count
// too.
func countsUp(names []string) bool {
	if len(names) == 0 || names[0] != "0" && names[0] != "1" {
		return false
	}
	from, _ := strconv.Atoi(names[0])
	for i, name := range names {
		if name != strconv.Itoa(from+i) {
			return false
		}
	}
	return true
}

// CountCells counts in which columns of a table beside samples the wanted cells are, nil for all:
// the number of column c is counts[cell][c]. first is the first row.
func CountCells(text *Source, opt Options, want map[string]bool) (
	first []string, counts map[string]map[int]int, err error,
) {
	opt.Drop, opt.Transposed, opt.Code, opt.beside = nil, false, ordinal, true
	t, err := newTable(text, opt)
	if err != nil {
		return nil, nil, err
	}
	held, err := t.holdFirst()
	if err != nil || held == nil {
		return nil, nil, err
	}
	counts = make(map[string]map[int]int)
	add := func(j int, cell []byte) {
		if want == nil || want[string(cell)] {
			if counts[string(cell)] == nil {
				counts[string(cell)] = make(map[int]int)
			}
			counts[string(cell)][j]++
		}
	}
	for j, cell := range held.text {
		add(j, []byte(cell))
	}
	for {
		more, err := t.nextRow()
		if err != nil || !more {
			return held.text, counts, err
		}
		if err := t.cells.each(func(j int, cell []byte, _ bool) error {
			if j < t.width {
				add(j, cell)
			}
			return nil
		}); err != nil {
			return nil, nil, err
		}
	}
}

// oneCell reports whether rows of a table beside the features are labels that may have blanks.
func (o Options) oneCell(comma byte) bool {
	return o.beside && comma == blanks && o.Comma == 0 && o.Label == "" && o.Group == "" &&
		o.ID == ""
}
