package chart

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/number"
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
		must.Fail(ChartFigure(&test.chart))(t, test.want)
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
	must.Error(t, err,
		"chart: an equal scale wants two axes of one kind; set LogX and LogY, or neither")
}

// Labels stand on the first free side, the ends of a series come first, and what
// has no room is counted.
func TestChartLabels(t *testing.T) {
	// One place has room for some labels, of which the first stands at the right.
	x := make(nums, 20)
	names := make([]string, 20)
	for i := range names {
		names[i] = fmt.Sprint("name", i)
	}
	c := newChart(&Chart{Series: []Series{{Points: true, X: x, Y: x, Labels: names}}}, narrow)
	grid := figure.Panels{Columns: 1, Rows: 1, Width: 6 * vg.Inch, Height: 4 * vg.Inch}
	p := c.plot(grid)
	area := grid.Area(p)
	c.place(p, area)
	if len(c.labels) < 3 || c.noRoom != 20-len(c.labels) || c.labeled != 20 {
		t.Fatalf("%d labels, %d without room", len(c.labels), c.noRoom)
	}
	for i, want := range []string{"name0", "name19", "name1"} {
		must.Is(t, c.labels[i].text, want, "label %d", i)
	}
	middle := area.Size().X / 2
	if first := c.labels[0].at; first.X <= middle ||
		math.Abs(float64(first.Y-area.Size().Y/2)) > 1e-6 {
		t.Errorf("the first label is at %v of %v", first, area.Size())
	}
	// A line through a place is avoided where another is free.
	m := newMask(vg.Point{X: 100, Y: 100})
	m.line(vg.Point{X: 50, Y: 50}, vg.Point{X: 100, Y: 50})
	if left, ok := m.find(vg.Point{X: 50, Y: 50}, 3, 20, 8); !ok || left.X <= 50 || left.Y <= 55 {
		t.Errorf("the label is at %v, want it above on the right", left)
	}
	// A point's own glyph is in the way of none of the eight sides, wherever it
	// stands among the cells.
	for i := range 100 {
		at := vg.Point{X: 50 + vg.Length(i%10)/10, Y: 50 + vg.Length(i/10)/10}
		m = newMask(vg.Point{X: 100, Y: 100})
		m.mark(square(at, 3.84), occupied)
		sides := 0
		for ; ; sides++ {
			left, ok := m.find(at, 3.84, 2, 2)
			if !ok {
				break
			}
			if left.X < 40 || left.X > 60 {
				t.Fatalf("a label is at %v, away from its point at %v", left, at)
			}
		}
		must.Is(t, sides, 8, "sides of the point at %v are free", at)
	}
	// It is better to cross a line than to be left out.
	m = newMask(vg.Point{X: 100, Y: 100})
	for y := vg.Length(0); y < 100; y += 2 {
		m.line(vg.Point{Y: y}, vg.Point{X: 100, Y: y})
	}
	if left, ok := m.find(vg.Point{X: 50, Y: 50}, 3, 20, 8); !ok || left.Y != 50 {
		t.Errorf("among lines the label is at %v, %v", left, ok)
	}
	if _, ok := m.find(vg.Point{X: 50, Y: 50}, 3, 120, 8); ok {
		t.Error("a label that is wider than the area has a place")
	}
}

// A thinned line covers the same columns from the same lowest to the same highest
// point.
func TestThinnedLine(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	run := make([]vg.Point, 50000)
	for i := range run {
		run[i] = vg.Point{X: vg.Length(i) / 100, Y: vg.Length(rng.NormFloat64())}
	}
	thin := thinnedLine(run)
	if len(thin) > 4*840 {
		t.Errorf("%d points are left", len(thin))
	}
	reach := func(points []vg.Point) map[int][2]vg.Length {
		out := make(map[int][2]vg.Length)
		for _, p := range points {
			column := int(p.X / 0.6)
			r, ok := out[column]
			if !ok {
				r = [2]vg.Length{p.Y, p.Y}
			}
			out[column] = [2]vg.Length{min(r[0], p.Y), max(r[1], p.Y)}
		}
		return out
	}
	must.Equal(t, reach(thin), reach(run), "reach(thin)")
	if few := []vg.Point{run[0], run[100], run[200], run[0]}; !cmp.Equal(thinnedLine(few), few) ||
		thin[0] != run[0] || thin[len(thin)-1] != run[len(run)-1] {
		t.Error("ends or few points are lost")
	}
}

// However many points, files stay small.
func TestChartIsSmall(t *testing.T) {
	noise := Series{Name: "noise"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		noise.Y = append(noise.Y, rng.NormFloat64())
	}
	for _, test := range []struct {
		series Series
		most   int // kB as SVG
	}{{noise, 150}, {cloud(10_000, nil), 3000}} {
		f := draws(t, Chart{Series: []Series{test.series}})
		raw := must.Get(f.SVG())(t)
		if len(raw) > test.most<<10 {
			t.Errorf("%d points of %s take %d kB as SVG", len(test.series.Y), test.series.Name,
				len(raw)>>10)
		}
	}
}

