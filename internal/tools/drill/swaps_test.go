package main

import (
	"io"
	"slices"
	"testing"

	"fsnb.example/internal/must"
)

// Files that are replaced while they load give one of two answers; those of a third file, and two
// files that are equal, are noticed.
func TestSwaps(t *testing.T) {
	csv := readers[slices.IndexFunc(readers, func(r reader) bool { return r.ending == ".csv" })]
	d := &drill{share: .05, seed: 1}
	for _, way := range ways {
		row := d.begin(way.what)
		s := swap{dir: t.TempDir(), own: t.TempDir(), reader: csv, do: way.do}
		must.Do(t, s.run(t.Context(), d, row))
		if row.row.count != 5+2 || row.row.failed > 0 {
			t.Errorf("%s: %d trials, %d failed, want 7, 0", way.what, row.row.count, row.row.failed)
		}
	}
	same := csv
	same.write = func(out io.Writer, shape table) error {
		shape.version = 0
		return csv.write(out, shape)
	}
	s := swap{dir: t.TempDir(), own: t.TempDir(), reader: same, do: renameOver}
	if err := s.run(t.Context(), d, d.begin("same")); err == nil {
		t.Error("two equal files are told apart")
	}
	third := 0
	other := csv
	other.write = func(out io.Writer, shape table) error {
		shape.version += uint64(third)
		return csv.write(out, shape)
	}
	s = swap{dir: t.TempDir(), own: t.TempDir(), reader: other, do: func(from, to string) error {
		third++
		if err := writeTable(from, other.write, swapped); err != nil {
			return err
		}
		return renameOver(from, to)
	}}
	row := d.begin("another file")
	must.Do(t, s.run(t.Context(), d, row))
	if row.row.failed == 0 {
		t.Error("the answers of other files count as those of the two")
	}
}
