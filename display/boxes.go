package display

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
)

// limits bound the number of dots in a figure: the numbers of samples of a class up to which it is
// drawn in each way.
type limits struct {
	all    int // largest class with a dot per sample
	few    int // largest class without a box
	beyond int // largest number of dots beyond the whiskers
}

// newLimits allows as many dots as a figure holds.
func newLimits(features []evaluation.FeatureDistributions, rows int) limits {
	l := limits{beyond: max(4, min(evaluation.MaxOutliers, maxDots/(rows*len(features))))}
	for _, l.all = range []int{evaluation.MaxValues, 50, 20, 10, 5, 0} {
		dots := 0
		for _, f := range features {
			for _, g := range f.Groups[:rows] {
				if g.N <= l.all {
					dots += g.N
				}
			}
		}
		if dots <= maxDots {
			break
		}
	}
	l.few = min(10, l.all)
	return l
}

// spaced returns at most most of the ascending values: the first, the last and
// evenly spaced ones between.
func spaced(values []float64, most int) []float64 {
	if len(values) <= most {
		return values
	}
	out := make([]float64, most)
	for i := range out {
		out[i] = values[i*(len(values)-1)/(most-1)]
	}
	return out
}

// distributions draws a row for each class, the first at the top: a box, dots, or
// both.
type distributions struct {
	groups []evaluation.Distribution
	limits limits
	scale  figure.Scale
	keys   bool // glyphs beside the names of the classes
}

// Plot implements plot.Plotter.
func (d *distributions) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	rows := len(d.groups)
	row := (c.Max.Y - c.Min.Y) / vg.Length(rows)
	for i, g := range d.groups {
		y := ty(float64(rows-i) - 0.5)
		c.StrokeLine2(draw.LineStyle{Color: figure.GridInk, Width: vg.Points(0.5)}, c.Min.X, y,
			c.Max.X, y)
		x := func(v float64) vg.Length { return tx(d.scale.At(v)) }
		height := min(row*0.62, vg.Points(20))
		if g.N > d.limits.few {
			drawBox(c, g, i, x, y, height)
		}
		d.drawSamples(c, g, i, x, y, min(row*0.72, vg.Points(34)))
		if g.N > d.limits.few {
			c.StrokeLine2(draw.LineStyle{Color: figure.Ink, Width: vg.Points(1.8)}, x(g.Median),
				y-height/2, x(g.Median), y+height/2)
		}
		if d.keys {
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: figure.SeriesColor(i),
				Radius: min(vg.Points(3.2), row*0.3), Shape: figure.SeriesGlyph(i)},
				vg.Point{X: c.Min.X - vg.Points(9), Y: y})
		}
	}
}

// drawBox draws the quartiles and the whiskers.
func drawBox(
	c draw.Canvas, g evaluation.Distribution, class int, x func(float64) vg.Length, y,
	height vg.Length,
) {
	color := figure.SeriesColor(class)
	box := vg.Rectangle{Min: vg.Point{X: x(g.Q1), Y: y - height/2},
		Max: vg.Point{X: x(g.Q3), Y: y + height/2}}
	figure.FillRect(c, figure.Faded(color, 0.22), box)
	line := draw.LineStyle{Color: color, Width: vg.Points(1)}
	c.StrokeLines(line, []vg.Point{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max,
		{X: box.Min.X, Y: box.Max.Y}, box.Min})
	for _, side := range [][2]float64{{g.Q1, g.Low}, {g.Q3, g.High}} {
		end := x(side[1])
		c.StrokeLine2(line, x(side[0]), y, end, y)
		c.StrokeLine2(line, end, y-height/4, end, y+height/4)
	}
}

// drawSamples draws samples spread over the height by the multiples of the golden
// section, which fill it evenly whatever their number.
func (d *distributions) drawSamples(
	c draw.Canvas, g evaluation.Distribution, class int, x func(float64) vg.Length, y,
	height vg.Length,
) {
	values, alpha := g.Values, 0.75
	if g.N > d.limits.all {
		values = spaced(g.Outliers, d.limits.beyond)
	}
	if g.N > d.limits.few {
		alpha = 0.55
	}
	radius := min(vg.Points(2.2), height*0.2)
	for i, v := range values {
		_, at := math.Modf(float64(float64(i+1) * 0.6180339887498949))
		if len(values) == 1 {
			at = 0.5
		}
		c.DrawGlyph(draw.GlyphStyle{Color: figure.Faded(figure.SeriesColor(class), alpha),
			Radius: radius, Shape: figure.SeriesGlyph(class)},
			vg.Point{X: x(v), Y: y + (height-2*radius)*vg.Length(at-0.5)})
	}
}
