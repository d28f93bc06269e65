package display

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
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

// ShowChosenPixels shows chosen pixels.
func (s *Screen) ShowChosenPixels(m *evaluation.PixelMaps) {
	if s.begin(m) {
		s.figure(ChosenPixelsFigure(m))
	}
}

// ChosenPixelsFigure draws the mean picture in gray for each ranking and the pixels that
// it chose in orange.
func ChosenPixelsFigure(m *evaluation.PixelMaps) *figure.Figure {
	if len(m.Panels) == 0 || len(m.Mean) == 0 {
		return nil
	}
	columns := min(len(m.Panels), 3)
	if len(m.Panels) == 4 {
		columns = 2
	}
	rows := (len(m.Panels) + columns - 1) / columns
	w, h := shownSize(m.Width, m.Height, mapSide, len(m.Panels))
	labels, features := make([]string, len(m.Panels)), make([]int, len(m.Panels))
	for i, p := range m.Panels {
		labels[i], features[i] = p.Label, len(p.Pixels)
	}
	labels = wording.Distinct(labels, features)
	cell := max(w, int((1.9 * vg.Inch).Dots(figure.Dpi))) // room for a title
	width := dots(2*gridMargin + columns*(cell+mapGap) - mapGap)
	width = max(width, 3.6*vg.Inch)
	small := mapsNote(m)
	n := figure.NewNote(small.Drawn(), width)
	return &figure.Figure{
		Width: width, Height: dots(gridMargin+rows*(h+mapTitle+mapGap)) + n.Height(),
		Alt: mapsAlt(m, labels), Caption: small,
		Draw: func(c draw.Canvas) {
			style := figure.TextStyle(figure.TextSize * 1.1)
			count := func(p evaluation.PixelMap) string {
				return fmt.Sprintf(": %d of %d", len(p.Pixels), len(m.Mean))
			}
			room := dots(cell)
			for _, p := range m.Panels {
				room = min(room, dots(cell)-style.Width(count(p)))
			}
			labels := figure.FitApart(style, labels, room)
			for i, p := range m.Panels {
				x := c.Min.X + dots(gridMargin+i%columns*(cell+mapGap))
				top := c.Max.Y - dots(gridMargin+i/columns*(h+mapTitle+mapGap)+mapTitle)
				c.FillText(style, vg.Point{X: x, Y: top + vg.Points(5)}, labels[i]+count(p))
				c.DrawImage(snapped(vg.Rectangle{Min: vg.Point{X: x, Y: top - dots(h)},
					Max: vg.Point{X: x + dots(w), Y: top}}), chosenPicture(m, p, w, h))
			}
			n.Draw(c)
		},
	}
}

// chosenPicture is the mean picture with the chosen pixels, of w×h pixels of the
// figure.
func chosenPicture(m *evaluation.PixelMaps, p evaluation.PixelMap, w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	paint(img, 0, 0, w, h, m.Mean, m.Width, m.Height,
		grayscale{slices.Min(m.Mean), slices.Max(m.Mean)})
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

func mapsNote(m *evaluation.PixelMaps) figure.Caption {
	note := "Orange: chosen pixels"
	note += fmt.Sprintf(", on the mean of %s of %d×%d pixels, black %s to white %s.",
		wording.Plural(m.N, "picture", "pictures"), m.Height, m.Width, value(slices.Min(m.Mean)),
		value(slices.Max(m.Mean)))
	return figure.Caption{Dataset: m.Dataset, Text: note + historyNote(m.History)}
}

func mapsAlt(m *evaluation.PixelMaps, labels []string) string {
	alt := "Chosen pixels on the mean picture"
	if m.Dataset != "" {
		alt += " of " + wording.Clean(m.Dataset)
	}
	parts := make([]string, len(m.Panels))
	for i, p := range m.Panels {
		parts[i] = fmt.Sprintf("%s, %d of %d", labels[i], len(p.Pixels), len(m.Mean))
		if len(p.Pixels) > 0 {
			rows, cols := make([]int, len(p.Pixels)), make([]int, len(p.Pixels))
			for k, at := range p.Pixels {
				rows[k], cols[k] = at/m.Width, at%m.Width
			}
			parts[i] += fmt.Sprintf(" in rows %d to %d and columns %d to %d", slices.Min(rows),
				slices.Max(rows), slices.Min(cols), slices.Max(cols))
		}
	}
	return alt + fmt.Sprintf(", %d×%d (rows and columns from 0 at the upper left): ", m.Height,
		m.Width) + strings.Join(parts, "; ")
}
