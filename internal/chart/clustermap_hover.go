package chart

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// panel is the map with its tree and scale of colors, or nil for more cells than Vega-Lite has.
func (l *clusterMap) panel(width, height vg.Length) []vega.Panel {
	if l.K*l.K > vega.MaxMarks {
		return nil
	}
	left, top := l.names, vg.Points(heatTitle)
	title := figure.TextStyle(figure.TextSize * 1.1)
	mean := fmt.Sprintf(": %d features, mean %s", l.K, wording.Fixed(l.Mean, 2))
	var heading figure.OldTexts
	heading.Add(left, top-vg.Points(7), figure.Fit(title, l.Label, l.side-title.Width(mean))+mean)
	layers := []vega.Layer{heading.Layer(title.Font.Size, "left", "alphabetic", vega.Ink)}
	layers = append(layers, l.ordered.cells(left, top, l.side, l.Scale)...)
	layers = append(layers, l.labels(left, top)...)
	layers = append(layers, l.groups(left, top)...)
	layers = append(layers, l.tree(left+l.side+vg.Points(2*treeGap+treeStrip), top)...)
	layers = append(layers, unitScale(width-vg.Points(scaleWidth-14), top, l.side, l.Scale)...)
	return []vega.Panel{{Width: figure.Pixels(width), Height: figure.Pixels(height),
		Layers: layers}}
}

// labels are names and ranks beside the cells and below them.
func (l *clusterMap) labels(left, top vg.Length) []vega.Layer {
	small := figure.TextSize * 0.9
	var label figure.OldTexts
	if l.K > maxLabels {
		label.Add(left+l.side/2, top+l.side+vg.Points(18), "features in the order of the tree")
		return []vega.Layer{label.Layer(small, "center", "top", vega.Ink)}
	}
	cell := l.side / vg.Length(l.K)
	var beside, below, heading figure.OldTexts
	for place, a := range l.Order {
		at := cell * (vg.Length(place) + 0.5)
		beside.Add(left-vg.Points(6), top+at, wording.Itoa(a+1))
		below.Add(left+at, top+l.side+vg.Points(4), wording.Itoa(a+1))
	}
	heading.Add(left-vg.Points(6), top-vg.Points(7), "rank")
	out := []vega.Layer{
		l.ordered.besides(l.ordered.namesIn(l.shown), left-vg.Points(treeRank), top, l.side,
			l.names-vg.Points(treeRank+8)),
		beside.Layer(nameStyle(cell).Font.Size, "right", "middle", vega.Ink),
		heading.Layer(small, "right", "alphabetic", vega.SoftInk),
	}
	if size := min(small, cell*0.76); size >= vg.Points(6.2) {
		label.Add(left+l.side/2, top+l.side+vg.Points(18), "rank")
		out = append(out, below.Layer(size, "center", "top", vega.Ink),
			label.Layer(small, "center", "top", vega.Ink))
	}
	return out
}

// groups are the frames of the groups and the strip with their numbers.
func (l *clusterMap) groups(left, top vg.Length) []vega.Layer {
	const least = 9 // points that a number needs
	var frames, strip figure.Rules
	var inks, words []string
	var numbers [2]figure.OldTexts // in black and in white
	cell := l.side / vg.Length(l.K)
	beside := left + l.side + vg.Points(treeGap)
	for i, g := range l.Groups {
		first, behind := l.places(g)
		from, to := cell*vg.Length(first), cell*vg.Length(behind)
		if to-from > vg.Points(least) {
			frames.Add(left+from, top+from, left+to, top+from)
			frames.Add(left+to, top+from, left+to, top+to)
			frames.Add(left+from, top+to, left+to, top+to)
			frames.Add(left+from, top+from, left+from, top+to)
		}
		gap := min(vg.Points(0.8), (to-from)/8)
		strip.Add(beside, top+from+gap, beside+vg.Points(treeStrip), top+to-gap)
		inks = append(inks, vega.Color(figure.SeriesColor(i)))
		words = append(words, fmt.Sprintf("%d: %s", i+1, wording.Plural(len(g), "feature",
			"features")))
		style := figure.TextStyle(min(figure.TextSize*0.9, (to-from)*0.8))
		if label := wording.Itoa(i + 1); to-from >= vg.Points(least) &&
			style.Width(label) <= vg.Points(treeStrip) {
			ink := 0
			if r, _, _, _ := onColor(figure.SeriesColor(i)).RGBA(); r > 0 {
				ink = 1
			}
			numbers[ink].Add(beside+vg.Points(treeStrip)/2, top+(from+to)/2, label)
		}
	}
	filled := strip.Filled(inks)
	filled.Table.Words("g", words...)
	filled.Encoding["tooltip"] = vega.Tips(vega.Tip{Field: "g", Title: "group"})
	out := []vega.Layer{frames.Layer(vg.Points(1.6), "white", nil), filled}
	for i, ink := range []string{"black", "white"} {
		out = append(out, numbers[i].Layer(figure.TextSize*0.9, "center", "middle", ink))
	}
	return out
}

