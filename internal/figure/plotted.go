package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/vega"
)

// Frame is a panel on whose axes marks stand, and the size of the area of its data.
type Frame struct {
	*plot.Plot
	Size vg.Point
}

// Across is a line across the panel at a place on the axis of y.
func (f Frame) Across(y float64, style draw.LineStyle, tips ...Column) *Rules {
	return &Rules{Data: Data{On: f.Plot, X: []float64{f.X.Min}, X2: []float64{f.X.Max},
		Y: []float64{y}, Tips: tips}, Style: style}
}

// Data is where some marks stand.
type Data struct {
	On *plot.Plot // has the axes; nil for none
	// X2 and Y2 are the other ends; nil where they are X or Y.
	X, Y, X2, Y2 []float64
	// FromLeft and FromTop say that X or Y is points from the upper left corner of the panel.
	FromLeft, FromTop bool
	// Tips may show the fields x, y, x2 and y2, too, with neither Words nor Numbers.
	Tips []Column
}

// Between adds marks between two corners or ends.
func (d *Data) Between(x, y, x2, y2 float64) {
	d.X, d.X2 = append(d.X, x), append(d.X2, x2)
	d.Y, d.Y2 = append(d.Y, y), append(d.Y2, y2)
}

// places is where the marks and their other ends are on a canvas.
func (d *Data) places(c draw.Canvas) (at, to []vg.Point) {
	var tx, ty func(float64) vg.Length
	if d.On != nil {
		tx, ty = d.On.Transforms(&c)
	}
	if d.FromLeft {
		tx = func(x float64) vg.Length { return c.Min.X + vg.Length(x) }
	}
	if d.FromTop {
		ty = func(y float64) vg.Length { return c.Max.Y - vg.Length(y) }
	}
	at, to = make([]vg.Point, len(d.X)), make([]vg.Point, len(d.X))
	for i, x := range d.X {
		at[i] = vg.Point{X: tx(x), Y: ty(d.Y[i])}
		to[i] = at[i]
		if d.X2 != nil {
			to[i].X = tx(d.X2[i])
		}
		if d.Y2 != nil {
			to[i].Y = ty(d.Y2[i])
		}
	}
	return at, to
}

// layer is the marks in Vega-Lite, whose kind is that of mark.
func (d *Data) layer(mark vega.Object) vega.Layer {
	l := vega.Layer{Table: &vega.Table{}, Mark: mark, Encoding: vega.Object{}}
	for _, c := range []struct {
		field  string
		values []float64
		points bool
		end    bool
	}{{"x", d.X, d.FromLeft, false}, {"y", d.Y, d.FromTop, false}, {"x2", d.X2, d.FromLeft, true},
		{"y2", d.Y2, d.FromTop, true}} {
		if c.values == nil {
			continue
		}
		if c.points {
			l.Encoding[c.field] = vega.Pixels(c.field)
			points := c.values
			c.values = make([]float64, len(points))
			for i, v := range points {
				c.values[i] = Pixels(vg.Length(v))
			}
		}
		if c.end {
			l.Encoding[c.field] = vega.End(c.field)
		}
		l.Table.Numbers(c.field, c.values...)
	}
	tipped(d.Tips, &l)
	return l
}

// inked gives each mark a color in a channel.
func inked(l *vega.Layer, inks []color.NRGBA, channel string) {
	if inks == nil {
		return
	}
	words := make([]string, len(inks))
	for i, ink := range inks {
		words[i] = vega.Color(onWhite(ink))
	}
	l.Table.Words("c", words...)
	l.Encoding[channel] = vega.As("c")
}

// Rules is straight lines in one style.
type Rules struct {
	Data
	Style draw.LineStyle
	Inks  []color.NRGBA // of each; nil means that of the style
}

// Paint implements Mark.
func (r *Rules) Paint(c draw.Canvas) {
	at, to := r.places(c)
	for i := range at {
		style := r.Style
		if r.Inks != nil {
			style.Color = r.Inks[i]
		}
		c.StrokeLine2(style, at[i].X, at[i].Y, to[i].X, to[i].Y)
	}
}

// Layers implements Mark.
func (r *Rules) Layers() []vega.Layer {
	l := r.layer(stroked("rule", r.Style))
	inked(&l, r.Inks, "stroke") // no scale of color of another layer meets it
	return []vega.Layer{l}
}

