package display

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

// AccuracyFigure draws accuracy against the number of features: a line with a
// glyph for each method, a band of one standard deviation around it, and a dashed
// line for all features. The axis of the numbers is logarithmic when they span
// more than a factor of 12. A single number has a bar of one standard deviation
// for each method. It returns nil when no split was finished.
func AccuracyFigure(a *evaluation.AccuracyCurves) *figure.Figure {
	if a.Done == 0 || len(a.Protocol.Counts) == 0 {
		return nil
	}
	labels := curveLabels(a)
	grid := figure.Panels{Columns: 1, Rows: 1, Width: 7.6 * vg.Inch, Height: 4.2 * vg.Inch}
	entries := make([]figure.LegendEntry, 0, len(a.Curves)+1)
	for i, label := range labels {
		entries = append(entries,
			figure.LegendEntry{Name: label, Color: figure.SeriesColor(i),
				Glyph: figure.SeriesGlyph(i), Line: true, Dash: seriesDash(i)})
	}
	entries = append(entries, figure.LegendEntry{Name: "all " + wording.Plural(a.D, "feature",
		"features"), Color: figure.SoftInk, Line: true, Dash: figure.Dashes})
	legend := figure.NewLegend(entries, grid.Width-vg.Points(30))
	return grid.Figure(accuracyAlt(a, labels), []string{accuracyTitle(a)}, legend,
		figure.Caption{Text: bandNote(a)}, func() []*plot.Plot {
			return []*plot.Plot{accuracyPlot(a, grid)}
		})
}

// seriesDash tells apart the lines whose color repeats.
func seriesDash(i int) []vg.Length {
	switch i / len(figure.Palette) {
	case 0:
		return nil
	case 1:
		return []vg.Length{vg.Points(7), vg.Points(2)}
	}
	return []vg.Length{vg.Points(2), vg.Points(2)}
}

func bandNote(a *evaluation.AccuracyCurves) string {
	note := fmt.Sprintf("Bands: ± one standard deviation over %d splits.", a.Done)
	switch {
	case a.Done == 1:
		note = "One split: no bands."
	case len(a.Protocol.Counts) == 1:
		note = strings.Replace(note, "Bands", "Bars", 1)
	}
	if a.Partial {
		note += " " + stoppedNote(a)
	}
	return note
}

func accuracyAlt(a *evaluation.AccuracyCurves, labels []string) string {
	parts := make([]string, len(a.Curves))
	for i, c := range a.Curves {
		best := 0
		for k := range c.Points {
			if c.Points[k].Mean > c.Points[best].Mean {
				best = k
			}
		}
		parts[i] = fmt.Sprintf("%s best %.3f at %s", labels[i], c.Points[best].Mean,
			wording.Plural(a.Protocol.Counts[best], "feature", "features"))
	}
	return fmt.Sprintf("%s against the number of features: %s; all %s %.3f", accuracyTitle(a),
		strings.Join(parts, "; "), wording.Plural(a.D, "feature", "features"), a.All.Mean)
}

func accuracyPlot(a *evaluation.AccuracyCurves, grid figure.Panels) *plot.Plot {
	c := countCurves{counts: a.Protocol.Counts, y: "accuracy", level: &a.All, least: 0, most: 1}
	for i, curve := range a.Curves {
		c.series = append(c.series, countSeries{i, c.counts, curve.Points})
	}
	return c.plot(grid)
}

// countCurves is what a plot of means against the number of features shows.
type countCurves struct {
	counts      []int // of the axis, ascending
	y           string
	level       *evaluation.Spread // with all features, a dashed line; nil for none
	least, most float64            // the range of possible values
	series      []countSeries
}

// countSeries is a line of a plot against the number of features.
type countSeries struct {
	place  int // of its color, glyph and dash
	counts []int
	points []evaluation.Spread
}

