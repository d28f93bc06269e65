package tabular

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/internal/visible"
)

// turned reads a table whose samples are columns. The kind of a row is known only at its end.
type turned struct {
	*tableReader
	named   bool // the first cell of each row is its name
	header  bool // the first row names the samples
	samples int
	names   Pieces[string]
	size    int                // bytes of the names
	long    map[int]string     // labels that a float64 cannot hold, by their place among the values
	places  Pieces[oddPlaces]  // of each row, with a missing value where none is allowed
	drop    map[string]bool    // the names in Options.Drop
	heads   []string           // the first row
	texts   map[int]*turnedRow // by their index
	seen    map[string]bool    // rows of groups and identifiers that came by their names
	passed  map[string]bool    // rows that were dropped by their names
}

// readTransposed reads a table whose samples are columns, and whose first rows are held.
func (t *tableReader) readTransposed(held ...*heldRow) (*Table, error) {
	t.turning = true
	t.classes.signs = signs{} // values are numbers by then
	u := &turned{tableReader: t, drop: make(map[string]bool)}
	if len(held) == 1 {
		second, err := t.hold(t.width)
		if err != nil {
			return nil, err
		}
		if second != nil {
			held = append(held, second)
		}
	}
	if len(held) == 1 {
		return nil, errors.New("a transposed table of one row has no features; give a row for " +
			"each feature and one for the classes")
	}
	first, second := held[0], held[1]
	u.named = !t.numberOrMissing(first.text[0]) || first.text[0] == "" ||
		!t.numberOrMissing(second.text[0])
	u.header = u.isHeader(first)
	u.samples, u.heads = t.width, first.text
	if u.named {
		u.samples--
	}
	if err := u.chooseSamples(first); err != nil {
		return nil, err
	}
	for _, h := range held {
		if err := t.checkWidth(h.line, len(h.text)); err != nil {
			return nil, err
		}
		at := 0
		next := func() ([]byte, bool, bool, error) {
			at++
			return []byte(h.text[at-1]), h.quoted[at-1], at == len(h.text), nil
		}
		if err := u.addRow(h.line, next); err != nil {
			return nil, err
		}
	}
	for {
		more, err := t.nextRow()
		if err != nil {
			return nil, err
		}
		if !more {
			return u.table()
		}
		if err := u.addRow(t.cells.row, t.cells.cell); err != nil {
			return nil, err
		}
	}
}

// isHeader reports whether the first row names the samples: words that are all different, a count,
// or whole numbers that are all different after a word for features.
func (u *turned) isHeader(first *heldRow) bool {
	if u.opt.Header != HeaderAuto {
		return u.opt.Header == HeaderYes
	}
	if u.named && u.opt.Label != "" && u.opt.Label == first.text[0] {
		return false
	}
	cells := first.text
	if u.named {
		cells = cells[1:]
	}
	words, counting, whole := 0, 0, 0
	for j, cell := range cells {
		v, ok := ParseNumber([]byte(cell))
		switch {
		case !u.numberOrMissing(cell):
			words++
		case ok && (v == float64(j) || v == float64(j+1)):
			counting++
		}
		if ok && v == math.Trunc(v) {
			whole++
		}
	}
	if counting == len(cells) && counting >= minCount {
		return true
	}
	_, _, twice := FirstDuplicate(cells)
	numbers := u.named && whole == len(cells) && saysTurned(first.text[0]) // of samples
	return (words > 0 || numbers) && !twice
}

// chooseSamples drops the columns that Drop names by their first cell; its other names are those of
// rows.
func (u *turned) chooseSamples(first *heldRow) error {
	for _, want := range u.opt.Drop {
		j := slices.Index(first.text, want)
		if u.named && j == 0 {
			j = -1
		}
		if j < 0 || slices.Contains(first.text[j+1:], want) {
			u.drop[want] = true
			continue
		}
		if u.dropped == nil {
			u.dropped = make([]bool, u.width)
		}
		if !u.dropped[j] {
			u.dropped[j] = true
			u.samples--
		}
	}
	if u.samples == 0 {
		return errors.New("no sample is left; a transposed table has a column for each")
	}
	return nil
}

