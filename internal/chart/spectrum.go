package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
)

// Spectra draws scores against their rank, a panel for each ranking with axes of its own: the
// curve, the straight line between its ends, and the knee, the area before it tinted. The axis of
// the ranks is linear, since the knee is a point of the linear curve.
type Spectra []Spectrum

// Spectrum is the scores of one ranking.
type Spectrum struct {
	Title string
	Ranks string // label of the axis of ranks
	Text  string // stands in the upper right corner
	// Scores holds the scores, largest first: PlusInf infinite ones, the finite ones, and MinusInf
	// negative infinite ones.
	Scores            []float64
	PlusInf, MinusInf int
	Knee              int // its rank, from 1; 0 if none
	Slight            bool
	Names             []string // of the features, as tooltips show them; nil for none
}

// Figure draws the panels.
func (s Spectra) Figure(alt string, caption figure.Caption) *figure.Figure {
	titles := make([]string, len(s))
	for i, one := range s {
		titles[i] = one.Title
	}
	grid := figure.GridOf(len(s))
	legend := figure.NewLegend(s.legend(), grid.Total()-vg.Points(30))
	plots := func() []*plot.Plot {
		plots := make([]*plot.Plot, len(s))
		for i := range s {
			plots[i] = s[i].panel(grid)
		}
		return plots
	}
	return grid.Figure(alt, titles, legend, caption, plots,
		func(i int, on figure.Frame) []figure.Mark {
			_, _, scale := s[i].span()
			return []figure.Mark{&spectrum{&s[i], scale, on}}
		})
}

// kneeColor is the color of knees.
func kneeColor() color.NRGBA { return figure.Palette[3] }

func (s Spectra) legend() []figure.LegendEntry {
	entries := []figure.LegendEntry{{Name: "score", Color: figure.Palette[0], Line: true}}
	var finite, knee, slight, infinite bool
	for _, c := range s {
		finite = finite || c.PlusInf+c.MinusInf < len(c.Scores)
		knee = knee || c.Knee > 0 && !c.Slight
		slight = slight || c.Slight
		infinite = infinite || c.PlusInf+c.MinusInf > 0
	}
	if finite {
		entries = append(entries,
			figure.LegendEntry{Name: "straight line between the ends", Color: figure.SoftInk,
				Line: true, Dash: figure.Dashes})
	}
	if knee {
		entries = append(entries,
			figure.LegendEntry{Name: "knee: furthest below that line", Color: kneeColor(),
				Glyph: kneeGlyph(false)})
	}
	if slight {
		entries = append(entries,
			figure.LegendEntry{Name: "slight knee: may be chance", Color: kneeColor(),
				Glyph: kneeGlyph(true)})
	}
	if infinite {
		entries = append(entries,
			figure.LegendEntry{Name: "infinite score", Color: figure.Palette[0],
				Glyph: figure.Polygon{Sides: 3, Up: 1, Filled: true}})
	}
	return entries
}

func kneeGlyph(slight bool) draw.GlyphDrawer {
	if slight {
		return figure.Polygon{Up: 1}
	}
	return draw.CircleGlyph{}
}

// span is the range of the axis of scores, and its scale.
func (c *Spectrum) span() (lo, hi float64, s figure.Scale) {
	finite := c.Scores[c.PlusInf : len(c.Scores)-c.MinusInf]
	if m := len(finite); m > 0 {
		lo, hi = finite[m-1], finite[0]
	}
	if lo > 0 && hi > 1.2*lo { // areas begin at 0 unless that flattens the curve
		lo = 0
	}
	return lo, hi, figure.NewScale(lo, hi)
}

func (c *Spectrum) panel(grid figure.Panels) *plot.Plot {
	lo, hi, s := c.span()
	across, up := grid.Width-vg.Points(75), grid.Height-vg.Points(75)
	// Room above for a line of text, and for infinite scores.
	line := float64(vg.Points(19) / up)
	above, below := 0.03+line, 0.03
	if c.PlusInf > 0 {
		above += line
	}
	if c.MinusInf > 0 {
		below += line
	}
	p := figure.NewPlot(c.Ranks, "")
	p.Y.Label.Text = figure.Fit(p.Y.Label.TextStyle, s.Label("score"), up)
	last := len(c.Scores)
	margin := max(0.02*float64(last-1), 0.02)
	if last == 1 {
		margin = 0.5
	}
	p.X.Min, p.X.Max = 1-margin, float64(last)+margin
	p.Y.Min, p.Y.Max = s.Bounds(lo, hi, below, above)
	p.X.Tick.Marker = plot.ConstantTicks(figure.RankTicks(last, across, p.X.Tick.Label))
	p.Y.Tick.Marker = figure.AxisTicks{Room: up, Style: p.Y.Tick.Label, Upright: true}
	if len(c.Scores) == c.PlusInf+c.MinusInf {
		p.Y.Tick.Marker = plot.ConstantTicks(nil)
	}
	return p
}

