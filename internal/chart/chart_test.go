package chart

import (
	"math"
	"strings"
	"testing"
	"unicode"

	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

func TestChartErrors(t *testing.T) {
	y := nums{1, 2}
	for _, test := range []struct {
		chart Chart
		want  string
	}{
		{Chart{}, "chart: there are no series; give one at least, with Y"},
		{Chart{Title: "a\nb"}, `chart "a\\nb": there are no series; give one at least, with Y`},
		{Chart{Series: []Series{{Y: y}, {Name: "empty"}}},
			`chart: series 2 "empty": there are no points; give Y, or leave the series out`},
		{Chart{Series: []Series{{X: nums{1, 2, 3}, Y: y}}},
			"chart: series 1: the numbers of x (3) and y (2) differ; give as many of both, or " +
				"no X for 1, 2, …"},
		{Chart{Series: []Series{{Y: y, Labels: []string{"", "", ""}}}},
			"chart: series 1: there are more labels (3) than points (2); give one for each " +
				"point at most"},
		{Chart{Series: []Series{{Y: y, Points: true, Dashed: true}}},
			"chart: series 1: glyphs alone have no line to be dashed; leave out Points or Dashed"},
		{Chart{Series: []Series{{Y: nums{math.NaN(), math.Inf(1)}}}},
			"chart: none of the points can be drawn: give finite values, and positive ones on a " +
				"logarithmic axis"},
		{Chart{LogY: true, Series: []Series{{Y: nums{0, -1}}}},
			"chart: none of the points can be drawn: give finite values, and positive ones on a " +
				"logarithmic axis"},
		{Chart{Series: []Series{{Y: y}}, Levels: []Level{{Name: "top", Value: math.Inf(1)}}},
			`chart: level 1 "top" is at +Inf; give a finite value`},
		{Chart{LogX: true, Series: []Series{{Y: y}},
			Levels: []Level{{Value: 0}, {Value: -2, Vertical: true}}},
			"chart: level 2 is at -2, which a logarithmic axis does not have; give a positive " +
				"value"},
		{Chart{LogX: true, Diagonal: true, Series: []Series{{Y: y}}},
			"chart: the diagonal wants two axes of one kind; set LogX and LogY, or neither"},
	} {
		must.Fail(t, must.Err(ChartFigure(&test.chart)), test.want)
	}
	for _, name := range hostile {
		_, err := ChartFigure(&Chart{Title: name, Series: []Series{{Name: name}}})
		if err == nil || strings.ContainsFunc(err.Error(),
			func(r rune) bool { return !unicode.IsGraphic(r) }) || len([]rune(err.Error())) > 300 {
			t.Errorf("%.20q makes the error %v", name, err)
		}
	}
}

func TestChartSays(t *testing.T) {
	nan := math.NaN()
	f := draws(t, Chart{
		Title: "Rounds", X: "round", Y: "k-NN error in %", Note: "By hand.", LogY: true,
		Series: []Series{
			{Name: "a", Y: nums{4, 1, 0.25, 0}},
			{Name: "b", X: nums{1, nan, 2, 3}, Y: nums{2, nan, math.Inf(1), 3},
				Labels: []string{"start", "gap", "lost", "end"}},
			{Name: "c", Points: true, X: nums{1, 1, 2}, Y: nums{1, 1, 3}},
		},
		Levels: []Level{{Name: "chance", Value: 0.5}, {Value: 2.5, Vertical: true}},
	})
	r := texts(t, f, "Rounds", "round", "k-NN error in % (logarithmic)", "a", "b", "c", "start",
		"end", "chance (y = 0.5)", "x = 2.5",
		"By hand. 1 point is not drawn: not finite. 1 point is not drawn: not positive on a "+
			"logarithmic axis. 1 point stands exactly", "on another.")
	if r.Has("lost") || r.Has("gap") {
		t.Error("points that are not drawn have labels")
	}
	if want := "Rounds: k-NN error in % (logarithmic) against round: a, 3 points from (1, 4) to " +
		"(3, 0.25); b, 2 points from (1, 2) to (3, 3); " +
		"c, 3 points, x 1 to 2, y 1 to 3; chance (y = 0.5); x = 2.5"; f.Alt != want {
		t.Errorf("it is described as\n%q, want\n%q", f.Alt, want)
	}
	// What rounding leaves is 0 on a linear axis, and a value on a logarithmic one.
	rest := []Series{{Points: true, X: nums{1e-16, 3}, Y: nums{2e-15, 40}}}
	for want, log := range map[string]bool{
		"Chart: y against x: 2 points, x 0 to 3, y 0 to 40": false,
		"Chart: y (logarithmic) against x (logarithmic): 2 points, x 1e−16 to 3, y 2e−15 to " +
			"40": true,
	} {
		if f := draws(t, Chart{LogX: log, LogY: log, Series: rest}); f.Alt != want {
			t.Errorf("it is described as %q, want %q", f.Alt, want)
		}
	}
	// A single series without a name needs no legend, and labels of axes keep their hyphens.
	r = texts(t, draws(t, Chart{Y: "k-NN", Series: []Series{{Y: nums{1e9, 2e9}}}}),
		"k-NN in 1e9", "x")
	if r.Has("series 1") {
		t.Error("a series without a name is in the legend")
	}
	texts(t, draws(t, Chart{Series: many(2, 2, func(int) string {
		return ""
	})}), "series 1", "series 2")
	texts(t, draws(t, Chart{Series: many(2, 2, func(int) string { return "s" })}), "s #1", "s #2")
	texts(t, draws(t, Chart{Diagonal: true, Series: []Series{{Name: "s", Y: nums{1, 2}}}}), "y = x")
	texts(t, draws(t, Chart{Series: many(60, 2, numbered("s"))}), "s40", "and 20 more")
}

// Muted series are gray, thin and drawn first, and have no part in the colors of the others.
func TestChartMuted(t *testing.T) {
	r := record(draws(t, Chart{Series: []Series{
		{Name: "a", Line: true, Y: nums{1, 2, 1}},
		{Name: "many", Line: true, Muted: true, X: nums{1, 3, math.NaN(), 1, 3},
			Y: nums{1, 1, 0, 2, 2}},
		{Name: "b", Y: nums{2, 1, 2}},
	}}))
	texts(t, draws(t, Chart{Series: []Series{{Name: "many", Muted: true, Y: nums{1, 2}},
		{Name: "b", Y: nums{2, 1}}}}), "many", "b")
	var order []int
	for _, b := range r.Shapes {
		if !b.Stroked || b.MaxX-b.MinX < 200 {
			continue
		}
		switch b.Color {
		case figure.Palette[0]:
			order = append(order, 0)
		case mutedInk:
			order = append(order, 1)
		case figure.Palette[1]:
			order = append(order, 2)
		}
	}
	must.Items(t, order, []int{1, 1, 0, 2}, "lines are drawn in the order, want 1 1 0 2")
}

// Points stand where their values say; the diagonal halves a square.
func TestChartPoints(t *testing.T) {
	s := Series{Points: true, X: nums{1, 10, 100, 50}, Y: nums{3, 2, 90, 70}}
	for _, c := range []Chart{{Series: []Series{s}}, {Diagonal: true, Series: []Series{s}},
		{LogX: true, LogY: true, Series: []Series{s}}, {LogX: true, LogY: true, Diagonal: true,
			Series: []Series{s}}} {
		r := record(draws(t, c))
		x, y := disks(r, figure.Palette[0], 3.2, 0)
		if len(x) != 4 {
			t.Fatalf("%d glyphs, want 4", len(x))
		}
		at := func(v float64) float64 { return v }
		if c.LogX {
			at = math.Log
		}
		share := func(a, b, c float64) float64 { return (c - a) / (b - a) }
		for i := range x {
			wantX, wantY := share(at(1), at(100), at(s.X[i])), share(at(3), at(90), at(s.Y[i]))
			gotX, gotY := share(x[0], x[2], x[i]), share(y[0], y[2], y[i])
			if math.Abs(gotX-wantX) > 1e-6 || math.Abs(gotY-wantY) > 1e-6 {
				t.Errorf("point %d is at (%.3f, %.3f), want (%.3f, %.3f)", i, gotX, gotY,
					wantX, wantY)
			}
		}
		if c.Diagonal {
			perX, perY := (x[2]-x[0])/(at(100)-at(1)), (y[2]-y[0])/(at(90)-at(3))
			must.Near(t, perX/perY, 1, 1e-3, "x has %.4f points a unit, y %.4f", perX, perY)
			for _, b := range r.Shapes {
				if b.Stroked && b.Color == figure.SoftInk && b.MaxX-b.MinX > 150 &&
					b.MaxY-b.MinY > 150 && math.Abs((b.MaxX-b.MinX)-(b.MaxY-b.MinY)) > 0.5 {
					t.Errorf("the diagonal is %.1f wide and %.1f high", b.MaxX-b.MinX,
						b.MaxY-b.MinY)
				}
			}
		}
	}
}

func draws(t testing.TB, c Chart) *figure.Figure {
	t.Helper()
	return must.Get(ChartFigure(&c))(t)
}

// Names that the figure cuts are in its description, in full.
func TestDescriptionHasWholeNames(t *testing.T) {
	const name = "concentration of substance number 17 in the left kidney (mg/L)"
	for kind, f := range map[string]*figure.Figure{
		"bars": (&Bars{Rows: features(1, func(int) string { return name }),
			Bars: []Bar{{Value: 1}}}).Figure("Bars", small),
		"boxes": boxesOf(1, 1, 20, func(int) string { return name }).Figure("Boxes", small),
		"chart": func() *figure.Figure {
			return must.Get(ChartFigure(&Chart{Series: []Series{{Y: []float64{1, 2},
				Labels: []string{name}}}}))(t)
		}(),
	} {
		must.Contain(t, f.Description(), "Names in full: "+name, kind)
	}
	f := (&Bars{Rows: features(1, numbered("f")), Bars: []Bar{{Value: 1}}}).Figure("Bars", small)
	must.Is(t, f.Description(), "Bars. Made up.", "it is described as")
}

// A circle is round, whatever the shape of the rest, and within a figure of bounded size.
func TestEqualScale(t *testing.T) {
	for _, far := range [][2]float64{{0, 0}, {30, 0}, {0, 30}, {1e6, 0}} {
		c := newChart(&Chart{EqualScale: true, Series: []Series{{X: []float64{-1, 1, 0, 0, far[0]},
			Y: []float64{0, 0, -1, 1, far[1]}, Points: true}}}, narrow)
		grid := figure.Panels{Columns: 1, Rows: 1, Width: chartWidth, Height: 4 * vg.Inch}
		_, area := c.equalize(&grid)
		size := area.Size()
		unit := math.Pow10(c.x.scale.Exponent() - c.y.scale.Exponent())
		across := (c.x.to - c.x.from) * unit / float64(size.X)
		up := (c.y.to - c.y.from) / float64(size.Y)
		if math.Abs(across/up-1) > .005 || grid.Width > chartWidth || grid.Height > 6*vg.Inch ||
			grid.Height < 2*vg.Inch {
			t.Errorf("%v: a unit is %g of x and %g of y, the figure %v×%v", far, across, up,
				grid.Width, grid.Height)
		}
	}
	_, err := ChartFigure(&Chart{EqualScale: true, LogX: true,
		Series: []Series{{Y: []float64{1, 2}}}})
	must.Fail(t, err,
		"chart: an equal scale wants two axes of one kind; set LogX and LogY, or neither")
}
