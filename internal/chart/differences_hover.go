package chart

import (
	"cmp"
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// layers are the map with its first cell at a point, from the upper left corner, and its scale of
// colors of the given height.
func (l *differ) layers(at vg.Point, height, width vg.Length) []vega.Layer {
	var rows, upright figure.OldTexts
	for i, name := range l.rows {
		rows.Add(at.X-vg.Points(6), at.Y+vg.Points(cellHeight)*(vg.Length(i)+.5), name)
	}
	for j, name := range l.across {
		if name != "" {
			upright.Add(at.X+l.cell*(vg.Length(j)+.5), at.Y-vg.Points(5), name)
		}
	}
	heads := upright.Layer(figure.TextSize, "center", "bottom", vega.Ink)
	if l.slanted {
		heads.Mark["align"], heads.Mark["baseline"], heads.Mark["angle"] = "left", "middle", 270
	}
	shares, labels, wide := l.ticks()
	label := figure.Fit(figure.TextStyle(figure.TextSize), l.Values, height)
	scale := hoverScale(func(share float64) color.NRGBA { return diverging(2*share - 1) },
		at.X+l.cell*vg.Length(len(l.Columns))+vg.Points(14), at.Y, height, shares, labels, label,
		vg.Points(10)+wide)
	out := []vega.Layer{titleLayer(l.title(width), -vg.Points(differMargin), -vg.Points(16)),
		rows.Layer(nameStyle(figure.TextSize).Font.Size, "right", "middle", vega.Ink), heads}
	return append(append(out, l.hoverCells(at)...), scale...)
}

// hoverCells are the known cells and the texts in them, which cover the cells and have their
// tooltips; and the gray ones, which have none.
func (l *differ) hoverCells(at vg.Point) []vega.Layer {
	var rows, columns, values []float64
	var grayRows, grayColumns []float64
	var texts, printed, ours []string
	style := l.cellStyle()
	for i, row := range l.Cells {
		for j, c := range row {
			if !c.Known {
				grayRows = append(grayRows, float64(i))
				grayColumns = append(grayColumns, float64(j))
				continue
			}
			rows, columns = append(rows, float64(i)), append(columns, float64(j))
			values, texts = append(values, c.Value), append(texts, c.Text)
			printed, ours = append(printed, c.Printed), append(ours, c.Ours)
		}
	}
	t := &vega.Table{}
	t.Numbers("a", rows...)
	t.Numbers("b", columns...)
	t.Numbers("v", values...)
	t.Words("d", texts...)
	t.Words("p", printed...)
	t.Words("o", ours...)
	edge := func(from, size vg.Length, at string) string {
		return fmt.Sprintf("round(%.6g + %.6g * %s)", figure.Pixels(from), size.Dots(vega.Dpi), at)
	}
	height := vg.Points(cellHeight)
	tips := vega.Tips(vega.Tip{Field: "na", Title: "row"}, vega.Tip{Field: "nb", Title: "column"},
		vega.Tip{Field: "p", Title: cmp.Or(l.Less, "printed")},
		vega.Tip{Field: "o", Title: cmp.Or(l.Of, "ours")},
		vega.Tip{Field: "d", Title: "difference"})
	joins := []vega.Join{joined("a", "na", shortened(l.Rows)),
		joined("b", "nb", shortened(l.Columns))}
	edges := []vega.Computed{{As: "x", Expression: edge(at.X, l.cell, "datum.b")},
		{As: "x2", Expression: edge(at.X, l.cell, "(datum.b + 1)")},
		{As: "y", Expression: edge(at.Y, height, "datum.a")},
		{As: "y2", Expression: edge(at.Y, height, "(datum.a + 1)")}}
	cells := vega.Layer{Table: t, Joined: joins,
		Mark: vega.Object{"type": "rect", "stroke": vega.GridInk,
			"strokeWidth": figure.Pixels(vg.Points(.5))},
		Computed: edges,
		Encoding: vega.Object{"x": vega.Pixels("x"), "x2": vega.End("x2"), "y": vega.Pixels("y"),
			"y2": vega.End("y2"), "color": l.colors("v"), "tooltip": tips}}
	words := vega.Layer{Table: t, Joined: joins,
		Mark: vega.Object{"type": "text", "align": "center", "baseline": "middle",
			"color": "black", "fontSize": figure.Pixels(style.Font.Size)},
		Computed: []vega.Computed{{As: "x", Expression: edge(at.X, l.cell, "(datum.b + .5)")},
			{As: "y", Expression: edge(at.Y, height, "(datum.a + .5)")}},
		Encoding: vega.Object{"x": vega.Pixels("x"), "y": vega.Pixels("y"),
			"text": vega.Detail("d"), "tooltip": tips}}
	out := []vega.Layer{cells}
	if !l.bare {
		out = append(out, words)
	}
	if l.Gray && len(grayRows) > 0 {
		unknown := &vega.Table{}
		unknown.Numbers("a", grayRows...)
		unknown.Numbers("b", grayColumns...)
		out = append(out, vega.Layer{Table: unknown, Computed: edges,
			Mark: vega.Object{"type": "rect", "stroke": vega.GridInk,
				"strokeWidth": figure.Pixels(vg.Points(.5)), "color": vega.Color(unknownCell)},
			Encoding: vega.Object{"x": vega.Pixels("x"), "x2": vega.End("x2"),
				"y": vega.Pixels("y"), "y2": vega.End("y2")}})
	}
	return out
}

// shortened are names as tooltips have them.
func shortened(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = wording.Shorten(name, wording.MaxName)
	}
	return out
}

// colors are those of a field: white at 0, between the largest differences in either direction.
func (l *differ) colors(field string) vega.Object {
	end := l.largest
	if end == 0 {
		end = 1
	}
	return vega.Object{"field": field, "type": "quantitative", "legend": nil,
		"scale": vega.Object{"domain": vega.Numbers(-end, 0, end),
			"range": vega.Strings(vega.Color(below), vega.Color(diverging(0)), vega.Color(above)),
			"clamp": true, "interpolate": "rgb"}}
}
