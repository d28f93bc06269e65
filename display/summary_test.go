package display

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// A data set lists its first columns, and all of them when it is asked to.
func TestAllColumns(t *testing.T) {
	d := must.Get(datasets.Load("wdbc", datasets.Options{}))(t)
	s := must.Get(d.Summarize())(t)
	first, all := SummaryTable(s), SummaryTable(d.AllColumns())
	if len(first.Rows) != 12 || len(all.Rows) != 30 || all.Rows[29][1] != d.Features[29] {
		t.Errorf("%d rows, and %d of all", len(first.Rows), len(all.Rows))
	}
	if notes := strings.Join(all.Notes, " "); strings.Contains(notes, "are listed") {
		t.Errorf("notes %s", notes)
	}
}

// The summary of a data set describes its continuous target.
func TestSummaryOfATarget(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{3, 1, 4, 1})
	d, err := datasets.New("doses", x, []float64{1, 2, 3, 6}, nil)
	must.Do(t, err)
	if d, err = d.WithTarget("dose\x1b[0m", d.Target); err != nil {
		t.Fatal(err)
	}
	s := must.Get(d.Summarize())(t)
	text := SummaryTable(s).Text()
	must.ContainAll(t, text, "doses: 4 samples × 1 feature, continuous target",
		"Continuous target dose\\x1b[0m: 1.000 to 6.000, mean 3.000, sd 2.160.",
		`History: continuous target "dose\x1b[0m".`)
}

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
