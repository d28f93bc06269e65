// Package chart has the marks of figures: curves, boxes, bars, heat maps, trees, pictures, points,
// and the charts and matrices of a user's own. A mark is a struct of numbers and labels with a
// method Figure, which draws it above a caption. It knows no result: package display fills it in
// and writes the caption.
package chart

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/number"
	"fsnb.example/internal/wording"
)

// Chart is a figure of a user's own numbers: series of points against two axes. It is plain data;
// ChartFigure draws it.
type Chart struct {
	Title string
	// X and Y are the labels of the axes, with units, such as "time in s"; "" means x and y.
	X, Y   string
	Series []Series
	// Levels are reference values. The axes include them.
	Levels []Level
	// LogX and LogY make an axis logarithmic. Points that are not positive are omitted, and counted
	// in the note.
	LogX, LogY bool
	// Diagonal draws the line y = x. Both axes then have the same range and length.
	Diagonal bool
	// EqualScale makes one unit of x as long as one of y, for points whose distances matter, such
	// as places or projections: a circle is round. Of logarithmic axes it is one power of ten.
	EqualScale bool
	// Note is small print below the figure.
	Note string
}

// Series is a named list of points, drawn as a line with glyphs by default.
type Series struct {
	Name string // for the legend
	// X and Y are the points, in the order in which a line joins them; without X they stand at 1,
	// 2, …. A value that is not finite leaves a gap in the line, and is counted in the small print;
	// a NaN in X is an intended gap, which is not counted, so that several lines can be one series.
	X, Y number.Numbers
	// Points draws glyphs alone, Line the line alone. Lines alone differ in color
	// only.
	Points, Line bool
	Dashed       bool // the line
	// Muted draws the series in gray with thin lines, below the others, as their background, such
	// as many lines among which a few matter.
	Muted bool
	// Labels are texts beside the points, from the first on; "" and missing ones are none.
	Labels []string
	// Names are what front ends with Vega-Lite call the points on hover, from the first on; where
	// there is none it is the label.
	Names []string
}

// Level is a straight line across a chart, at a value of y, or of x when it is
// Vertical.
type Level struct {
	Name     string
	Value    float64
	Vertical bool
}

// ChartFigure draws a chart, with the legend below it.
//
// Series differ in color and glyph, but for muted ones; later ones cover earlier ones. Points
// within half a point of another of their series are not drawn; the note counts the exactly equal
// ones. On a line, glyphs that would touch are omitted unless they have a label, and a line of more
// than 60 points has few. Where many points of a line share a pixel column, the first, lowest,
// highest and last are drawn.
//
// Labels are placed in the order of the series, in each the first and the last first: on the first
// side, from the right counterclockwise, without glyph, label and line; else on the first without
// glyph and label; else the label is omitted, and counted in the note.
//
// It returns an error for a chart without series or drawable points, series with different numbers
// of x, y and labels, levels that are not finite, or not positive on a logarithmic axis, and a
// diagonal or an equal scale of a linear and a logarithmic axis.
func ChartFigure(chart *Chart) (*figure.Figure, error) {
	return drawChart(chart, narrow, "")
}

// LabeledFigure is ChartFigure with an axis of y from 0, with room at the right and above for the
// labels of outer points, and with a description of the caller's.
func LabeledFigure(chart *Chart, alt string) (*figure.Figure, error) {
	m := narrow
	m.above, m.zero = .12, true
	m.right = max(m.right, chart.labelMargin(m.left))
	return drawChart(chart, m, alt)
}

// labelMargin is the share of the axis of x that labels at the right of their points need beyond
// the last point, when left is left free on the other side.
func (c *Chart) labelMargin(left float64) float64 {
	var xs valueRange
	for i := range c.Series {
		for k := range c.Series[i].Y {
			if x, _ := c.Series[i].at(k); !math.IsNaN(x) && !math.IsInf(x, 0) {
				xs.add(x)
			}
		}
	}
	margin, style := 0.0, labelStyle()
	for i := range c.Series {
		s := &c.Series[i]
		for k, text := range s.Labels {
			x, _ := s.at(k)
			width := style.Width(figure.Fit(style, wording.Clean(text), vg.Points(labelRoom)))
			const across = chartWidth - plotFrame
			room := float64(across / (across - width - vg.Points(12)))
			if at := (x/2 - xs.lo/2) / (xs.hi/2 - xs.lo/2); at >= 0 && at <= 1 {
				margin = max(margin, (at+left)*room-1-left)
			}
		}
	}
	return margin
}

const (
	chartWidth = 6.8 * vg.Inch
	plotFrame  = 75 // points of a figure that labels and ticks of an axis take
)

// margins are the shares of an axis that are left free beside the points; zero includes y = 0.
type margins struct {
	left, right, below, above float64
	zero                      bool
}

var narrow = margins{left: .05, right: .05, below: .05, above: .05}

