package figure

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Palette is that of Okabe and Ito, for color-blind readers, without its yellow, which is too light
// on white, and with violet, brown and navy, which differ from its colors and from each other by
// more than these among themselves for readers with and without red, green or blue.
var Palette = []color.NRGBA{
	{0x00, 0x72, 0xB2, 0xff}, {0xE6, 0x9F, 0x00, 0xff}, {0x00, 0x9E, 0x73, 0xff},
	{0xD5, 0x5E, 0x00, 0xff},
	{0xCC, 0x79, 0xA7, 0xff}, {0x56, 0xB4, 0xE9, 0xff}, {0x00, 0x00, 0x00, 0xff},
	{0x88, 0x33, 0xEE, 0xff}, {0x77, 0x22, 0x00, 0xff}, {0x11, 0x11, 0x88, 0xff},
}

// SeriesColor is the color of series i, from 0; the palette repeats.
func SeriesColor(i int) color.NRGBA { return Palette[i%len(Palette)] }

// Faded is a color of opacity alpha, from 0 to 1.
func Faded(c color.NRGBA, alpha float64) color.NRGBA {
	c.A = uint8(alpha * 255)
	return c
}

var (
	Ink      = color.NRGBA{0x22, 0x22, 0x22, 0xff}
	SoftInk  = color.NRGBA{0x66, 0x66, 0x66, 0xff}
	GridInk  = color.NRGBA{0xDD, 0xDD, 0xDD, 0xff}
	TextSize = vg.Points(10)
	Dashes   = []vg.Length{vg.Points(5), vg.Points(3)}
)

// TextStyle is the sans-serif face that gonum/plot embeds.
func TextStyle(size vg.Length) text.Style {
	return text.Style{
		Color: Ink, Font: font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size),
		Handler: plot.DefaultTextHandler,
	}
}

// SmallStyle is for notes in figures.
func SmallStyle() text.Style {
	s := TextStyle(TextSize * 0.9)
	s.Color = SoftInk
	return s
}

// NewPlot returns an empty plot in the house style, with a grid.
func NewPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.White
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		label := a.Label.TextStyle
		a.Label.TextStyle = TextStyle(TextSize)
		a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign = label.XAlign, label.YAlign
		a.Label.TextStyle.Rotation = label.Rotation
		a.Label.Padding = vg.Points(3)
		tick := a.Tick.Label
		a.Tick.Label = TextStyle(TextSize * 0.9)
		a.Tick.Label.XAlign, a.Tick.Label.YAlign = tick.XAlign, tick.YAlign
		a.Tick.Length = vg.Points(4)
		a.LineStyle.Color, a.Tick.LineStyle.Color = SoftInk, SoftInk
		a.Padding = vg.Points(4)
	}
	p.Add(gridLines{draw.LineStyle{Color: GridInk, Width: vg.Points(0.5)}})
	return p
}

// gridLines are lines across the plot at the labeled ticks of both axes. Those of gonum/plot are in
// a package of 1.8 MB that every cell would load.
type gridLines struct{ style draw.LineStyle }

// Plot implements plot.Plotter.
func (g gridLines) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if at := x(t.Value); !t.IsMinor() && at >= c.Min.X && at <= c.Max.X {
			c.StrokeLine2(g.style, at, c.Min.Y, at, c.Max.Y)
		}
	}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if at := y(t.Value); !t.IsMinor() && at >= c.Min.Y && at <= c.Max.Y {
			c.StrokeLine2(g.style, c.Min.X, at, c.Max.X, at)
		}
	}
}
