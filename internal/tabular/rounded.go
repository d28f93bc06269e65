package tabular

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"fsnb.example/internal/visible"
)

// Exact is the bound from which float64s hold only some whole numbers: 2^53.
const Exact = 1 << 53

// BeyondExact is part of the warnings about columns of such numbers.
const BeyondExact = " beyond 2^53"

// maxRounded is the number of such columns that are named individually.
const maxRounded = 3

// Rounded is a column with whole numbers that float64s round.
type Rounded struct {
	Name  string
	Count int
	First string // the first of them and its place; "" if unknown
}

// SayRounded warns of columns whose whole numbers are rounded, so that different ones may be equal.
func SayRounded(columns []Rounded) []string {
	const advice = "are rounded, so that different ones may be equal; leave it out, make it the ID " +
		"or the group, or subtract what all of them have in common"
	if len(columns) > maxRounded {
		return []string{countedColumns(columns) + " have whole numbers" + BeyondExact +
			", which " + advice}
	}
	var out []string
	for _, c := range columns {
		first := ""
		if c.First != "" {
			first = ", the first " + c.First + ","
		}
		out = append(out, fmt.Sprintf("column %s has %s%s%s that %s", visible.Name(c.Name),
			plural(c.Count, "whole number"), BeyondExact, first, advice))
	}
	return out
}

func countedColumns(columns []Rounded) string {
	names := make([]string, len(columns))
	for k, c := range columns {
		names[k] = c.Name
	}
	return visible.Counted("column", names)
}

// rounded gathers the cells of whole numbers that are rounded, by column.
type rounded map[int]*Rounded

// add notes a cell with the number v in column j of a row, if it is a whole number other than v.
func (r *rounded) add(line, j int, text []byte, v float64) {
	if roundsWhole(text, v) {
		r.note(line, j, text)
	}
}

// note notes a cell in column j of a row.
func (r *rounded) note(line, j int, text []byte) {
	if *r == nil {
		*r = make(rounded)
	}
	c := (*r)[j]
	if c == nil {
		c = &Rounded{First: fmt.Sprintf("%s in row %d", visible.Short(string(text)), line)}
		(*r)[j] = c
	}
	c.Count++
}

// roundsWhole reports whether a text is a whole number other than v, its nearest float64.
func roundsWhole(text []byte, v float64) bool {
	if whole, zeros, point := bytes.Cut(text, []byte{'.'}); point &&
		len(bytes.Trim(zeros, "0")) == 0 { // 9007199254740993.0
		text = whole
	}
	digits := bytes.TrimLeft(text, "+-")
	if !isDigits(digits) {
		return false
	}
	if len(digits) <= 18 { // below 2^63, as v is
		i, err := strconv.ParseInt(string(text), 10, 64)
		return err == nil && i != int64(v)
	}
	i, ok := new(big.Int).SetString(string(text), 10)
	if !ok {
		return false
	}
	near, _ := new(big.Float).SetFloat64(v).Int(nil)
	return i.Cmp(near) != 0
}

// say returns the warnings about the features; out reports which of the width columns are none, and
// names are those of the features.
func (r rounded) say(names []string, width int, out func(j int) bool) []string {
	return SayRounded(r.columns(names, width, out))
}

// columns returns those of the features that have such cells.
func (r rounded) columns(names []string, width int, out func(j int) bool) (columns []Rounded) {
	if r == nil {
		return nil
	}
	k := 0 // of the features
	for j := range width {
		if out(j) {
			continue
		}
		if c := r[j]; c != nil {
			columns = append(columns, Rounded{names[k], c.Count, c.First})
		}
		k++
	}
	return columns
}

// sayRoundedTarget is SayRounded for n numbers of a continuous target.
func sayRoundedTarget(n int) []string {
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("the target has %s%s that are rounded, so that different ones may "+
		"be equal; subtract what all of them have in common", plural(n, "whole number"),
		BeyondExact)}
}

// LeadingZeros is part of the warnings about columns of such numbers.
const LeadingZeros = " whole numbers with leading zeros"

// hasZero reports whether a feature is 0 somewhere, as a padded number may be, and a code is not.
func (g *grid) hasZero(c Rounded) bool {
	for j := slices.Index(g.names, c.Name); j < len(g.cells); j += g.p() {
		if g.cells[j] == 0 {
			return true
		}
	}
	return false
}

// sayPadded warns of columns with whole numbers that have leading zeros, as codes have.
func sayPadded(columns []Rounded) []string {
	if len(columns) == 0 {
		return nil
	}
	has := "has"
	if len(columns) > 1 {
		has = "have"
	}
	return []string{fmt.Sprintf("%s %s%s, the first %s: if they are codes, whose order and "+
		"distances mean nothing, leave them out, or use contingency, which takes them as "+
		"categories", countedColumns(columns), has, LeadingZeros, columns[0].First)}
}

// beyondExact reports whether whole numbers as large as v may be rounded.
func beyondExact(v float64) bool { return v >= Exact || v <= -Exact }