// Whatever is drawn, nothing is cut, no text stands on another or on a glyph,
// and all of it can be read.
func TestLayout(t *testing.T) {
	all := chartSituations()
	maps.Copy(all, matricesSituations())
	maps.Copy(all, markSituations())
	for name, f := range all {
		t.Run(name, func(t *testing.T) { displaytest.CheckFigure(t, name, f) })
	}
}

// A title that is wider than a chart takes two lines, in the picture and in Vega-Lite, and the
// description has no name that it cuts; the plot is as large as below a short title.
func TestLongTitlesTakeLines(t *testing.T) {
	lines := []string{"a-2015, Table 8: how often two features of a group come", "closer in rank"}
	c := Chart{Title: strings.Join(lines, " "), Diagonal: true,
		Series: []Series{{Points: true, X: nums{1, 2, 3}, Y: nums{2, 1, 3}}}}
	f := draws(t, c)
	texts(t, f, lines...)
	if d := f.Description(); strings.Contains(d, "Names in full") || !strings.Contains(d, c.Title) {
		t.Errorf("the description is %q", d)
	}
	raw := must.Get(json.Marshal(f.VegaLite()))(t)
	want := must.Get(json.Marshal(lines))(t)
	if !strings.Contains(string(raw), `"text":`+string(want)) {
		t.Errorf("no title %s in %s", want, raw)
	}
	c.Title = "short"
	short := draws(t, c)
	if more := (f.Height - short.Height).Points(); more < 15.9 || more > 16.1 {
		t.Errorf("a second line takes %g points, want 16", more)
	}
	size := hovering(t, short).Vconcat[0].Concat
	var long specOf
	must.Do(t, json.Unmarshal([]byte(strings.ReplaceAll(string(raw), `"text":`+string(want),
		`"text":""`)), &long))
	if got := long.Vconcat[0].Concat; len(got) != 1 || len(size) != 1 ||
		got[0].Width != size[0].Width || got[0].Height != size[0].Height {
		t.Errorf("plots %+v, want the size of %+v", got, size)
	}
}

// Ticks between whole numbers have no place where all values are whole.
func TestChartTicks(t *testing.T) {
	r := texts(t, draws(t, Chart{Series: []Series{{Y: nums{0.5, 0.75, 1}}}}), "1", "2", "3")
	if r.Has("1.5") {
		t.Error("there is a tick at 1.5 rounds")
	}
	for _, test := range []struct {
		from, to float64
		want     string
	}{
		{0, 1, "1 2 5 10"}, {0, 0.92, "1 2 3 4 5 6 7 8"}, {-2, 0, "0.01 0.02 0.05 0.1 0.2 0.5 1"},
		{-1.5, 3.5, "0.1 0.3 1 3 10 30 100 300 1000 3000"},
		{-12, -4, "1e−12 1e−11 1e−10 1e−9 1e−8 1e−7 1e−6 1e−5 1e−4"}, {-20, 30,
			"1e−20 1e−10 1 1e10 1e20 1e30"}, {0.49, 0.6, "3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9"},
	} {
		var labels []string
		for _, tick := range (logTicks{room: 300, style: figure.TextStyle(9)}).between(test.from,
			test.to) {
			if tick.Label == "" {
				continue
			}
			labels = append(labels, tick.Label)
			var v float64
			fmt.Sscan(strings.ReplaceAll(tick.Label, "−", "-"), &v)
			must.Near(t, math.Log10(v), tick.Value, 1e-9, "%s is at", tick.Label)
		}
		must.Is(t, strings.Join(labels, " "), test.want, "from %g to %g", test.from, test.to)
	}
}

type nums = number.Numbers

// many is n series of the given number of points, which cross one another.
func many(n, points int, name func(int) string) []Series {
	out := make([]Series, n)
	for i := range out {
		out[i].Name = name(i)
		for k := range points {
			x := float64(k+1) / float64(points)
			out[i].X, out[i].Y = append(out[i].X, x),
				append(out[i].Y, math.Sin(5*x+float64(i))+float64(i)/5)
		}
	}
	return out
}

// cloud is n points around the middle with labels.
func cloud(n int, label func(int) string) Series {
	rng := rand.New(rand.NewPCG(1, 2))
	s := Series{Name: "cloud", Points: true}
	for i := range n {
		s.X, s.Y = append(s.X, rng.NormFloat64()), append(s.Y, rng.NormFloat64())
		if label != nil {
			s.Labels = append(s.Labels, label(i))
		}
	}
	return s
}

