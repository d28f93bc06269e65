package chart

import (
	"strings"

	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/number"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// panel is the matrices with their scale of colors, or nil for more cells than Vega-Lite has.
func (m *matrices) panel(width, top, panel, height vg.Length) []vega.Panel {
	cells := 0
	for _, p := range m.Panels[:len(m.panels)] {
		cells += len(p.Rows) * len(p.Rows[0])
	}
	if cells > vega.MaxMarks {
		return nil
	}
	var layers []vega.Layer
	if strings.TrimSpace(m.Title) != "" {
		style := figure.TextStyle(figure.TextSize * 1.15)
		layers = append(layers, titleLayer(figure.Fit(style, wording.Shorten(m.Title, 120),
			width-vg.Points(20)), -vg.Points(10), -vg.Points(16)))
	}
	for i := range m.panels {
		left := m.names + vg.Length(i%m.columns)*(m.side+vg.Points(matrixGap))
		up := top + panel*vg.Length(i/m.columns) + vg.Points(heatTitle)
		layers = append(layers, m.matrix(i, left, up)...)
	}
	layers = append(layers, m.scaleLayers(width-vg.Points(matrixScale),
		top+vg.Points(heatTitle))...)
	return []vega.Panel{{Width: figure.Pixels(width), Height: figure.Pixels(height),
		Layers: layers}}
}

// matrix is one matrix, with the names of the groups where it is the first of its row.
func (m *matrices) matrix(i int, left, top vg.Length) []vega.Layer {
	rows := m.Panels[i].Rows
	var title figure.OldTexts
	title.Add(left, top-vg.Points(6), figure.Fit(figure.TextStyle(figure.TextSize*1.05),
		m.panels[i], m.side))
	var ground, lines figure.Rules
	ground.Add(left, top, left+m.side, top+m.side)
	for _, g := range m.parts[:max(0, len(m.parts)-1)] {
		if len(m.parts) > maxLabels {
			break
		}
		at := m.side * vg.Length(g.hi) / vg.Length(len(m.Groups))
		lines.Add(left, top+at, left+m.side, top+at)
		lines.Add(left+at, top, left+at, top+m.side)
	}
	layers := []vega.Layer{title.Layer(figure.TextSize*1.05, "left", "alphabetic", vega.Ink),
		ground.Filled([]string{vega.GridInk}), m.cells(rows, left, top),
		lines.Layer(vg.Points(0.9), "white", nil)}
	if i%m.columns > 0 {
		return layers
	}
	var names figure.OldTexts
	for k, g := range m.parts {
		if m.shown[k] {
			names.Add(left-vg.Points(6), top+m.middle(g),
				figure.Fit(m.style, m.labels[k], m.names-vg.Points(8)))
		}
	}
	return append(layers, names.Layer(m.style.Font.Size, "right", "middle", vega.Ink))
}

// cells are the values of a matrix; those that are not finite are left out.
func (m *matrices) cells(rows []number.Numbers, left, top vg.Length) vega.Layer {
	h := hoverCells{rows: len(rows), columns: len(rows[0]), left: left, top: top, width: m.side,
		height: m.side, value: func(i, j int) float64 { return rows[i][j] }, lo: m.lo, hi: m.hi,
		rowNames: m.lineNames(len(rows)), names: m.lineNames(len(rows[0])), row: "row",
		column: "column", values: axisWords(m.Values, "value")}
	return h.layer()
}

// lineNames are the numbers of rows or columns, with the names of their groups.
func (m *matrices) lineNames(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = wording.Itoa(i + 1)
	}
	for k, g := range m.parts {
		for i := g.lo; i < g.hi; i++ {
			out[i] += " (" + m.labels[k] + ")"
		}
	}
	return out
}

// scaleLayers are the scale of colors with the values beside it.
func (m *matrices) scaleLayers(left, top vg.Length) []vega.Layer {
	style := figure.TextStyle(figure.TextSize * 0.9)
	from, to := m.scale.At(m.lo), m.scale.At(m.hi)
	var at []float64
	var labels []string
	var wide vg.Length
	for _, t := range (figure.AxisTicks{Room: m.side, Style: style, Upright: true}).Ticks(from,
		to) {
		share := .5
		if from < to {
			share = (t.Value - from) / (to - from)
		}
		label := figure.Fit(style, t.Label, vg.Points(40))
		at, labels, wide = append(at, share), append(labels, label), max(wide, style.Width(label))
	}
	label := figure.Fit(figure.TextStyle(figure.TextSize),
		m.scale.LabelOf(axisWords(m.Values, "value")), m.side)
	return hoverScale(heat, left, top, m.side, at, labels, label, vg.Points(8)+wide)
}
