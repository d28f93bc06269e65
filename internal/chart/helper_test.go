package chart

import (
	"image"
	"image/color"
	"math"

	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/figure"
)

// What the tests of the rooms share: see package displaytest.
type (
	box    = displaytest.Box
	placed = displaytest.Placed
)

var (
	record   = displaytest.Record
	texts    = displaytest.Texts
	disks    = displaytest.Disks
	numbered = displaytest.Numbered
	long     = displaytest.Long
	uneven   = displaytest.Uneven
	hostile  = displaytest.Hostile
)

// pixelAt is the color of a PNG at a place of the figure, in pixels of a page from the lower left
// of what is drawn: in the first of its four pixels.
func pixelAt(img image.Image, f *figure.Figure, x, y int) color.NRGBA {
	width, _ := f.Pixels()
	margin := (width - int(math.Ceil(f.Width.Dots(figure.Dpi)-1e-6))) / 2
	at := img.At(2*(x+margin), img.Bounds().Dy()-2*(y+margin))
	return color.NRGBAModel.Convert(at).(color.NRGBA)
}

// near reports whether two colors differ by no more than a palette may: 12 of 255.
func near(a, b color.NRGBA) bool {
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		if d < -12 || d > 12 {
			return false
		}
	}
	return true
}
