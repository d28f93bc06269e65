package chart

import (
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// rule is a layer of straight lines between two ends of one table, which has the fields that are
// named.
func rule(t *vega.Table, mark, encoding vega.Object) vega.Layer {
	mark["type"] = "rule"
	return vega.Layer{Table: t, Mark: mark, Encoding: encoding}
}

// levelLayer is a line across a panel, whose ends are those of its axis of x.
func levelLayer(axes figure.Axes, at float64, mark vega.Object, tips ...vega.Tip) vega.Layer {
	t := &vega.Table{}
	t.Numbers("x", axes.X.From)
	t.Numbers("x2", axes.X.To)
	t.Numbers("y", at)
	encoding := vega.Object{"x2": vega.End("x2")}
	if len(tips) > 0 {
		encoding["tooltip"] = vega.Tips(tips...)
	}
	return rule(t, mark, encoding)
}

// layers are the marks of panel i.
func (c *Curves) layers(i int, axes figure.Axes) []vega.Layer {
	names := make(map[int]string, len(c.Names))
	for _, n := range c.Names {
		names[n.Place] = n.Name
	}
	return c.Panels[i].layers(names, axes)
}

// layers are the level, the bands, the lines and the glyphs of a panel.
func (p *CurvePanel) layers(names map[int]string, axes figure.Axes) []vega.Layer {
	var out []vega.Layer
	level := func(now bool) {
		if p.Level != nil && now {
			out = append(out, levelLayer(axes, *p.Level, vega.Object{"color": vega.SoftInk,
				"strokeWidth": 1.7, "strokeDash": figure.Dash(figure.Dashes)}))
		}
	}
	single := len(p.Counts) == 1
	level(p.LevelBelow || single && !p.Plain)
	alpha := []float64{0.18, 0.18, 0.16, 0.14, 0.12, 0.1}[min(len(p.Series), 5)]
	for i, s := range p.Series {
		if p.Bands {
			out = append(out, p.interval(i, s, single, alpha))
		}
	}
	level(!p.LevelBelow && (!single || p.Plain))
	for i, s := range p.Series {
		out = append(out, p.line(i, s, names[s.Place])...)
	}
	return out
}

// format is that of values on the axis of values, and number a value in it.
func (p *CurvePanel) format() string {
	if p.Top <= 1 {
		return ".3f"
	}
	return ".4~g"
}

func (p *CurvePanel) number(v float64) string {
	if p.Top <= 1 {
		return wording.Fixed(v, 3)
	}
	return chartNumber(v)
}

// place is where a point of series i stands on the axis of counts.
func (p *CurvePanel) place(i int, v CurvePoint) float64 {
	if len(p.Counts) == 1 {
		return beside(v.Count, i, len(p.Series))
	}
	return float64(v.Count)
}

// interval is the band of series i, or, at a single count, its bar.
func (p *CurvePanel) interval(
	i int, s CurveSeries, single bool, alpha float64,
) vega.Layer {
	t := &vega.Table{}
	var x, low, high []float64
	for _, v := range s.Points {
		x, low, high = append(x, p.place(i, v)), append(low, v.Low), append(high, v.High)
	}
	t.Numbers("x", x...)
	t.Numbers("y", low...)
	t.Numbers("y2", high...)
	ink := vega.Color(figure.SeriesColor(s.Place))
	encoding := vega.Object{"y2": vega.End("y2")}
	if single {
		return rule(t, vega.Object{"color": ink, "strokeWidth": 2}, encoding)
	}
	return vega.Layer{Table: t, Mark: vega.Object{"type": "area", "color": ink, "opacity": alpha},
		Encoding: encoding}
}

// line is the line of series i, and its glyphs with their tooltips: where they would touch, only
// the tooltips.
func (p *CurvePanel) line(i int, s CurveSeries, name string) []vega.Layer {
	t := &vega.Table{}
	var x, y, counts []float64
	var within []string
	format := p.format()
	for _, v := range s.Points {
		x, y = append(x, p.place(i, v)), append(y, v.Value)
		counts = append(counts, float64(v.Count))
		within = append(within, p.number(v.Low)+" to "+p.number(v.High))
	}
	t.Numbers("x", x...)
	t.Numbers("y", y...)
	t.Numbers("k", counts...)
	t.Words("b", within...)
	ink := vega.Color(figure.SeriesColor(s.Place))
	var out []vega.Layer
	if len(x) > 1 {
		out = append(out, vega.Layer{Table: t, Mark: vega.Object{"type": "line", "color": ink,
			"strokeWidth": 2, "strokeDash": figure.Dash(seriesDash(s.Place))},
			Encoding: vega.Object{}})
	}
	tips := []vega.Tip{{Field: "c", Title: "series"}, {Field: "k", Title: "features", Format: "d"},
		{Field: "y", Title: p.Y, Format: format}}
	if p.Bands {
		tips = append(tips, vega.Tip{Field: "b", Title: "interval"})
	}
	mark := vega.Object{"type": "point", "filled": true, "opacity": 1, "color": ink,
		"shape": figure.GlyphPath(figure.SeriesGlyph(s.Place)),
		"size":  figure.GlyphSize(vg.Points(3.2))}
	if len(p.Counts) > maxGlyphs {
		mark["opacity"] = 0
	}
	return append(out, vega.Layer{Table: t, Mark: mark,
		Computed: []vega.Computed{{As: "c", Expression: vega.Literal(name)}},
		Encoding: vega.Object{"tooltip": vega.Tips(tips...)}})
}

// maxGlyphs is the number of counts up to which each has a glyph.
const maxGlyphs = 40
