package tabular

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/internal/visible"
)

// orangeColumn is what Orange's header says of a column: its kind, c for numbers, d for words, s
// for text, t for times, and its role, c for the class, m for a meta column, i for an ignored one,
// w for weights; 0 for neither.
type orangeColumn struct{ kind, role byte }

// orangeKinds and orangeRoles are the cells of the second and the third row of Orange's header.
var (
	orangeKinds = map[string]byte{"": 0, "c": 'c', "continuous": 'c', "numeric": 'c', "n": 'c',
		"d": 'd', "discrete": 'd', "categorical": 'd', "s": 's', "string": 's', "text": 's',
		"t": 't', "time": 't'}
	orangeRoles = map[string]byte{"": 0, "class": 'c', "c": 'c', "multiclass": 'c', "meta": 'm',
		"m": 'm', "ignore": 'i', "i": 'i', "skip": 'i', "weight": 'w', "w": 'w'}
)

// orange reads the header of Orange's tables: three rows (names, types, flags), or names with
// prefixes, such as C#age and cD#diagnosis. What it says is added to the options. orange returns
// rows of data that it read in vain.
//
// Source: "Loading your data" in the documentation of Orange 3, and its Orange/data/io_base.py.
func (t *tableReader) orange(first *heldRow, second *glance) (rows []*heldRow, err error) {
	if second == nil || t.opt.Header == HeaderNo || t.opt.beside || t.rowNamed {
		return nil, nil
	}
	if columns := cutPrefixes(first.text); columns != nil {
		t.declare(columns, first.text)
		t.history = append(t.history, "took the prefixes of the names for Orange's types and roles")
		return nil, nil
	}
	columns := make([]orangeColumn, len(first.text))
	if second.cells != len(columns) || !orangeTypes(second, columns) {
		return nil, nil
	}
	for range 2 {
		row, err := t.hold(t.width)
		if err != nil {
			return nil, err
		}
		if row == nil {
			return rows, nil
		}
		rows = append(rows, row)
	}
	if flags := rows[1].text; len(flags) != len(columns) || !orangeFlags(flags, columns) {
		return rows, nil
	}
	t.declare(columns, first.text)
	t.history = append(t.history, fmt.Sprintf("read rows %d to %d as Orange's header: names, "+
		"types and roles", first.line, rows[1].line))
	return nil, nil
}

// orangeTypes reads the second row of Orange's header, and reports whether it is one: each cell is
// a type, empty or a list of values, and one is a type.
func orangeTypes(second *glance, columns []orangeColumn) bool {
	some, all := false, true
	second.each(func(j int, text []byte, _ bool) {
		if !all {
			return
		}
		kind, ok := orangeKinds[strings.ToLower(string(text))]
		if some = some || kind != 0; !ok {
			kind = 'd'
			all = len(strings.Fields(string(text))) > 1
		}
		columns[j].kind = kind
	})
	return some && all
}

// orangeFlags reads the third row of Orange's header, and reports whether it is one: each cell is a
// role, with attributes (key=value) or without, or empty, and not all are one letter.
func orangeFlags(cells []string, columns []orangeColumn) bool {
	some := false
	for j, cell := range cells {
		some = some || len(cell) != 1
		for _, word := range strings.Fields(cell) {
			role, ok := orangeRoles[strings.ToLower(word)]
			if !ok && !strings.Contains(word, "=") && word != "-dc" {
				return false
			}
			if role != 0 {
				columns[j].role = role
			}
		}
	}
	return some
}

// cutPrefixes cuts Orange's prefixes from names, in place, and returns what they say; nil unless at
// least half of the names have one and no other has a #.
func cutPrefixes(names []string) []orangeColumn {
	marked := func(name string) bool { return strings.IndexByte(name, '#') > 0 }
	if !slices.ContainsFunc(names, marked) {
		return nil
	}
	columns, cut, count := make([]orangeColumn, len(names)), slices.Clone(names), 0
	for j, name := range names {
		prefix, rest, found := strings.Cut(name, "#")
		if !found {
			continue
		}
		if prefix == "" || rest == "" {
			return nil
		}
		for _, c := range []byte(prefix) {
			switch {
			case strings.IndexByte("CDSTN", c) >= 0 && columns[j].kind == 0:
				columns[j].kind = orangeKinds[strings.ToLower(string(rune(c)))]
			case strings.IndexByte("cimw", c) >= 0 && columns[j].role == 0:
				columns[j].role = c
			default:
				return nil
			}
		}
		cut[j] = rest
		count++
	}
	if 2*count < len(names) {
		return nil
	}
	copy(names, cut)
	return columns
}

// declare takes what Orange's header says of the columns, where the options do not name them.
func (t *tableReader) declare(columns []orangeColumn, names []string) {
	t.declared = columns
	opt := &t.opt
	asked := []string{opt.Label, opt.Group, opt.ID}
	drop := slices.Clone(opt.Drop)
	for j, c := range columns {
		name := names[j]
		if name == "" {
			name = strconv.Itoa(j)
		}
		if slices.Contains(asked, name) || slices.Contains(asked, strconv.Itoa(j)) ||
			slices.Contains(opt.Drop, name) || slices.Contains(opt.Drop, strconv.Itoa(j)) {
			continue
		}
		switch {
		case c.role == 'c' && opt.Label == "":
			if opt.Label = name; c.kind == 'c' && !opt.Continuous {
				t.warnings = append(t.warnings, fmt.Sprintf("the class %s is declared "+
					"continuous; set Target to continuous, or to classes if its numbers are",
					visible.Name(name)))
			}
		case c.role == 0 && c.kind != 's':
			if c.kind == 'd' && t.coding == "" {
				t.coding = oneHot
			}
		case c.kind == 's' && c.role != 'i' && opt.ID == "":
			opt.ID = name
		default:
			drop = append(drop, name)
			if c.role == 'w' {
				t.warnings = append(t.warnings, "the file has weights of rows, which are ignored")
			}
		}
	}
	opt.Drop = drop
}

// takesWords reports whether the cells of column j may be words.
func (t *tableReader) takesWords(j int) bool {
	return t.coding != "" && (t.opt.Code != "" || t.declared == nil || t.nominal(j))
}

// nominal reports whether column j is declared as one of words, which may look like numbers.
func (t *tableReader) nominal(j int) bool {
	return t.declared != nil && t.declared[j].kind == 'd'
}
