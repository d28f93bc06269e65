package display

import (
	"strings"
	"testing"

	"fsnb.example/display/figure"
)

// Means have glyphs while these do not run together; those of a single number of
// features stand side by side.
func TestCurveGlyphs(t *testing.T) {
	marks := func(counts []int, methods int) (glyphs []box) {
		a := makeCurves(methods, counts, 10, 10, numbered("m"))
		for _, b := range record(AccuracyFigure(a)).Shapes {
			if b.Color == figure.Palette[0] && !b.Stroked {
				glyphs = append(glyphs, b)
			}
		}
		return glyphs[:len(glyphs)-1] // the last is the legend's
	}
	if n := len(marks([]int{1, 2, 5, 10}, 1)); n != 4 {
		t.Errorf("%d glyphs for 4 counts", n)
	}
	many := marks(upTo(200), 1)
	for i := range many[1:] {
		if d := many[i+1].MinX - many[i].MinX; d < 9 {
			t.Fatalf("two glyphs are %.1f points apart", d)
		}
	}
	if len(many) < 20 {
		t.Errorf("%d glyphs for 200 counts", len(many))
	}
	a := makeCurves(3, []int{10}, 10, 10, numbered("m"))
	for _, c := range a.Curves {
		c.Points[0].Mean = 0.5
	}
	var at []float64
	for _, b := range record(AccuracyFigure(a)).Shapes {
		if b.Stroked && b.MaxX-b.MinX < 2 && b.Color != figure.SoftInk &&
			b.Color != figure.GridInk {
			at = append(at, b.MinX)
		}
	}
	if len(at) != 3 || at[1]-at[0] < 20 || at[2]-at[1] < 20 {
		t.Errorf("the bars of three methods stand at %.0f", at)
	}
}

func TestAccuracyFigureSays(t *testing.T) {
	a := makeCurves(2, []int{1, 2, 5, 10}, 10, 10, numbered("method "))
	f := AccuracyFigure(a)
	texts(t, f, "Accuracy of 1-NN, synthetic", "method 1", "method 2", "all 300 features",
		"number of features", "accuracy", "1", "2", "5", "10",
		"Bands: ± one standard deviation over 10 splits.")
	if want := "Accuracy of 1-NN, synthetic against the number of features: method 1 best 0.742 " +
		"at 10 features; method 2 best 0.722 at 10 features; all 300 features 0.830"; f.Alt !=
		want {
		t.Errorf("it is described as %q", f.Alt)
	}
	texts(t, AccuracyFigure(makeCurves(2, []int{1, 12}, 10, 10, numbered("m"))),
		"number of features")
	texts(t, AccuracyFigure(makeCurves(2, []int{1, 13}, 10, 10, numbered("m"))),
		"number of features (logarithmic)")
	texts(t, AccuracyFigure(makeCurves(2, []int{1, 20}, 10, 4, numbered("m"))),
		"number of features (logarithmic)",
		"Bands: ± one standard deviation over 4 splits. Stopped after 4 of 10 splits.")
	texts(t, AccuracyFigure(makeCurves(2, []int{1, 2}, 1, 1, numbered("m"))),
		"One split: no bands.")
	texts(t, AccuracyFigure(makeCurves(2, []int{3}, 10, 10, numbered("m"))), "3",
		"Bars: ± one standard deviation over 10 splits.")
	r := texts(t, AccuracyFigure(flat(makeCurves(2, []int{1, 2}, 10, 10, numbered("m")), 1)),
		"1.00", "0.95")
	for _, w := range r.Words() {
		if strings.HasPrefix(w, "1.0") && w != "1.00" {
			t.Errorf("the axis of accuracies reaches %s", w)
		}
	}
	if AccuracyFigure(makeCurves(2, []int{1, 2}, 10, 0, numbered("m"))) != nil {
		t.Error("no split made a figure")
	}
}
