package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
)

// boxCorners collects the boxes of a panel, in the coordinates of its axes.
type boxCorners struct {
	q1, q3, median, low, high, y, half []float64
	class, ink, samples, quartiles     []string
}

// layers are the rows of a panel, a row of row points for each class.
func (b *Boxes) layers(
	groups []Box, row vg.Length, first bool, axes figure.Axes, l Limits,
) []vega.Layer {
	lo, hi := boxSpan(groups)
	scale := figure.NewScale(lo, hi)
	height := float64(min(row*0.62, vg.Points(20)) / row)
	rows := float64(len(groups))
	var boxes boxCorners
	var dots []vega.Layer
	for i, g := range groups {
		y := rows - float64(i) - 0.5
		if g.N > l.Few {
			boxes.add(g, i, b.Rows[i], y, height/2, scale)
		}
		if layer := b.dots(g, i, y, row, scale, l); layer != nil {
			dots = append(dots, *layer)
		}
	}
	out := append([]vega.Layer{rowLines(len(groups), axes)}, boxes.layers()...)
	out = append(out, dots...)
	if len(boxes.y) > 0 {
		out = append(out, boxes.medians())
	}
	if first {
		out = append(out, classGlyphs(len(groups), row))
	}
	return out
}

// rowLines are the gray lines behind the rows.
func rowLines(rows int, axes figure.Axes) vega.Layer {
	t := &vega.Table{}
	var from, to, y []float64
	for i := range rows {
		from, to = append(from, axes.X.From), append(to, axes.X.To)
		y = append(y, float64(rows-i)-0.5)
	}
	t.Numbers("x", from...)
	t.Numbers("x2", to...)
	t.Numbers("y", y...)
	return rule(t, vega.Object{"color": vega.GridInk, "strokeWidth": 0.7},
		vega.Object{"x2": vega.End("x2")})
}

func (b *boxCorners) add(g Box, class int, name string, y, half float64, s figure.Scale) {
	b.q1, b.q3 = append(b.q1, s.At(g.Q1)), append(b.q3, s.At(g.Q3))
	b.low, b.high = append(b.low, s.At(g.Low)), append(b.high, s.At(g.High))
	b.median = append(b.median, s.At(g.Median))
	b.y, b.half = append(b.y, y), append(b.half, half)
	b.class, b.ink = append(b.class, name), append(b.ink, vega.Color(figure.SeriesColor(class)))
	b.samples = append(b.samples, fmt.Sprint(g.N))
	b.quartiles = append(b.quartiles, fmt.Sprintf("%s, %s, %s", chartNumber(g.Q1),
		chartNumber(g.Median), chartNumber(g.Q3)))
}

// shifted is y plus a multiple of the half heights.
func (b *boxCorners) shifted(by float64) []float64 {
	out := make([]float64, len(b.y))
	for i, y := range b.y {
		out[i] = y + float64(by*b.half[i])
	}
	return out
}

// layers are the whiskers and the boxes, with the quartiles on hover.
func (b *boxCorners) layers() []vega.Layer {
	if len(b.y) == 0 {
		return nil
	}
	whiskers, box := &vega.Table{}, &vega.Table{}
	whiskers.Numbers("x", b.low...)
	whiskers.Numbers("x2", b.high...)
	whiskers.Numbers("y", b.y...)
	whiskers.Words("c", b.ink...)
	box.Numbers("x", b.q1...)
	box.Numbers("x2", b.q3...)
	box.Numbers("y", b.shifted(-1)...)
	box.Numbers("y2", b.shifted(1)...)
	box.Words("c", b.ink...)
	box.Words("k", b.class...)
	box.Words("n", b.samples...)
	box.Words("q", b.quartiles...)
	out := []vega.Layer{rule(whiskers, vega.Object{"strokeWidth": 1.4},
		vega.Object{"x2": vega.End("x2"), "color": vega.As("c")})}
	for _, ends := range [][]float64{b.low, b.high} {
		t := &vega.Table{}
		t.Numbers("x", ends...)
		t.Numbers("y", b.shifted(-.5)...)
		t.Numbers("y2", b.shifted(.5)...)
		t.Words("c", b.ink...)
		out = append(out, rule(t, vega.Object{"strokeWidth": 1.4},
			vega.Object{"y2": vega.End("y2"), "color": vega.As("c")}))
	}
	for _, fill := range []vega.Object{{"type": "rect", "color": "white", "opacity": 1},
		{"type": "rect", "fillOpacity": 0.22, "strokeWidth": 1.4, "opacity": 1}} {
		encoding := vega.Object{"x2": vega.End("x2"), "y2": vega.End("y2")}
		if fill["color"] == nil {
			encoding["fill"], encoding["stroke"] = vega.As("c"), vega.As("c")
			encoding["tooltip"] = vega.Tips(vega.Tip{Field: "k", Title: "class"},
				vega.Tip{Field: "n", Title: "samples"}, vega.Tip{Field: "q",
					Title: "quartiles"})
		}
		out = append(out, vega.Layer{Table: box, Mark: fill, Encoding: encoding})
	}
	return out
}

