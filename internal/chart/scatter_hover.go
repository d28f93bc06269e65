package chart

import (
	"math/rand/v2"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
)

// scaled returns the fields of colors and glyphs of the names of classes or series.
func scaled(names []string, places []int) (colors, shapes vega.Object) {
	var ink, form []any
	for _, place := range places {
		ink = append(ink, vega.Color(figure.SeriesColor(place)))
		form = append(form, figure.GlyphPath(figure.SeriesGlyph(place)))
	}
	return vega.Scaled("c", names, ink), vega.Scaled("c", names, form)
}

// upTo is 0, 1, …, n-1.
func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// layers are the points of a panel, in the order in which they are drawn, or nil for more than
// Vega-Lite has.
func (s *Scatter) layers(p *ScatterPanel, columns int) []vega.Layer {
	if len(s.Panels)*len(p.X) > vega.MaxMarks {
		return nil
	}
	x, y := p.X, p.Y
	if p.Strip {
		y = strip(len(p.X), s.Class, len(s.Classes))
	}
	n := len(x)
	t := &vega.Table{}
	order := rand.New(rand.NewPCG(1, 1)).Perm(n)
	radius := glyphRadius(n, columns)
	t.Numbers("x", taken(order, func(i int) float64 { return x[i] })...)
	t.Numbers("y", taken(order, func(i int) float64 { return y[i] })...)
	t.Numbers("i", taken(order, func(i int) float64 { return float64(i) })...)
	mark := vega.Object{"type": "point", "filled": true, "opacity": 0.75,
		"size": figure.GlyphSize(radius)}
	encoding := vega.Object{}
	tips := []vega.Tip{{Field: "i", Title: "row", Format: "d"}}
	switch {
	case s.Value != nil:
		places := shares(s.Value)
		t.Words("c", taken(order, func(i int) string { return vega.Color(heat(places[i])) })...)
		t.Numbers("v", taken(order, func(i int) float64 { return s.Value[i] })...)
		encoding["color"] = vega.As("c")
		mark["opacity"], mark["shape"] = 1, "circle"
		mark["size"] = figure.GlyphSize(radius * 1.15)
		mark["stroke"], mark["strokeWidth"] = vega.SoftInk, 0.5
		tips = append(tips, vega.Tip{Field: "v", Title: s.Values, Format: ".4~g"})
	case s.Class != nil:
		t.Words("c", taken(order, func(i int) string { return s.Classes[s.Class[i]] })...)
		encoding["color"], encoding["shape"] = scaled(s.Classes, upTo(len(s.Classes)))
		tips = append(tips, vega.Tip{Field: "c", Title: "class"})
	default:
		mark["color"], mark["shape"] = vega.Color(figure.SeriesColor(0)), "circle"
	}
	computed := []vega.Computed{{As: "u", Expression: vega.Shown("datum.x")}}
	tips = append(tips, vega.Tip{Field: "u", Title: p.XAxis.Name})
	if !p.Strip {
		computed = append(computed, vega.Computed{As: "w", Expression: vega.Shown("datum.y")})
		tips = append(tips, vega.Tip{Field: "w", Title: p.YAxis.Name})
	}
	encoding["tooltip"] = vega.Tips(tips...)
	return []vega.Layer{{Table: t, Mark: mark, Computed: computed, Encoding: encoding}}
}

// taken is the values of the rows of an order.
func taken[T any](order []int, of func(i int) T) []T {
	out := make([]T, len(order))
	for at, i := range order {
		out[at] = of(i)
	}
	return out
}
