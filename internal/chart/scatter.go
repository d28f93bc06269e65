package chart

import (
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// Scatter draws points in panels, with one legend for all. Classes differ in color and in glyph;
// values are shown by color alone, with a color bar. One unit of x is as long as one of y, as the
// distances between points matter.
type Scatter struct {
	Classes []string  // as the legend names them; nil for none
	Class   []int     // of each point, the same in every panel; nil without classes
	Value   []float64 // of each point, the same in every panel; nil without values
	Values  string    // what the values are
	Panels  []ScatterPanel
}

// ScatterPanel is one panel of points.
type ScatterPanel struct {
	Title        string
	X, Y         []float64
	XAxis, YAxis Axis
	// Strip draws the points in a row for each class, as Y is constant.
	Strip bool
}

// Axis is the label of an axis: a name, which the unit follows, and a note behind the unit.
type Axis struct{ Name, Note string }

// in is the label of an axis whose ticks are in units of a power of ten.
func (a Axis) in(unit int) string {
	label := a.Name
	if unit != 0 {
		label += wording.Minus(fmt.Sprintf(" in 1e%d", unit))
	}
	if a.Note != "" {
		label += " " + a.Note
	}
	return label
}

// Figure draws the panels.
func (s *Scatter) Figure(alt string, caption figure.Caption) *figure.Figure {
	titles := make([]string, len(s.Panels))
	for i, p := range s.Panels {
		titles[i] = p.Title
	}
	grid := s.grid()
	width := grid.Total() - vg.Points(30)
	legend := figure.NewLegend(s.legend(), width)
	if s.Value != nil {
		legend = figure.NewColorBar(heat, slices.Min(s.Value), slices.Max(s.Value), s.Values, width)
	}
	return grid.Figure(alt, titles, legend, caption,
		func(i int) *plot.Plot { return s.panel(&s.Panels[i], grid) },
		func(i int, on figure.Frame) []figure.Mark {
			return s.marks(&s.Panels[i], on, grid.Columns)
		})
}

// grid is the grid of the panels, as high as the points need it for equal axes, within limits.
func (s *Scatter) grid() figure.Panels {
	grid := figure.GridOf(len(s.Panels))
	grid.Equal = make([]bool, len(s.Panels))
	least, most := .55*grid.Width, 1.05*grid.Width
	if grid.Columns == 1 {
		least, most = .4*grid.Width, .8*grid.Width
	}
	var high vg.Length
	for i := range s.Panels {
		p := &s.Panels[i]
		if p.Strip {
			continue
		}
		xmin, xmax, ymin, ymax := p.span()
		if ratio := (ymax - ymin) / (xmax - xmin); ratio > 0 && !math.IsInf(ratio, 0) {
			grid.Equal[i] = true
			high = max(high, (grid.Width-vg.Points(scatterLeft))*vg.Length(ratio))
		}
	}
	if high > 0 {
		grid.Height = max(least, min(high+vg.Points(scatterBelow), most))
	}
	return grid
}

// Points of a panel that the axes and the title take, about.
const (
	scatterLeft  = 70
	scatterBelow = 75
)

func (s *Scatter) legend() []figure.LegendEntry {
	var entries []figure.LegendEntry
	for c, name := range s.Classes {
		if c == MaxLegend {
			entries = append(entries,
				figure.LegendEntry{Name: fmt.Sprintf("and %d more", len(s.Classes)-c)})
			break
		}
		entries = append(entries,
			figure.LegendEntry{Name: name, Color: figure.SeriesColor(c),
				Glyph: figure.SeriesGlyph(c)})
	}
	return entries
}

func (s *Scatter) panel(p *ScatterPanel, grid figure.Panels) *plot.Plot {
	xmin, xmax, ymin, ymax := p.span()
	xUnit, yUnit := figure.Unit(xmin, xmax), figure.Unit(ymin, ymax)
	if p.Strip {
		ymin, ymax = widened(s.heights(p))
		yUnit = 0
	}
	out := figure.NewPlot(p.XAxis.in(xUnit), p.YAxis.in(yUnit))
	out.X.Min, out.X.Max, out.Y.Min, out.Y.Max = xmin, xmax, ymin, ymax
	across, up := grid.Width-vg.Points(scatterLeft), grid.Height-vg.Points(scatterBelow)
	out.X.Tick.Marker = figure.AxisTicks{Room: across, Style: out.X.Tick.Label, Exponent: xUnit}
	out.Y.Tick.Marker = figure.AxisTicks{Room: up, Style: out.Y.Tick.Label, Exponent: yUnit,
		Upright: true}
	if p.Strip {
		out.Y.Tick.Marker = plot.ConstantTicks(nil)
	}
	return out
}

// heights are the places of the points of a panel on its axis of y.
func (s *Scatter) heights(p *ScatterPanel) []float64 {
	if p.Strip {
		return strip(len(p.X), s.Class, len(s.Classes))
	}
	return p.Y
}

// strip spreads samples of one component over a row for each class, the first at
// the top, so that they do not cover one another.
func strip(n int, class []int, classes int) []float64 {
	y := make([]float64, n)
	for i := range y {
		// Multiples of the golden section spread evenly whatever the number.
		_, at := math.Modf(float64(float64(i) * 0.6180339887498949))
		y[i] = 0.7 * (at - 0.5)
		if class != nil {
			y[i] += float64(classes - 1 - class[i])
		}
	}
	return y
}

func glyphRadius(n, columns int) vg.Length {
	radius := vg.Points(2.6)
	switch {
	case n > 5000:
		radius = vg.Points(1.2)
	case n > 1000:
		radius = vg.Points(1.8)
	}
	if columns > 2 {
		radius *= 0.85
	}
	return radius
}

// shares are the places of values between the smallest and the largest, from 0 to 1; .5 where all
// are equal, nil of nil.
func shares(values []float64) []float64 {
	if values == nil {
		return nil
	}
	// The range of all numbers is not finite, that of their halves is.
	lo, hi := slices.Min(values)/2, slices.Max(values)/2
	out := make([]float64, len(values))
	for i, v := range values {
		if out[i] = .5; hi > lo {
			out[i] = (v/2 - lo) / (hi - lo)
		}
	}
	return out
}

// marks are the points of a panel in a fixed random order, so that no class covers another.
func (s *Scatter) marks(p *ScatterPanel, on figure.Frame, columns int) []figure.Mark {
	order := rand.New(rand.NewPCG(1, 1)).Perm(len(p.X))
	y := s.heights(p)
	points := &figure.Points{Ink: figure.Faded(figure.SeriesColor(0), 0.75),
		Glyph: figure.SeriesGlyph(0), Radius: glyphRadius(len(p.X), columns)}
	points.On = on.Plot
	points.X = taken(order, func(i int) float64 { return p.X[i] })
	points.Y = taken(order, func(i int) float64 { return y[i] })
	points.Tips = []figure.Column{{Tip: vega.Tip{Field: "i", Title: "row", Format: "d"},
		Numbers: taken(order, func(i int) float64 { return float64(i) })}}
	tip := func(c figure.Column) { points.Tips = append(points.Tips, c) }
	switch {
	case s.Value != nil:
		places := shares(s.Value)
		points.Ink = heat(0)
		points.Inks = taken(order, func(i int) color.NRGBA { return heat(places[i]) })
		// The outline makes the lightest colors stand out on white.
		points.Line = draw.LineStyle{Color: figure.SoftInk, Width: points.Radius * .16}
		points.Radius *= 1.15
		tip(figure.Column{Tip: vega.Tip{Field: "v", Title: s.Values, Format: ".4~g"},
			Numbers: taken(order, func(i int) float64 { return s.Value[i] })})
	case s.Class != nil:
		points.Glyph = nil
		points.Classes, points.Of = s.Classes, taken(order, func(i int) int { return s.Class[i] })
		tip(figure.Column{Tip: vega.Tip{Field: "c", Title: "class"}})
	}
	tip(figure.Column{Tip: vega.Tip{Field: "u", Title: p.XAxis.Name},
		Expression: vega.Shown("datum.x")})
	if !p.Strip {
		tip(figure.Column{Tip: vega.Tip{Field: "w", Title: p.YAxis.Name},
			Expression: vega.Shown("datum.y")})
	}
	return []figure.Mark{points}
}

// taken is the values of the rows of an order.
func taken[T any](order []int, of func(i int) T) []T {
	out := make([]T, len(order))
	for at, i := range order {
		out[at] = of(i)
	}
	return out
}

// span is the range of the points, with a margin for the glyphs.
func (p *ScatterPanel) span() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = widened(p.X)
	ymin, ymax = widened(p.Y)
	return
}

func widened(v []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, x := range v {
		lo, hi = min(lo, x), max(hi, x)
	}
	margin := (hi - lo) * 0.04
	if margin == 0 {
		margin = 1
	}
	return lo - margin, hi + margin
}
