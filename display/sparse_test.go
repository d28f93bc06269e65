package display

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// The table of sparse data says how many values there are, and lists the first columns.
func TestSummaryOfSparseData(t *testing.T) {
	const n, p = 1000, 20_000
	starts, columns, values := make([]int, n+1), []int32(nil), []float64(nil)
	for i := range n {
		for k := range 12 {
			columns = append(columns, int32((i*17+k*1601)%p))
			values = append(values, float64(1+k%3))
		}
		starts[i+1] = len(columns)
	}
	x := must.Get(storage.FromRows(p, starts, columns, values))(t)
	d := must.Get(datasets.NewStored[int]("docs", x, nil, nil))(t)
	s := must.Get(d.Summarize())(t)
	table := SummaryTable(s)
	if len(table.Rows) != maxColumns ||
		!slices.ContainsFunc(table.Notes, func(note string) bool {
			return strings.HasPrefix(note, "Whole numbers from 0 to 3, sparse: 12000 other than 0 "+
				"(0.06%), none missing; ")
		}) {
		t.Errorf("%d rows, notes %q", len(table.Rows), table.Notes)
	}
	for _, show := range []interface{ ShowOn(any) }{d, s, d.AllColumns()} {
		outputs, err := Render(show)
		if err != nil || len(outputs) == 0 ||
			!strings.Contains(outputs[0].HTML, "sparse: 12000 other than 0 (0.06%)") {
			t.Errorf("%T: %v", show, err)
		}
	}
	// A table that no browser shows is not made.
	many := *s
	many.Columns, many.D, many.AllColumns = slices.Repeat(s.Columns, 3), 3*p, true
	if table := SummaryTable(&many); len(table.Rows) != maxAll ||
		!slices.Contains(table.Notes, "The first 50000 of 60000 features are listed.") {
		t.Errorf("%d rows, notes %q", len(table.Rows), table.Notes)
	}
	s.Storage, s.NonZeros, s.Zeros = "on disk", 0, 0
	must.Contain(t, strings.Join(SummaryTable(s).Notes, " "),
		"Whole numbers from 0 to 3, on disk, none missing; ")
}
