package display

import (
	"strings"
	"testing"

	"fsnb.example/datasets"
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
