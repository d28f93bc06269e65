package figure

import (
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/vega"
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
		FillRect(c, b.step(i, steps), vg.Rectangle{Min: vg.Point{X: left, Y: r.Min.Y}, Max: r.Max})
	}
	style := TextStyle(TextSize * 0.9)
	style.XAlign, style.YAlign = text.XCenter, text.YTop
	b.ticks(func(share float64, label string) {
		x := r.Min.X + (r.Max.X-r.Min.X)*vg.Length(share)
		c.StrokeLine2(draw.LineStyle{Color: SoftInk, Width: vg.Points(0.6)}, x, r.Min.Y, x,
			r.Min.Y-vg.Points(3))
		c.FillText(style, vg.Point{X: x, Y: r.Min.Y - vg.Points(5)}, label)
	})
	name := TextStyle(TextSize)
	name.XAlign, name.YAlign = text.XCenter, text.YTop
	c.FillText(name, vg.Point{X: at.X, Y: r.Min.Y - vg.Points(barTicks)}, b.label)
}

func (b *colorBar) step(i, steps int) color.NRGBA {
	if b.lo == b.hi {
		return b.color(.5)
	}
	return b.color((float64(i) + .5) / float64(steps))
}

// ticks calls f with the places of the ticks, from 0 to 1, and their labels.
func (b *colorBar) ticks(f func(share float64, label string)) {
	from, to := b.scale.At(b.lo), b.scale.At(b.hi)
	ticks := AxisTicks{Room: vg.Points(barWidth), Style: TextStyle(TextSize * 0.9)}
	for _, t := range ticks.Ticks(from, to) {
		share := .5
		if to > from {
			share = (t.Value - from) / (to - from)
		}
		f(share, t.Label)
	}
}

// layers are the colors of the bar, its ticks with their labels, and its name.
func (b *colorBar) layers(width, begin vg.Length) []vega.Layer {
	const steps = 64
	left := Pixels(max(0, (width-vg.Points(barWidth))/2) - begin)
	across, top := Pixels(vg.Points(barWidth)), Pixels(vg.Points(barGap))
	var from, to []float64
	var colors []string
	for i := range steps { // each to the right end, as above
		from = append(from, left+float64(across*float64(i)/steps))
		to = append(to, left+across)
		colors = append(colors, vega.Color(b.step(i, steps)))
	}
	cells := &vega.Table{}
	cells.Numbers("x", from...)
	cells.Numbers("x2", to...)
	cells.Words("c", colors...)
	mark := vega.Object{"type": "rect", "y": top, "y2": top + Pixels(vg.Points(barThick))}
	var at []float64
	var labels []string
	b.ticks(func(share float64, label string) {
		at, labels = append(at, left+float64(across*share)), append(labels, label)
	})
	return []vega.Layer{{Table: cells, Mark: mark, Encoding: vega.Object{"x": vega.Pixels("x"),
		"x2": vega.End("x2"), "color": vega.As("c")}},
		centered(at, labels, top+Pixels(vg.Points(barThick+3)), vega.SmallSize),
		centered([]float64{left + across/2}, []string{b.label},
			top+Pixels(vg.Points(barThick+barTicks)), vega.TextSize)}
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
