package vega

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Table is the rows of a layer. It goes out as one string of comma-separated values, a quarter of
// the size of an object for each row.
type Table struct {
	columns []column
	rows    int
}

// column is a column of a table; its name is a letter or two, not a text of the user's.
type column struct {
	name   string
	number bool
	cells  []string
}

// Numbers adds a column of numbers. A value that is not finite is null. It panics when the table
// has other rows.
func (t *Table) Numbers(name string, values ...float64) {
	cells := make([]string, len(values))
	for i, v := range values {
		cells[i] = digits(v)
	}
	t.add(column{name, true, cells})
}

// Words adds a column of texts.
func (t *Table) Words(name string, words ...string) {
	t.add(column{name, false, words})
}

func (t *Table) add(c column) {
	if len(t.columns) > 0 && len(c.cells) != t.rows {
		panic(fmt.Sprintf("vega: column %s has %d rows, the table has %d", c.name, len(c.cells),
			t.rows))
	}
	t.rows = len(c.cells)
	t.columns = append(t.columns, c)
}

// digits writes whole numbers in full and others with six digits, which no screen tells apart.
func digits(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return ""
	case v == math.Trunc(v) && math.Abs(v) < 1e15:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// Rows is the number of rows.
func (t *Table) Rows() int { return t.rows }

func (t *Table) size() (n int) {
	for _, c := range t.columns {
		for _, s := range c.cells {
			n += len(s) + 1
		}
	}
	return n
}

// tables collects the tables of a specification, each once however many layers show it.
type tables struct {
	known        map[*Table]string
	list         []*Table
	marks, bytes int
}

// use refers to a table by its name.
func (s *tables) use(t *Table) Object {
	if s.known == nil {
		s.known = make(map[*Table]string)
	}
	name, known := s.known[t]
	if !known {
		name = "t" + strconv.Itoa(len(s.list))
		s.known[t], s.list = name, append(s.list, t)
		s.bytes += t.size()
	}
	parse := Object{}
	for _, c := range t.columns {
		parse[c.name] = "string"
		if c.number {
			parse[c.name] = "number"
		}
	}
	return Object{"name": name, "format": Object{"type": "csv", "parse": parse}}
}

func (s *tables) sets() Object {
	out := Object{}
	for _, t := range s.list {
		out[s.known[t]] = t.csv()
	}
	return out
}

// csv is the table as comma-separated values with a line of names.
func (t *Table) csv() string {
	var b strings.Builder
	for j, c := range t.columns {
		if j > 0 {
			b.WriteByte(',')
		}
		b.WriteString(c.name)
	}
	for i := range t.rows {
		b.WriteByte('\n')
		for j, c := range t.columns {
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quoted(c.cells[i]))
		}
	}
	return b.String()
}

// quoted is a cell, in quotes where it has a character that ends one.
func quoted(s string) string {
	if !strings.ContainsAny(s, "\",\n\r") {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}