// addRow reads a row of the file, which is a column of the table.
func (u *turned) addRow(line int, next func() ([]byte, bool, bool, error)) error {
	if int64(u.values.n)+int64(u.samples) > MaxElements {
		return fmt.Errorf("row %d: more than %d values; split the file", line, MaxElements)
	}
	if err := u.text.Room(int64(u.values.n) + sideValues*int64(u.names.n)); err != nil {
		return fmt.Errorf("row %d: %w", line, err)
	}
	if u.names.n == MaxColumns {
		return fmt.Errorf("row %d: more than %d rows in a transposed table; look at the line ends",
			line, MaxColumns)
	}
	var at oddPlaces
	number := strconv.Itoa(u.rows)
	skip, isLabel := false, number == u.opt.Label
	held := u.holdRole(number)
	other := false // whether the row is no feature for sure
	var long []longLabel
	cells := 0
	for last := false; !last; cells++ {
		var text []byte
		var quoted bool
		var err error
		if text, quoted, last, err = next(); err != nil {
			return err
		}
		if cells == u.width {
			return u.tooLong(line)
		}
		if u.named && cells == 0 {
			if len(text) == 0 && u.names.n > 0 {
				return fmt.Errorf("row %d has no name; name it", line)
			}
			if u.size += len(text); u.size > MaxHeader {
				return fmt.Errorf("row %d: the names of the rows are longer than %d bytes; look "+
					"at the line ends", line, MaxHeader)
			}
			u.names.Add(string(text))
			skip = u.drops(string(text))
			isLabel = isLabel || string(text) == u.opt.Label
			if u.namesRole(string(text)) {
				held, other = u.holdRole(string(text)), true
			}
			continue
		}
		if skip || u.dropped != nil && u.dropped[cells] {
			continue
		}
		if held != nil {
			held.text = append(held.text, string(text))
			held.quoted = append(held.quoted, quoted)
		}
		if other {
			u.values.Add(0)
			continue
		}
		v, ok := u.parse(text)
		if !ok || u.codes.isNumber(v) && !(isLabel && quoted) {
			if v, err = u.oddCell(line, cells, text, quoted, &at); err != nil {
				return fmt.Errorf("row %d, column %d (counted from 0): %w", line, cells, err)
			}
		} else if isLabel || beyondExact(v) {
			if beyondExact(v) {
				u.noteRounded(line, u.rows, text, v)
			}
			if exact := u.exact(text); exact != CanonicalNumber(v) {
				long = append(long, longLabel{u.values.n, exact})
			}
		}
		u.values.Add(v)
	}
	if err := u.checkWidth(line, cells); err != nil {
		return err
	}
	if !u.named {
		u.names.Add("")
	}
	if skip {
		for range u.samples {
			u.values.Add(0)
		}
	}
	u.places.Add(at)
	u.rows++
	if isLabel || u.opt.Label == "" && at.word.line != 0 {
		return u.keep(long)
	}
	return nil
}

// longLabel is a number that a float64 cannot hold, and its place among the values.
type longLabel struct {
	at   int
	text string
}

// exact is the shortest text of a number.
func (u *turned) exact(text []byte) string {
	plain, _ := u.plain(text)
	out, _ := Canonical(string(plain))
	return out
}

// keep keeps the texts of a row that may be the row of classes.
func (u *turned) keep(long []longLabel) error {
	for _, l := range long {
		if !u.classes.room.add([]byte(l.text)) {
			return errLabels
		}
		if u.long == nil {
			u.long = make(map[int]string)
		}
		u.long[l.at] = l.text
	}
	return nil
}

// oddCell notes a cell that is not a number. Whether that is an error depends on the row of the
// classes.
func (u *turned) oddCell(line, column int, text []byte, quoted bool, at *oddPlaces) (float64,
	error) {
	u.odd = true
	_, number := u.parse(text)
	if number || u.codes.missing(text, quoted) {
		if at.missing.line == 0 {
			at.missing = place{line, column, visible.Short(string(text))}
		}
		at.gaps++
		return missingCell(), nil
	}
	if at.word.line == 0 {
		at.word = place{line, column, visible.Short(string(text))}
	}
	return u.words.add(text, false)
}