// stroked is a kind of marks in a style.
func stroked(kind string, style draw.LineStyle) vega.Object {
	mark := vega.Object{"type": kind, "strokeWidth": Pixels(style.Width)}
	if style.Color != nil {
		mark["color"] = inkOf(style.Color)
	}
	if len(style.Dashes) > 0 {
		var dashes []float64
		for _, d := range style.Dashes {
			dashes = append(dashes, Pixels(d))
		}
		mark["strokeDash"] = vega.Numbers(dashes...)
	}
	return mark
}

// Curve is glyphs that a line joins.
type Curve struct {
	Points
	Style draw.LineStyle
	// Pieces are the numbers of the lines of the points, for Vega-Lite alone, which joins the
	// points of each in their order; nil for one line from the left to the right.
	Pieces []float64
}

// Paint implements Mark.
func (l *Curve) Paint(c draw.Canvas) {
	if at, _ := l.places(c); len(at) > 1 {
		c.StrokeLines(l.Style, at)
	}
	l.Points.Paint(c)
}

// Layers implements Mark.
func (l *Curve) Layers() []vega.Layer {
	points := l.Points.Layers()
	if len(l.X) < 2 {
		return points
	}
	line := vega.Layer{Table: points[0].Table, Mark: stroked("line", l.Style)}
	if l.Pieces != nil {
		order := make([]float64, len(l.X))
		for i := range order {
			order[i] = float64(i)
		}
		line.Table.Numbers("p", l.Pieces...)
		line.Table.Numbers("o", order...)
		line.Encoding = vega.Object{"detail": vega.Detail("p"), "order": vega.Quantity("o")}
	}
	return append([]vega.Layer{line}, points...)
}

// Band fills what is between two lines over the same X.
type Band struct {
	Data
	Ink color.NRGBA
}

// Paint implements Mark.
func (b *Band) Paint(c draw.Canvas) {
	outline, to := b.places(c)
	for i := len(to) - 1; i >= 0; i-- {
		outline = append(outline, to[i])
	}
	c.FillPolygon(b.Ink, c.ClipPolygonXY(outline))
}

// Layers implements Mark.
func (b *Band) Layers() []vega.Layer {
	return []vega.Layer{b.layer(vega.Object{"type": "area", "color": vega.Color(b.Ink),
		"opacity": vega.Opacity(b.Ink)})}
}

// Rects is filled rectangles.
type Rects struct {
	Data
	Ink   color.NRGBA
	Inks  []color.NRGBA // of each outline; its fill has the opacity of Ink. nil means Ink, no line.
	Width vg.Length     // of the outlines; 0 for none
	Inset vg.Length     // makes them narrower on the left and on the right
}

// Add adds a rectangle whose Min is the upper left corner, in lengths from that of the canvas, and
// returns r.
func (r *Rects) Add(at vg.Rectangle, ink color.NRGBA) *Rects {
	r.FromLeft, r.FromTop, r.Ink, r.Inks = true, true, Ink, append(r.Inks, ink)
	r.Between(float64(at.Min.X), float64(at.Min.Y), float64(at.Max.X), float64(at.Max.Y))
	return r
}

// Paint implements Mark.
func (r *Rects) Paint(c draw.Canvas) {
	at, to := r.places(c)
	for i, a := range at {
		a.X, to[i].X = min(a.X, to[i].X)+r.Inset, max(a.X, to[i].X)-r.Inset
		box := vg.Rectangle{Min: vg.Point{X: a.X, Y: min(a.Y, to[i].Y)},
			Max: vg.Point{X: to[i].X, Y: max(a.Y, to[i].Y)}}
		if r.Inks == nil {
			FillRect(c, r.Ink, box)
			continue
		}
		fill := r.Inks[i]
		fill.A = r.Ink.A
		FillRect(c, fill, box)
		if r.Width > 0 {
			c.StrokeLines(draw.LineStyle{Color: r.Inks[i], Width: r.Width}, []vg.Point{box.Min,
				{X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}, box.Min})
		}
	}
}

