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

// codes are the cells that mean a missing value besides those that isMissing knows.
type codes struct {
	numbers []float64
	texts   []string // those that are no numbers
}

// codes returns Options.MissingCodes, which commas separate.
func (o Options) codes() (c codes, err error) {
	if o.MissingCodes == "" {
		return c, nil
	}
	for code := range strings.SplitSeq(o.MissingCodes, ",") {
		code = strings.TrimSpace(code)
		if code == "" {
			return c, fmt.Errorf("MissingCodes %q has an empty code; separate codes by one comma, "+
				"as in -999,unknown", visible.Short(o.MissingCodes))
		}
		if v, ok := ParseNumber([]byte(code)); ok {
			c.numbers = append(c.numbers, v)
		} else {
			c.texts = append(c.texts, code)
		}
	}
	return c, nil
}

// isNumber reports whether a number is a code.
func (c *codes) isNumber(v float64) bool {
	return c.numbers != nil && slices.Contains(c.numbers, v)
}

// isMissing reports whether a cell without quotes denotes a missing value.
func (c *codes) isMissing(cell []byte) bool { return isMissing(string(cell)) || c.has(cell) }

// has reports whether a value is a code, not whether isMissing knows it.
func (c *codes) has(text []byte) bool {
	if c.numbers == nil && c.texts == nil {
		return false
	}
	if v, ok := ParseNumber(text); ok {
		return c.isNumber(v)
	}
	return slices.Contains(c.texts, string(text))
}

// missing reports whether a label, a group or a word is missing: in quotes it is not.
func (c *codes) missing(text []byte, quoted bool) bool {
	return len(text) == 0 || !quoted && c.isMissing(text)
}

// checkZero returns an error when 0 is a code of a file that leaves out zeros.
func (c *codes) checkZero(what string) error {
	if c.isNumber(0) {
		return errors.New("0 cannot be in MissingCodes of " + what + ", which leaves out values " +
			"that are 0")
	}
	return nil
}

// refused counts the missing values of a file that must not have any, for the error about the first
// of them.
type refused struct {
	first   place
	count   int
	columns []int // columns with missing values, in order of appearance
	seen    map[int]bool
}

func (r *refused) add(line, column int, text string) {
	if r.count == 0 {
		r.first = place{line, column, visible.Short(text)}
	}
	r.count++
	if r.seen == nil {
		r.seen = make(map[int]bool)
	}
	if !r.seen[column] {
		r.seen[column] = true
		r.columns = append(r.columns, column)
	}
}

// err is nil when there are none. names are those of all columns, or nil.
func (r *refused) err(names []string) error {
	if r.count == 0 {
		return nil
	}
	first, have := noName, make([]string, len(r.columns))
	for k, j := range r.columns {
		if have[k] = strconv.Itoa(j); names != nil {
			have[k] = names[j]
		}
	}
	if names != nil {
		first = visible.Name(have[0])
	}
	return fmt.Errorf("row %d, column %d (%s): %s",
		r.first.line, r.first.column, first, missingText(r.first.text, r.count,
			visible.Counted("column", have)))
}

// noName is what errors call a column of a file without names.
const noName = "no name, counted from 0"

// missingText is badNumber of the first of several missing values; where names the columns
// that have some.
func missingText(cell string, count int, where string) string {
	if count < 2 {
		return fmt.Sprintf("the value is missing (%q); fill it in, or set Missing (drop-rows, "+
			"drop-columns, median or a number)", cell)
	}
	return fmt.Sprintf("the value is missing (%q), the first of %d in %s; fill them in, "+
		"or set Missing (drop-rows, drop-columns, median or a number)",
		cell, count, where)
}

// duplicateAdvice says how to resolve columns i < j of one name. Drop prefers a name to an index,
// and cannot drop the label.
func duplicateAdvice(names []string, label, i, j int) string {
	for _, k := range []int{j, i} {
		if index := strconv.Itoa(k); k != label && !slices.Contains(names, index) {
			return fmt.Sprintf("rename one, or set Drop to %q to leave out that column, or "+
				"RenameDuplicates to keep both", index)
		}
	}
	return "rename one, or set RenameDuplicates to keep both"
}

