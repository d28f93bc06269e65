package figure

import (
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	barWidth = 260 // points
	barGap   = 6   // points above it
	barThick = 10
	barTicks = 17 // points for the ticks and their labels
	barLabel = 14 // points for the name of the values
)

// colorBar is a scale of colors in the place of a legend.
type colorBar struct {
	color  func(share float64) color.NRGBA // of the place between lo and hi, from 0 to 1
	scale  Scale
	lo, hi float64
	label  string
}

// NewColorBar is a legend of values between lo and hi that are shown by color: a horizontal bar
// with ticks, the name of the values below it. Equal lo and hi have a bar of one color.
func NewColorBar(at func(share float64) color.NRGBA, lo, hi float64, values string,
	width vg.Length) *Legend {
	scale := NewScale(lo, hi)
	style := TextStyle(TextSize)
	return &Legend{width: width, bar: &colorBar{color: at, scale: scale, lo: lo, hi: hi,
		label: Fit(style, scale.LabelOf(values), width)}}
}

func (*colorBar) height() vg.Length {
	return vg.Points(barGap + barThick + barTicks + barLabel + legendPad)
}

// draw draws the bar centered below the point at the top of the middle.
func (b *colorBar) draw(c draw.Canvas, at vg.Point) {
	at.Y -= vg.Points(barGap)
	r := vg.Rectangle{
		Min: vg.Point{X: Pixel(at.X - vg.Points(barWidth)/2), Y: Pixel(at.Y - vg.Points(barThick))},
		Max: vg.Point{X: Pixel(at.X + vg.Points(barWidth)/2), Y: Pixel(at.Y)},
	}
	const steps = 256
	for i := range steps { // each to the right end, so that no renderer leaves seams
		left := Pixel(r.Min.X + (r.Max.X-r.Min.X)*vg.Length(i)/steps)
		share := (float64(i) + .5) / steps
		if b.lo == b.hi {
			share = .5
		}
		FillRect(c, b.color(share), vg.Rectangle{Min: vg.Point{X: left, Y: r.Min.Y}, Max: r.Max})
	}
	style := TextStyle(TextSize * 0.9)
	style.XAlign, style.YAlign = text.XCenter, text.YTop
	from, to := b.scale.At(b.lo), b.scale.At(b.hi)
	ticks := AxisTicks{Room: vg.Points(barWidth), Style: style}.Ticks(from, to)
	for _, t := range ticks {
		share := .5
		if to > from {
			share = (t.Value - from) / (to - from)
		}
		x := r.Min.X + (r.Max.X-r.Min.X)*vg.Length(share)
		c.StrokeLine2(draw.LineStyle{Color: SoftInk, Width: vg.Points(0.6)}, x, r.Min.Y, x,
			r.Min.Y-vg.Points(3))
		c.FillText(style, vg.Point{X: x, Y: r.Min.Y - vg.Points(5)}, t.Label)
	}
	name := TextStyle(TextSize)
	name.XAlign, name.YAlign = text.XCenter, text.YTop
	c.FillText(name, vg.Point{X: at.X, Y: r.Min.Y - vg.Points(barTicks)}, b.label)
}