// spectrum draws one curve of scores.
type spectrum struct {
	*Spectrum
	scale figure.Scale
	on    figure.Frame
}

// Paint implements figure.Mark.
func (s *spectrum) Paint(c draw.Canvas) {
	tx, ty := s.on.Transforms(&c)
	finite := s.Scores[s.PlusInf : len(s.Scores)-s.MinusInf]
	at := func(i int) vg.Point {
		return vg.Point{X: tx(float64(s.PlusInf + i + 1)), Y: ty(s.scale.At(finite[i]))}
	}
	if knee := s.Knee - 1 - s.PlusInf; s.Knee > 0 {
		area := thinnedCurve(knee+1, at)
		area = append(area, vg.Point{X: at(knee).X, Y: c.Min.Y}, vg.Point{X: at(0).X, Y: c.Min.Y})
		c.FillPolygon(figure.Faded(figure.Palette[0], 0.12), area)
		c.StrokeLine2(draw.LineStyle{Color: kneeColor(), Width: vg.Points(1),
			Dashes: []vg.Length{vg.Points(2), vg.Points(2)}}, at(knee).X, c.Min.Y, at(knee).X,
			at(knee).Y)
	}
	if last := len(finite) - 1; last > 0 {
		c.StrokeLines(draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(1),
			Dashes: figure.Dashes}, []vg.Point{at(0), at(last)})
		c.StrokeLines(draw.LineStyle{Color: figure.Palette[0], Width: vg.Points(1.5)},
			thinnedCurve(last+1, at))
	}
	const few = 50
	if len(finite) <= few {
		for i := range finite {
			c.DrawGlyph(draw.GlyphStyle{Color: figure.Palette[0], Radius: vg.Points(2.2),
				Shape: draw.CircleGlyph{}}, at(i))
		}
	}
	if s.Knee > 0 {
		c.DrawGlyph(draw.GlyphStyle{Color: kneeColor(), Radius: vg.Points(4),
			Shape: kneeGlyph(s.Slight)}, at(s.Knee-1-s.PlusInf))
	}
	edge := vg.Points(8)
	top := c.Max.Y
	if s.PlusInf > 0 {
		top -= vg.Points(19)
	}
	s.drawInfinite(c, 0, s.PlusInf, tx, top-edge/2+vg.Points(2),
		figure.Polygon{Sides: 3, Up: 1, Filled: true})
	s.drawInfinite(c, len(s.Scores)-s.MinusInf, len(s.Scores), tx, c.Min.Y+edge,
		figure.Polygon{Sides: 3, Up: -1, Filled: true})

	style := figure.SmallStyle()
	style.XAlign, style.YAlign = text.XRight, text.YTop
	style.Color = figure.Ink
	c.FillText(style, vg.Point{X: c.Max.X - vg.Points(2), Y: c.Max.Y - vg.Points(3)},
		figure.Fit(style, s.Text, c.Max.X-c.Min.X-vg.Points(4)))
}

// drawInfinite marks the ranks from lo to hi, of many some.
func (s *spectrum) drawInfinite(
	c draw.Canvas, lo, hi int, tx func(float64) vg.Length, y vg.Length, shape draw.GlyphDrawer,
) {
	last := vg.Length(math.Inf(-1))
	for i := lo; i < hi; i++ {
		if x := tx(float64(i + 1)); x-last >= vg.Points(4) || i == hi-1 && x-last >= vg.Points(1) {
			c.DrawGlyph(draw.GlyphStyle{Color: figure.Palette[0], Radius: vg.Points(2.6),
				Shape: shape}, vg.Point{X: x, Y: y})
			last = x
		}
	}
}

// thinnedCurve returns the points of a falling curve without visually redundant ones.
func thinnedCurve(n int, at func(int) vg.Point) []vg.Point {
	const near = 0.6
	out := []vg.Point{at(0)}
	for i := 1; i < n; i++ {
		p, last := at(i), out[len(out)-1]
		if i == n-1 || p.X-last.X >= near || last.Y-p.Y >= near {
			out = append(out, p)
		}
	}
	return out
}
