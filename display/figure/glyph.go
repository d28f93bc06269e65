package figure

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The numbers of glyphs and colors have no common factor, so that their pairs repeat late.
// gonum/plot's own outlines are too thin to show their color.
var Glyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{}, Polygon{3, 1, true}, Polygon{4, 1, true}, strokes(math.Pi / 4),
	Polygon{0, 1, false}, strokes(0), Polygon{3, -1, false}, Polygon{4, 1, false},
}

// SeriesGlyph is the glyph of series i, from 0; Glyphs repeat.
func SeriesGlyph(i int) draw.GlyphDrawer { return Glyphs[i%len(Glyphs)] }

// outlineWidth is that of open glyphs of the given radius.
func outlineWidth(radius vg.Length) vg.Length { return radius * 0.42 }

// Polygon has its corners on a circle; Sides = 0 is the circle. A triangle
// points up, or down when Up is -1.
type Polygon struct {
	Sides  int
	Up     float64
	Filled bool
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
		if g.Sides == 4 {
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

// strokes is a cross, turned by an angle.
type strokes float64

// DrawGlyph implements draw.GlyphDrawer.
func (g strokes) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: outlineWidth(s.Radius)})
	for _, turn := range []float64{0, math.Pi / 2} {
		sin, cos := math.Sincos(float64(g) + turn)
		d := vg.Point{X: s.Radius * vg.Length(cos), Y: s.Radius * vg.Length(sin)}
		var p vg.Path
		p.Move(at.Sub(d))
		p.Line(at.Add(d))
		c.Stroke(p)
	}
}
