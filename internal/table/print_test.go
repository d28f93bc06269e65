package table

import (
	"strings"
	"testing"
)

// numbers is a table of that many columns of numbers with deviations.
func numbers(columns int) *Table {
	t := &Table{Rows: [][]string{nil}}
	for range columns {
		t.Columns = append(t.Columns, Numbers("a long name")...)
		t.Rows[0] = append(t.Rows[0], "0.742 ± 0.039")
	}
	return t
}

// A table that fits on paper keeps its lines; a wider one wraps, and one that is too wide for that
// is printed in smaller letters.
func TestPrintWidth(t *testing.T) {
	for _, c := range []struct {
		columns, low, high int
		wrap               bool
	}{
		{2, 15, 25, false}, {7, 55, printEms, false}, {12, printEms, printEms, true},
		{40, 150, 250, true},
	} {
		ems, wrap := numbers(c.columns).printWidth()
		if ems < c.low || ems > c.high || wrap != c.wrap {
			t.Errorf("%d columns: %d ems, wrap %t; want %d to %d, %t", c.columns, ems, wrap, c.low,
				c.high, c.wrap)
		}
	}
	if html := numbers(12).HTML(); !strings.Contains(html,
		`<div class="fsnb-table fsnb-wide" style="overflow-x:auto;contain:inline-size;word-break:normal;`+
			`overflow-wrap:normal;--fsnb-em:85">`) ||
		strings.Count(html, "@media print{") != 1 {
		t.Errorf("no width for paper in %s", html)
	}
	if html := numbers(2).HTML(); !strings.Contains(html, `<div class="fsnb-table" style="`) {
		t.Errorf("a narrow table wraps: %s", html)
	}
}

// A column is as wide as its longest cell, and at least as the part of it that does not wrap.
func TestColumnWidths(t *testing.T) {
	table := &Table{
		Columns: []Column{{Name: "n"}, {Name: "words", Prose: true}, {Name: "", Bar: true},
			{Name: "set", Align: Right}, {Name: "a_long_heading of words"}, {Name: "b"}},
		Rows: [][]string{
			{"aa aaaa", strings.Repeat("words ", 40), "█████▌", "0.5 ± 0.25", "", "00"},
		},
		// bold letters are wider
		Strong: [][]bool{{false, false, false, false, false, true}},
	}
	for j, want := range [][2]float64{
		{6*.64 + .4, 4 * .64},
		{proseEms, proseEms},
		{44. / 12, 44. / 12},
		{5*.64 + 4*.4 + 1, 3*.64 + 2*.4 + 1},
		{1.1 * (6*.64 + .4), 1.1 * (6*.64 + .4)},
		{1.1 * 2 * .64, 1.1 * 2 * .64},
	} {
		line, word := table.columnWidths(j)
		if d := line - want[0]; d > 1e-9 || d < -1e-9 {
			t.Errorf("column %d: line of %g ems, want %g", j, line, want[0])
		}
		if d := word - want[1]; d > 1e-9 || d < -1e-9 {
			t.Errorf("column %d: word of %g ems, want %g", j, word, want[1])
		}
	}
}