// plot draws a line with a glyph for each series and a band of one standard
// deviation around it; at a single number a bar.
func (c countCurves) plot(grid figure.Panels) *plot.Plot {
	lo, hi := c.bounds()
	exponent := 0
	if c.most > 1 {
		exponent = figure.Unit(lo, hi)
	}
	y := c.y
	if exponent != 0 {
		y += " in 1e" + wording.Minus(wording.Itoa(exponent))
	}
	p := countPlot(c.counts, y, grid)
	p.Y.Min, p.Y.Max = lo, hi
	ticks := figure.AxisTicks{Room: grid.Height - vg.Points(75), Style: p.Y.Tick.Label,
		Upright: true, Exponent: exponent}
	p.Y.Tick.Marker = plot.TickerFunc(func(lo,
		hi float64) []plot.Tick {
		return ticks.Ticks(lo, min(hi, c.most))
	})

	one := func() {
		if c.level != nil {
			p.Add(&level{c.level.Mean})
		}
	}
	if len(c.counts) == 1 {
		one()
		for i, s := range c.series {
			p.Add(&bar1{beside(c.counts[0], i, len(c.series)), s.points[0], c.least, c.most,
				figure.SeriesColor(s.place), figure.SeriesGlyph(s.place)})
		}
		return p
	}
	alpha := []float64{0.18, 0.18, 0.16, 0.14, 0.12, 0.1}[min(len(c.series), 5)]
	for _, s := range c.series {
		p.Add(&band{s.counts, s.points, c.least, c.most,
			figure.Faded(figure.SeriesColor(s.place), alpha)})
	}
	one()
	for _, s := range c.series {
		l := &curve{color: figure.SeriesColor(s.place), glyph: figure.SeriesGlyph(s.place),
			dash: seriesDash(s.place)}
		for n, v := range s.points {
			l.add(float64(s.counts[n]), v.Mean)
		}
		p.Add(l)
	}
	return p
}

// countPlot is a plot against the number of features, whose axis is logarithmic
// when the ascending counts span more than a factor of 12.
func countPlot(counts []int, y string, grid figure.Panels) *plot.Plot {
	lo, hi := float64(counts[0]), float64(counts[len(counts)-1])
	xLabel := "number of features"
	logarithmic := hi > 12*lo
	if logarithmic {
		xLabel += " (logarithmic)"
	}
	p := figure.NewPlot(xLabel, y)
	// A margin keeps the first and the last glyph whole.
	const margin = 0.02
	switch {
	case logarithmic:
		p.X.Scale = plot.LogScale{}
		f := math.Pow(hi/lo, margin)
		p.X.Min, p.X.Max = lo/f, hi*f
	case hi > lo:
		p.X.Min, p.X.Max = lo-margin*(hi-lo), hi+margin*(hi-lo)
	default:
		p.X.Min, p.X.Max = lo-0.5, hi+0.5
	}
	across := grid.Width - vg.Points(75)
	place := func(k int) vg.Length {
		return across * vg.Length(p.X.Scale.Normalize(p.X.Min, p.X.Max, float64(k)))
	}
	p.X.Tick.Marker = plot.ConstantTicks(countTicks(counts, place,
		func(s string) vg.Length { return p.X.Tick.Label.Width(s) }))
	return p
}

// beside is the position of the i-th of n methods at a single number of features, side by side.
func beside(k, i, n int) float64 { return float64(k) + 0.6*((float64(i)+0.5)/float64(n)-0.5) }

// bounds include everything drawn and span at least .05, or a twentieth of large values, with a
// margin for glyphs at an accuracy of 1.
func (c countCurves) bounds() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	if c.level != nil {
		lo, hi = c.level.Mean, c.level.Mean
	}
	for _, one := range c.series {
		for _, s := range one.points {
			lo, hi = min(lo, s.Mean-s.SD), max(hi, s.Mean+s.SD)
		}
	}
	lo, hi = max(lo, c.least), min(hi, c.most)
	least := 0.05
	if c.most > 1 {
		least = 0.05 * max(math.Abs(lo), math.Abs(hi))
		if least == 0 {
			least = 1
		}
	}
	if short := least - (hi - lo); short > 0 {
		lo -= short / 2
		hi += short / 2
		if hi > c.most {
			lo, hi = lo-(hi-c.most), c.most
		}
		if lo < c.least {
			lo, hi = c.least, hi-lo+c.least
		}
	}
	margin := (hi - lo) * 0.05
	return lo - margin, hi + margin
}

