package figure

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The numbers of glyphs and colors have no common factor, so that their pairs repeat late.
// gonum/plot's own outlines are too thin to show their color.
var Glyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{}, Polygon{Sides: 3, Up: 1, Filled: true},
	Polygon{Sides: 4, Up: 1, Filled: true}, strokes{2, math.Pi / 4}, Polygon{Up: 1}, strokes{2, 0},
	Polygon{Sides: 3, Up: -1}, Polygon{Sides: 4, Up: 1},
	Polygon{Sides: 4, Up: 1, Filled: true, OnCorner: true},
	Polygon{Sides: 3, Up: -1, Filled: true}, strokes{3, math.Pi / 2},
}

// SeriesGlyph is the glyph of series i, from 0; Glyphs repeat.
func SeriesGlyph(i int) draw.GlyphDrawer { return Glyphs[i%len(Glyphs)] }

// outlineWidth is that of open glyphs of the given radius.
func outlineWidth(radius vg.Length) vg.Length { return radius * 0.42 }

// Polygon has its corners on a circle; Sides = 0 is the circle. A triangle
// points up, or down when Up is -1; a square stands on a corner with OnCorner.
type Polygon struct {
	Sides            int
	Up               float64
	Filled, OnCorner bool
}

// DrawGlyph implements draw.GlyphDrawer.
func (g Polygon) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	var p vg.Path
	radius := s.Radius
	if g.Sides == 0 {
		p.Move(vg.Point{X: at.X + radius, Y: at.Y})
		p.Arc(at, radius, 0, 2*math.Pi)
	}
	if g.Sides > 0 { // as large to the eye as the circle
		radius *= 1.2
	}
	for k := range g.Sides {
		angle := math.Pi * (0.5 + 2*float64(k)/float64(g.Sides))
		if g.Sides == 4 && !g.OnCorner {
			angle += math.Pi / 4
		}
		sin, cos := math.Sincos(angle)
		corner := vg.Point{X: at.X + radius*vg.Length(cos), Y: at.Y + radius*vg.Length(g.Up*sin)}
		if k == 0 {
			p.Move(corner)
		} else {
			p.Line(corner)
		}
	}
	p.Close()
	if g.Filled {
		c.SetColor(s.Color)
		c.Fill(p)
		return
	}
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: outlineWidth(s.Radius)})
	c.Stroke(p)
}

// strokes is a star of some strokes through its middle, the first at an angle.
type strokes struct {
	n     int
	angle float64
}

// DrawGlyph implements draw.GlyphDrawer.
func (g strokes) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: outlineWidth(s.Radius)})
	for i := range g.n {
		sin, cos := math.Sincos(g.angle + math.Pi*float64(i)/float64(g.n))
		d := vg.Point{X: s.Radius * vg.Length(cos), Y: s.Radius * vg.Length(sin)}
		var p vg.Path
		p.Move(at.Sub(d))
		p.Line(at.Add(d))
		c.Stroke(p)
	}
}

// glyphSize is the size in Vega-Lite of a glyph of a radius.
func glyphSize(radius vg.Length) float64 {
	across := 2 * Pixels(radius)
	return math.Round(across * across)
}

// glyphPath is the shape of a glyph as an SVG path of radius 1 that is filled. It is a circle for
// what is no glyph of a series.
func glyphPath(g draw.GlyphDrawer) string {
	switch g := g.(type) {
	case Polygon:
		return g.path()
	case strokes:
		return g.path()
	case draw.BoxGlyph:
		return "M-1,-1L1,-1L1,1L-1,1Z"
	}
	return ring(1, false)
}

// ring is a circle, counterclockwise if it cuts a hole.
func ring(radius float64, hole bool) string {
	sweep := 1
	if hole {
		sweep = 0
	}
	return fmt.Sprintf("M%.3g,0A%.3g,%.3g,0,1,%d,%.3g,0A%.3g,%.3g,0,1,%d,%.3g,0Z", radius, radius,
		radius, sweep, -radius, radius, radius, sweep, radius)
}

// path is the polygon; an open one is a filled outline.
func (g Polygon) path() string {
	half := outlineWidth(1).Points() / 2
	if g.Sides == 0 {
		if g.Filled {
			return ring(1, false)
		}
		return ring(1+half, false) + ring(1-half, true)
	}
	if g.Filled {
		return g.corners(1.2, false)
	}
	// The sides of the outline are half its width from those of the polygon.
	away := half / math.Cos(math.Pi/float64(g.Sides))
	return g.corners(1.2+away, false) + g.corners(1.2-away, true)
}

// corners is the closed line through the corners on a circle, in the other direction for a hole.
func (g Polygon) corners(radius float64, hole bool) string {
	var b strings.Builder
	for k := range g.Sides {
		at := k
		if hole {
			at = g.Sides - 1 - k
		}
		angle := math.Pi * (0.5 + 2*float64(at)/float64(g.Sides))
		if g.Sides == 4 && !g.OnCorner {
			angle += math.Pi / 4
		}
		sin, cos := math.Sincos(angle)
		step := "L"
		if k == 0 {
			step = "M"
		}
		// Down is positive.
		fmt.Fprintf(&b, "%s%s,%s", step, short(radius*cos), short(-radius*g.Up*sin))
	}
	return b.String() + "Z"
}

// path is the strokes as filled bars.
func (g strokes) path() string {
	half := outlineWidth(1).Points() / 2
	var b strings.Builder
	for i := range g.n {
		sin, cos := math.Sincos(g.angle + float64(math.Pi*float64(i)/float64(g.n)))
		for k, end := range [][2]float64{{1, half}, {1, -half}, {-1, -half}, {-1, half}} {
			step := "L"
			if k == 0 {
				step = "M"
			}
			fmt.Fprintf(&b, "%s%s,%s", step, short(float64(end[0]*cos)-float64(end[1]*sin)),
				short(-(float64(end[0]*sin) + float64(end[1]*cos))))
		}
		b.WriteString("Z")
	}
	return b.String()
}

// short is a coordinate with three digits behind the point, without a negative zero.
func short(v float64) string {
	s := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.3f", v), "0"), ".")
	if s == "-0" || s == "" {
		return "0"
	}
	return s
}
