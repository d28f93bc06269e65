package display

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/evaluation"
)

// AccuracyFigure draws accuracy against the number of features: a line with a
// glyph for each method, a band of one standard deviation around it, and a dashed
// line for all features. The axis of the numbers is logarithmic when they span
// more than a factor of 12. A single number has a bar of one standard deviation
// for each method. It returns nil when no split was finished.
func AccuracyFigure(a *evaluation.AccuracyCurves) *Figure {
	if a.Done == 0 || len(a.Protocol.Counts) == 0 {
		return nil
	}
	labels := curveLabels(a)
	grid := panels{columns: 1, rows: 1, width: 7.6 * vg.Inch, height: 4.2 * vg.Inch}
	entries := make([]legendEntry, 0, len(a.Curves)+1)
	for i, label := range labels {
		entries = append(entries, legendEntry{name: label, color: seriesColor(i), glyph: seriesGlyph(i), line: true, dash: seriesDash(i)})
	}
	entries = append(entries, legendEntry{name: "all " + plural(a.D, "feature", "features"), color: softInk, line: true, dash: dashes})
	legend := newLegend(entries, grid.width-vg.Points(30))
	return grid.figure(accuracyAlt(a, labels), []string{accuracyTitle(a)}, legend, bandNote(a), func() []*plot.Plot {
		return []*plot.Plot{accuracyPlot(a, grid)}
	})
}

// seriesDash tells apart the lines whose colour repeats.
func seriesDash(i int) []vg.Length {
	switch i / len(palette) {
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
		parts[i] = fmt.Sprintf("%s best %.3f at %s", labels[i], c.Points[best].Mean, plural(a.Protocol.Counts[best], "feature", "features"))
	}
	return fmt.Sprintf("%s against the number of features: %s; all %s %.3f", accuracyTitle(a), strings.Join(parts, "; "), plural(a.D, "feature", "features"), a.All.Mean)
}

func accuracyPlot(a *evaluation.AccuracyCurves, grid panels) *plot.Plot {
	counts := a.Protocol.Counts
	p := countPlot(counts, "accuracy", grid)
	p.Y.Min, p.Y.Max = accuracyRange(a)
	ticks := axisTicks{room: grid.height - vg.Points(75), style: p.Y.Tick.Label, upright: true}
	p.Y.Tick.Marker = plot.TickerFunc(func(lo, hi float64) []plot.Tick { return ticks.Ticks(lo, min(hi, 1)) })

	one := &level{a.All.Mean}
	if len(counts) == 1 {
		p.Add(one)
		for i, c := range a.Curves {
			p.Add(&bar1{beside(counts[0], i, len(a.Curves)), c.Points[0], seriesColor(i), seriesGlyph(i)})
		}
		return p
	}
	alpha := []float64{0.18, 0.18, 0.16, 0.14, 0.12, 0.1}[min(len(a.Curves), 5)]
	for i, c := range a.Curves {
		p.Add(&band{counts, c.Points, faded(seriesColor(i), alpha)})
	}
	p.Add(one)
	for i, c := range a.Curves {
		l := &curve{color: seriesColor(i), glyph: seriesGlyph(i), dash: seriesDash(i)}
		for n, s := range c.Points {
			l.add(float64(counts[n]), s.Mean)
		}
		p.Add(l)
	}
	return p
}

// countPlot is a plot against the number of features, whose axis is logarithmic
// when the ascending counts span more than a factor of 12.
func countPlot(counts []int, y string, grid panels) *plot.Plot {
	lo, hi := float64(counts[0]), float64(counts[len(counts)-1])
	xLabel := "number of features"
	logarithmic := hi > 12*lo
	if logarithmic {
		xLabel += " (logarithmic)"
	}
	p := newPlot(xLabel, y)
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
	across := grid.width - vg.Points(75)
	place := func(k int) vg.Length {
		return across * vg.Length(p.X.Scale.Normalize(p.X.Min, p.X.Max, float64(k)))
	}
	p.X.Tick.Marker = plot.ConstantTicks(countTicks(counts, place, func(s string) vg.Length { return p.X.Tick.Label.Width(s) }))
	return p
}