// countTicks labels the counts, round ones first, omitting labels that would touch. The others have
// a tick when they are few.
func countTicks(
	counts []int, place func(k int) vg.Length, width func(string) vg.Length,
) []plot.Tick {
	const few = 20
	down := wording.LeastRound
	if len(counts) > few {
		down = 2
	}
	labeled := wording.Roundest(counts, len(counts), down, func(i, j int) bool {
		room := (width(wording.Itoa(counts[i]))+width(wording.Itoa(counts[j])))/2 + vg.Points(8)
		return vg.Length(math.Abs(float64(place(counts[i])-place(counts[j])))) < room
	})
	named := make([]bool, len(counts))
	for _, i := range labeled {
		named[i] = true
	}
	var ticks []plot.Tick
	for i, k := range counts {
		if named[i] {
			ticks = append(ticks, plot.Tick{Value: float64(k), Label: wording.Itoa(k)})
		} else if len(counts) <= few {
			ticks = append(ticks, plot.Tick{Value: float64(k)})
		}
	}
	return ticks
}

// band fills the area of one standard deviation around a curve.
type band struct {
	counts []int
	points []evaluation.Spread

	least, most float64 // where it is cut
	color       color.NRGBA
}

// Plot implements plot.Plotter.
func (b *band) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	var outline []vg.Point
	for i, s := range b.points {
		outline = append(outline,
			vg.Point{X: tx(float64(b.counts[i])), Y: ty(min(b.most, s.Mean+s.SD))})
	}
	for i := len(b.points) - 1; i >= 0; i-- {
		outline = append(outline,
			vg.Point{X: tx(float64(b.counts[i])),
				Y: ty(max(b.least, b.points[i].Mean-b.points[i].SD))})
	}
	c.FillPolygon(b.color, c.ClipPolygonXY(outline))
}

// curve draws a line, with glyphs where they do not touch.
type curve struct {
	x, y  []float64
	color color.NRGBA
	glyph draw.GlyphDrawer
	dash  []vg.Length
}

func (l *curve) add(x, y float64) { l.x, l.y = append(l.x, x), append(l.y, y) }

// Plot implements plot.Plotter.
func (l *curve) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	line := make([]vg.Point, len(l.x))
	for i, x := range l.x {
		line[i] = vg.Point{X: tx(x), Y: ty(l.y[i])}
	}
	if len(line) > 1 {
		c.StrokeLines(draw.LineStyle{Color: l.color, Width: vg.Points(1.5), Dashes: l.dash}, line)
	}
	last := vg.Length(math.Inf(-1))
	for _, at := range line {
		if at.X-last >= vg.Points(9) {
			c.DrawGlyph(draw.GlyphStyle{Color: l.color, Radius: vg.Points(3.2), Shape: l.glyph}, at)
			last = at.X
		}
	}
}

// bar1 is one mean with a bar of one standard deviation.
type bar1 struct {
	x           float64
	s           evaluation.Spread
	least, most float64 // where the bar is cut
	color       color.NRGBA
	glyph       draw.GlyphDrawer
}

// Plot implements plot.Plotter.
func (b *bar1) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	x := tx(b.x)
	style := draw.LineStyle{Color: b.color, Width: vg.Points(1.5)}
	lo, hi := ty(max(b.least, b.s.Mean-b.s.SD)), ty(min(b.most, b.s.Mean+b.s.SD))
	c.StrokeLine2(style, x, lo, x, hi)
	for _, y := range []vg.Length{lo, hi} {
		c.StrokeLine2(style, x-vg.Points(4), y, x+vg.Points(4), y)
	}
	c.DrawGlyph(draw.GlyphStyle{Color: b.color, Radius: vg.Points(3.6), Shape: b.glyph},
		vg.Point{X: x, Y: ty(b.s.Mean)})
}

// level is a dashed line across the plot.
type level struct{ at float64 }

// Plot implements plot.Plotter.
func (l *level) Plot(c draw.Canvas, p *plot.Plot) {
	_, ty := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(1.2),
		Dashes: figure.Dashes}, c.Min.X, ty(l.at), c.Max.X, ty(l.at))
}
