package chart

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
)

// hoverRanks is the largest number of ranks of a panel that have a tooltip and a vertex of the
// curve; of more those that change the drawing.
const hoverRanks = 400

// Layers implements figure.Mark.
func (c *spectrum) Layers() []vega.Layer {
	finite := c.Scores[c.PlusInf : len(c.Scores)-c.MinusInf]
	rank := func(i int) float64 { return float64(c.PlusInf + i + 1) }
	score := func(i int) float64 { return c.scale.At(finite[i]) }
	var out []vega.Layer
	places := c.visible(finite, c.on)
	if knee := c.Knee - 1 - c.PlusInf; c.Knee > 0 {
		out = append(out, c.before(knee, places, rank, score, c.on)...)
	}
	if last := len(finite) - 1; last > 0 {
		ends := &vega.Table{}
		ends.Numbers("x", rank(0), rank(last))
		ends.Numbers("y", score(0), score(last))
		out = append(out, vega.Layer{Table: ends, Mark: vega.Object{"type": "line",
			"color": vega.SoftInk, "strokeWidth": 1.4, "strokeDash": figure.Dash(figure.Dashes)}})
	}
	out = append(out, c.curve(places, finite, rank, score)...)
	if c.Knee > 0 {
		out = append(out, c.knee(rank, score))
	}
	out = append(out, c.infinite(c.on)...)
	t := &vega.Table{}
	t.Numbers("x", c.on.X.Max)
	t.Words("t", c.Text)
	return append(out, vega.Layer{Table: t, Mark: vega.Object{"type": "text", "align": "right",
		"baseline": "top", "y": 4, "fontSize": vega.SmallSize},
		Encoding: vega.Object{"y": vega.Fixed(4), "text": vega.Detail("t")}})
}

// visible are the places of the finite scores that change the drawing of the curve.
func (c *Spectrum) visible(finite []float64, on figure.Frame) []int {
	var out []int
	if len(finite) <= hoverRanks {
		return upTo(len(finite))
	}
	step := (on.X.Max - on.X.Min) / hoverRanks
	fall := (finite[0] - finite[len(finite)-1]) / hoverRanks
	lastRank, lastScore := math.Inf(-1), math.Inf(1)
	for i, v := range finite {
		knee := i == c.Knee-1-c.PlusInf
		if float64(i)-lastRank >= step || lastScore-v >= fall || knee || i == len(finite)-1 {
			out = append(out, i)
			lastRank, lastScore = float64(i), v
		}
	}
	return out
}

// before is the tinted area up to the knee, and the line below it.
func (c *Spectrum) before(
	knee int, places []int, rank, score func(int) float64, on figure.Frame,
) []vega.Layer {
	area := &figure.Band{Ink: figure.Faded(figure.Palette[0], 0.12)}
	for _, i := range places {
		if i <= knee {
			area.X, area.Y = append(area.X, rank(i)), append(area.Y, score(i))
			area.Y2 = append(area.Y2, on.Y.Min)
		}
	}
	line := &figure.Rules{Style: draw.LineStyle{Color: kneeColor(), Width: vg.Points(1),
		Dashes: []vg.Length{vg.Points(2), vg.Points(2)}}}
	line.Between(rank(knee), on.Y.Min, rank(knee), score(knee))
	return append(area.Layers(), line.Layers()...)
}

// curve is the scores, with their ranks and names on hover.
func (c *Spectrum) curve(
	places []int, finite []float64, rank, score func(int) float64,
) []vega.Layer {
	if len(places) == 0 {
		return nil
	}
	t := &vega.Table{}
	t.Numbers("x", taken(places, rank)...)
	t.Numbers("y", taken(places, score)...)
	t.Words("v", taken(places, func(i int) string { return chartNumber(finite[i]) })...)
	ink, opacity := vega.Color(figure.Palette[0]), 1
	if len(finite) > 50 {
		opacity = 0
	}
	tips := []vega.Tip{{Field: "x", Title: "rank", Format: "d"}, {Field: "v", Title: "score"}}
	if len(c.Names) > 0 {
		t.Words("n", taken(places, func(i int) string { return c.Names[c.PlusInf+i] })...)
		tips = append([]vega.Tip{{Field: "n", Title: "feature"}}, tips...)
	}
	return []vega.Layer{
		{Table: t, Mark: vega.Object{"type": "line", "color": ink, "strokeWidth": 2}},
		{Table: t, Mark: vega.Object{"type": "point", "filled": true, "opacity": opacity,
			"color": ink, "size": figure.GlyphSize(vg.Points(2.2))},
			Encoding: vega.Object{"tooltip": vega.Tips(tips...)}},
	}
}

// knee is the glyph at the knee.
func (c *Spectrum) knee(rank, score func(int) float64) vega.Layer {
	at := c.Knee - 1 - c.PlusInf
	t := &vega.Table{}
	t.Numbers("x", rank(at))
	t.Numbers("y", score(at))
	t.Words("t", c.Text)
	return vega.Layer{Table: t, Mark: vega.Object{"type": "point", "filled": true, "opacity": 1,
		"color": vega.Color(kneeColor()), "shape": figure.GlyphPath(kneeGlyph(c.Slight)),
		"size": figure.GlyphSize(vg.Points(4))},
		Encoding: vega.Object{"tooltip": vega.Tips(vega.Tip{Field: "t", Title: "knee"})}}
}

// infinite marks the ranks with infinite scores at the edges of the panel.
func (c *Spectrum) infinite(on figure.Frame) []vega.Layer {
	high := on.Y.Max - 0.09*(on.Y.Max-on.Y.Min)
	low := on.Y.Min + 0.03*(on.Y.Max-on.Y.Min)
	var out []vega.Layer
	for _, side := range []struct {
		from, to int
		y, up    float64
		score    string
	}{{0, c.PlusInf, high, 1, "∞"},
		{len(c.Scores) - c.MinusInf, len(c.Scores), low, -1, "−∞"}} {
		if side.to == side.from {
			continue
		}
		var x, y []float64
		var scores []string
		for i := side.from; i < side.to; i++ {
			x, y, scores = append(x, float64(i+1)), append(y, side.y), append(scores, side.score)
		}
		t := &vega.Table{}
		t.Numbers("x", x...)
		t.Numbers("y", y...)
		t.Words("v", scores...)
		tips := []vega.Tip{{Field: "x", Title: "rank", Format: "d"}, {Field: "v", Title: "score"}}
		if len(c.Names) > 0 {
			t.Words("n", c.Names[side.from:side.to]...)
			tips = append([]vega.Tip{{Field: "n", Title: "feature"}}, tips...)
		}
		shape := figure.GlyphPath(figure.Polygon{Sides: 3, Up: side.up, Filled: true})
		out = append(out, vega.Layer{Table: t, Mark: vega.Object{"type": "point", "filled": true,
			"opacity": 1, "color": vega.Color(figure.Palette[0]), "shape": shape,
			"size": figure.GlyphSize(vg.Points(2.6))},
			Encoding: vega.Object{"tooltip": vega.Tips(tips...)}})
	}
	return out
}
