package figure

import (
	"image"
	"image/color"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// pdfCanvas corrects three bugs of gonum/plot's canvas: it writes UTF-8 text as if it were code
// page 1252, that of its fonts, it darkens translucent colors, and it flips images.
type pdfCanvas struct{ *vgpdf.Canvas }

// SetColor passes on the color's own red, green and blue.
func (c *pdfCanvas) SetColor(clr color.Color) {
	if clr != nil {
		clr = straight{color.NRGBAModel.Convert(clr).(color.NRGBA)}
	}
	c.Canvas.SetColor(clr)
}

// straight is a color whose components are not multiplied by its alpha.
type straight struct{ c color.NRGBA }

// RGBA implements color.Color, for the canvas above only.
func (s straight) RGBA() (r, g, b, a uint32) {
	return uint32(s.c.R) * 0x101, uint32(s.c.G) * 0x101, uint32(s.c.B) * 0x101,
		uint32(s.c.A) * 0x101
}

// DrawImage draws an image upright.
func (c *pdfCanvas) DrawImage(r vg.Rectangle, img image.Image) {
	b := img.Bounds()
	turned := image.NewNRGBA(b)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			turned.Set(x, b.Min.Y+b.Max.Y-1-y, img.At(x, y))
		}
	}
	c.Canvas.DrawImage(r, turned)
}

// FillString writes text in code page 1252, and draws the outlines of text that
// it cannot hold, such as Greek letters.
func (c *pdfCanvas) FillString(face font.Face, at vg.Point, s string) {
	if coded, ok := windows1252(s); ok {
		c.Canvas.FillString(face, at, coded)
		return
	}
	for _, r := range s {
		c.fillGlyph(face, at, r)
		at.X += face.Width(string(r))
	}
}

// windows1252 encodes s in that code page; the minus sign, which it lacks,
// becomes the dash of the same width.
func windows1252(s string) (string, bool) {
	special := map[rune]byte{
		'−': 0x96, '€': 0x80, '‚': 0x82, 'ƒ': 0x83, '„': 0x84, '…': 0x85, '†': 0x86, '‡': 0x87,
		'ˆ': 0x88, '‰': 0x89, 'Š': 0x8A,
		'‹': 0x8B, 'Œ': 0x8C, 'Ž': 0x8E, '‘': 0x91, '’': 0x92, '“': 0x93, '”': 0x94, '•': 0x95,
		'–': 0x96, '—': 0x97, '˜': 0x98,
		'™': 0x99, 'š': 0x9A, '›': 0x9B, 'œ': 0x9C, 'ž': 0x9E, 'Ÿ': 0x9F,
	}
	out := make([]byte, 0, len(s))
	for _, r := range s {
		b, ok := special[r]
		switch {
		case ok:
		case r < 0x80 || r >= 0xA0 && r <= 0xFF:
			b = byte(r)
		default:
			return "", false
		}
		out = append(out, b)
	}
	return string(out), true
}

// fillGlyph fills the outline of one letter.
func (c *pdfCanvas) fillGlyph(face font.Face, at vg.Point, r rune) {
	index, err := face.Face.GlyphIndex(nil, r)
	if err != nil {
		return
	}
	// A glyph of a thousand pixels keeps the rounding of the font out of sight.
	const pixels = 1000
	segments, err := face.Face.LoadGlyph(nil, index, pixels*64, nil)
	if err != nil {
		return
	}
	scale := face.Font.Size / (pixels * 64)
	var path vg.Path
	for _, s := range segments {
		var p [3]vg.Point
		for i, a := range s.Args { // downwards in the font, upwards here
			p[i] = vg.Point{X: at.X + scale*vg.Length(a.X), Y: at.Y - scale*vg.Length(a.Y)}
		}
		switch s.Op {
		case 0:
			path.Move(p[0])
		case 1:
			path.Line(p[0])
		case 2:
			path.QuadTo(p[0], p[1])
		case 3:
			path.CubeTo(p[0], p[1], p[2])
		}
	}
	if path != nil {
		c.Fill(path)
	}
}