func (u *turned) table() (*Table, error) {
	u.sayComments()
	u.history = append(u.history, "turned the table: its samples are columns of the file")
	names, places := u.names.Join(), u.places.Join()
	if u.named && u.opt.RenameDuplicates {
		names = renameDuplicates(names, func(what string) { u.history = append(u.history, what) })
	}
	c, err := u.chooseRows(names, places)
	if err != nil {
		return nil, err
	}
	named := u.opt.Samples != nil && u.header && c.id < 0
	if u.header && c.id != 0 && !named {
		u.history = append(u.history, fmt.Sprintf("passed over row %d, the names of the samples",
			u.firstRow))
	}
	if err := u.addRoles(&c, names); err != nil {
		return nil, err
	}
	if named {
		if err := u.nameSamples(); err != nil {
			return nil, err
		}
	}
	label, drop := c.label, c.out
	g := &grid{text: u.text, n: u.samples, odd: u.odd, words: u.words.list, policy: u.policy,
		coding: u.coding, history: u.history, warnings: u.warnings, roles: &u.roles,
		rename: u.opt.RenameDuplicates}
	if u.named {
		g.names = keep(slices.Clone(names), label, drop)
		if slices.Contains(g.names, "") { // that of the first row, which may not need one
			return nil, fmt.Errorf("row %d has no name; name it, set Label to 0 if it has the "+
				"classes, or set Header to yes if it has the names of the samples", u.firstRow)
		}
		if i, _, found := FirstDuplicate(g.names); found {
			return nil, u.duplicate(names, g.names[i], label, drop)
		}
	} else {
		g.names = keptNames(nil, len(names), label, drop)
	}
	g.warnings = append(g.warnings, u.rounded.say(g.names, len(names), c.isNoFeature)...)
	g.places = keep(slices.Clone(places), label, drop)
	if err := u.check(g); err != nil {
		return nil, err
	}
	var left []string
	for k, out := range c.dropped {
		if out && !(k == 0 && u.header) {
			left = append(left, u.rowName(names, k))
		}
	}
	if left != nil {
		g.did("left out " + visible.Counted("row", left))
	}
	labels := make([]float64, u.samples)
	g.cells = make([]float64, len(g.names)*u.samples)
	k, column := 0, 0 // the next value and its feature
	u.values.Take(func(piece []float64) {
		for _, v := range piece {
			row, sample := k/u.samples, k%u.samples
			switch {
			case row == label:
				labels[sample] = v
			case drop == nil || !drop[row]:
				g.cells[sample*len(g.names)+column] = v
				if sample == u.samples-1 {
					column++
				}
			}
			k++
		}
	})
	if label >= 0 {
		if err := u.addLabels(labels, label, u.rowName(names, label)); err != nil {
			return nil, err
		}
		if u.named {
			g.target = names[label]
		}
		g.classes = &u.classes
	}
	return g.table()
}

// duplicate is the error of two features with the same name, which are rows of the file.
func (u *turned) duplicate(names []string, name string, label int, drop []bool) error {
	var rows []int
	for k, other := range names {
		if other == name && k != label && !drop[k] {
			rows = append(rows, k)
		}
	}
	advice := duplicateAdvice(slices.Concat(names, u.heads), label, rows[0], rows[1])
	return fmt.Errorf("rows %d and %d (counted from 0) are both named %q; %s",
		rows[0], rows[1], visible.Short(name),
		strings.Replace(advice, "that column", "that row", 1))
}

func (u *turned) rowName(names []string, k int) string {
	if u.named {
		return names[k]
	}
	return strconv.Itoa(k)
}

// addLabels reads the row of the classes.
func (u *turned) addLabels(cells []float64, row int, name string) error {
	for i, v := range cells {
		text := CanonicalNumber(v)
		if exact, ok := u.long[row*u.samples+i]; ok {
			text = exact
		}
		if k, ok := wordOf(v); ok {
			text = u.words.list[k].text
		}
		if isMissingCell(v) {
			if u.policy.kind != dropRows && u.opt.Continuous {
				return fmt.Errorf("row %s: the target of sample %d (counted from 0) is missing; "+
					"fill it in, or set Missing to drop-rows", visible.Name(name), i)
			}
			if u.policy.kind != dropRows {
				return fmt.Errorf("row %s: a class label is missing; name the class, or set "+
					"Missing to drop-rows", visible.Name(name))
			}
			u.classes.addMissing()
			continue
		}
		if err := u.classes.Add([]byte(text), true); err != nil {
			return fmt.Errorf("row %s: %w", visible.Name(name), err)
		}
	}
	return nil
}

// check returns an error when a feature has a cell that the options do not allow.
func (u *turned) check(g *grid) error {
	for j := range g.places {
		at := &g.places[j]
		problem := func(p place, format string, args ...any) error {
			return fmt.Errorf("row %d, column %d (%s): %s",
				p.line, p.column, visible.Name(g.names[j]), fmt.Sprintf(format, args...))
		}
		if at.missing.line != 0 && u.policy.kind == refuseMissing {
			count, columns := 0, []string(nil)
			for k, other := range g.places {
				if count += other.gaps; other.gaps > 0 {
					columns = append(columns, g.names[k])
				}
			}
			return problem(at.missing, "%s", missingText(at.missing.text, count,
				visible.Counted("row", columns)))
		}
		if at.word.line != 0 && u.coding == "" {
			if known := u.badNumber(-1, at.word.text); known != "" {
				return problem(at.word, "%s", known)
			}
			return problem(at.word, "%q is not a number; mend the cell, name this row as the "+
				"label, %sor set Drop or Code (ordinal or one-hot)", at.word.text,
				roleAdvice(u.opt, g.names, j))
		}
		at.missing = place{}
	}
	return nil
}