// The ways to fill in missing values that depend on the other values.
const (
	FillMedian   = "median"
	FillMean     = "mean"
	FillFrequent = "most-frequent"
)

// Gap is the missing cells of one column, or of the columns that code one column of words: a row
// has a gap in all of them or in none.
type Gap struct {
	Columns []int   // those of words in the order of the levels
	Rows    []int32 // ascending
	Words   bool    // filled by the most frequent word
}

// fillOf are the ways to fill by their policies.
var fillOf = map[policyKind]string{
	useMedian: FillMedian, useMean: FillMean, useFrequent: FillFrequent,
}

// FillValue is the number that fills in missing values of a column beside the given ones, of which
// there is at least one: their median, their mean, or the most frequent of them, the least of
// several. It sorts values.
func FillValue(how string, values []float64) float64 {
	slices.Sort(values)
	switch n := len(values); how {
	case FillMean:
		return meanOf(values)
	case FillFrequent:
		return mostFrequent(values)
	default:
		if half := n / 2; n%2 == 0 {
			return values[half-1]/2 + values[half]/2
		}
		return values[n/2]
	}
}

// meanOf is the mean of sorted values, by a sum that keeps what rounding takes (Neumaier 1974),
// over a power of two so that it does not overflow. It lies between the values.
func meanOf(sorted []float64) float64 {
	least, most := sorted[0], sorted[len(sorted)-1]
	_, exp := math.Frexp(max(math.Abs(least), math.Abs(most)))
	scale := math.Ldexp(1, -max(exp, -1000))
	var sum, lost float64
	for _, v := range sorted {
		v = float64(v * scale)
		t := sum + v
		if math.Abs(sum) >= math.Abs(v) {
			lost += (sum - t) + v
		} else {
			lost += (v - t) + sum
		}
		sum = t
	}
	return min(max((sum+lost)/float64(len(sorted))/scale, least), most)
}

// mostFrequent is the most frequent of sorted values, the least of several.
func mostFrequent(sorted []float64) float64 {
	best, count := sorted[0], 0
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		if to-from > count {
			best, count = sorted[from], to-from
		}
		from = to
	}
	return best + 0 // not -0
}

// fillGaps puts what the policy takes from the other values of a column into its missing cells.
func (g *grid) fillGaps(m *gaps) (words int, err error) {
	how := fillOf[g.policy.kind]
	values := make([]float64, 0, g.n)
	for j, gone := range m.columns {
		if gone == 0 {
			continue
		}
		gap := Gap{Columns: []int{j}, Rows: make([]int32, 0, gone)}
		gap.Words = g.levels != nil && g.levels[j] != nil
		values = values[:0]
		for i := range g.n {
			if v := g.cells[i*g.p()+j]; isMissingCell(v) {
				gap.Rows = append(gap.Rows, int32(i))
			} else {
				values = append(values, v)
			}
		}
		if len(values) == 0 {
			return 0, g.noValue(j)
		}
		with := 0.
		if gap.Words {
			words++
			with = FillValue(FillFrequent, values) // the levels are numbered in their order
		} else {
			with = FillValue(how, values)
		}
		for _, i := range gap.Rows {
			g.cells[int(i)*g.p()+j] = with
		}
		g.gaps = append(g.gaps, gap)
	}
	return words, nil
}

// moveGaps gives the gaps the columns that one-hot coding makes of theirs.
func (g *grid) moveGaps() {
	at, next := 0, 0
	for j := range g.p() {
		if next == len(g.gaps) {
			return
		}
		width := 1
		if g.many(j) {
			width = len(g.levels[j])
		}
		if gap := &g.gaps[next]; gap.Columns[0] == j {
			gap.Columns = make([]int, width)
			for k := range width {
				gap.Columns[k] = at + k
			}
			next++
		}
		at += width
	}
}
