package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
)

// chart is a Chart prepared for drawing.
type chart struct {
	*Chart
	names  []string // of the series, each different
	x, y   chartAxis
	radius vg.Length // of glyphs

	drawn       int // drawable points
	notFinite   int // points that are not finite
	notPositive int
	coincide    int // points of glyphs alone that equal another of their series

	labels  []chartLabel
	cut     []string // labels that are shortened, in full
	noRoom  int      // omitted labels
	labeled int      // labels of points that are drawn
}

func newChart(of *Chart, m margins) *chart {
	c := &chart{Chart: of}
	var xs, ys valueRange
	alone := 0
	for i := range of.Series {
		s := &of.Series[i]
		seen := make(map[[2]float64]bool)
		for k := range s.Y {
			x, y := s.at(k)
			switch {
			case math.IsNaN(x):
			case math.IsInf(x, 0) || math.IsNaN(y) || math.IsInf(y, 0):
				c.notFinite++
			case !c.drawable(x, y):
				c.notPositive++
			default:
				xs.add(x)
				ys.add(y)
				c.drawn++
				if s.label(k) != "" {
					c.labeled++
				}
				if s.hasLine() {
					continue
				}
				alone++
				if seen[[2]float64{x, y}] {
					c.coincide++
				}
				seen[[2]float64{x, y}] = true
			}
		}
	}
	if c.drawn == 0 {
		return c
	}
	if m.zero {
		ys.add(0)
	}
	for _, l := range of.Levels {
		if l.Vertical {
			xs.add(l.Value)
		} else {
			ys.add(l.Value)
		}
	}
	if of.Diagonal {
		xs.add(ys.lo)
		xs.add(ys.hi)
		xs.broken = xs.broken || ys.broken
		ys = xs
	}
	c.x = newChartAxis(axisWords(of.X, "x"), of.LogX, xs, m.left, m.right)
	c.y = newChartAxis(axisWords(of.Y, "y"), of.LogY, ys, m.below, m.above)
	c.radius = vg.Points(3.2)
	if alone > 200 {
		c.radius = glyphRadius(alone, 1)
	}
	c.names = seriesNames(of.Series)
	return c
}

func axisWords(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return wording.Shorten(s, 120)
}

// drawable reports whether a point has a place on the axes.
func (c *chart) drawable(x, y float64) bool {
	finite := !math.IsNaN(x) && !math.IsInf(x, 0) && !math.IsNaN(y) && !math.IsInf(y, 0)
	return finite && (x > 0 || !c.LogX) && (y > 0 || !c.LogY)
}

func (c *chart) plot(grid figure.Panels) *plot.Plot {
	across, up := grid.Width-vg.Points(plotFrame), grid.Height-vg.Points(plotFrame)
	p := figure.NewPlot("", "")
	p.X.Label.Text = figure.Fit(p.X.Label.TextStyle, c.x.label, across)
	p.Y.Label.Text = figure.Fit(p.Y.Label.TextStyle, c.y.label, up)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = c.x.from, c.x.to, c.y.from, c.y.to
	ticks := c.x.ticks(across, p.X.Tick.Label, false)
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	if !c.Diagonal {
		ticks = c.y.ticks(up, p.Y.Tick.Label, true)
	}
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	return p
}

// runs calls f with the points of each piece of a series that no gap divides, on
// a canvas, and with the place in the series of the first.
func (c *chart) runs(s *Series, at func(x, y float64) vg.Point, f func(first int, run []vg.Point)) {
	var run []vg.Point
	for i := range s.Y {
		x, y := s.at(i)
		if c.drawable(x, y) {
			run = append(run, at(x, y))
		} else if len(run) > 0 {
			f(i-len(run), run)
			run = nil
		}
	}
	if len(run) > 0 {
		f(len(s.Y)-len(run), run)
	}
}

// places returns where values stand on a canvas.
func (c *chart) places(area *draw.Canvas, p *plot.Plot) func(x, y float64) vg.Point {
	tx, ty := p.Transforms(area)
	return func(x, y float64) vg.Point { return vg.Point{X: tx(c.x.at(x)), Y: ty(c.y.at(y))} }
}

