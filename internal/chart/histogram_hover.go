package chart

import (
	"fmt"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
)

// layers are the bars and the levels.
func (h *Histogram) layers(_ int, _ figure.Axes) []vega.Layer {
	width := (h.To - h.From) / float64(len(h.Counts))
	var from, to, zero, count []float64
	var bins []string
	for i, n := range h.Counts {
		lo := h.From + float64(width*float64(i))
		from, to = append(from, lo), append(to, lo+width)
		zero, count = append(zero, 0), append(count, float64(n))
		bins = append(bins, fmt.Sprintf("%s to %s", chartNumber(lo), chartNumber(lo+width)))
	}
	t := &vega.Table{}
	t.Numbers("x", from...)
	t.Numbers("x2", to...)
	t.Numbers("y", count...)
	t.Numbers("y2", zero...)
	t.Words("b", bins...)
	out := []vega.Layer{{Table: t,
		Mark: vega.Object{"type": "rect", "color": vega.Color(barColor()),
			"opacity": vega.Opacity(barColor()), "xOffset": 0.8, "x2Offset": -0.8},
		Encoding: vega.Object{"x2": vega.End("x2"), "y2": vega.End("y2"),
			"tooltip": vega.Tips(vega.Tip{Field: "b", Title: h.X},
				vega.Tip{Field: "y", Title: h.Y, Format: "d"})}}}
	for i, l := range h.Levels {
		t := &vega.Table{}
		t.Numbers("x", h.From)
		t.Numbers("x2", h.To)
		t.Numbers("y", l.Value)
		t.Words("n", l.Name)
		out = append(out, rule(t, vega.Object{"color": vega.Color(levelColor(i)),
			"strokeWidth": 2, "strokeDash": figure.Dash(levelDash(i))},
			vega.Object{"x2": vega.End("x2"), "tooltip": vega.Tips(vega.Tip{Field: "n",
				Title: "level"})}))
	}
	return out
}
