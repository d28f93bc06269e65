//go:build race

package fsnb

import (
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// A cell under the race detector: work with several workers, its progress line, tables and figures,
// and the cache, which is read in the second cell. What the detector finds is on the error stream.
func TestKernelUnderTheRaceDetector(t *testing.T) {
	cell := `%%
wdbc := fsnb.Load("wdbc")
a, b := fsnb.Select(wdbc, fsnb.Laplacian{}, 5), fsnb.Select(wdbc, fsnb.TraceRatio{}, 5)
often := fsnb.Protocol{Repeats: 40, Counts: []int{1, 5, 10, 20, 30}}
fsnb.Show(a, fsnb.Accuracy(wdbc, often, fsnb.Fisher{}))
fsnb.Show(fsnb.Scatter(wdbc, a, b))
`
	t.Setenv("FSNB_CACHE", t.TempDir())
	const race = `%%
total, done := 0, make(chan bool)
go func() { total++; done <- true }()
total++
<-done
println(total)
`
	cells, _ := kernelBook(t, []string{"%env CGO_ENABLED=1\n%goflags -race\n" + cell, cell, race})
	var said string
	for _, o := range cells[2] {
		said += string(o.Text)
	}
	must.Contain(t, said, "DATA RACE")
	for c, outputs := range cells[:2] {
		var displayed int
		for _, o := range outputs {
			switch {
			case o.Type == "display_data" || o.Type == "update_display_data":
				displayed++
			case strings.Contains(string(o.Text)+o.Value, "DATA RACE"), o.Type == "error":
				t.Errorf("cell %d: %s%s", c, o.Text, o.Value)
			}
		}
		if displayed < 4 {
			t.Errorf("cell %d shows %d tables and figures, want at least 4", c, displayed)
		}
	}
}
