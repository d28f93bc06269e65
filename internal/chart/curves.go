package chart

import (
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// Curves draws values against the number of features, in one panel or in several with one legend.
// A series is a line with a glyph for each value; at a single number of features the values of all
// series stand side by side.
type Curves struct {
	Names  []CurveName // of the legend
	Level  string      // its entry for the levels; "" for none
	Panels []CurvePanel
}

// CurveName is a series in the legend. Its place in the palette decides color, glyph and dash.
type CurveName struct {
	Name  string
	Place int
}

// CurvePanel is one panel of curves. The axis of the numbers is logarithmic when they span more
// than a factor of 12.
type CurvePanel struct {
	Title  string
	Counts []int  // of the axis, ascending
	Y      string // label of the axis of values
	// From and To are the ends of the axis of values, on which no tick is above Top. Fit sets them.
	From, To, Top float64
	exponent      int
	Level         *float64 // a dashed line across; nil for none
	LevelBelow    bool     // bands cover it
	// Bands draws what lies between Low and High, as an area or, at a single number, as a bar.
	Bands bool
	// Plain is for values that have no interval.
	Plain  bool
	Series []CurveSeries
}

// CurveSeries is a line of a panel.
type CurveSeries struct {
	Place  int // in the palette
	Points []CurvePoint
}

// CurvePoint is a value at a number of features, with an interval.
type CurvePoint struct {
	Count            int
	Value, Low, High float64
}

// Figure draws the panels.
func (c *Curves) Figure(alt string, caption figure.Caption) *figure.Figure {
	grid := figure.GridOf(len(c.Panels))
	if len(c.Panels) == 1 {
		grid = figure.Panels{Columns: 1, Rows: 1, Width: 7.6 * vg.Inch, Height: 4.2 * vg.Inch}
	}
	entries := make([]figure.LegendEntry, 0, len(c.Names)+1)
	for _, n := range c.Names {
		entries = append(entries, figure.LegendEntry{Name: n.Name,
			Color: figure.SeriesColor(n.Place), Glyph: figure.SeriesGlyph(n.Place), Line: true,
			Dash: seriesDash(n.Place)})
	}
	if c.Level != "" {
		entries = append(entries, figure.LegendEntry{Name: c.Level, Color: figure.SoftInk,
			Line: true, Dash: figure.Dashes})
	}
	titles := make([]string, len(c.Panels))
	for i, p := range c.Panels {
		titles[i] = p.Title
	}
	legend := figure.NewLegend(entries, grid.Total()-vg.Points(30))
	return grid.Figure(alt, titles, legend, caption,
		func(i int) *plot.Plot { return c.Panels[i].plot(grid) },
		func(i int, on figure.Frame) []figure.Mark { return c.Panels[i].marks(c.Names, on) })
}

// ShortLabel is a label as far as an axis has room for it.
func ShortLabel(label string) string {
	label = wording.Clean(label)
	if head, _, ok := strings.Cut(label, ", "); ok && len([]rune(label)) > 24 {
		return head
	}
	return figure.Fit(figure.TextStyle(figure.TextSize), label, vg.Points(150))
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

// Fit sets the ends of the axis of values to include everything drawn. They span at least .05, or a
// twentieth of large values, with a margin for glyphs. Possible values lie between least and most;
// where most is above 1 the label of the axis has a power of ten as its unit.
func (p *CurvePanel) Fit(least, most float64) {
	lo, hi := math.Inf(1), math.Inf(-1)
	if p.Level != nil {
		lo, hi = *p.Level, *p.Level
	}
	for _, one := range p.Series {
		for _, v := range one.Points {
			lo, hi = min(lo, v.Low), max(hi, v.High)
		}
	}
	lo, hi = max(lo, least), min(hi, most)
	span := 0.05
	if most > 1 {
		span = 0.05 * max(math.Abs(lo), math.Abs(hi))
		if span == 0 {
			span = 1
		}
	}
	if short := span - (hi - lo); short > 0 {
		lo -= short / 2
		hi += short / 2
		if hi > most {
			lo, hi = lo-(hi-most), most
		}
		if lo < least {
			lo, hi = least, hi-lo+least
		}
	}
	margin := (hi - lo) * 0.05
	p.From, p.To, p.Top = lo-margin, hi+margin, most
	if most > 1 {
		if p.exponent = figure.Unit(p.From, p.To); p.exponent != 0 {
			p.Y += " in 1e" + wording.Minus(wording.Itoa(p.exponent))
		}
	}
}

func (p *CurvePanel) plot(grid figure.Panels) *plot.Plot {
	out := countPlot(p.Counts, p.Y, grid)
	out.Y.Min, out.Y.Max = p.From, p.To
	ticks := figure.AxisTicks{Room: grid.Height - vg.Points(75), Style: out.Y.Tick.Label,
		Upright: true, Exponent: p.exponent}
	out.Y.Tick.Marker = plot.TickerFunc(func(lo,
		hi float64) []plot.Tick {
		return ticks.Ticks(lo, min(hi, p.Top))
	})
	return out
}

func (p *CurvePanel) marks(names []CurveName, on figure.Frame) (out []figure.Mark) {
	level := func(now bool) {
		if p.Level != nil && now {
			out = append(out, on.Across(*p.Level, draw.LineStyle{Color: figure.SoftInk,
				Width: vg.Points(1.2), Dashes: figure.Dashes}))
		}
	}
	below := p.LevelBelow || len(p.Counts) == 1 && !p.Plain
	level(below)
	if p.Bands {
		for i, s := range p.Series {
			out = append(out, p.interval(i, s, on)...)
		}
	}
	level(!below)
	for i, s := range p.Series {
		name := ""
		for _, n := range names {
			if n.Place == s.Place {
				name = n.Name
			}
		}
		out = append(out, p.line(i, s, name, on))
	}
	return out
}

func (p *CurvePanel) data(i int, s CurveSeries, on figure.Frame) figure.Data {
	d := figure.Data{On: on.Plot}
	for _, v := range s.Points {
		x := float64(v.Count)
		if len(p.Counts) == 1 {
			x = beside(v.Count, i, len(p.Series))
		}
		d.X, d.Y = append(d.X, x), append(d.Y, v.Value)
	}
	return d
}

// interval is the band of series i, or, at a single count, its bar.
func (p *CurvePanel) interval(i int, s CurveSeries, on figure.Frame) []figure.Mark {
	d, ink := p.data(i, s, on), figure.SeriesColor(s.Place)
	d.Y = nil
	for _, v := range s.Points {
		d.Y, d.Y2 = append(d.Y, v.Low), append(d.Y2, v.High)
	}
	if len(p.Counts) > 1 {
		alpha := []float64{0.18, 0.18, 0.16, 0.14, 0.12, 0.1}[min(len(p.Series), 5)]
		return []figure.Mark{&figure.Band{Data: d, Ink: figure.Faded(ink, alpha)}}
	}
	bar := &figure.Rules{Data: d, Style: draw.LineStyle{Color: ink, Width: vg.Points(1.5)}}
	ends := &figure.Rules{Data: figure.Data{On: on.Plot}, Style: bar.Style}
	half := 4 * (on.X.Max - on.X.Min) / float64(on.Size.X)
	for _, y := range []float64{d.Y[0], d.Y2[0]} {
		ends.Between(d.X[0]-half, y, d.X[0]+half, y)
	}
	return []figure.Mark{bar, figure.Drawn{Mark: ends}}
}

// line is the line of series i, and its glyphs with their tooltips: where they would touch, only
// the tooltips.
func (p *CurvePanel) line(i int, s CurveSeries, name string, on figure.Frame) *figure.Curve {
	// maxGlyphs is the number of counts up to which each has a glyph on a front end.
	const maxGlyphs = 40
	d, ink := p.data(i, s, on), figure.SeriesColor(s.Place)
	format, number := ".4~g", chartNumber
	if p.Top <= 1 {
		format, number = ".3f", func(v float64) string { return wording.Fixed(v, 3) }
	}
	var counts []float64
	var within []string
	for _, v := range s.Points {
		counts = append(counts, float64(v.Count))
		within = append(within, number(v.Low)+" to "+number(v.High))
	}
	d.Tips = []figure.Column{
		{Tip: vega.Tip{Field: "c", Title: "series"}, Expression: vega.Literal(name)},
		{Tip: vega.Tip{Field: "k", Title: "features", Format: "d"}, Numbers: counts},
		{Tip: vega.Tip{Field: "y", Title: p.Y, Format: format}}}
	if p.Bands {
		d.Tips = append(d.Tips,
			figure.Column{Tip: vega.Tip{Field: "b", Title: "interval"}, Words: within})
	}
	radius := vg.Points(3.2)
	if len(p.Counts) == 1 && !p.Plain {
		radius = vg.Points(3.6)
	}
	return &figure.Curve{Points: figure.Points{Data: d, Ink: ink, Radius: radius,
		Glyph: figure.SeriesGlyph(s.Place), Apart: vg.Points(9),
		Faint: len(p.Counts) > maxGlyphs}, Style: draw.LineStyle{Color: ink,
		Width: vg.Points(1.5), Dashes: seriesDash(s.Place)}}
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
