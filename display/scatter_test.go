package display

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/evaluation"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

func TestScatterSays(t *testing.T) {
	s := makeScatter(2, 3, 30, numbered("method "), numbered("class "), 1)
	f := scatterFigure(s)
	texts(t, f, "method 1", "method 2", "class 1", "class 2", "class 3", "PC 1 (50% of variance)",
		"PC 2 (0.3% of variance)",
		"Standardized features. Same samples in every panel.")
	if want := "PCA scatter plot of synthetic, 30 samples in 3 classes; method 1, 10 features: " +
		"PC 1 50%, PC 2 0.3% of variance; method 2, 10 features: PC 1 50%, PC 2 0.3% of " +
		"variance"; f.Alt != want {
		t.Errorf("it is described as %q", f.Alt)
	}

	s.Standardized, s.Dataset, s.Panels = false, "", s.Panels[:1]
	texts(t, scatterFigure(s), "Features as they are.")
	r := texts(t, scatterFigure(oneLine(s)), "PC 1 (100% of variance)",
		"no PC 2: a row for each class")
	for _, w := range r.Words() {
		if strings.HasPrefix(w, "PC 2") {
			t.Errorf("one component, and the figure says %q", w)
		}
	}
	texts(t, scatterFigure(oneLine(makeScatter(1, 0, 30, numbered("m"), nil, 1))), "no PC 2")
	texts(t, scatterFigure(makeScatter(1, 0, 30, numbered("m"), nil, 1e9)),
		"PC 1 in 1e9 (50% of variance)")
	texts(t, scatterFigure(makeScatter(1, 0, 30, numbered("m"), nil, 1e-9)),
		"PC 1 in 1e−9 (50% of variance)")

	r = texts(t, scatterFigure(makeScatter(1, 100, 300, numbered("m"), numbered("class "), 1)),
		"class 40", "and 60 more")
	if r.Has("class 41") {
		t.Error("the legend names more classes than it should")
	}
	for label, want := range map[string]string{
		"all features": "Principal components, synthetic",
		"fisher":       "Principal components of the chosen features, synthetic",
	} {
		all := makeScatter(1, 2, 30, func(int) string { return label }, numbered("c"), 1)
		must.Is(t, scatterTitle(all), want, "the title for %s", label)
	}
	if scatterFigure(&evaluation.ScatterPlot{}) != nil {
		t.Error("no panel made a figure")
	}
}

// All samples are drawn, in the color of their class, where they belong.
func TestScatterPoints(t *testing.T) {
	s := makeScatter(1, 2, 40, numbered("m"), numbered("c"), 1)
	r := record(scatterFigure(s))
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
			must.Near(t, middle(0)+scale*(want[i]-want[0]), middle(i), 0.01,
				"class %d: a sample at %g is drawn at", c, want[i])
		}
	}
}

// byValue is a scatter plot of samples with values.
func byValue(panels, n int, value func(int) float64) *evaluation.ScatterPlot {
	s := makeScatter(panels, 0, n, numbered("m"), nil, 1)
	s.TargetName = "dose"
	for i := range n {
		s.Target = append(s.Target, value(i))
	}
	for i := range s.Panels {
		s.Panels[i].Correlation = [2]float64{.75, .5}
	}
	return s
}

// Each sample has the color of its value: the smallest that of the left end of the bar, the largest
// that of the right end, half-way the middle of the nine colors.
func TestScatterByValue(t *testing.T) {
	s := byValue(1, 3, func(i int) float64 { return 2 + 2*float64(i) })
	f := scatterFigure(s)
	r := texts(t, f, "dose", "2.0", "4.0", "6.0", "Standardized features. Color: dose, "+
		"dark for the smallest, light for the largest.")
	if want := "PCA scatter plot of synthetic, 3 samples, colored by dose from 2.000 to 6.000; " +
		"m1, 10 features: PC 1 50%, PC 2 0.3% of variance, correlation with dose 0.75 and " +
		"0.50"; f.Alt != want {
		t.Errorf("it is described as %q", f.Alt)
	}
	for i, want := range []color.NRGBA{{0x00, 0x22, 0x4E, 0xff}, {0x7D, 0x7C, 0x78, 0xff},
		{0xFE, 0xE8, 0x38, 0xff}} {
		glyphs := 0
		for _, b := range r.Shapes {
			if b.Color == want && !b.Stroked && b.MaxX-b.MinX < 10 && b.MaxY-b.MinY < 10 {
				glyphs++
			}
		}
		if glyphs < 1 {
			t.Errorf("no sample is drawn in color %v of value %d", want, i)
		}
	}
	for i := range s.Target { // equal values
		s.Target[i] = 3
	}
	texts(t, scatterFigure(s), "dose", "3")
	s.TargetName = ""
	texts(t, scatterFigure(s), "target")
}

func TestScatterTable(t *testing.T) {
	if scatterTable(makeScatter(1, 2, 9, numbered("m"), numbered("c"), 1)) != nil {
		t.Error("classes make a table")
	}
	s := byValue(2, 3, func(i int) float64 { return float64(i) })
	s.Panels[1].Explained = [2]float64{1, 0}
	got := scatterTable(s)
	if diff := cmp.Diff([][]string{{"m1", "10", "50%", "0.3%", "0.750", "0.500"},
		{"m2", "10", "100%", "–", "0.750", "–"}}, got.Rows); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Correlation: the absolute correlation of a principal component " +
		"with dose. Standardized features. Color: dose, dark for the smallest, light for the " +
		"largest. Same samples in every panel."}, got.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// The points of a plot, with classes, with values, and with neither.
func TestScatterCSV(t *testing.T) {
	s := byValue(1, 2, func(i int) float64 { return .5 + float64(i) })
	s.Panels[0].X, s.Panels[0].Y = []float64{1, -2}, []float64{0.25, 3}
	for _, c := range []struct {
		change func()
		want   string
	}{
		{func() {}, "ranking,row,PC 1,PC 2,dose\nm1,0,1,0.25,0.5\nm1,1,-2,3,1.5\n"},
		{func() { s.Target = nil }, "ranking,row,PC 1,PC 2\nm1,0,1,0.25\nm1,1,-2,3\n"},
		{func() { s.Y, s.Classes = []int{1, 0}, []string{"a", "b"} },
			"ranking,row,PC 1,PC 2,class\nm1,0,1,0.25,b\nm1,1,-2,3,a\n"},
	} {
		c.change()
		write := must.Get(CSV(s))(t)
		var b strings.Builder
		if err := write(&b); err != nil || b.String() != c.want {
			t.Errorf("%q, %v, want %q", b.String(), err, c.want)
		}
	}
}
