package display

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

func TestHeatMapSays(t *testing.T) {
	row := makeRow("fisher", 3, numbered("f"))
	row.Squared = []float64{1, 0.504, 0.49, 0.504, 1, 0.996, 0.49, 0.996, 1}
	row.SqCosCentered = 0.663
	f := redundancyFigure(makeReport(row))
	r := texts(t, f, "fisher: mean 0.66", "f1", "f2", "f3", "1", "2", "3", "rank",
		"squared correlation", "0.0", "1.0",
		"Squared correlation of the chosen features, best first. Values of .5 and "+
			"more are printed.")
	var values []string
	for _, w := range r.Words() {
		if strings.HasPrefix(w, ".") || w == "1" {
			values = append(values, w)
		}
	}
	// the last is the rank
	must.Equal(t, values, []string{".50", ".50", "1", "1", "1"}, "values")
	if want := "Heat map of squared correlations, synthetic: fisher mean 0.66, largest 0.81 " +
		"between f1 and f3"; f.Alt != want {
		t.Errorf("it is described as %q", f.Alt)
	}
	if r := record(
		redundancyFigure(makeReport(makeRow("m", 15, numbered("f"))))); slices.ContainsFunc(
		r.Words(), func(w string) bool {
			return strings.HasPrefix(w, ".")
		}) {
		t.Error("15 features have their values printed")
	}

	texts(t, redundancyFigure(makeReport(makeRow("m", 1000, numbered("f")))),
		"Squared correlation of the chosen features, best first. A pixel is the mean "+
			"of several pairs.")
	large := makeRow("large", 2, numbered("f"))
	large.K, large.Squared = 2000, nil
	texts(t, redundancyFigure(makeReport(row, large, large)),
		"Squared correlation of the chosen features, best first. Values of .5 and "+
			"more are printed. 2 rankings of", "more than 1000 features not drawn.")
	if redundancyFigure(makeReport(large)) != nil || redundancyFigure(makeReport()) != nil {
		t.Error("there is a figure without a panel")
	}
}
