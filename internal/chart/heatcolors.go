package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/vega"
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

// belowMark is the label of an axis below its ticks.
func belowMark(r vg.Rectangle, label string) figure.Mark {
	style := figure.TextStyle(figure.TextSize * 0.9)
	return figure.NewTexts(style, text.XCenter, text.YTop).
		Add((r.Min.X+r.Max.X)/2, r.Max.Y+vg.Points(18), label)
}

// ramp is the colors of a scale, from the lowest value at the bottom.
type ramp struct {
	r      vg.Rectangle
	steps  int                       // of the drawing
	ink    func(float64) color.NRGBA // of a share from 0 to 1
	framed bool                      // the drawing
}

// Paint implements figure.Mark. Each step reaches up to the top, so that there are no seams.
func (m *ramp) Paint(c draw.Canvas) {
	r := figure.OnCanvas(c, m.r)
	for i := range m.steps {
		figure.FillRect(c, m.ink((float64(i)+0.5)/float64(m.steps)),
			vg.Rectangle{Min: vg.Point{X: r.Min.X, Y: edge(r.Min.Y, r.Max.Y, i, m.steps)},
				Max: r.Max})
	}
	if m.framed {
		c.StrokeLines(draw.LineStyle{Color: figure.SoftInk, Width: vg.Points(.6)}, outline(r))
	}
}

// outline is the corners of a rectangle, the first twice.
func outline(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min}
}

// Layers implements figure.Mark.
func (m *ramp) Layers() []vega.Layer {
	const steps = 64
	var cells figure.Rects
	for i := range steps {
		r := m.r
		r.Min.Y += (r.Max.Y - r.Min.Y) * vg.Length(i) / steps
		cells.Add(r, m.ink(1-(float64(i)+.5)/steps))
	}
	return cells.Layers()
}

// marks are the scale with its label, and texts beside it at shares of its height. The label is
// as far beside it as given.
func (m *ramp) marks(at []float64, labels []string, label string, beside vg.Length) []figure.Mark {
	ticks := figure.NewLines(figure.SoftInk, vg.Points(0.6))
	numbers := figure.NewTexts(figure.TextStyle(figure.TextSize*0.9), text.XLeft, text.YCenter)
	r := m.r
	for i, share := range at {
		y := r.Max.Y - (r.Max.Y-r.Min.Y)*vg.Length(share)
		ticks.Between(r.Max.X, y, r.Max.X+vg.Points(3), y)
		numbers.Add(r.Max.X+vg.Points(6), y, labels[i])
	}
	words := figure.NewTexts(figure.TextStyle(figure.TextSize), text.XCenter, text.YTop).
		Add(r.Max.X+beside, (r.Min.Y+r.Max.Y)/2, label)
	words.Style.Rotation = math.Pi / 2
	return []figure.Mark{m, ticks, numbers, words}
}

// heatRamp is the scale of the colors of heat.
func heatRamp(r vg.Rectangle) *ramp { return &ramp{r: r, steps: 256, ink: heat} }

// unitScale is the scale of colors of values from 0 to 1.
func unitScale(r vg.Rectangle, label string) []figure.Mark {
	var at []float64
	var labels []string
	for i := range 6 {
		at, labels = append(at, float64(i)/5), append(labels, wording.Fixed(float64(i)/5, 1))
	}
	return heatRamp(r).marks(at, labels, label, vg.Points(24))
}
