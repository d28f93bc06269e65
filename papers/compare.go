package papers

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"fsnb.example/internal/suggest"
)

// Result is a number of ours that corresponds to a printed one.
type Result struct {
	// Dataset and Method are names of the library (Method as algorithms.Label
	// writes it, "all" for no selection) or as printed. Dataset "mean" is the mean
	// over the data sets. Tables that describe data sets have no Method.
	Dataset, Method string
	Measure         string  // as in Entry; "" means the table's own when it has one
	K               string  // as in Entry; "" means the same as printed
	Value, SD       float64 // shares, also where the paper prints percentages; SD 0 means none
	Unlike          string  // why it cannot be compared, if so
}

// Comparison is a printed table with our results beside it.
type Comparison struct {
	Paper, Table string // the table's paper and its number as printed
	Caption      string
	Units        string
	Better       string
	Protocol     string
	Rows         []Compared // a row for every printed number, in the table's order
}

// Compared is a printed number and ours, in the units of the paper.
type Compared struct {
	Entry      Entry
	Found      bool // there is a result of ours
	Ours, SD   float64
	Comparable bool
	Why        string  // why not comparable
	Difference float64 // ours minus the printed one; 0 when not comparable
}

// Compare joins results of ours with the numbers of a printed table. A missing mean over data sets
// is computed from ours, when there is one for every data set. Results on other data, of another
// number of features, or marked Unlike are shown but not subtracted. It returns an error for a
// result that has no place in the table, is repeated, or is not finite.
func Compare(t *Table, ours ...Result) (*Comparison, error) {
	if t == nil {
		return nil, errors.New("no table given; give one of papers.Find")
	}
	c := &Comparison{Paper: t.Paper, Table: t.Printed, Caption: t.Caption, Units: t.Units,
		Better: t.Better, Protocol: t.Protocol}
	for _, e := range t.Entries {
		c.Rows = append(c.Rows, Compared{Entry: e})
	}
	measures := values(t.Entries, func(e Entry) string { return e.Measure })
	for _, r := range ours {
		if r.Measure == "" && len(measures) == 1 {
			r.Measure = measures[0]
		}
		i, err := place(t, r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name(), err)
		}
		row := &c.Rows[i]
		if row.Found {
			return nil, fmt.Errorf("%s: two results for %s; give one", t.Name(),
				headings(row.Entry))
		}
		row.set(t, r)
	}
	for i := range c.Rows {
		if row := &c.Rows[i]; row.Entry.Summary == "mean" && !row.Found {
			row.average(c.Rows)
		}
	}
	return c, nil
}

func (row *Compared) set(t *Table, r Result) {
	scale := 1.0
	if t.Percent {
		scale = 100
	}
	row.Found, row.Ours, row.SD = true, scale*r.Value, scale*r.SD
	e := row.Entry
	paper, ok := e.Value()
	switch other, near := standIn(t.Paper, e, r.Dataset); {
	case !ok:
		row.Why = fmt.Sprintf("%s is no number", e.Printed)
	case r.Unlike != "":
		row.Why = r.Unlike
	case near:
		row.Why = other
	case r.K != "" && e.K != "" && r.K != e.K:
		row.Why = fmt.Sprintf("k = %s, ours %s", e.K, r.K)
	default:
		row.Comparable, row.Difference = true, row.Ours-paper
	}
}

// average makes the mean over the data sets of what is ours.
func (row *Compared) average(rows []Compared) {
	total, n := 0.0, 0
	for _, other := range rows {
		e := other.Entry
		if e.Summary != "" || e.Section != row.Entry.Section || e.Method != row.Entry.Method ||
			e.Measure != row.Entry.Measure || !sameLine(e, row.Entry) {
			continue
		}
		if !other.Comparable {
			return
		}
		total, n = total+other.Ours, n+1
	}
	if paper, ok := row.Entry.Value(); ok && n > 0 {
		row.Found, row.Comparable, row.Ours = true, true, total/float64(n)
		row.Difference = row.Ours - paper
	}
}

// sameLine holds for methods without a name of ours, too.
func sameLine(a, b Entry) bool { return a.Row == b.Row || a.Column == b.Column }

// place finds the printed number that a result stands against.
func place(t *Table, r Result) (int, error) {
	if math.IsNaN(r.Value) || math.IsInf(r.Value, 0) {
		return 0, fmt.Errorf("the result for %s, %s is %v; give a finite number", r.Dataset,
			r.Method, r.Value)
	}
	// Each condition narrows the set; the first that leaves nothing is the error.
	left := make([]int, len(t.Entries))
	for i := range left {
		left[i] = i
	}
	for _, narrow := range []struct {
		kind, word string
		names      func(Entry) []string
	}{
		{"measure", r.Measure, func(e Entry) []string { return []string{e.Measure} }},
		{"data set", r.Dataset, func(e Entry) []string { return datasetNames(t, e) }},
		{"method", r.Method, func(e Entry) []string { return methodNames(t, e) }},
	} {
		var known []string
		left = slices.DeleteFunc(left, func(i int) bool {
			n := narrow.names(t.Entries[i])
			known = append(known, n...)
			return !slices.Contains(n, narrow.word)
		})
		if len(left) == 0 {
			slices.Sort(known)
			known = slices.DeleteFunc(slices.Compact(known), func(s string) bool { return s == "" })
			return 0, errors.New(suggest.Unknown(narrow.kind, narrow.word, known))
		}
	}
	return left[0], nil
}

// datasetNames are the names by which a result may denote the data set of e: that of the library,
// those that the paper prints for it, and those of substitutes.
func datasetNames(t *Table, e Entry) []string {
	switch e.Summary {
	case "mean":
		return []string{"mean"}
	case "wins":
		return nil // they depend on all methods
	}
	names := []string{e.Dataset}
	for _, n := range glossary() {
		switch {
		case n.Paper != t.Paper || n.Kind == "method":
		case n.Name == e.Dataset:
			names = append(names, n.Printed)
		case n.Kind == "stand-in" && (n.Printed == e.Row || n.Printed == e.Column):
			names = append(names, n.Name)
		}
	}
	return names
}

// methodNames are the names by which a result may denote the method of e.
func methodNames(t *Table, e Entry) []string {
	if t.describesData() {
		return []string{""}
	}
	var names []string
	for _, n := range glossary() {
		if n.Paper == t.Paper && n.Kind == "method" && n.Name == e.Method &&
			(n.Name != "" || n.Printed == e.Row || n.Printed == e.Column) {
			names = append(names, n.Printed)
		}
	}
	if e.Method != "" {
		names = append(names, e.Method)
	}
	return names
}

func (t *Table) describesData() bool { return t.Units == counts }

// standIn describes how a data set of ours differs from that of e, when it is a substitute.
func standIn(paper string, e Entry, dataset string) (remark string, ok bool) {
	for _, n := range glossary() {
		if n.Paper != paper || n.Kind != "stand-in" || n.Printed != e.Row && n.Printed != e.Column {
			continue
		}
		if n.Name == dataset || n.Printed == dataset && n.Name == e.Dataset {
			return "other data: " + n.Remark, true
		}
	}
	return "", false
}

func headings(e Entry) string { return e.Row + ", " + e.Column }

func values(entries []Entry, of func(Entry) string) []string {
	var out []string
	for _, e := range entries {
		if v := of(e); !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// Numbers returns c: also of a type that embeds it.
func (c *Comparison) Numbers() *Comparison { return c }
