package chart

import (
	"image"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
)

const (
	mapSide  = 280 // pixels of the figure that a mean picture takes at most
	mapGap   = 22  // between two
	mapTitle = 22  // above one
	mapLine  = 5   // pixels of the figure from which a chosen pixel has an edge
)

// The colors of chosen pixels: orange differs from every gray for all readers.
var (
	chosenFill = color.NRGBA{0xE6, 0x9F, 0x00, 0xff}
	chosenEdge = color.NRGBA{0x55, 0x30, 0x00, 0xff}
)

// ChosenPixels draws one picture in gray in each panel, with chosen pixels in orange.
type ChosenPixels struct {
	Height, Width int
	Picture       []float64 // row by row from the upper left
	Panels        []PixelPanel
}

// PixelPanel is a choice of pixels.
type PixelPanel struct {
	Name   string // shortened to the room
	Count  string // behind the name, whole
	Pixels []int  // places in the picture
}

// Figure draws the panels.
func (m *ChosenPixels) Figure(alt string, caption figure.Caption) *figure.Figure {
	columns := min(len(m.Panels), 3)
	if len(m.Panels) == 4 {
		columns = 2
	}
	rows := (len(m.Panels) + columns - 1) / columns
	w, h := shownSize(m.Width, m.Height, mapSide, len(m.Panels))
	cell := max(w, int((1.9 * vg.Inch).Dots(figure.Dpi))) // room for a title
	width := dots(2*gridMargin + columns*(cell+mapGap) - mapGap)
	width = max(width, 3.6*vg.Inch)
	n := figure.NewNote(caption.Text, width)
	return &figure.Figure{
		Width: width, Height: dots(gridMargin+rows*(h+mapTitle+mapGap)) + n.Height(),
		Alt: alt, Caption: caption,
		Draw: func(c draw.Canvas) {
			style := figure.TextStyle(figure.TextSize * 1.1)
			room, names := dots(cell), make([]string, len(m.Panels))
			for i, p := range m.Panels {
				room, names[i] = min(room, dots(cell)-style.Width(p.Count)), p.Name
			}
			names = figure.FitApart(style, names, room)
			for i, p := range m.Panels {
				x := c.Min.X + dots(gridMargin+i%columns*(cell+mapGap))
				top := c.Max.Y - dots(gridMargin+i/columns*(h+mapTitle+mapGap)+mapTitle)
				c.FillText(style, vg.Point{X: x, Y: top + vg.Points(5)}, names[i]+p.Count)
				c.DrawImage(snapped(vg.Rectangle{Min: vg.Point{X: x, Y: top - dots(h)},
					Max: vg.Point{X: x + dots(w), Y: top}}), m.image(p, w, h))
			}
			n.Draw(c)
		},
	}
}

// image is the picture with the chosen pixels, of w×h pixels of the figure.
func (m *ChosenPixels) image(p PixelPanel, w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	paint(img, 0, 0, w, h, m.Picture, m.Width, m.Height,
		grayscale{slices.Min(m.Picture), slices.Max(m.Picture)})
	for _, at := range p.Pixels {
		x0, x1 := extent(at%m.Width, m.Width, w)
		y0, y1 := extent(at/m.Width, m.Height, h)
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				edge := x == x0 || y == y0 || x == x1-1 || y == y1-1
				if edge && x1-x0 >= mapLine && y1-y0 >= mapLine {
					img.SetNRGBA(x, y, chosenEdge)
				} else {
					img.SetNRGBA(x, y, chosenFill)
				}
			}
		}
	}
	return img
}

// extent is where pixel i of n lies among the shown ones: two at least, so that it
// can be seen.
func extent(i, n, shown int) (lo, hi int) {
	lo, hi = i*shown/n, (i+1)*shown/n
	if hi-lo < 2 {
		lo = min(lo, max(0, shown-2))
		hi = min(shown, lo+2)
	}
	return lo, hi
}
