package main

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

// allowed is the largest difference of scores, relative to the largest score of the ranking.
const allowed = 1e-10

// finding is the difference of two results of one method on one set.
type finding struct {
	method, set string
	deviation   float64 // the largest difference of a score, relative to the largest score
	scored      bool    // there are numbers to compare
	problem     string  // "" where the answers agree
}

type findings []finding

// compare returns a finding for each answer. Both lists are of the same methods and sets, in the
// same order.
func compare(here, there []answer) (findings, error) {
	if len(here) != len(there) {
		return nil, fmt.Errorf("%d answers and %d: make both files from the same sources",
			len(here), len(there))
	}
	var out findings
	for i, a := range here {
		b := there[i]
		if a.Method != b.Method || a.Set != b.Set {
			return nil,
				fmt.Errorf("%s on %s beside %s on %s: make both files from the same sources",
					a.Method, a.Set, b.Method, b.Set)
		}
		f, err := compareOne(a, b)
		if err != nil {
			return nil, fmt.Errorf("%s on %s: %w", a.Method, a.Set, err)
		}
		out = append(out, f)
	}
	return out, nil
}

func compareOne(a, b answer) (finding, error) {
	f := finding{method: a.Method, set: a.Set, scored: len(a.Scores) > 0}
	x, err := numbers(a)
	if err != nil {
		return f, err
	}
	y, err := numbers(b)
	if err != nil {
		return f, err
	}
	if !slices.Equal(slices.Sorted(slices.Values(a.Features)),
		slices.Sorted(slices.Values(b.Features))) {
		f.problem = fmt.Sprintf("chooses %v, and %v", a.Features, b.Features)
		return f, nil
	}
	if len(x) == 0 || a.OrderOnly {
		// For a search without scores the order itself is compared.
		if !slices.Equal(a.Features, b.Features) {
			f.problem = fmt.Sprintf("order %v, and %v", a.Features, b.Features)
			return f, nil
		}
	}
	largest := 0.0
	for _, v := range x {
		if !math.IsInf(v, 0) {
			largest = max(largest, math.Abs(v))
		}
	}
	for i, j := range a.Features {
		if i >= len(x) {
			break
		}
		at := slices.Index(b.Features, j)
		off := apart(x[i], y[at], largest)
		if f.deviation = max(f.deviation, off); !(off <= allowed) && f.problem == "" {
			f.problem = fmt.Sprintf("column %d scores %v, and %v: apart by %.1e of the largest",
				j, x[i], y[at], off)
		}
		// Features whose scores are equal within the tolerance may swap places.
		if at != i && !(apart(x[i], x[at], largest) <= allowed) && f.problem == "" {
			f.problem = fmt.Sprintf("column %d is in place %d, and in %d", j, i+1, at+1)
		}
	}
	return f, nil
}

// apart is the difference of two scores as a part of the largest, infinite between an infinite one
// and another.
func apart(a, b, largest float64) float64 {
	switch {
	case a == b:
		return 0
	case math.IsInf(a, 0) || math.IsInf(b, 0) || math.IsNaN(a) || math.IsNaN(b):
		return math.Inf(1)
	}
	return math.Abs(a-b) / largest
}

func numbers(a answer) ([]float64, error) {
	if n := len(a.Scores); n != 0 && n != len(a.Features) {
		return nil, fmt.Errorf("%d scores of %d features", n, len(a.Features))
	}
	out := make([]float64, len(a.Scores))
	for i, text := range a.Scores {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// table shows the deviations, a method a row and a set a column.
func (f findings) table() string {
	of := make(map[[2]string]finding)
	var methods []string
	for _, one := range f {
		of[[2]string{one.method, one.set}] = one
		if !slices.Contains(methods, one.method) {
			methods = append(methods, one.method)
		}
	}
	slices.Sort(methods)
	var b strings.Builder
	fmt.Fprintf(&b, "| method | %s |\n|:--|%s\n", strings.Join(sets, " | "),
		strings.Repeat("--:|", len(sets)))
	for _, m := range methods {
		fmt.Fprintf(&b, "| %s |", m)
		for _, set := range sets {
			one, ok := of[[2]string{m, set}]
			switch {
			case !ok:
				b.WriteString("  |")
			case !one.scored:
				b.WriteString(" order |")
			case one.deviation == 0:
				b.WriteString(" 0 |")
			default:
				fmt.Fprintf(&b, " %.0e |", one.deviation)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// What stands around the table in the page.
const (
	tableBegin = "<!-- begin: written by script/arm64 -->\n"
	tableEnd   = "<!-- end -->\n"
)

// writePage puts the table between its marks in a file.
func writePage(file, table string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	head, rest, ok := strings.Cut(string(old), tableBegin)
	_, tail, ok2 := strings.Cut(rest, tableEnd)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no place for the table: put the lines %q and %q around one",
			file, strings.TrimSpace(tableBegin), strings.TrimSpace(tableEnd))
	}
	text := head + tableBegin + "\n" + table + "\n" + tableEnd + tail
	if text == string(old) {
		return nil
	}
	return os.WriteFile(file, []byte(text), 0o644)
}
