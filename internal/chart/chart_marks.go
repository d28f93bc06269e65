package chart

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// chartLayer draws the levels, the lines, the glyphs and the labels of a chart.
type chartLayer struct {
	*chart
	on figure.Frame
}

// Paint implements figure.Mark.
func (l *chartLayer) Paint(c draw.Canvas) {
	at := l.places(&c, l.on.Plot)
	for _, m := range l.references() {
		m.Paint(c)
	}
	order := l.mutedFirst()
	for _, i := range order {
		s := &l.Series[i]
		if !s.hasLine() {
			continue
		}
		color := l.color(i)
		l.runs(s, at, func(_ int, run []vg.Point) {
			if len(run) > 1 {
				c.StrokeLines(draw.LineStyle{Color: color, Width: s.widthOf(),
					Dashes: lineDash(s, l.look(i))}, thinnedLine(run))
			} else if !s.hasGlyphs() { // otherwise it would be invisible
				c.DrawGlyph(draw.GlyphStyle{Color: color, Radius: s.widthOf(),
					Shape: draw.CircleGlyph{}}, run[0])
			}
		})
	}
	for _, i := range order {
		s := &l.Series[i]
		if !s.hasGlyphs() {
			continue
		}
		style := draw.GlyphStyle{Color: l.color(i), Radius: l.radius,
			Shape: figure.SeriesGlyph(l.look(i))}
		taken := make(map[[2]int]bool)
		l.runs(s, at, func(first int, run []vg.Point) {
			for _, k := range l.glyphPlaces(s, first, run, taken) {
				c.DrawGlyph(style, run[k])
			}
		})
	}
	style := labelStyle()
	// The middle of the line is below that of letters without a descender.
	lift := vg.Point{Y: 0.08 * style.Font.Size}
	for _, label := range l.labels {
		at := c.Min.Add(label.at)
		half := vg.Point{X: vg.Points(1), Y: .55 * style.Font.Size}
		// No line goes through letters.
		figure.FillRect(c, color.White, vg.Rectangle{Min: at.Sub(half),
			Max: vg.Point{X: at.X + style.Width(label.text), Y: at.Y}.Add(half)})
		c.FillText(style, at.Add(lift), label.text)
	}
}

// Layers implements figure.Mark: the glyphs have tooltips. It is nil for more points than Vega-Lite
// has.
func (l *chartLayer) Layers() []vega.Layer {
	if l.drawn > vega.MaxMarks {
		return nil
	}
	var out, glyphs []vega.Layer
	for _, m := range l.references() {
		out = append(out, m.Layers()...)
	}
	for _, i := range l.mutedFirst() {
		layers := l.curve(i).Layers()
		last := len(layers) - 1
		glyphs = append(glyphs, layers[last])
		if l.Series[i].hasLine() {
			out = append(out, layers[:last]...)
		}
	}
	texts := figure.NewTexts(labelStyle(), text.XLeft, text.YCenter)
	for _, label := range l.labels {
		texts.Add(label.at.X, l.on.Size.Y-label.at.Y-0.08*labelStyle().Font.Size, label.text)
	}
	return append(append(out, glyphs...), texts.Layers()...)
}

func (l *chartLayer) references() (out []figure.Mark) {
	if l.Diagonal {
		r := &figure.Rules{Style: draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(1)}}
		r.On = l.on.Plot
		r.Between(l.x.from, l.x.from, l.x.to, l.x.to)
		out = append(out, r)
	}
	for i, level := range l.Levels {
		out = append(out, l.level(level, i))
	}
	return out
}

// level is a straight line, with its name on hover.
func (l *chartLayer) level(level Level, i int) *figure.Rules {
	r := l.on.Across(l.y.at(level.Value), draw.LineStyle{Color: figure.SoftInk,
		Width: vg.Points(1.2), Dashes: levelDash(i)}, figure.Column{Words: []string{
		levelText(level)}, Tip: vega.Tip{Field: "n", Title: "level"}})
	if level.Vertical {
		r.X, r.X2 = []float64{l.x.at(level.Value)}, nil
		r.Y, r.Y2 = []float64{l.on.Y.Min}, []float64{l.on.Y.Max}
	}
	return r
}

// curve is all points of series i that are drawn, with name and place on hover, invisible on lines
// alone.
func (l *chartLayer) curve(i int) *figure.Curve {
	s := &l.Series[i]
	c := &figure.Curve{Points: figure.Points{Ink: l.color(i), Radius: l.radius,
		Glyph: figure.SeriesGlyph(l.look(i))}, Style: draw.LineStyle{Color: l.color(i),
		Width: s.widthOf(), Dashes: lineDash(s, l.look(i))}}
	var names []string
	var pieces []float64
	number := 0.0
	on := func(x, y float64) vg.Point {
		return vg.Point{X: vg.Length(l.x.at(x)), Y: vg.Length(l.y.at(y))}
	}
	l.runs(s, on, func(first int, run []vg.Point) {
		for k, p := range run {
			c.X, c.Y = append(c.X, float64(p.X)), append(c.Y, float64(p.Y))
			names, pieces = append(names, s.nameOf(first+k)), append(pieces, number)
		}
		number++
	})
	if s.hasLine() {
		c.Pieces = pieces
	}
	c.Faint = !s.hasGlyphs() || s.hasLine() && len(c.X) > 60
	tip := func(field, title string, of figure.Column) {
		of.Tip = vega.Tip{Field: field, Title: title}
		c.Tips = append(c.Tips, of)
	}
	if s.named() {
		tip("n", "name", figure.Column{Words: names})
	}
	if len(l.Series) > 1 || s.Name != "" {
		tip("s", "series", figure.Column{Expression: vega.Literal(l.names[i])})
	}
	xTitle, yTitle := axisWords(l.X, "x"), axisWords(l.Y, "y")
	if xTitle == yTitle {
		xTitle, yTitle = xTitle+" (x)", yTitle+" (y)"
	}
	tip("u", xTitle, figure.Column{Expression: vega.Shown(l.x.value("x"))})
	tip("v", yTitle, figure.Column{Expression: vega.Shown(l.y.value("y"))})
	return c
}

func (s *Series) named() bool {
	return slices.ContainsFunc(append(slices.Clone(s.Names), s.Labels...),
		func(n string) bool { return n != "" })
}

// value is an expression of the value of a field with places on the axis.
func (a *chartAxis) value(field string) string {
	if a.log {
		return "pow(10, datum." + field + ")"
	}
	origin, step := a.scale.Line()
	return fmt.Sprintf("(%g + %g * datum.%s)", origin, step, field)
}

// nameOf is what tooltips call a point: its name, else its label.
func (s *Series) nameOf(k int) string {
	if k < len(s.Names) && s.Names[k] != "" {
		return wording.Shorten(s.Names[k], wording.MaxName)
	}
	return wording.Shorten(s.label(k), wording.MaxName)
}
