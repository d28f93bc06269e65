package chart

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// Layers implements figure.Mark: the diagonal, the levels, the lines, the glyphs with their tooltips,
// and the labels; nil for more points than Vega-Lite has.
func (l *chartLayer) Layers() []vega.Layer {
	if l.drawn > vega.MaxMarks {
		return nil
	}
	var out []vega.Layer
	if l.Diagonal {
		ends := &figure.Rules{Style: draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(1)}}
		ends.Between(l.x.from, l.x.from, l.x.to, l.x.to)
		out = append(out, ends.Layers()...)
	}
	for i, level := range l.Levels {
		out = append(out, l.level(level, i).Layers()...)
	}
	order := l.mutedFirst()
	tables := make([]*vega.Table, len(l.Series))
	for _, i := range order {
		if tables[i] = l.table(i); l.Series[i].hasLine() {
			out = append(out, l.line(i, tables[i]))
		}
	}
	for _, i := range order {
		out = append(out, l.points(i, tables[i]))
	}
	texts := figure.NewTexts(labelStyle(), text.XLeft, text.YCenter)
	for _, label := range l.labels {
		texts.Add(label.at.X, l.on.Size.Y-label.at.Y-0.08*labelStyle().Font.Size, label.text)
	}
	return append(out, texts.Layers()...)
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

// pieces calls f with the places in series i of the points of each piece that no gap divides.
func (l *chartLayer) pieces(i int, f func(piece []int)) {
	s := &l.Series[i]
	var piece []int
	for k := range s.Y {
		x, y := s.at(k)
		if l.drawable(x, y) {
			piece = append(piece, k)
		} else if len(piece) > 0 {
			f(piece)
			piece = nil
		}
	}
	if len(piece) > 0 {
		f(piece)
	}
}

// table is the points of series i that are drawn: the pieces of a line, the order in it, and names.
func (l *chartLayer) table(i int) *vega.Table {
	s := &l.Series[i]
	var x, y, pieces, at []float64
	var names []string
	number := 0.0
	l.pieces(i, func(piece []int) {
		for _, k := range piece {
			px, py := s.at(k)
			x, y = append(x, l.x.at(px)), append(y, l.y.at(py))
			pieces, at = append(pieces, number), append(at, float64(len(at)))
			names = append(names, s.nameOf(k))
		}
		number++
	})
	t := &vega.Table{}
	t.Numbers("x", x...)
	t.Numbers("y", y...)
	if s.hasLine() {
		t.Numbers("p", pieces...)
		t.Numbers("o", at...)
	}
	if s.named() {
		t.Words("n", names...)
	}
	return t
}

// named reports whether points of a series have names or labels.
func (s *Series) named() bool {
	return slices.ContainsFunc(append(slices.Clone(s.Names), s.Labels...),
		func(n string) bool { return n != "" })
}

// line is the line of series i: each piece is a line of its own.
func (l *chartLayer) line(i int, t *vega.Table) vega.Layer {
	s := &l.Series[i]
	return vega.Layer{Table: t, Mark: vega.Object{"type": "line", "color": vega.Color(l.color(i)),
		"strokeWidth": figure.Pixels(s.widthOf()),
		"strokeDash":  figure.Dash(lineDash(s, l.look(i)))},
		Encoding: vega.Object{"detail": vega.Detail("p"), "order": vega.Quantity("o")}}
}

// value is an expression of the value of a field with places on the axis.
func (a *chartAxis) value(field string) string {
	if a.log {
		return "pow(10, datum." + field + ")"
	}
	origin, step := a.scale.Line()
	return fmt.Sprintf("(%g + %g * datum.%s)", origin, step, field)
}

// points are the glyphs of series i, invisible on lines alone, with name and place on hover.
func (l *chartLayer) points(i int, t *vega.Table) vega.Layer {
	s := &l.Series[i]
	computed := []vega.Computed{{As: "u", Expression: vega.Shown(l.x.value("x"))},
		{As: "v", Expression: vega.Shown(l.y.value("y"))}}
	var tips []vega.Tip
	if s.named() {
		tips = append(tips, vega.Tip{Field: "n", Title: "name"})
	}
	if len(l.Series) > 1 || s.Name != "" {
		computed = append(computed, vega.Computed{As: "s", Expression: vega.Literal(l.names[i])})
		tips = append(tips, vega.Tip{Field: "s", Title: "series"})
	}
	xTitle, yTitle := axisWords(l.X, "x"), axisWords(l.Y, "y")
	if xTitle == yTitle {
		xTitle, yTitle = xTitle+" (x)", yTitle+" (y)"
	}
	tips = append(tips, vega.Tip{Field: "u", Title: xTitle}, vega.Tip{Field: "v", Title: yTitle})
	mark := vega.Object{"type": "point", "filled": true, "opacity": 1,
		"color": vega.Color(l.color(i)), "size": figure.GlyphSize(l.radius),
		"shape": figure.GlyphPath(figure.SeriesGlyph(l.look(i)))}
	if !s.hasGlyphs() || s.hasLine() && t.Rows() > 60 {
		mark["opacity"] = 0
	}
	return vega.Layer{Table: t, Mark: mark, Computed: computed,
		Encoding: vega.Object{"tooltip": vega.Tips(tips...)}}
}

// nameOf is what tooltips call a point: its name, else its label.
func (s *Series) nameOf(k int) string {
	if k < len(s.Names) && s.Names[k] != "" {
		return wording.Shorten(s.Names[k], wording.MaxName)
	}
	return wording.Shorten(s.label(k), wording.MaxName)
}
