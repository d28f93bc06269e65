package chart

import (
	"image"
	"image/color"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
)

// The layout of the pictures of a grid, in pixels of the figure.
const (
	tileSide   = 80 // largest size of a picture
	tileGap    = 4  // between two
	tileLabel  = 15 // for the class below, or labelWidth
	labelWidth = 40
	tileBudget = 220_000 // different pixels in total, which bounds the size of the file
	gridMargin = 8
)

// Pictures is pictures of one size, in gray.
type Pictures struct {
	Height, Width int
	Pictures      []Picture
	// ByClass draws a row for each class, whose pictures stand one after another; otherwise they
	// stand row by row, with the class below.
	ByClass      bool
	Named        bool    // whether the pictures have classes
	Black, White float64 // the values that are drawn so
}

// Picture is one picture.
type Picture struct {
	Class  string
	Pixels []float64 // row by row from the upper left
}

// Tiles is pictures laid out for drawing.
type Tiles struct {
	Pictures
	columns, rows int
	width, height int       // of a picture as shown, in pixels of the figure
	step, pitch   int       // from a column and from a row to the next
	names         vg.Length // room for the classes left of their rows
}

// NewTiles lays pictures out.
func NewTiles(of Pictures) *Tiles {
	t := &Tiles{Pictures: of}
	longest := make(map[string]int) // pictures of each class
	for _, img := range of.Pictures {
		longest[img.Class]++
		t.columns = max(t.columns, longest[img.Class])
	}
	t.rows = len(longest)
	count := len(of.Pictures)
	if !of.ByClass {
		t.columns = min(count, 10)
		if count > 100 {
			t.columns = 20
		}
		t.rows = (count + t.columns - 1) / t.columns
	} else {
		style := figure.TextStyle(figure.TextSize)
		for class := range longest {
			t.names = max(t.names, style.Width(figure.Drawable(wording.Clean(class))))
		}
		t.names = min(t.names, 1.4*vg.Inch) + vg.Points(8)
	}
	room := int((figure.MaxWidth-t.names).Dots(figure.Dpi)-2*gridMargin)/t.columns - tileGap
	t.width, t.height = shownSize(of.Width, of.Height, min(room, tileSide), count)
	t.step, t.pitch = t.width+tileGap, t.height+tileGap
	if of.ByClass {
		t.pitch = max(t.pitch, tileLabel)
	} else if of.Named {
		t.step, t.pitch = max(t.step, labelWidth+tileGap), t.pitch+tileLabel
	}
	return t
}

// Shown is the size of a picture in pixels of the figure.
func (t *Tiles) Shown() (height, width int) { return t.height, t.width }

// Figure draws the pictures, each pixel as a square. Pictures too large for their place are scaled
// down by averaging.
func (t *Tiles) Figure(alt string, caption figure.Caption) *figure.Figure {
	width := dots(2*gridMargin+t.columns*t.step-tileGap) + t.names
	width = max(width, 3.6*vg.Inch) // for the note
	n := figure.NewNote(caption.Text, width)
	return &figure.Figure{
		Width: width, Height: dots(2*gridMargin+t.rows*t.pitch-tileGap) + n.Height(), Alt: alt,
		Caption: caption,
		Draw: func(c draw.Canvas) {
			t.draw(c)
			n.Draw(c)
		},
	}
}

// dots is a length of whole pixels.
func dots(n int) vg.Length { return vg.Length(n) * vg.Inch / figure.Dpi }

// shownSize is the size at which pictures are shown: enlarged by a whole number,
// or scaled down, to at most side pixels, and all of them to the budget.
func shownSize(width, height, side, pictures int) (w, h int) {
	longer := max(width, height)
	if budget := tileBudget / pictures; width*height > budget {
		scale := math.Sqrt(float64(budget) / float64(width*height))
		side = min(side, int(scale*float64(longer)))
	}
	if zoom := side / longer; zoom > 0 {
		return zoom * width, zoom * height
	}
	scale := float64(side) / float64(longer)
	return max(1, int(scale*float64(width))), max(1, int(scale*float64(height)))
}

func (t *Tiles) place(visit func(i, row, column int)) {
	row, column := 0, -1
	for i, img := range t.Pictures.Pictures {
		column++
		switch {
		case t.ByClass && i > 0 && img.Class != t.Pictures.Pictures[i-1].Class, !t.ByClass &&
			column == t.columns:
			row, column = row+1, 0
		}
		visit(i, row, column)
	}
}