// drawChart draws a chart. It is described by alt, or by what it shows if alt is "".
func drawChart(chart *Chart, m margins, alt string) (*figure.Figure, error) {
	if err := chart.check(); err != nil {
		return nil, err
	}
	c := newChart(chart, m)
	if c.drawn == 0 {
		return nil, c.wrong(errors.New("none of the points can be drawn: give finite values, " +
			"and positive ones on a logarithmic axis"))
	}
	if alt == "" {
		alt = c.alt()
	}
	grid := figure.Panels{Columns: 1, Rows: 1, Width: chartWidth, Height: 4 * vg.Inch}
	if c.Diagonal {
		grid.Width, grid.Height = 5.2*vg.Inch, 5.2*vg.Inch
	}
	p := c.plot(grid)
	area := grid.Area(p)
	if c.Diagonal {
		// The space for the labels of the axes depends slightly on the size of the plot.
		for range 3 {
			grid.Height += area.Size().X - area.Size().Y
			area = grid.Area(p)
		}
	}
	if c.EqualScale && !c.Diagonal {
		p, area = c.equalize(&grid)
	}
	c.place(p, area)
	legend := figure.NewLegend(c.legend(), grid.Width-vg.Points(30))
	titles := []string{wording.Shorten(c.Title, 120)}
	f := grid.Figure(alt, titles, legend, figure.Caption{Text: c.note()},
		func(int) *plot.Plot { return c.plot(grid) },
		func(_ int, on figure.Frame) []figure.Mark { return []figure.Mark{&chartLayer{c, on}} })
	return f.Naming(make([]string, len(c.cut)), c.cut), nil
}

// equalize makes the grid as high as an equal scale needs it, within limits, and then extends one
// of the axes.
func (c *chart) equalize(grid *figure.Panels) (*plot.Plot, vg.Rectangle) {
	const (
		lowest   = 2.6 * vg.Inch
		highest  = 5.6 * vg.Inch
		narrowed = 4.4 * vg.Inch
	)
	unit := math.Pow10(c.x.scale.Exponent() - c.y.scale.Exponent())
	for range 4 {
		area := grid.Area(c.plot(*grid)).Size()
		ratio := vg.Length((c.y.to - c.y.from) / ((c.x.to - c.x.from) * unit))
		if !(ratio > 0) || math.IsInf(float64(ratio), 0) {
			break
		}
		beside, above := grid.Width-area.X, grid.Height-area.Y
		grid.Height = max(lowest, min(above+area.X*ratio, highest))
		if tall := (grid.Height - above) / ratio; tall < area.X {
			grid.Width = max(narrowed, tall+beside)
		}
		size := grid.Area(c.plot(*grid)).Size()
		lo, hi := c.x.from*unit, c.x.to*unit
		figure.EqualAxes(&lo, &hi, &c.y.from, &c.y.to, size)
		c.x.from, c.x.to = lo/unit, hi/unit
	}
	p := c.plot(*grid)
	return p, grid.Area(p)
}

// ShowOn shows the chart on a screen that has ShowChart: see display.Showable.
func (c Chart) ShowOn(screen any) {
	screen.(interface{ ShowChart(*Chart) }).ShowChart(&c)
}

// titled is what is called by a title or a name, if it has one.
func titled(what, name string) string {
	if name == "" {
		return what
	}
	return what + " " + strconv.Quote(wording.Shorten(name, wording.MaxName))
}

func (c *Chart) wrong(err error) error {
	return fmt.Errorf("%s: %w", titled("chart", c.Title), err)
}

func (c *Chart) check() error {
	if err := c.fault(); err != nil {
		return c.wrong(err)
	}
	return nil
}

func (c *Chart) fault() error {
	if len(c.Series) == 0 {
		return errors.New("there are no series; give one at least, with Y")
	}
	for i, s := range c.Series {
		if err := s.check(); err != nil {
			return fmt.Errorf("%s: %w", titled("series "+wording.Itoa(i+1), s.Name), err)
		}
	}
	for i, l := range c.Levels {
		which := titled("level "+wording.Itoa(i+1), l.Name)
		switch {
		case math.IsNaN(l.Value) || math.IsInf(l.Value, 0):
			return fmt.Errorf("%s is at %v; give a finite value", which, l.Value)
		case l.Value <= 0 && (l.Vertical && c.LogX || !l.Vertical && c.LogY):
			return fmt.Errorf("%s is at %v, which a logarithmic axis does not have; give a "+
				"positive value", which, l.Value)
		}
	}
	for what, wanted := range map[string]bool{"the diagonal": c.Diagonal,
		"an equal scale": c.EqualScale && !c.Diagonal} {
		if wanted && c.LogX != c.LogY {
			return errors.New(what + " wants two axes of one kind; set LogX and LogY, or neither")
		}
	}
	return nil
}

func (s *Series) check() error {
	switch {
	case len(s.Y) == 0:
		return errors.New("there are no points; give Y, or leave the series out")
	case len(s.X) != 0 && len(s.X) != len(s.Y):
		return fmt.Errorf("the numbers of x (%d) and y (%d) differ; give as many of both, or no "+
			"X for 1, 2, …", len(s.X), len(s.Y))
	case len(s.Labels) > len(s.Y):
		return fmt.Errorf("there are more labels (%d) than points (%d); give one for each point "+
			"at most", len(s.Labels), len(s.Y))
	case len(s.Names) > len(s.Y):
		return fmt.Errorf("there are more names (%d) than points (%d); give one for each point "+
			"at most", len(s.Names), len(s.Y))
	case s.Dashed && s.Points && !s.Line:
		return errors.New("glyphs alone have no line to be dashed; leave out Points or Dashed")
	}
	return nil
}

func (s *Series) at(i int) (x, y float64) {
	if len(s.X) == 0 {
		return float64(i + 1), s.Y[i]
	}
	return s.X[i], s.Y[i]
}

func (s *Series) widthOf() vg.Length {
	if s.Muted {
		return vg.Points(0.8)
	}
	return vg.Points(1.5)
}

// hasLine and hasGlyphs report how a series is drawn.
func (s *Series) hasLine() bool   { return s.Line || !s.Points }
func (s *Series) hasGlyphs() bool { return s.Points || !s.Line }

// label returns that of a point, "" for none.
func (s *Series) label(i int) string {
	if i < len(s.Labels) {
		return s.Labels[i]
	}
	return ""
}
