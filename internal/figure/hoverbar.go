package figure

import (
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/vega"
)

// layers are the colors of the bar, its ticks with their labels, and its name.
func (b *colorBar) layers(width, begin vg.Length) []vega.Layer {
	const steps = 64
	left := Pixels(max(0, (width-vg.Points(barWidth))/2) - begin)
	across, top := Pixels(vg.Points(barWidth)), Pixels(vg.Points(barGap))
	var from, to []float64
	var colors []string
	for i := range steps {
		share := (float64(i) + .5) / steps
		if b.lo == b.hi {
			share = .5
		}
		// Each to the right end, so that there are no seams.
		from = append(from, left+float64(across*float64(i)/steps))
		to = append(to, left+across)
		colors = append(colors, vega.Color(b.color(share)))
	}
	cells := &vega.Table{}
	cells.Numbers("x", from...)
	cells.Numbers("x2", to...)
	cells.Words("c", colors...)
	mark := vega.Object{"type": "rect", "y": top, "y2": top + Pixels(vg.Points(barThick))}
	out := []vega.Layer{{Table: cells, Mark: mark, Encoding: vega.Object{"x": vega.Pixels("x"),
		"x2": vega.End("x2"), "color": vega.As("c")}}}
	style := TextStyle(TextSize * 0.9)
	lo, hi := b.scale.At(b.lo), b.scale.At(b.hi)
	var at []float64
	var labels []string
	for _, t := range (AxisTicks{Room: vg.Points(barWidth), Style: style}).Ticks(lo, hi) {
		share := .5
		if hi > lo {
			share = (t.Value - lo) / (hi - lo)
		}
		at = append(at, left+float64(across*share))
		labels = append(labels, t.Label)
	}
	out = append(out, centered(at, labels, top+Pixels(vg.Points(barThick+3)), vega.SmallSize))
	return append(out, centered([]float64{left + across/2}, []string{b.label},
		top+Pixels(vg.Points(barThick+barTicks)), vega.TextSize))
}

// centered is texts below a height, at places in pixels.
func centered(at []float64, texts []string, y, size float64) vega.Layer {
	t := &vega.Table{}
	t.Numbers("x", at...)
	t.Words("t", texts...)
	return vega.Layer{Table: t, Mark: vega.Object{"type": "text", "baseline": "top",
		"align": "center", "y": y, "fontSize": size},
		Encoding: vega.Object{"x": vega.Pixels("x"), "text": vega.Detail("t")}}
}