// beside is where the i-th of n methods stands at a single number of features:
// side by side, so that none covers another.
func beside(k, i, n int) float64 { return float64(k) + 0.6*((float64(i)+0.5)/float64(n)-0.5) }

// accuracyRange holds all that is drawn and at least .05, with a margin that
// keeps glyphs at an accuracy of 1 whole.
func accuracyRange(a *evaluation.AccuracyCurves) (lo, hi float64) {
	lo, hi = a.All.Mean, a.All.Mean
	for _, c := range a.Curves {
		for _, s := range c.Points {
			lo, hi = min(lo, s.Mean-s.SD), max(hi, s.Mean+s.SD)
		}
	}
	lo, hi = max(lo, 0), min(hi, 1)
	if short := 0.05 - (hi - lo); short > 0 {
		lo -= short / 2
		hi += short / 2
		if hi > 1 {
			lo, hi = lo-(hi-1), 1
		}
		if lo < 0 {
			lo, hi = 0, hi-lo
		}
	}
	margin := (hi - lo) * 0.05
	return lo - margin, hi + margin
}

// countTicks labels the counts, round ones first, leaving out labels that would
// touch. The others have a tick when they are few.
func countTicks(counts []int, place func(k int) vg.Length, width func(string) vg.Length) []plot.Tick {
	const few = 20
	down := leastRound
	if len(counts) > few {
		down = 2
	}
	labelled := roundest(counts, len(counts), down, func(i, j int) bool {
		room := (width(itoa(counts[i]))+width(itoa(counts[j])))/2 + vg.Points(8)
		return vg.Length(math.Abs(float64(place(counts[i])-place(counts[j])))) < room
	})
	named := make([]bool, len(counts))
	for _, i := range labelled {
		named[i] = true
	}
	var ticks []plot.Tick
	for i, k := range counts {
		if named[i] {
			ticks = append(ticks, plot.Tick{Value: float64(k), Label: itoa(k)})
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
	color  color.NRGBA
}

// Plot implements plot.Plotter.
func (b *band) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	var outline []vg.Point
	for i, s := range b.points {
		outline = append(outline, vg.Point{X: tx(float64(b.counts[i])), Y: ty(min(1, s.Mean+s.SD))})
	}
	for i := len(b.points) - 1; i >= 0; i-- {
		outline = append(outline, vg.Point{X: tx(float64(b.counts[i])), Y: ty(max(0, b.points[i].Mean-b.points[i].SD))})
	}
	c.FillPolygon(b.color, c.ClipPolygonXY(outline))
}

// curve draws a line, with glyphs where they do not run together.
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
	x     float64
	s     evaluation.Spread
	color color.NRGBA
	glyph draw.GlyphDrawer
}

// Plot implements plot.Plotter.
func (b *bar1) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	x := tx(b.x)
	style := draw.LineStyle{Color: b.color, Width: vg.Points(1.5)}
	lo, hi := ty(max(0, b.s.Mean-b.s.SD)), ty(min(1, b.s.Mean+b.s.SD))
	c.StrokeLine2(style, x, lo, x, hi)
	for _, y := range []vg.Length{lo, hi} {
		c.StrokeLine2(style, x-vg.Points(4), y, x+vg.Points(4), y)
	}
	c.DrawGlyph(draw.GlyphStyle{Color: b.color, Radius: vg.Points(3.6), Shape: b.glyph}, vg.Point{X: x, Y: ty(b.s.Mean)})
}

// level is a dashed line across the plot.
type level struct{ at float64 }

// Plot implements plot.Plotter.
func (l *level) Plot(c draw.Canvas, p *plot.Plot) {
	_, ty := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: softInk, Width: vg.Points(1.2), Dashes: dashes}, c.Min.X, ty(l.at), c.Max.X, ty(l.at))
}