// medians are the lines at the medians, above the dots.
func (b *boxCorners) medians() vega.Layer {
	t := &vega.Table{}
	t.Numbers("x", b.median...)
	t.Numbers("y", b.shifted(-1)...)
	t.Numbers("y2", b.shifted(1)...)
	return rule(t, vega.Object{"color": vega.Ink, "strokeWidth": 2.5},
		vega.Object{"y2": vega.End("y2")})
}

// dots are the samples of a class that are drawn, or nil.
func (b *Boxes) dots(
	g Box, class int, y float64, row vg.Length, s figure.Scale, l Limits,
) *vega.Layer {
	values, opacity := g.Values, 0.75
	if g.N > l.All {
		values = spaced(g.Outliers, l.Beyond)
	}
	if g.N > l.Few {
		opacity = 0.55
	}
	if len(values) == 0 {
		return nil
	}
	height := min(row*0.72, vg.Points(34))
	radius := min(vg.Points(2.2), height*0.2)
	spread := float64((height - 2*radius) / row)
	var x, up []float64
	var shown []string
	for i, v := range values {
		_, at := math.Modf(float64(float64(i+1) * 0.6180339887498949))
		if len(values) == 1 {
			at = 0.5
		}
		x, up = append(x, s.At(v)), append(up, y+float64(spread*(at-0.5)))
		shown = append(shown, chartNumber(v))
	}
	t := &vega.Table{}
	t.Numbers("x", x...)
	t.Numbers("y", up...)
	t.Words("v", shown...)
	return &vega.Layer{Table: t,
		Computed: []vega.Computed{{As: "k", Expression: vega.Literal(b.Rows[class])}},
		Mark: vega.Object{"type": "point", "filled": true,
			"opacity": opacity, "color": vega.Color(figure.SeriesColor(class)),
			"shape": figure.GlyphPath(figure.SeriesGlyph(class)), "size": figure.GlyphSize(radius)},
		Encoding: vega.Object{"tooltip": vega.Tips(vega.Tip{Field: "k", Title: "class"},
			vega.Tip{Field: "v", Title: "value"})}}
}

// classGlyphs are the glyphs of the classes left of the first panel of a row.
func classGlyphs(rows int, row vg.Length) vega.Layer {
	var x, y []float64
	var inks, shapes []string
	for i := range rows {
		x, y = append(x, -figure.Pixels(vg.Points(9))), append(y, float64(rows-i)-0.5)
		inks = append(inks, vega.Color(figure.SeriesColor(i)))
		shapes = append(shapes, figure.GlyphPath(figure.SeriesGlyph(i)))
	}
	t := &vega.Table{}
	t.Numbers("x", x...)
	t.Numbers("y", y...)
	t.Words("c", inks...)
	t.Words("s", shapes...)
	return vega.Layer{Table: t, Mark: vega.Object{"type": "point", "filled": true, "opacity": 1,
		"size": figure.GlyphSize(min(vg.Points(3.2), row*0.3))},
		Encoding: vega.Object{"x": vega.Pixels("x"), "color": vega.As("c"),
			"shape": vega.As("s")}}
}