// tree is the branches, with the value at which they join on hover, and their axis.
func (l *clusterMap) tree(left, top vg.Length) []vega.Layer {
	k := l.K
	x := func(height float64) vg.Length { return left + vg.Points(treeWidth)*vg.Length(height) }
	width := vg.Points(1.3)
	if k > maxLabels {
		width = max(vg.Points(0.4), vg.Points(1.3*maxLabels/float64(k)))
	}
	at, ends := make([]vg.Length, k, 2*k), make([]vg.Length, k, 2*k)
	branch := make([]string, k, 2*k)
	for place, a := range l.Order {
		at[a] = top + l.side*(vg.Length(place)+0.5)/vg.Length(k)
		ends[a], branch[a] = left, vega.SoftInk
	}
	within := 1 // merges inside of groups come first
	for i, g := range l.Groups {
		within += len(g) - 1
		for _, a := range g {
			branch[a] = vega.Color(figure.SeriesColor(i))
		}
	}
	var lines figure.Rules
	var inks []string
	var joins []float64
	for i, m := range l.Tree {
		ink := vega.SoftInk
		if i+1 < within {
			ink = branch[m.A]
		}
		a, b, join := at[m.A], at[m.B], x(m.Height)
		lines.Add(ends[m.A], a, join, a)
		lines.Add(join, a, join, b)
		lines.Add(ends[m.B], b, join, b)
		inks = append(inks, ink, ink, ink)
		joins = append(joins, 1-m.Height, 1-m.Height, 1-m.Height)
		at, ends = append(at, (a+b)/2), append(ends, join)
		branch = append(branch, ink)
	}
	branches := lines.Layer(width, vega.SoftInk, nil)
	branches.Table.Words("c", inks...)
	branches.Table.Numbers("v", joins...)
	branches.Encoding["stroke"] = vega.As("c")
	branches.Encoding["tooltip"] = vega.Tips(vega.Tip{Field: "v", Title: "mean " + l.Scale,
		Format: ".2f"})
	return append(l.treeAxis(left, top, x), branches)
}

// treeAxis is the axis of the branches below them, and the cut.
func (l *clusterMap) treeAxis(
	left, top vg.Length, x func(height float64) vg.Length,
) []vega.Layer {
	small, bottom := figure.TextSize*0.9, top+l.side
	var axis, cut figure.Rules
	var ticks, label, heading figure.OldTexts
	axis.Add(left, bottom, left+vg.Points(treeWidth), bottom)
	for i := range 6 {
		at := x(1 - float64(i)/5)
		axis.Add(at, bottom, at, bottom+vg.Points(3))
		ticks.Add(at, bottom+vg.Points(4), wording.Fixed(float64(i)/5, 1))
	}
	label.Add(left+vg.Points(treeWidth)/2, bottom+vg.Points(18), "mean "+l.Scale)
	at := x(1 - l.Cut)
	cut.Add(at, bottom, at, top-vg.Points(3))
	words := "groups from " + l.CutText
	half := figure.SmallStyle().Width(words) / 2
	heading.Add(min(max(at, left+half), left+vg.Points(treeWidth)-half), top-vg.Points(7), words)
	return []vega.Layer{axis.Layer(vg.Points(0.6), vega.SoftInk, nil),
		ticks.Layer(small, "center", "top", vega.Ink),
		label.Layer(small, "center", "top", vega.Ink),
		cut.Layer(vg.Points(1), vega.SoftInk, figure.Dashes),
		heading.Layer(small, "center", "alphabetic", vega.SoftInk)}
}