func chartsToSurvive() map[string]Chart {
	inf, nan := math.Inf(1), math.NaN()
	rng := rand.New(rand.NewPCG(3, 4))
	out := map[string]Chart{
		"one point":          {Series: []Series{{Y: nums{3}}}},
		"one point, a label": {Series: []Series{{Y: nums{3}, Labels: []string{"the only one"}}}},
		"one point, a line":  {Series: []Series{{Y: nums{3}, Line: true}}},
		"one point, log": {LogX: true, LogY: true,
			Series: []Series{{X: nums{3}, Y: nums{5}, Points: true}}},
		"one point, diagonal": {Diagonal: true,
			Series: []Series{{X: nums{3}, Y: nums{3}, Points: true}}},
		"constant":      {Series: []Series{{Name: "flat", Y: nums{7, 7, 7, 7}}}},
		"constant, log": {LogY: true, Series: []Series{{Name: "flat", Y: nums{7, 7, 7, 7}}}},
		"zero":          {Series: []Series{{Name: "flat", Y: nums{0, 0, 0}}}},
		"vertical":      {Series: []Series{{X: nums{2, 2, 2}, Y: nums{1, 2, 3}}}},
		"gaps": {X: "round",
			Series: []Series{{Name: "a", Y: nums{1, nan, 3, inf, 5, 4, -inf}},
				{Name: "nothing", Y: nums{nan}}, {Name: "b", Line: true,
					Y: nums{2, nan, 3, 2, nan, 4, 5}}}},
		"not positive": {LogY: true, Series: []Series{{Name: "a", Y: nums{1, 0.1, 0.01, 0, -1}}}},
		"long title": {Diagonal: true, Series: []Series{cloud(30, nil)},
			Title: "a-2015, Table 8: how often two features of a group come closer in rank"},
		"20 series": {Title: "Twenty", X: "share", Y: "value in s",
			Series: many(20, 12, numbered("method "))},
		"20 lines": {Title: "Twenty", Series: many(20, 200, numbered("method "))},
		"20 long names": {Title: long(1), X: long(2), Y: long(3), Note: long(4),
			Series: many(20, 12, long)},
		"60 series":            {Series: many(60, 3, numbered("s"))},
		"the same name":        {Series: many(3, 3, func(int) string { return "same" })},
		"no names":             {Series: many(3, 3, func(int) string { return "" })},
		"10000 points":         {Title: "Many", Series: []Series{cloud(10000, nil)}},
		"10000 points, labels": {Title: "Many", Series: []Series{cloud(10000, numbered("p"))}},
		"labels":               {Title: "Some", Series: []Series{cloud(30, numbered("point "))}},
		"long labels": {Title: "Some", Series: []Series{cloud(12, func(i int) string {
			return fmt.Sprint(i, " is a very long label, of which the end is cut off")
		})}},
		"labels, diagonal": {Title: "Some", Diagonal: true,
			Series: []Series{cloud(30, numbered("point "))}},
		"coincide": {Series: []Series{{Name: "a", Points: true, X: nums{1, 1, 1, 2},
			Y: nums{1, 1, 1, 2}, Labels: []string{"first", "second", "third", "other"}},
			{Name: "b", Points: true, X: nums{1, 2}, Y: nums{1, 1}, Labels: []string{"of b"}}}},
		"all one place, labels": {Series: []Series{{Points: true, X: make(nums, 20),
			Y: make(nums, 20), Labels: strings.Fields(strings.Repeat("name ", 20))}}},
		"levels": {X: "λ", Y: "f", Series: []Series{{Name: "f", Y: nums{1, 4, 9}}}, Levels: []Level{
			{Name: "bound", Value: 10}, {Name: "start", Value: 0, Vertical: true}, {Value: 2},
			{Name: "a", Value: 2.5, Vertical: true}, {Name: "b", Value: 3},
			{Name: long(1), Value: -4},
		}},
		"60 levels": {Series: []Series{{Y: nums{1, 60}}}, Levels: manyLevels(60)},
		"a logarithm of x": {LogX: true, X: "features",
			Series: []Series{{Y: nums{.5, .7, .8, .85}, X: nums{1, 10, 100, 1000}}}},
		"diagonal, logarithms": {LogX: true, LogY: true, Diagonal: true,
			Series: []Series{{Points: true, Y: nums{.01, 3, 800}, X: nums{.02, 4, 500}}}},
		"whole": {X: "round", Y: "features", Series: []Series{{Y: nums{1, 2, 2, 3}}}},
		"range": {Series: []Series{{Y: nums{math.MaxFloat64, 0, -math.MaxFloat64}}}},
		"range of logarithms": {LogY: true, LogX: true,
			Series: []Series{{X: nums{1e-320, 1, 1e308},
				Y: nums{math.SmallestNonzeroFloat64, 1, math.MaxFloat64}}}},
		"a curve back": {Series: []Series{{X: nums{1, 3, 2, 2, 1}, Y: nums{1, 2, 3, 1, 2},
			Dashed: true}}},
	}
	for _, n := range []int{300, 3000, 100000} {
		noise := Series{Name: "noise", Line: n > 1000}
		for range n {
			noise.Y = append(noise.Y, rng.NormFloat64())
		}
		out[fmt.Sprintf("noise of %d", n)] = Chart{Series: []Series{noise}}
	}
	for _, scale := range []float64{1e-310, 1e-300, 1e-9, 1e-3, 0.02, 1, 123, 1e5, 1e9, 1e300} {
		for _, zero := range []float64{0, 1, 1e6, 1e12} {
			if math.IsInf(4*scale*zero, 0) {
				continue
			}
			var s Series
			for i := range 9 {
				s.X, s.Y = append(s.X, scale*(zero+float64(i+1)/4)),
					append(s.Y, scale*(zero+math.Exp(-float64(i))))
			}
			s.Labels = []string{"first", "", "third"}
			for k := range 3 {
				c := Chart{X: "input in s", Y: "k-NN error", Series: []Series{s}, LogX: k > 0,
					LogY: k > 0, Diagonal: k == 2}
				out[fmt.Sprintf("around %g from %g, %d", scale, zero, k)] = c
			}
		}
	}
	for _, decades := range []float64{0.001, 0.01, 0.1, 0.3, 0.5, 0.8, 1, 1.3, 1.9, 2.2, 3, 4, 6, 9,
		13, 30, 200} {
		s := Series{Name: "falls", X: nums{3, 3 * math.Pow(10, decades)},
			Y: nums{3 * math.Pow(10, -decades), 3}}
		out[fmt.Sprintf("%g decades", decades)] = Chart{LogX: true, LogY: true, X: "x",
			Series: []Series{s}}
	}
	return out
}