func (t *Tiles) draw(c draw.Canvas) {
	all := image.NewNRGBA(image.Rect(0, 0, t.columns*t.step-tileGap, t.rows*t.pitch))
	for i := range all.Pix {
		all.Pix[i] = 0xff
	}
	t.place(func(i, row, column int) {
		paint(all, column*t.step+(t.step-tileGap-t.width)/2, row*t.pitch, t.width, t.height,
			t.Pictures.Pictures[i].Pixels, t.Width, t.Height, grayscale{t.Black, t.White})
	})
	left, top := c.Min.X+t.names+dots(gridMargin), c.Max.Y-dots(gridMargin)
	size := all.Bounds().Size()
	c.DrawImage(snapped(vg.Rectangle{
		Min: vg.Point{X: left, Y: top - dots(size.Y)},
		Max: vg.Point{X: left + dots(size.X), Y: top},
	}), all)
	t.drawClasses(c, left, top)
}

// drawClasses names the class of each row, or of each picture.
func (t *Tiles) drawClasses(c draw.Canvas, left, top vg.Length) {
	beside, below := figure.TextStyle(figure.TextSize), figure.TextStyle(figure.TextSize*0.85)
	style, room := below, dots(t.step-2)
	if t.ByClass {
		style, room = beside, t.names-vg.Points(6)
	}
	classes := t.fittedClasses(style, room)
	beside.XAlign, beside.YAlign = text.XRight, text.YCenter
	below.XAlign, below.YAlign = text.XCenter, text.YTop
	t.place(func(i, row, column int) {
		label := classes[t.Pictures.Pictures[i].Class]
		switch {
		case t.ByClass && column == 0:
			at := vg.Point{X: left - vg.Points(6), Y: top - dots(row*t.pitch+t.height/2)}
			c.FillText(beside, at, label)
		case !t.ByClass && label != "":
			at := vg.Point{X: left + dots(column*t.step+(t.step-tileGap)/2),
				Y: top - dots(row*t.pitch+t.height) - vg.Points(1)}
			c.FillText(below, at, label)
		}
	})
}

// ClassNames are the classes of the pictures with the names that are shown, which are distinct.
func (p *Pictures) ClassNames() map[string]string {
	var names []string
	seen := make(map[string]string)
	for _, img := range p.Pictures {
		if _, known := seen[img.Class]; !known && img.Class != "" {
			seen[img.Class] = ""
			names = append(names, img.Class)
		}
	}
	for i, shown := range wording.Distinct(names, nil) {
		seen[names[i]] = shown
	}
	return seen
}

// fittedClasses are those of ClassNames that fit.
func (t *Tiles) fittedClasses(style text.Style, room vg.Length) map[string]string {
	shown := t.ClassNames()
	names := slices.Sorted(maps.Keys(shown))
	labels := make([]string, len(names))
	for i, name := range names {
		labels[i] = shown[name]
	}
	for i, label := range figure.FitApart(style, labels, room) {
		shown[names[i]] = label
	}
	return shown
}

// grayscale maps values to gray, black to white.
type grayscale struct{ black, white float64 }

func (s grayscale) at(v float64) color.NRGBA {
	// Halves, whose difference is finite whatever the values are.
	share := (v/2 - s.black/2) / (s.white/2 - s.black/2)
	if !(s.white > s.black) {
		share = 0.5
	}
	y := uint8(max(0, min(255, math.Round(255*share))))
	return color.NRGBA{y, y, y, 0xff}
}

// paint draws a picture of width×height pixels, row by row, into w×h pixels of an
// image: squares where it grows, means of areas where it shrinks.
func paint(img *image.NRGBA, x, y, w, h int, pixels []float64, width, height int, scale grayscale) {
	for j := range h {
		r0, r1 := covered(j, h, height)
		for i := range w {
			c0, c1 := covered(i, w, width)
			sum := 0.0
			for r := r0; r < r1; r++ {
				for _, v := range pixels[r*width+c0 : r*width+c1] {
					sum += v / float64((r1-r0)*(c1-c0))
				}
			}
			img.SetNRGBA(x+i, y+j, scale.at(sum))
		}
	}
}

// covered returns the pixels lo to hi-1 of n that pixel i of shown ones covers, at
// least one.
func covered(i, shown, n int) (lo, hi int) {
	lo = i * n / shown
	return lo, max(lo+1, (i+1)*n/shown)
}
