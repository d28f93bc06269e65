package display

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
)

func TestScatterSays(t *testing.T) {
	s := makeScatter(2, 3, 30, numbered("method "), numbered("class "), 1)
	f := ScatterFigure(s)
	texts(t, f, "method 1", "method 2", "class 1", "class 2", "class 3", "PC 1 (50% of variance)",
		"PC 2 (0.3% of variance)",
		"synthetic. Standardized features. Same samples in every panel.")
	if want := "PCA scatter plot of synthetic, 30 samples in 3 classes; method 1, 10 features: " +
		"PC 1 50%, PC 2 0.3% of variance; method 2, 10 features: PC 1 50%, PC 2 0.3% of " +
		"variance"; f.Alt != want {
		t.Errorf("it is described as %q", f.Alt)
	}

	s.Standardized, s.Dataset, s.Panels = false, "", s.Panels[:1]
	texts(t, ScatterFigure(s), "Features as they are.")
	r := texts(t, ScatterFigure(oneLine(s)), "PC 1 (100% of variance)",
		"no PC 2: a row for each class")
	for _, w := range r.Words() {
		if strings.HasPrefix(w, "PC 2") {
			t.Errorf("one component, and the figure says %q", w)
		}
	}
	texts(t, ScatterFigure(oneLine(makeScatter(1, 0, 30, numbered("m"), nil, 1))), "no PC 2")
	texts(t, ScatterFigure(makeScatter(1, 0, 30, numbered("m"), nil, 1e9)),
		"PC 1 in 1e9 (50% of variance)")
	texts(t, ScatterFigure(makeScatter(1, 0, 30, numbered("m"), nil, 1e-9)),
		"PC 1 in 1e−9 (50% of variance)")

	r = texts(t, ScatterFigure(makeScatter(1, 100, 300, numbered("m"), numbered("class "), 1)),
		"class 40", "and 60 more")
	if r.Has("class 41") {
		t.Error("the legend names more classes than it should")
	}
	if ScatterFigure(&evaluation.ScatterPlot{}) != nil {
		t.Error("no panel made a figure")
	}
}

// All samples are drawn, in the color of their class, where they belong.
func TestScatterPoints(t *testing.T) {
	s := makeScatter(1, 2, 40, numbered("m"), numbered("c"), 1)
	r := record(ScatterFigure(s))
	var drawn [2][]box
	for _, b := range r.Shapes {
		for c := range 2 {
			if b.Color == figure.Faded(figure.Palette[c], 0.75) {
				drawn[c] = append(drawn[c], b)
			}
		}
	}
	if len(drawn[0]) != 20 || len(drawn[1]) != 20 {
		t.Fatalf("%d and %d glyphs, want 20 of each class", len(drawn[0]), len(drawn[1]))
	}
	for c := range 2 {
		var want []float64
		for i, x := range s.Panels[0].X {
			if s.Y[i] == c {
				want = append(want, x)
			}
		}
		slices.Sort(want)
		slices.SortFunc(drawn[c],
			func(a, b box) int { return int(math.Copysign(1, a.MinX-b.MinX)) })
		// A linear map takes the samples to the glyphs.
		middle := func(i int) float64 { return (drawn[c][i].MinX + drawn[c][i].MaxX) / 2 }
		scale := (middle(19) - middle(0)) / (want[19] - want[0])
		for i := range want {
			if at := middle(0) + scale*(want[i]-want[0]); math.Abs(at-middle(i)) > 0.01 {
				t.Errorf("class %d: a sample at %g is drawn at %.2f, not %.2f", c, want[i],
					middle(i), at)
			}
		}
	}
}
