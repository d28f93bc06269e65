package figure

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// bitmap is gonum/plot's canvas with two short cuts, for rectangles and images that cover whole
// pixels: a heat map takes a third of the time or less, and an image that is enlarged is not
// blurred.
type bitmap struct {
	*vgimg.Canvas
	img    *image.RGBA
	color  []color.Color // the last is the current one
	turned []bool        // whether coordinates are moved, turned or scaled; the last is current
}

// newBitmap is a white canvas of width×height pixels of a page, with twice as many of its own.
func newBitmap(width, height int) *bitmap {
	c := vgimg.NewWith(vgimg.UseDPI(density*Dpi), vgimg.UseBackgroundColor(color.White),
		vgimg.UseWH(vg.Length(width)*vg.Inch/Dpi, vg.Length(height)*vg.Inch/Dpi))
	img, ok := c.Image().(*image.RGBA)
	if !ok {
		panic("figure: the canvas of gonum/plot is no RGBA image")
	}
	return &bitmap{Canvas: c, img: img, color: []color.Color{color.Black}, turned: []bool{false}}
}

// SetColor implements vg.Canvas.
func (b *bitmap) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	b.color[len(b.color)-1] = c
	b.Canvas.SetColor(c)
}

// Push implements vg.Canvas.
func (b *bitmap) Push() {
	b.color = append(b.color, b.color[len(b.color)-1])
	b.turned = append(b.turned, b.turned[len(b.turned)-1])
	b.Canvas.Push()
}

// Pop implements vg.Canvas.
func (b *bitmap) Pop() {
	b.color, b.turned = b.color[:len(b.color)-1], b.turned[:len(b.turned)-1]
	b.Canvas.Pop()
}

// Rotate implements vg.Canvas.
func (b *bitmap) Rotate(angle float64) {
	b.turned[len(b.turned)-1] = true
	b.Canvas.Rotate(angle)
}

// Translate implements vg.Canvas.
func (b *bitmap) Translate(by vg.Point) {
	b.turned[len(b.turned)-1] = true
	b.Canvas.Translate(by)
}

// Scale implements vg.Canvas.
func (b *bitmap) Scale(x, y float64) {
	b.turned[len(b.turned)-1] = true
	b.Canvas.Scale(x, y)
}

// Fill implements vg.Canvas.
func (b *bitmap) Fill(p vg.Path) {
	fill := b.color[len(b.color)-1]
	_, _, _, alpha := fill.RGBA()
	if box, ok := rectangle(p); ok && alpha == 0xffff {
		if to, ok := b.pixels(box); ok {
			draw.Draw(b.img, to, image.NewUniform(fill), image.Point{}, draw.Src)
			return
		}
	}
	b.Canvas.Fill(p)
}

// DrawImage implements vg.Canvas: an opaque image that is not made smaller becomes rectangles of
// whole pixels.
func (b *bitmap) DrawImage(r vg.Rectangle, img image.Image) {
	from, ok := img.(*image.NRGBA)
	to, whole := b.pixels(r)
	if !ok || !whole || !to.In(b.img.Rect) || from.Rect.Empty() || to.Dx() < from.Rect.Dx() ||
		to.Dy() < from.Rect.Dy() || !from.Opaque() {
		b.Canvas.DrawImage(r, img)
		return
	}
	columns := make([]int, to.Dx()) // of the image, in bytes
	for x := range columns {
		columns[x] = 4 * (x * from.Rect.Dx() / to.Dx())
	}
	var above []byte
	last := -1
	for y := range to.Dy() {
		row := b.img.Pix[b.img.PixOffset(to.Min.X, to.Min.Y+y):][:4*to.Dx()]
		source := y * from.Rect.Dy() / to.Dy()
		if source == last {
			copy(row, above)
			continue
		}
		pixels := from.Pix[source*from.Stride:]
		for x, at := range columns {
			copy(row[4*x:4*x+4], pixels[at:at+4])
		}
		above, last = row, source
	}
}

// pixels are those that a rectangle covers, if they are whole and coordinates are as they are.
func (b *bitmap) pixels(r vg.Rectangle) (image.Rectangle, bool) {
	whole := !b.turned[len(b.turned)-1]
	pixel := func(l vg.Length) int {
		dots := l.Dots(b.DPI())
		near := math.Round(dots)
		whole = whole && math.Abs(dots-near) < 1e-3
		return int(near)
	}
	height := b.img.Rect.Dy()
	out := image.Rect(pixel(r.Min.X), height-pixel(r.Max.Y), pixel(r.Max.X), height-pixel(r.Min.Y))
	return out, whole
}

// rectangle is the one that a path is the outline of.
func rectangle(p vg.Path) (vg.Rectangle, bool) {
	if len(p) > 0 && p[len(p)-1].Type == vg.CloseComp {
		p = p[:len(p)-1]
	}
	if len(p) == 5 && p[4].Type == vg.LineComp && p[4].Pos == p[0].Pos {
		p = p[:4]
	}
	if len(p) != 4 || p[0].Type != vg.MoveComp {
		return vg.Rectangle{}, false
	}
	for _, c := range p[1:] {
		if c.Type != vg.LineComp {
			return vg.Rectangle{}, false
		}
	}
	a, c := p[0].Pos, p[2].Pos
	one := vg.Point{X: c.X, Y: a.Y}
	other := vg.Point{X: a.X, Y: c.Y}
	if !(p[1].Pos == one && p[3].Pos == other || p[1].Pos == other && p[3].Pos == one) {
		return vg.Rectangle{}, false
	}
	return vg.Rectangle{Min: vg.Point{X: min(a.X, c.X), Y: min(a.Y, c.Y)},
		Max: vg.Point{X: max(a.X, c.X), Y: max(a.Y, c.Y)}}, true
}
