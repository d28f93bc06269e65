package chart

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// hoverBar is a bar with its whisker, in the row of a feature.
type hoverBar struct {
	row              int
	value, low, high float64
}

// barLayers are bars from 0 and their whiskers, against the axis of x of the panel.
func barLayers(
	bars []hoverBar, rows *barRows, ink string, opacity float64, format, title string,
) []vega.Layer {
	names := shownNames(rows.features)
	var zero, value, low, high, top, bottom, middle []float64
	var feature, whisker []string
	for _, b := range bars {
		y := rowMiddle(b.row)
		zero, value = append(zero, 0), append(value, b.value)
		low, high = append(low, b.low), append(high, b.high)
		top = append(top, figure.Pixels(y-vg.Points(5)))
		bottom = append(bottom, figure.Pixels(y+vg.Points(5)))
		middle = append(middle, figure.Pixels(y))
		feature = append(feature, names[b.row])
		whisker = append(whisker, fmt.Sprintf("%s to %s", chartNumber(b.low), chartNumber(b.high)))
	}
	boxes, lines, ends := &vega.Table{}, &vega.Table{}, &vega.Table{}
	ends.Numbers("x", append(slices.Clone(low), high...)...)
	ends.Numbers("y", append(slices.Clone(middle), middle...)...)
	boxes.Numbers("x2", zero...)
	boxes.Numbers("x", value...)
	boxes.Numbers("y", top...)
	boxes.Numbers("y2", bottom...)
	boxes.Words("n", feature...)
	boxes.Words("w", whisker...)
	lines.Numbers("x", low...)
	lines.Numbers("x2", high...)
	lines.Numbers("y", middle...)
	return []vega.Layer{
		{Table: boxes, Mark: vega.Object{"type": "rect", "color": ink, "opacity": opacity},
			Encoding: vega.Object{"x2": vega.End("x2"), "y": vega.Pixels("y"),
				"y2": vega.End("y2"), "tooltip": vega.Tips(vega.Tip{Field: "n", Title: "feature"},
					vega.Tip{Field: "x", Title: title, Format: format},
					vega.Tip{Field: "w", Title: "interval"})}},
		{Table: lines, Mark: vega.Object{"type": "rule", "color": vega.Ink, "strokeWidth": 1.4},
			Encoding: vega.Object{"x2": vega.End("x2"), "y": vega.Pixels("y")}},
		{Table: ends, Mark: vega.Object{"type": "tick", "orient": "vertical", "color": vega.Ink,
			"thickness": 1.4, "size": 7}, Encoding: vega.Object{"y": vega.Pixels("y")}},
		zeroLine(rows),
	}
}

// zeroLine is the line at 0 beside the bars.
func zeroLine(rows *barRows) vega.Layer {
	t := &vega.Table{}
	t.Numbers("x", 0)
	t.Numbers("y", 0)
	t.Numbers("y2", figure.Pixels(rows.height()))
	return rule(t, vega.Object{"color": vega.SoftInk, "strokeWidth": 1},
		vega.Object{"y": vega.Pixels("y"), "y2": vega.End("y2")})
}

// shownNames are names of features as tables have them.
func shownNames(features []wording.Feature) []string {
	shown := wording.NameFeatures(features, wording.InTable).Shown
	out := make([]string, len(features))
	for i, f := range features {
		out[i] = shown[f]
	}
	return out
}

// panel is the bars as a panel.
func (b *Bars) panel(names *barRows, left, width vg.Length) vega.Panel {
	lo, hi := b.span()
	wide := width - left - vg.Points(18)
	axis := vega.Axis{Title: figure.Fit(figure.TextStyle(figure.TextSize), b.X, wide), From: lo,
		To: hi, NoLine: true}
	ticks := figure.AxisTicks{Room: wide, Style: figure.TextStyle(figure.TextSize * 0.9)}
	for _, t := range ticks.Ticks(lo, hi) {
		if t.Label != "" {
			axis.At, axis.Labels = append(axis.At, t.Value), append(axis.Labels, t.Label)
		}
	}
	bars := make([]hoverBar, len(b.Bars))
	for i, v := range b.Bars {
		bars[i] = hoverBar{i, v.Value, v.Low, v.High}
	}
	layers := append(barTitle(b.Title, width, vg.Points(10)-left, -vg.Points(barsHead-17)).Layers(),
		names.namesLeft(left).Layers()...)
	layers = append(layers, barLayers(bars, names, vega.Color(barColor()),
		vega.Opacity(barColor()), ".4~g", b.X)...)
	return vega.Panel{Width: figure.Pixels(wide), Height: figure.Pixels(names.height()),
		X: axis.Of("x"), Layers: layers}
}

// panels are the columns of bars, each a panel.
func (s *Shares) panels(names *barRows, left, bar, gap, width vg.Length) []vega.Panel {
	labels := s.headings(bar + gap - vg.Points(5))
	out := make([]vega.Panel, len(s.Columns))
	for m, column := range s.Columns {
		axis := vega.Axis{To: 1, NoLine: true}
		for _, at := range []float64{0, 0.5, 1} {
			label := ""
			if at == 1 || gap > vg.Points(20) {
				label = wording.Percent(at)
			}
			axis.At, axis.Labels = append(axis.At, at), append(axis.Labels, label)
		}
		layers := figure.Text(figure.TextStyle(figure.TextSize), 0, -vg.Points(5),
			labels[m]).Layers()
		if m == 0 {
			layers = append(layers, names.namesLeft(left).Layers()...)
			layers = append(layers, barTitle(s.Title, width, vg.Points(10)-left,
				-vg.Points(shareHead-17)).Layers()...)
		}
		var bars []hoverBar
		for i, v := range column.Shares {
			if !v.None {
				bars = append(bars, hoverBar{i, v.Value, v.Low, v.High})
			}
		}
		out[m] = vega.Panel{Width: figure.Pixels(bar), Height: figure.Pixels(names.height()),
			X: axis.Of("x"), Layers: append(layers, barLayers(bars, names,
				vega.Color(figure.SeriesColor(m)), 0.55, ".0%", column.Name)...)}
	}
	return out
}

// rule is a layer of straight lines between two ends of one table, which has the fields that are
// named.
func rule(t *vega.Table, mark, encoding vega.Object) vega.Layer {
	mark["type"] = "rule"
	return vega.Layer{Table: t, Mark: mark, Encoding: encoding}
}

// upTo is 0, 1, …, n-1.
func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
