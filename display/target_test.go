package display

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

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
