package chart

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// hoverCells is cells of colors at a place of a figure in pixels.
type hoverCells struct {
	rows, columns   int
	value           func(row, column int) float64
	left, top       vg.Length
	width, height   vg.Length
	lo, hi          float64  // ends of the colors
	rowNames, names []string // of rows and columns, for tooltips
	row, column     string   // what these are
	values          string   // what the values are
}

// layer is the cells. Their places follow from row and column, so that a cell is a few bytes.
func (h *hoverCells) layer() vega.Layer {
	var a, b, v []float64
	step := math.Pow10(int(math.Floor(math.Log10(max(h.hi-h.lo, 1e-300)))) - 3)
	for i := range h.rows {
		for j := range h.columns {
			a, b = append(a, float64(i)), append(b, float64(j))
			// Finer differences than a thousandth of the colors are invisible.
			v = append(v, math.Round(h.value(i, j)/step)*step)
		}
	}
	t := &vega.Table{}
	t.Numbers("a", a...)
	t.Numbers("b", b...)
	t.Numbers("v", v...)
	edge := func(from, size vg.Length, n int, at string) string {
		return fmt.Sprintf("round(%.6g + %.6g * %s)", figure.Pixels(from),
			size.Dots(vega.Dpi)/float64(n), at)
	}
	return vega.Layer{Table: t, Mark: vega.Object{"type": "rect"},
		Computed: []vega.Computed{
			{As: "x", Expression: edge(h.left, h.width, h.columns, "datum.b")},
			{As: "x2", Expression: edge(h.left, h.width, h.columns, "(datum.b + 1)")},
			{As: "y", Expression: edge(h.top, h.height, h.rows, "datum.a")},
			{As: "y2", Expression: edge(h.top, h.height, h.rows, "(datum.a + 1)")}},
		Joined: []vega.Join{joined("a", "na", h.rowNames), joined("b", "nb", h.names)},
		Encoding: vega.Object{"x": vega.Pixels("x"), "x2": vega.End("x2"), "y": vega.Pixels("y"),
			"y2": vega.End("y2"), "color": heatScale("v", h.lo, h.hi),
			"tooltip": h.tips()}}
}

// tips are row, column and value.
func (h *hoverCells) tips() []any {
	return vega.Tips(vega.Tip{Field: "na", Title: h.row}, vega.Tip{Field: "nb", Title: h.column},
		vega.Tip{Field: "v", Title: h.values, Format: ".3~g"})
}

// joined takes the names of rows or columns by their number.
func joined(field, as string, names []string) vega.Join {
	t := &vega.Table{}
	numbers := make([]float64, len(names))
	for i := range numbers {
		numbers[i] = float64(i)
	}
	t.Numbers("i", numbers...)
	t.Words("n", names...)
	return vega.Join{Field: field, Table: t, Key: "i", Take: "n", As: as}
}

// heatScale is the colors of a field between lo and hi.
func heatScale(field string, lo, hi float64) vega.Object {
	at, colors := make([]float64, len(cividis)), make([]any, len(cividis))
	for i, c := range cividis {
		at[i] = lo + float64((hi-lo)*float64(i)/float64(len(cividis)-1))
		colors[i] = vega.Color(c)
	}
	if !(hi > lo) {
		at, colors = []float64{lo, lo + 1}, []any{vega.Color(heat(.5)), vega.Color(heat(.5))}
	}
	return vega.Object{"field": field, "type": "quantitative", "legend": nil,
		"scale": vega.Object{"domain": vega.Numbers(at...), "range": colors, "clamp": true,
			"interpolate": "rgb"}}
}

// hoverScale is the scale of colors at a place of a figure, with its ticks and its label. ink is
// the color of a share from 0 to 1.
func hoverScale(ink func(float64) color.NRGBA, left, top, height vg.Length, at []float64,
	labels []string, label string, beside vg.Length) []vega.Layer {
	const steps = 64
	var cells, ticks figure.Rules
	var inks []string
	for i := range steps { // each down to the bottom, so that there are no seams
		share := (float64(i) + .5) / steps
		cells.Add(left, top+height*vg.Length(i)/steps, left+vg.Points(11), top+height)
		inks = append(inks, vega.Color(ink(1-share)))
	}
	var numbers, words figure.OldTexts
	for i, share := range at {
		y := top + height*vg.Length(1-share)
		ticks.Add(left+vg.Points(11), y, left+vg.Points(14), y)
		numbers.Add(left+vg.Points(17), y, labels[i])
	}
	words.Add(left+vg.Points(11)+beside, top+height/2, label)
	rotated := words.Layer(figure.TextSize, "center", "top", vega.Ink)
	rotated.Mark["angle"] = 270
	return []vega.Layer{cells.Filled(inks), ticks.Layer(vg.Points(0.6), vega.SoftInk, nil),
		numbers.Layer(figure.TextSize*0.9, "left", "middle", vega.Ink), rotated}
}

