package chart

import (
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// hoverAxis places what the plot draws in pixels from the upper left corner of the figure.
type hoverAxis struct {
	*CriticalDifference
	width, left, right, y vg.Length
}

// panel is the whole plot, each method with its average rank on hover.
func (d *CriticalDifference) panel(width, below, height vg.Length, levels []int) vega.Panel {
	a := hoverAxis{d, width, 0.3 * width, 0.7 * width, vg.Points(rankTop)}
	title := figure.TextStyle(figure.TextSize * 1.15)
	layers := []vega.Layer{titleLayer(figure.Fit(title, d.Title, width-vg.Points(20)),
		-vg.Points(10), -vg.Points(17))}
	layers = append(layers, a.axis()...)
	layers = append(layers, a.difference()...)
	layers = append(layers, a.methods(below)...)
	return vega.Panel{Width: figure.Pixels(width), Height: figure.Pixels(height),
		Layers: append(layers, a.groups(levels)...)}
}

func (a hoverAxis) at(rank float64) vg.Length {
	return a.left + (a.right-a.left)*vg.Length((rank-1)/float64(len(a.Names)-1))
}

func (a hoverAxis) place(i int) vg.Length { return a.at(a.Average[a.Order[i]]) }

func (a hoverAxis) axis() []vega.Layer {
	style := figure.TextStyle(figure.TextSize * 0.9)
	var lines figure.Rules
	var labels, side figure.Texts
	lines.Add(a.left, a.y, a.right, a.y)
	for _, t := range figure.RankTicks(len(a.Names), a.right-a.left, style) {
		x := a.at(t.Value)
		lines.Add(x, a.y, x, a.y-vg.Points(4))
		labels.Add(x, a.y-vg.Points(6), t.Label)
	}
	side.Add(a.left-vg.Points(14), a.y-vg.Points(6), "average rank, best first")
	return []vega.Layer{lines.Layer(vg.Points(1), vega.SoftInk, nil),
		labels.Layer(style.Font.Size, "center", "bottom", vega.Ink),
		side.Layer(style.Font.Size, "right", "bottom", vega.SoftInk)}
}

func (a hoverAxis) difference() []vega.Layer {
	y, last := a.y-vg.Points(33), float64(len(a.Names))
	end := 1 + a.Difference
	label := "critical difference " + wording.Fixed(a.Difference, 2)
	var dash []vg.Length
	var bar, ends figure.Rules
	from, to := a.at(1), a.at(min(end, last))
	bar.Add(from, y, to, y)
	ends.Add(from, y-vg.Points(4), from, y+vg.Points(4))
	if end > last {
		label += ", more than the axis is long"
		dash = figure.Dashes
	} else {
		ends.Add(to, y-vg.Points(4), to, y+vg.Points(4))
	}
	var words figure.Texts
	words.Add(from, y-vg.Points(6), label)
	return []vega.Layer{bar.Layer(vg.Points(1.5), vega.Ink, dash),
		ends.Layer(vg.Points(1.5), vega.Ink, nil),
		words.Layer(figure.TextSize*0.9, "left", "bottom", vega.Ink)}
}

// methods are the lines from the ranks to the names, and the names, which show the whole name and
// the rank on hover.
func (a hoverAxis) methods(below vg.Length) []vega.Layer {
	k := len(a.Names)
	half := (k + 1) / 2
	var wide vg.Length // of the ranks
	for _, rank := range a.Average {
		wide = max(wide, figure.SmallStyle().Width(wording.Fixed(rank, 2))+vg.Points(7))
	}
	room := a.left - vg.Points(14+5+rankMargin) - wide
	labels := figure.FitApart(figure.TextStyle(figure.TextSize), a.Names, room)
	var lines figure.Rules
	var names, ranks [2]figure.Texts
	var whole [2][]int
	for i, m := range a.Order {
		row, edge, out, side := i, a.left-vg.Points(14), vg.Length(-1), 0
		if i >= half {
			row, edge, out, side = k-1-i, a.right+vg.Points(14), 1, 1
		}
		x, y := a.place(i), a.y+below+vg.Points(rankRow*(float64(row)+0.5))
		lines.Add(x, a.y, x, y)
		lines.Add(x, y, edge, y)
		at := edge + out*vg.Points(5)
		ranks[side].Add(at, y, wording.Fixed(a.Average[m], 2))
		names[side].Add(at+out*wide, y, labels[m])
		whole[side] = append(whole[side], m)
	}
	out := []vega.Layer{lines.Layer(vg.Points(0.9), vega.SoftInk, nil)}
	for side, align := range []string{"right", "left"} {
		for _, texts := range []vega.Layer{
			ranks[side].Layer(figure.TextSize*0.9, align, "middle", vega.SoftInk),
			names[side].Layer(figure.TextSize, align, "middle", vega.Ink)} {
			out = append(out, a.withTips(texts, whole[side]))
		}
	}
	return out
}

// withTips adds the methods and their average ranks.
func (a hoverAxis) withTips(l vega.Layer, methods []int) vega.Layer {
	var names []string
	var ranks []float64
	for _, m := range methods {
		names, ranks = append(names, a.Names[m]), append(ranks, a.Average[m])
	}
	l.Table.Words("n", names...)
	l.Table.Numbers("r", ranks...)
	l.Encoding["tooltip"] = vega.Tips(vega.Tip{Field: "n", Title: "method"},
		vega.Tip{Field: "r", Title: "average rank", Format: ".3f"})
	return l
}

func (a hoverAxis) groups(levels []int) []vega.Layer {
	var bars figure.Rules
	for i, g := range a.Groups {
		y, over := a.y+vg.Points(10+rankLevel*float64(levels[i])), vg.Points(3)
		bars.Add(a.place(g[0])-over, y, a.place(g[1])+over, y)
	}
	if len(a.Groups) == 0 {
		return nil
	}
	return []vega.Layer{bars.Layer(vg.Points(4), vega.Color(figure.Palette[0]), nil)}
}
