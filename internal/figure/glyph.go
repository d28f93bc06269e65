package figure

import (
	"math"

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