// unitScale is the scale of colors of values from 0 to 1.
func unitScale(left, top, height vg.Length, label string) []vega.Layer {
	var at []float64
	var labels []string
	for i := range 6 {
		at, labels = append(at, float64(i)/5), append(labels, wording.Fixed(float64(i)/5, 1))
	}
	return hoverScale(heat, left, top, height, at, labels, label, vg.Points(24))
}

// panel is the heat maps with their scale of colors, or nil for more cells than Vega-Lite has.
func (l *heatMaps) panel(width, panel, height vg.Length) []vega.Panel {
	cells := 0
	for _, m := range l.maps {
		cells += m.K * m.K
	}
	if cells > vega.MaxMarks {
		return nil
	}
	var layers []vega.Layer
	titles := l.titles()
	for i := range l.maps {
		m := &l.maps[i]
		left := l.right(i%l.columns) - l.side
		top := panel*vg.Length(i/l.columns) + vg.Points(heatTitle)
		var title figure.OldTexts
		title.Add(left, top-vg.Points(7), titles[i])
		layers = append(layers, title.Layer(heatTitleStyle().Font.Size, "left", "alphabetic",
			vega.Ink))
		layers = append(layers, m.cells(left, top, l.side, l.values)...)
		if m.K <= maxLabels {
			layers = append(layers, m.besides(m.namesIn(l.shown), left, top, l.side,
				l.nameRoom(i)))
		}
		layers = append(layers, m.ranks(left, top, l.side)...)
	}
	layers = append(layers, unitScale(width-vg.Points(scaleWidth-14), vg.Points(heatTitle),
		l.side, l.values)...)
	return []vega.Panel{{Width: figure.Pixels(width), Height: figure.Pixels(height),
		Layers: layers}}
}

// cells are the cells of a map, and the values that they hold.
func (m *HeatMap) cells(left, top, side vg.Length, values string) []vega.Layer {
	names := shownNames(m.Features)
	h := hoverCells{rows: m.K, columns: m.K, left: left, top: top, width: side, height: side,
		value: func(i, j int) float64 { return m.Values[i*m.K+j] }, hi: 1, rowNames: names,
		names: names, row: "feature", column: "and feature", values: values}
	out := []vega.Layer{h.layer()}
	if m.K > maxValues {
		return out
	}
	cell := side / vg.Length(m.K)
	var texts figure.OldTexts
	var rows, columns []string
	var held []float64
	for i, v := range m.Values {
		if a, b := i/m.K, i%m.K; a != b && v >= 0.5 {
			rows, columns, held = append(rows, names[a]), append(columns, names[b]), append(held, v)
			texts.Add(left+cell*(vg.Length(b)+0.5), top+cell*(vg.Length(a)+0.5), cellText(v))
		}
	}
	printed := texts.Layer(min(figure.TextSize*0.85, cell*0.56), "center", "middle", "black")
	printed.Table.Words("na", rows...)
	printed.Table.Words("nb", columns...)
	printed.Table.Numbers("v", held...)
	printed.Encoding["tooltip"] = h.tips() // that of the cell, which it covers
	return append(out, printed)
}

// besides are the names left of the rows.
func (m *HeatMap) besides(names []string, left, top, side, room vg.Length) vega.Layer {
	cell := side / vg.Length(len(names))
	style := nameStyle(cell)
	var texts figure.OldTexts
	for i, name := range names {
		texts.Add(left-vg.Points(6), top+cell*(vg.Length(i)+0.5), figure.Fit(style, name, room))
	}
	return texts.Layer(style.Font.Size, "right", "middle", vega.Ink)
}

// ranks are the ranks below the cells, and beside them where there are no names.
func (m *HeatMap) ranks(left, top, side vg.Length) []vega.Layer {
	cell := side / vg.Length(m.K)
	step := rankStep(side, m.K)
	var below, beside figure.OldTexts
	for k := 1; k <= m.K; k++ {
		if !rankLabeled(k, step) {
			continue
		}
		at := cell * (vg.Length(k) - 0.5)
		below.Add(left+at, top+side+vg.Points(4), wording.Itoa(k))
		if m.K > maxLabels {
			beside.Add(left-vg.Points(5), top+at, wording.Itoa(k))
		}
	}
	var label figure.OldTexts
	label.Add(left+side/2, top+side+vg.Points(18), "rank")
	out := []vega.Layer{below.Layer(figure.TextSize*0.9, "center", "top", vega.Ink),
		label.Layer(figure.TextSize*0.9, "center", "top", vega.Ink)}
	if m.K > maxLabels {
		out = append(out, beside.Layer(figure.TextSize*0.9, "right", "middle", vega.Ink))
	}
	return out
}
