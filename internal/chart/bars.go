package chart

import (
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// Bars draws numbers as horizontal bars from 0 with whiskers: a row for each feature.
type Bars struct {
	Title, X string
	Rows     []wording.Feature
	Bars     []Bar // one a row
}

// Bar is a number, and the ends of its whisker.
type Bar struct{ Value, Low, High float64 }

const (
	barsHead = 30 // points above the bars: the title
	barsFoot = 42 // points below them: ticks and label
)

// Figure draws the bars.
func (b *Bars) Figure(alt string, caption figure.Caption) *figure.Figure {
	names := nameRows(b.Rows)
	left, width := names.room+vg.Points(18), 6.8*vg.Inch
	n := figure.NewNote(caption.Text, width)
	rows := names.height()
	f := &figure.Figure{
		Width: width, Height: vg.Points(barsHead+barsFoot) + rows + n.Height(), Alt: alt,
		Caption: caption,
		Draw: func(c draw.Canvas) {
			top := c.Max.Y - vg.Points(barsHead)
			names.draw(c, b.Title, top, left, width)
			b.drawBars(c, vg.Rectangle{Min: vg.Point{X: c.Min.X + left, Y: top - rows},
				Max: vg.Point{X: c.Max.X - vg.Points(18), Y: top}})
			n.Draw(c)
		},
	}
	f.NamingFeatures(b.Rows, names.names)
	return f.WithPanels(1, left, 0, func() []vega.Panel {
		return []vega.Panel{b.panel(names, left, width)}
	})
}

// span is the range of the axis: all bars and whiskers, 0, and a margin.
func (b *Bars) span() (lo, hi float64) {
	for _, v := range b.Bars {
		lo, hi = min(lo, v.Value, v.Low), max(hi, v.Value, v.High)
	}
	if !(hi > lo) || math.IsInf(hi-lo, 0) {
		return -1, 1
	}
	margin := (hi - lo) * 0.02
	if lo < 0 {
		lo -= margin
	}
	return lo, hi + margin
}

// drawBars draws the bars, the axis and its label.
func (b *Bars) drawBars(c draw.Canvas, at vg.Rectangle) {
	lo, hi := b.span()
	wide := at.Max.X - at.Min.X
	place := func(v float64) vg.Length { return at.Min.X + wide*vg.Length((v-lo)/(hi-lo)) }
	tick := figure.TextStyle(figure.TextSize * 0.9)
	tick.XAlign, tick.YAlign = text.XCenter, text.YTop
	for _, t := range (figure.AxisTicks{Room: wide, Style: tick}).Ticks(lo, hi) {
		if t.Label == "" {
			continue
		}
		c.StrokeLine2(draw.LineStyle{Color: figure.GridInk, Width: vg.Points(0.7)}, place(t.Value),
			at.Min.Y, place(t.Value), at.Max.Y)
		c.FillText(tick, vg.Point{X: place(t.Value), Y: at.Min.Y - vg.Points(4)}, t.Label)
	}
	label := figure.TextStyle(figure.TextSize)
	label.XAlign, label.YAlign = text.XCenter, text.YTop
	c.FillText(label, vg.Point{X: at.Min.X + wide/2, Y: at.Min.Y - vg.Points(20)},
		figure.Fit(label, b.X, wide))
	for i, v := range b.Bars {
		y := at.Max.Y - rowMiddle(i)
		drawBar(c, barColor(), y, place(0), place(v.Value), place(v.Low), place(v.High))
	}
	c.StrokeLine2(draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(0.7)}, place(0), at.Min.Y,
		place(0), at.Max.Y)
}