// glyphPlaces returns which points of a run have a glyph: of a line those that do not touch and
// those with a label, of glyphs alone all but indistinguishable ones. It records the space that the
// series takes.
func (c *chart) glyphPlaces(s *Series, first int, run []vg.Point, taken map[[2]int]bool) []int {
	const many = 60
	cell, apart := 0.5, 0.0 // points
	if s.hasLine() {
		cell, apart = 1, 7
	}
	if s.hasLine() && len(run) > many {
		cell, apart = 25, 25
	}
	var out []int
	last := vg.Point{X: vg.Length(math.Inf(-1))}
	for i, at := range run {
		far := max(math.Abs(float64(at.X-last.X)), math.Abs(float64(at.Y-last.Y)))
		room := [2]int{int(math.Floor(float64(at.X) / cell)), int(math.Floor(float64(at.Y) / cell))}
		named := s.hasLine() && s.label(first+i) != ""
		if (far < apart || taken[room]) && !named {
			continue
		}
		taken[room], last = true, at
		out = append(out, i)
	}
	return out
}

// thinnedLine keeps of the consecutive points in one narrow column the first, the last, the lowest
// and the highest: the drawing is the same.
func thinnedLine(run []vg.Point) []vg.Point {
	const wide = 0.6 // points
	column := func(p vg.Point) float64 { return math.Floor(float64(p.X) / wide) }
	var out []vg.Point
	for from := 0; from < len(run); {
		to, lowest, highest := from, from, from
		for ; to < len(run) && column(run[to]) == column(run[from]); to++ {
			if run[to].Y < run[lowest].Y {
				lowest = to
			}
			if run[to].Y > run[highest].Y {
				highest = to
			}
		}
		last := from - 1
		for _, i := range []int{from, min(lowest, highest), max(lowest, highest), to - 1} {
			if i > last {
				out = append(out, run[i])
				last = i
			}
		}
		from = to
	}
	return out
}

// mutedInk is the color of muted series.
var mutedInk = color.NRGBA{0xA8, 0xA8, 0xA8, 0xff}

func (c *chart) color(i int) color.NRGBA {
	if c.Series[i].Muted {
		return mutedInk
	}
	return figure.SeriesColor(c.look(i))
}

// look is the place of series i among those that differ in color and glyph, 0 of muted ones.
func (c *chart) look(i int) int {
	if c.Series[i].Muted {
		return 0
	}
	n := 0
	for _, s := range c.Series[:i] {
		if !s.Muted {
			n++
		}
	}
	return n
}

func (l *chartLayer) mutedFirst() []int {
	var muted, others []int
	for i, s := range l.Series {
		if s.Muted {
			muted = append(muted, i)
		} else {
			others = append(others, i)
		}
	}
	return append(muted, others...)
}

func levelEnds(l Level, r vg.Rectangle, at func(x, y float64) vg.Point, c *chart) (a, b vg.Point) {
	if l.Vertical {
		x := at(l.Value, c.y.some).X
		return vg.Point{X: x, Y: r.Min.Y}, vg.Point{X: x, Y: r.Max.Y}
	}
	y := at(c.x.some, l.Value).Y
	return vg.Point{X: r.Min.X, Y: y}, vg.Point{X: r.Max.X, Y: y}
}

// lineDash is the dash of a series' line: solid by default, and others when the colors repeat.
func lineDash(s *Series, i int) []vg.Length {
	if s.Muted && !s.Dashed {
		return nil
	}
	if !s.Dashed {
		return seriesDash(i)
	}
	switch i / len(figure.Palette) {
	case 0:
		return figure.Dashes
	case 1:
		return []vg.Length{vg.Points(5), vg.Points(2), vg.Points(1), vg.Points(2)}
	}
	return []vg.Length{vg.Points(3), vg.Points(2)}
}

// levelDash distinguishes levels, which are all gray.
func levelDash(i int) []vg.Length {
	var out []vg.Length
	for _, points := range [][]float64{{2, 2}, {8, 3}, {8, 2, 2, 2}, {1, 3},
		{8, 2, 2, 2, 2, 2}}[i%5] {
		out = append(out, vg.Points(points))
	}
	return out
}

// MaxPanels is the number of panels that a figure of small multiples draws.
const MaxPanels = 12

// MaxLegend is the number of entries that a legend names.
const MaxLegend = 40
