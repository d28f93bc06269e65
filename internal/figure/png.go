package figure

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image/png"
	"math"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

const (
	// density is how many pixels of the PNG one pixel of the page has on each side: screens of high
	// density show all of them.
	density = 2
	// margin is the white ground around the drawing, in pixels of the page: text does not touch the
	// edge where the page is dark.
	margin = 8
)

// Pixels is the size at which the PNG is meant to be shown, in pixels of the page.
func (f *Figure) Pixels() (width, height int) {
	side := func(l vg.Length) int { return int(math.Ceil(l.Dots(Dpi)-1e-6)) + 2*margin }
	return side(f.Width), side(f.Height)
}

// PNG renders the figure as a bitmap on white, with twice the pixels of Pixels each way. It has a
// palette where 256 colors are enough, and states its resolution.
func (f *Figure) PNG() ([]byte, error) {
	c := newBitmap(f.Pixels())
	f.Draw(f.inner(vgdraw.New(c)))
	var b bytes.Buffer
	if err := png.Encode(&b, indexed(c.img)); err != nil {
		return nil, fmt.Errorf("cannot render the figure: %w", err)
	}
	return withResolution(b.Bytes(), density*Dpi), nil
}

// inner is the part of a canvas within the margin. Its lower left corner is on whole pixels, as
// Pixel supposes.
func (f *Figure) inner(c vgdraw.Canvas) vgdraw.Canvas {
	const space = margin * vg.Inch / Dpi
	c.Min = c.Min.Add(vg.Point{X: space, Y: space})
	c.Max = c.Min.Add(vg.Point{X: f.Width, Y: f.Height})
	return c
}

// withResolution states the dots per inch behind the header of a PNG, so that programs that place
// pictures by it, such as LaTeX, take the size that is meant.
func withResolution(picture []byte, dpi float64) []byte {
	const header = 8 + 25 // the signature and the chunk IHDR
	perMeter := uint32(math.Round(dpi / 0.0254))
	chunk := []byte{0, 0, 0, 9, 'p', 'H', 'Y', 's'}
	chunk = binary.BigEndian.AppendUint32(chunk, perMeter)
	chunk = binary.BigEndian.AppendUint32(chunk, perMeter)
	chunk = append(chunk, 1) // the unit is a meter
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	out := make([]byte, 0, len(picture)+len(chunk))
	return append(append(append(out, picture[:header]...), chunk...), picture[header:]...)
}
