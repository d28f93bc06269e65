package fsnb

import (
	"strings"
	"testing"

	"fsnb.example/display"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/must"
)

func TestNewTable(t *testing.T) {
	table := NewTable("What it costs", []string{"splits", "accuracy", "samples", "share", "remark",
		"never"}, [][]string{
		{"inside", "0.95 ± 0.02", "1,569", "12%", "3", ""},
		{"on all", "−1", "–", "", "a <b>", ""},
		{"one cell"},
	})
	got := celltest.Printed(t, func() { Show(table) })
	const want = "What it costs\n" +
		"splits       accuracy  samples  share  remark  never\n" +
		"────────────────────────────────────────────────────\n" +
		"inside    0.95 ± 0.02    1,569    12%  3\n" +
		"on all             −1        –         a <b>\n" +
		"one cell\n"
	must.Is(t, strings.TrimRight(got, "\n")+"\n", want, "it is shown as %s want", got)
	must.Contain(t, table.HTML(), "a &lt;b&gt;")
	if got := celltest.Printed(t,
		func() { Show(NewTable("", []string{"a"}, nil)) }); !strings.Contains(got, "a") {
		t.Errorf("a table without rows is shown as %q", got)
	}
}

func TestNewTableOfDashes(t *testing.T) {
	table := NewTable("", []string{"place", "none", "mixed", "word"},
		[][]string{{"1", "–", "–", "–"}, {"–", "–", "2", "far"}})
	for j, want := range []any{display.Right, display.Right, display.Right, display.Left} {
		must.Is(t, any(table.Columns[j].Align), want, "column %s", table.Columns[j].Name)
	}
}

func TestNewTableOfTooManyCells(t *testing.T) {
	got, status := celltest.Caught(t,
		func() { NewTable("", []string{"a"}, [][]string{{"1"}, {"1", "2"}}) })
	if want := "fsnb: row 2 of the table has more cells (2) than there are columns (1); name " +
		"every column\n"; got != want || status != 1 {
		t.Errorf("exit %d, said %q\nwant %q", status, got, want)
	}
}
