package figure

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// Palette is that of Okabe and Ito, which colour-blind readers can tell apart,
// without its yellow, which white paper swallows.
var Palette = []color.NRGBA{
	{0x00, 0x72, 0xB2, 0xff}, {0xE6, 0x9F, 0x00, 0xff}, {0x00, 0x9E, 0x73, 0xff}, {0xD5, 0x5E, 0x00, 0xff},
	{0xCC, 0x79, 0xA7, 0xff}, {0x56, 0xB4, 0xE9, 0xff}, {0x00, 0x00, 0x00, 0xff},
}

func SeriesColor(i int) color.NRGBA { return Palette[i%len(Palette)] }

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
		Color: Ink, Font: font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size), Handler: plot.DefaultTextHandler,
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
	grid := plotter.NewGrid()
	for _, line := range []*color.Color{&grid.Horizontal.Color, &grid.Vertical.Color} {
		*line = GridInk
	}
	grid.Horizontal.Width, grid.Vertical.Width = vg.Points(0.5), vg.Points(0.5)
	p.Add(grid)
	return p
}
