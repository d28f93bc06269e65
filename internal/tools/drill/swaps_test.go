package main

import (
	"bufio"
	"slices"
	"testing"
)

// swapRow runs a swap in folders of its own.
func swapRow(t *testing.T, s swap) (r row, err error) {
	t.Helper()
	s.dir, s.own = t.TempDir(), t.TempDir()
	d := &drill{share: .05, seed: 1}
	err = try(func() {
		d.trials("a file", func(row *tally) {
			defer func() { r = row.row }()
			s.run(t.Context(), d, row)
		})
	})
	return r, err
}

// Files that are replaced while they load give one of two answers; those of a third file, and two
// files that are equal, are noticed.
func TestSwaps(t *testing.T) {
	csv := readers[slices.IndexFunc(readers, func(r reader) bool { return r.ending == ".csv" })]
	for _, way := range ways {
		row, err := swapRow(t, swap{reader: csv, do: way.do})
		if err != nil || row.count != 5+2 || row.failed > 0 {
			t.Errorf("%s: %d trials, %d failed, %v, want 7, 0",
				way.what, row.count, row.failed, err)
		}
	}
	same := csv
	same.write = func(w *bufio.Writer, shape table) {
		shape.version = 0
		csv.write(w, shape)
	}
	if _, err := swapRow(t, swap{reader: same, do: renameOver}); err == nil {
		t.Error("two equal files are told apart")
	}
	third := 0
	other := csv
	other.write = func(w *bufio.Writer, shape table) {
		shape.version += uint64(third)
		csv.write(w, shape)
	}
	row, err := swapRow(t, swap{reader: other, do: func(from, to string) {
		third++
		writeTable(from, other.write, swapped)
		renameOver(from, to)
	}})
	if err != nil || row.failed == 0 {
		t.Error("the answers of other files count as those of the two")
	}
}
