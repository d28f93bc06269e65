package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
)

// cividis has nine colors of the map of that name (Nuñez, Anderton, Renslow 2018), which looks the
// same with and without color vision.
var cividis = []color.NRGBA{
	{0x00, 0x22, 0x4E, 0xff}, {0x1A, 0x38, 0x6F, 0xff}, {0x43, 0x4E, 0x6C, 0xff},
	{0x61, 0x63, 0x6F, 0xff}, {0x7D, 0x7C, 0x78, 0xff},
	{0x9C, 0x94, 0x77, 0xff}, {0xBC, 0xAE, 0x6C, 0xff}, {0xDE, 0xCA, 0x56, 0xff},
	{0xFE, 0xE8, 0x38, 0xff},
}

// heat interpolates the color map at v between 0 and 1.
func heat(v float64) color.NRGBA {
	v = max(0, min(1, v)) * float64(len(cividis)-1)
	i := min(int(v), len(cividis)-2)
	a, b, f := cividis[i], cividis[i+1], v-float64(i)
	mix := func(x,
		y uint8) uint8 {
		return uint8(float64(float64(x)*(1-f)) + float64(float64(y)*f) + 0.5)
	}
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}

// shade rounds a value of a bitmap: finer shades cost space and are invisible.
func shade(v float64) float64 { return math.Round(32*v) / 32 }

// covering returns the cells lo to hi-1 of n that pixel i of side ones shows.
func covering(i, side, n int) (lo, hi int) {
	if n > side {
		return i * n / side, (i + 1) * n / side
	}
	lo = (2*i + 1) * n / (2 * side)
	return lo, lo + 1
}

// snapped moves the corners to whole pixels, so that no edge is blurred.
func snapped(r vg.Rectangle) vg.Rectangle {
	r.Min.X, r.Min.Y, r.Max.X, r.Max.Y = figure.Pixel(r.Min.X), figure.Pixel(r.Min.Y),
		figure.Pixel(r.Max.X),
		figure.Pixel(r.Max.Y)
	return r
}

// edge is the beginning of cell a of k in [lo, hi], on a whole pixel.
func edge(lo, hi vg.Length, a, k int) vg.Length {
	return figure.Pixel(lo + (hi-lo)*vg.Length(a)/vg.Length(k))
}

func panelPixels(side vg.Length) int { return int(math.Round(side.Dots(figure.Dpi))) }

// drawBelow puts the label of an axis below its ticks.
func drawBelow(c draw.Canvas, r vg.Rectangle, label string) {
	style := figure.TextStyle(figure.TextSize * 0.9)
	style.XAlign, style.YAlign = text.XCenter, text.YTop
	c.FillText(style, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: r.Min.Y - vg.Points(18)}, label)
}

// drawScale paints the colors from below, each up to the top, with the values from 0 to 1 and what
// they are beside them.
func drawScale(c draw.Canvas, r vg.Rectangle, values string) {
	const steps = 256
	for i := range steps {
		figure.FillRect(c, heat((float64(i)+0.5)/steps),
			vg.Rectangle{Min: vg.Point{X: r.Min.X, Y: edge(r.Min.Y, r.Max.Y, i, steps)},
				Max: r.Max})
	}
	style := figure.TextStyle(figure.TextSize * 0.9)
	style.YAlign = text.YCenter
	for i := range 6 {
		v := float64(i) / 5
		y := r.Min.Y + (r.Max.Y-r.Min.Y)*vg.Length(v)
		c.StrokeLine2(draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(0.6)}, r.Max.X, y,
			r.Max.X+vg.Points(3), y)
		c.FillText(style, vg.Point{X: r.Max.X + vg.Points(6), Y: y}, wording.Fixed(v, 1))
	}
	label := figure.TextStyle(figure.TextSize)
	label.XAlign, label.YAlign = text.XCenter, text.YTop
	label.Rotation = math.Pi / 2
	c.FillText(label, vg.Point{X: r.Max.X + vg.Points(24), Y: (r.Min.Y + r.Max.Y) / 2}, values)
}
