package display

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/evaluation"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

// Means have glyphs while these do not run together; those of a single number of
// features stand side by side.
func TestCurveGlyphs(t *testing.T) {
	marks := func(counts []int, methods int) (glyphs []box) {
		a := makeCurves(methods, counts, 10, 10, numbered("m"))
		for _, b := range record(accuracyFigure(a)).Shapes {
			if b.Color == figure.Palette[0] && !b.Stroked {
				glyphs = append(glyphs, b)
			}
		}
		return glyphs[:len(glyphs)-1] // the last is the legend's
	}
	must.Is(t, len(marks([]int{1, 2, 5, 10}, 1)), 4, "glyphs for 4 counts")
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
	for _, b := range record(accuracyFigure(a)).Shapes {
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
	f := accuracyFigure(a)
	texts(t, f, "Accuracy of 1-NN, synthetic", "method 1", "method 2", "all 300 features",
		"number of features", "accuracy", "1", "2", "5", "10",
		"Bands: ± one standard deviation over 10 splits.")
	if want := "Accuracy of 1-NN, synthetic against the number of features: method 1 best 0.742 " +
		"at 10 features; method 2 best 0.722 at 10 features; all 300 features 0.830"; f.Alt !=
		want {
		t.Errorf("it is described as %q", f.Alt)
	}
	texts(t, accuracyFigure(makeCurves(2, []int{1, 12}, 10, 10, numbered("m"))),
		"number of features")
	texts(t, accuracyFigure(makeCurves(2, []int{1, 13}, 10, 10, numbered("m"))),
		"number of features (logarithmic)")
	texts(t, accuracyFigure(makeCurves(2, []int{1, 20}, 10, 4, numbered("m"))),
		"number of features (logarithmic)",
		"Bands: ± one standard deviation over 4 splits. Stopped after 4 of 10 splits.")
	texts(t, accuracyFigure(makeCurves(2, []int{1, 2}, 1, 1, numbered("m"))),
		"One split: no bands.")
	texts(t, accuracyFigure(makeCurves(2, []int{3}, 10, 10, numbered("m"))), "3",
		"Bars: ± one standard deviation over 10 splits.")
	r := texts(t, accuracyFigure(flat(makeCurves(2, []int{1, 2}, 10, 10, numbered("m")), 1)),
		"1.00", "0.95")
	for _, w := range r.Words() {
		if strings.HasPrefix(w, "1.0") && w != "1.00" {
			t.Errorf("the axis of accuracies reaches %s", w)
		}
	}
	if accuracyFigure(makeCurves(2, []int{1, 2}, 10, 0, numbered("m"))) != nil {
		t.Error("no split made a figure")
	}
}

func TestAccuracyTable(t *testing.T) {
	a := makeCurves(2, []int{1, 2}, 10, 4, numbered("m"))
	a.Protocol.Seed, a.Protocol.Raw, a.D = 7, true, 1
	table := AccuracyTable(a)
	if diff := cmp.Diff([][]string{{"1", "0.400 ± 0.010", "0.380 ± 0.020"},
		{"2", "0.546 ± 0.020", "0.526 ± 0.030"}}, table.Rows); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	want := []string{
		"All 1 feature: 0.830 ± 0.020. Guessing the largest class: 0.200.",
		"Mean ± standard deviation over 4 stratified splits, 50% for training, selection on the " +
			"training part only, features as they are, seed 7.",
		"Stopped after 4 of 10 splits.",
	}
	must.Equal(t, table.Notes, want, "notes")
	one := AccuracyTable(makeCurves(1, []int{1}, 1, 1, numbered("m")))
	if one.Rows[0][1] != "0.400" || !strings.HasPrefix(one.Notes[1], "One stratified split, ") {
		t.Errorf("one split: %q, %q", one.Rows, one.Notes)
	}
	// Small classes have more than their share for training: the test goes by that.
	b := makeCurves(3, []int{1}, 4, 4, numbered("m"))
	b.Curves[2].Points[0] = evaluation.NewSpread([]float64{.1, .2, .1, .1})
	b.N, b.Curves[0].Points[0] = 15, evaluation.NewSpread([]float64{.8, .7, .9, .8})
	b.Curves[1].Points[0] = evaluation.NewSpread([]float64{.7, .55, .7, .7})
	for training, want := range map[int]bool{0: true, 7: true, 14: false} {
		b.Training = training
		if bold := boldCurves(b, 0, &boldGroups{}); !bold[1] || bold[2] != want || bold[3] {
			t.Errorf("%d of 15 for training: bold %v", training, bold)
		}
	}
	none := makeCurves(1, []int{1}, 5, 0, numbered("m"))
	if text := AccuracyTable(none).Text(); text != accuracyTitle(none)+
		"\nInterrupted: 0 of 5 splits finished, so there is nothing to show yet.\n" {
		t.Errorf("no split:\n%s", text)
	}
}

// The title names the classifier. Where all features were not measured the table says why, and the
// figure has no line for them.
func TestAccuracyWithoutAllFeatures(t *testing.T) {
	for want, p := range map[string]evaluation.Protocol{
		"Accuracy of 3-NN, synthetic":          {Neighbors: 3, Metric: "euclidean"},
		"Accuracy of 1-NN (cosine), synthetic": {Neighbors: 1, Metric: "cosine"},
		"Accuracy of linear SVM, synthetic":    {Neighbors: 1, Classifier: "linear-svm"},
	} {
		a := makeCurves(2, []int{1, 5}, 10, 10, numbered("method "))
		p.Counts, p.Train, p.Repeats = a.Protocol.Counts, a.Protocol.Train, a.Protocol.Repeats
		a.Protocol = p
		must.Is(t, AccuracyTable(a).Title, want, "title")
	}
	a := makeCurves(2, []int{1, 5}, 10, 10, numbered("method "))
	a.AllOmitted = "the 40×524288 values are on disk"
	notes := strings.Join(AccuracyTable(a).Notes, "\n")
	must.Contain(t, notes,
		"All 300 features: not measured, since the 40×524288 values are on disk. Guessing")
	f := accuracyFigure(a)
	if strings.Contains(f.Alt, "all 300") {
		t.Errorf("without all features: %q", f.Alt)
	}
	for _, word := range record(f).Words() {
		if strings.Contains(word, "all 300") {
			t.Errorf("without all features the figure shows %q", word)
		}
	}
}
