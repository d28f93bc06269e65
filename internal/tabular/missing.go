package tabular

import (
	"fmt"
	"slices"

	"fsnb.example/internal/visible"
)

// settleQuoted treats quoted words that denote a missing value as missing, in columns without other
// words.
func (g *grid) settleQuoted() error {
	for j := range g.places {
		at := g.places[j]
		if at.missing.line == 0 || at.word.line != 0 {
			continue
		}
		if g.policy.kind == refuseMissing {
			return fmt.Errorf("row %d, column %d (%s): %s",
				at.missing.line, at.missing.column, visible.Name(g.names[j]),
				badNumber(at.missing.text))
		}
		for i := j; i < len(g.cells); i += g.p() {
			if _, ok := wordOf(g.cells[i]); ok {
				g.cells[i] = missingCell()
			}
		}
	}
	return nil
}

// gaps counts missing values.
type gaps struct {
	all             int
	rows, columns   []int // missing values of each
	hasRow, hasCols int   // rows and columns that have some
}

func (g *grid) missing() *gaps {
	m := &gaps{rows: make([]int, g.n), columns: make([]int, g.p())}
	for i := range g.n {
		for j, v := range g.cells[i*g.p() : (i+1)*g.p()] {
			if isMissingCell(v) {
				m.rows[i]++
				m.columns[j]++
			}
		}
		m.all += m.rows[i]
	}
	count := func(of []int) (n int) {
		for _, k := range of {
			n += min(k, 1)
		}
		return n
	}
	m.hasRow, m.hasCols = count(m.rows), count(m.columns)
	return m
}

// drop removes the rows or the columns with missing values when that is the policy.
func (g *grid) drop(m *gaps, ids []int) ([]int, error) {
	p := g.p()
	switch {
	case g.policy.kind == dropRows:
		noLabel, noGroup := 0, 0
		rows := make([]int, 0, g.n)
		for i := range g.n {
			label, group := ids == nil || ids[i] >= 0, g.roles == nil || !g.roles.noGroup(i)
			if !label {
				noLabel++
			}
			if !group {
				noGroup++
			}
			if m.rows[i] == 0 && label && group {
				copy(g.cells[len(rows)*p:], g.cells[i*p:(i+1)*p])
				rows = append(rows, i)
			}
		}
		kept := len(rows)
		if kept == g.n {
			return ids, nil
		}
		if kept == 0 {
			return nil, fmt.Errorf("each of the %d rows has a missing value, so that drop-rows "+
				"leaves none; set Missing to drop-columns, median or a number", g.n)
		}
		g.didDropRows(kept, noLabel, noGroup)
		g.n, g.kept = kept, rows
		g.cells = slices.Clip(g.cells[:kept*p])
		if ids != nil {
			ids = take(ids, rows)
		}
	case g.policy.kind == dropColumns && m.all > 0:
		if m.hasCols == p {
			return nil, fmt.Errorf("each of the %d columns has a missing value, so that "+
				"drop-columns leaves none; set Missing to drop-rows, median or a number", p)
		}
		kept := 0
		for i, v := range g.cells {
			if m.columns[i%p] == 0 {
				g.cells[kept] = v
				kept++
			}
		}
		var out []string
		for j, name := range g.names {
			if m.columns[j] > 0 {
				out = append(out, name)
			}
		}
		g.did(fmt.Sprintf("left out %d of %d columns, which have missing values: %s", len(out), p,
			visible.First(out)))
		g.cells = slices.Clip(g.cells[:kept])
		g.names = where(g.names, m.columns)
		if g.places != nil {
			g.places = where(g.places, m.columns)
		}
		if g.levels != nil {
			g.levels = where(g.levels, m.columns)
		}
	}
	return ids, nil
}

// didDropRows says that kept rows remain, and how many of the others lack a label and a group.
func (g *grid) didDropRows(kept, noLabel, noGroup int) {
	what := fmt.Sprintf("left out %d of %d rows, which have missing values", g.n-kept, g.n)
	switch {
	case noLabel > 0 && noGroup > 0:
		what += fmt.Sprintf(" (%d of them no label, %d no group)", noLabel, noGroup)
	case noLabel > 0:
		what += fmt.Sprintf(" (%d of them no label)", noLabel)
	case noGroup > 0:
		what += fmt.Sprintf(" (%d of them no group)", noGroup)
	}
	g.did(what)
}

// where returns the values of the complete columns.
func where[T any](values []T, missing []int) []T {
	out := make([]T, 0, len(values))
	for j, v := range values {
		if missing[j] == 0 {
			out = append(out, v)
		}
	}
	return out
}

// fill replaces missing values by what the policy takes from the other values, or a number. A
// number in a one-hot column is written when that is coded.
func (g *grid) fill(m *gaps) error {
	if m.all == 0 {
		return nil
	}
	switch g.policy.kind {
	case useNumber:
		for i, v := range g.cells {
			if isMissingCell(v) && !g.hot(i%g.p()) {
				g.cells[i] = g.policy.value
			}
		}
		g.did(fmt.Sprintf("put %s for %s in %s", CanonicalNumber(g.policy.value), plural(m.all,
			"missing value"), plural(m.hasCols, "column")))
	case useMedian, useMean, useFrequent:
		words, err := g.fillGaps(m)
		if err != nil {
			return err
		}
		how := "the " + valueOf[g.policy.kind] + " of the column"
		switch words {
		case 0:
		case m.hasCols:
			how = "the most frequent word of the column"
		default:
			how += ", or its most frequent word,"
		}
		g.did(fmt.Sprintf("put %s for %s in %s", how, plural(m.all, "missing value"),
			plural(m.hasCols, "column")))
	}
	return nil
}

// valueOf names what a policy takes from the other values of a column.
var valueOf = map[policyKind]string{
	useMedian: "median", useMean: "mean", useFrequent: "most frequent value",
}

// noValue is the error about a column of missing values only.
func (g *grid) noValue(j int) error {
	return fmt.Errorf(
		"column %s has no value at all, and so no %s; set Drop for it, or Missing to "+
			"drop-columns or a number", visible.Name(g.names[j]), valueOf[g.policy.kind])
}