func manyLevels(n int) []Level {
	out := make([]Level, n)
	for i := range out {
		out[i] = Level{Name: fmt.Sprint("level ", i+1), Value: float64(i + 1)}
	}
	return out
}

func chartSituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	for name, c := range chartsToSurvive() {
		f, err := ChartFigure(&c)
		if err != nil {
			panic(name + ": " + err.Error())
		}
		out["chart, "+name] = f
	}
	return out
}

// hostileChart has a name everywhere that a name can stand.
func hostileChart(name string) Chart {
	return Chart{
		Title: name, X: name, Y: name, Note: name, Levels: []Level{{Name: name, Value: 2},
			{Name: name, Value: 1, Vertical: true}},
		Series: []Series{{Name: name, Y: nums{1, 2, 3}, Labels: []string{name, name + name, "x"}},
			{Name: name, Points: true, Y: nums{2, 1}}},
	}
}

func TestHostileCharts(t *testing.T) {
	for _, name := range hostile {
		t.Run(fmt.Sprintf("%.20q", name), func(t *testing.T) {
			checkHarmless(t, draws(t, hostileChart(name)))
		})
	}
}

// checkHarmless verifies that a figure is laid out, described and written whatever its names are.
func checkHarmless(t *testing.T, f *figure.Figure) {
	t.Helper()
	record(f).CheckLayout(t)
	if strings.ContainsFunc(f.Alt, func(r rune) bool { return !unicode.IsGraphic(r) }) {
		t.Errorf("it is described as %q", f.Alt)
	}
	d := xml.NewDecoder(bytes.NewReader(must.Get(f.SVG())(t)))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("the picture is not well-formed: %v", err)
		}
	}
}

func FuzzChart(f *testing.F) {
	for i, name := range hostile {
		f.Add(name, float64(i), 1/float64(i+1), -3.0, 1e9, byte(i))
	}
	f.Add("a", 1e-320, 1e308, math.Inf(1), math.NaN(), byte(7))
	f.Add("b", 1.0, math.Nextafter(1, 2), 1.0, 1.0, byte(3))
	f.Fuzz(func(t *testing.T, name string, a, b, c, d float64, flags byte) {
		chart := hostileChart(name)
		chart.Levels = nil
		chart.LogX, chart.LogY, chart.Diagonal = flags&1 > 0, flags&2 > 0, flags&4 > 0
		chart.Series[0].X, chart.Series[0].Y = nums{a, b, c}, nums{d, c, a}
		chart.Series[1].X, chart.Series[1].Y = nums{d, a}, nums{b, b}
		figure, err := ChartFigure(&chart)
		if err != nil {
			if chart.LogX == chart.LogY && !strings.Contains(err.Error(), "none of the points") {
				t.Error(err)
			}
			return
		}
		record(figure).CheckLayout(t)
	})
}
