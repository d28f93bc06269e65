// Package papers holds the numbers that the five papers print in their tables, so that any result
// can be shown as paper / ours / difference.
//
// Each table is a file in tables/, one printed cell a line, digits as printed; names.csv says which
// data set and which method of this library a printed name stands for. Misprints are kept as
// printed and listed. The numbers were read twice from text copies of the papers: by reading, and
// by a program (the package's tests). Figures are not included: their numbers cannot be read off.
package papers

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/internal/suggest"
)

// Paper is one of the five papers.
type Paper struct {
	ID      string // as Find and the command line take it
	Authors string
	Title   string
	Venue   string // "" if unknown
	Year    int    // 0 if unknown
	// Without lists the tables without numbers, with their content.
	Without map[int]string
}

// Table is a printed table.
type Table struct {
	Paper   string // ID of the paper
	Number  int
	Printed string // the number as the paper writes it, such as IV
	Caption string // in our words
	Units   string
	Better  string // "higher", "lower", or "" when neither is
	// Percent means that the table has percentages where our results are shares.
	Percent bool
	// how the numbers came about, in one line; "" for a few that describe the data
	Protocol  string
	Marks     string   // what the paper sets in bold or marks with a star, and how we know
	Misprints []string // contradictions in the table, to the text or to the data
	Notes     []string
	Corner    string // heading of the first column
	Entries   []Entry
}

// Entry is a printed cell.
type Entry struct {
	Section     string // heading of a part of the table; "" for a table in one part
	Row, Column string // headings, as printed
	Measure     string
	Summary     string // "mean" or "wins" of the data sets; "" for a single one
	Dataset     string // name of the data set; "" for a summary
	// as algorithms.Label writes it, "all" for no selection; "" when it is not in the catalogue
	Method string
	// K is the number of chosen features, as text: a number, 5% of them, n (as many as samples),
	// 10..200 (mean over 10, 20, …), mean (over several numbers), Weka (as many as Weka chose),
	// all; "" if not applicable.
	K       string
	Printed string // the number, digit by digit
	SD, P   string // standard deviation and p-value beside it; "" for none
	Mark    string // "bold", "star" or both
	Note    string
}

// Name identifies the table, such as "grm-2015, Table 2".
func (t *Table) Name() string { return t.Paper + ", Table " + t.Printed }

// String is the name and what the table is about.
func (t *Table) String() string {
	return fmt.Sprintf("%s: %s (%d numbers)", t.Name(), t.Caption, len(t.Entries))
}

// Value is the printed number; ok is false for other text, such as a range. Thousands separators
// are dropped.
func (e Entry) Value() (v float64, ok bool) {
	v, err := strconv.ParseFloat(strings.ReplaceAll(e.Printed, ",", ""), 64)
	return v, err == nil
}

// Decimals is the number of digits after the point.
func (e Entry) Decimals() int {
	_, after, _ := strings.Cut(e.Printed, ".")
	return len(after)
}

// Text is the cell as the paper has it, with its p-value or standard deviation.
func (e Entry) Text() string {
	text := e.Printed
	if e.SD != "" {
		text += " ± " + e.SD
	}
	if e.P != "" {
		text += " (" + e.P + ")"
	}
	if e.Starred() {
		text += "*"
	}
	return text
}

// Bold reports whether the paper has the number in bold.
func (e Entry) Bold() bool { return strings.Contains(e.Mark, "bold") }

// Starred reports whether a star follows the number.
func (e Entry) Starred() bool { return strings.Contains(e.Mark, "star") }

// All returns the papers, oldest first.
func All() []Paper { return slices.Clone(library) }

// Tables returns all tables, in the order of All and of their numbers.
func Tables() []Table {
	var out []Table
	for _, t := range loaded() {
		out = append(out, *t.clone())
	}
	return out
}

func (t *Table) clone() *Table {
	c := *t
	c.Misprints, c.Notes, c.Entries = slices.Clone(t.Misprints), slices.Clone(t.Notes),
		slices.Clone(t.Entries)
	return &c
}

// Find returns a table by its paper ("grm-2015") and its number. An unknown paper or number, or a
// table without numbers, is an error that lists what there is.
func Find(paper string, number int) (*Table, error) {
	p, err := find(paper)
	if err != nil {
		return nil, err
	}
	var numbers []string
	for _, t := range loaded() {
		if t.Paper != p.ID {
			continue
		}
		if t.Number == number {
			return t.clone(), nil
		}
		numbers = append(numbers, strconv.Itoa(t.Number))
	}
	if what, ok := p.Without[number]; ok {
		return nil, fmt.Errorf("table %d of %s is %s, without numbers; with numbers: %s", number,
			p.ID, what, strings.Join(numbers, ", "))
	}
	return nil, fmt.Errorf("%s has no table %d; it has %s", p.ID, number,
		strings.Join(numbers, ", "))
}

// Of returns the tables of one paper.
func Of(paper string) ([]Table, error) {
	p, err := find(paper)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(Tables(), func(t Table) bool { return t.Paper != p.ID }), nil
}

func find(paper string) (Paper, error) {
	var ids []string
	for _, p := range library {
		if p.ID == paper {
			return p, nil
		}
		ids = append(ids, p.ID)
	}
	return Paper{}, errors.New(suggest.Unknown("paper", paper, ids))
}

var roman = []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"}

// ParseNumber reads the number of a table, 4 or IV.
func ParseNumber(text string) (int, error) {
	if i := slices.Index(roman, strings.ToUpper(text)); i >= 0 {
		return i + 1, nil
	}
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return n, nil
	}
	return 0, fmt.Errorf("%q is no number of a table; give one such as 2 or II", text)
}