// Layers implements Mark.
func (r *Rects) Layers() []vega.Layer {
	mark := vega.Object{"type": "rect", "color": vega.Color(r.Ink), "opacity": vega.Opacity(r.Ink)}
	if r.Inset != 0 {
		mark["xOffset"], mark["x2Offset"] = Pixels(r.Inset), -Pixels(r.Inset)
	}
	if r.Inks != nil {
		mark = vega.Object{"type": "rect", "fillOpacity": vega.Opacity(r.Ink), "opacity": 1,
			"strokeWidth": Pixels(r.Width)}
	}
	l := r.layer(mark)
	inked(&l, r.Inks, "fill")
	if r.Width > 0 {
		l.Encoding["stroke"] = vega.As("c")
	}
	return []vega.Layer{l}
}

// Points is glyphs.
type Points struct {
	Data
	Ink    color.NRGBA
	Inks   []color.NRGBA // of each; nil means Ink
	Glyph  draw.GlyphDrawer
	Glyphs []draw.GlyphDrawer // of each; nil means Glyph
	Radius vg.Length
	Line   draw.LineStyle // around circles
	Apart  vg.Length      // leaves out glyphs that are less to the right of the one before
	// Faint shows the glyphs in Vega-Lite by their tooltips alone.
	Faint bool
	// Classes are the names of the series of which Of has that of each glyph: it has the color of
	// the series, with the opacity of Ink, and its glyph.
	Classes []string
	Of      []int
}

// Paint implements Mark.
func (p *Points) Paint(c draw.Canvas) {
	at, _ := p.places(c)
	draws := c.DrawGlyph
	if p.FromLeft {
		draws = c.DrawGlyphNoClip
	}
	last := -vg.Inch * 1000
	for i, a := range at {
		if p.Apart > 0 && a.X-last < p.Apart {
			continue
		}
		last = a.X
		style := draw.GlyphStyle{Color: p.Ink, Radius: p.Radius, Shape: p.Glyph}
		if p.Inks != nil {
			style.Color = p.Inks[i]
		}
		if p.Glyphs != nil {
			style.Shape = p.Glyphs[i]
		}
		if p.Classes != nil {
			ink := SeriesColor(p.Of[i])
			ink.A = p.Ink.A
			style.Color, style.Shape = ink, SeriesGlyph(p.Of[i])
		}
		draws(style, a)
		if p.Line.Width > 0 {
			c.SetLineStyle(p.Line)
			var ring vg.Path
			ring.Move(vg.Point{X: a.X + p.Radius, Y: a.Y})
			ring.Arc(a, p.Radius, 0, 2*math.Pi)
			ring.Close()
			c.Stroke(ring)
		}
	}
}

// Layers implements Mark.
func (p *Points) Layers() []vega.Layer {
	mark := vega.Object{"type": "point", "filled": true, "opacity": vega.Opacity(p.Ink),
		"size": glyphSize(p.Radius)}
	if p.Faint {
		mark["opacity"] = 0
	}
	if p.Line.Width > 0 {
		mark["stroke"], mark["strokeWidth"] = inkOf(p.Line.Color), Pixels(p.Line.Width)
	}
	if p.Glyph != nil {
		mark["shape"] = glyphPath(p.Glyph)
	}
	l := p.layer(mark)
	if p.Classes != nil {
		words := make([]string, len(p.Of))
		for i, k := range p.Of {
			words[i] = p.Classes[k]
		}
		var inks, shapes []any
		for k := range p.Classes {
			inks = append(inks, vega.Color(SeriesColor(k)))
			shapes = append(shapes, glyphPath(SeriesGlyph(k)))
		}
		l.Table.Words("c", words...)
		l.Encoding["color"] = vega.Scaled("c", p.Classes, inks)
		l.Encoding["shape"] = vega.Scaled("c", p.Classes, shapes)
	} else if p.Inks == nil {
		mark["color"] = vega.Color(p.Ink)
	}
	inked(&l, p.Inks, "color")
	if p.Glyphs != nil {
		shapes := make([]string, len(p.Glyphs))
		for i, g := range p.Glyphs {
			shapes[i] = glyphPath(g)
		}
		l.Table.Words("s", shapes...)
		l.Encoding["shape"] = vega.As("s")
	}
	return []vega.Layer{l}
}

// Drawn is marks that Vega-Lite does not have, and OnHover marks that only it has.
type (
	Drawn   struct{ Mark }
	OnHover struct{ Mark }
)

// Layers implements Mark.
func (Drawn) Layers() []vega.Layer { return []vega.Layer{} }

// Paint implements Mark.
func (OnHover) Paint(draw.Canvas) {}
