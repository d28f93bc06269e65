package figure

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/must"
)

// painted is an image of 64×64 pixels with the color of each place.
func painted(at func(x, y int) color.RGBA) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			img.SetRGBA(x, y, at(x, y))
		}
	}
	return img
}

// furthest is the largest difference of red, green or blue of two images.
func furthest(a, b image.Image) (most int) {
	for y := range 64 {
		for x := range 64 {
			p, q := color.RGBAModel.Convert(a.At(x, y)).(color.RGBA),
				color.RGBAModel.Convert(b.At(x, y)).(color.RGBA)
			for _, d := range []int{int(p.R) - int(q.R), int(p.G) - int(q.G),
				int(p.B) - int(q.B)} {
				most = max(most, d, -d)
			}
		}
	}
	return most
}

// Few colors have a palette and stay, many that are rare share entries, grays stay, and an image of
// too many colors, or with translucent ones, is what it was.
func TestIndexed(t *testing.T) {
	for name, test := range map[string]struct {
		at   func(x, y int) color.RGBA
		kind string
		far  int
	}{
		"stripes": {func(x, _ int) color.RGBA {
			return color.RGBA{uint8(x / 16 * 60), 9, 200, 255}
		}, "palette", 0},
		"lines with shades": {func(x, y int) color.RGBA {
			if x%8 > 0 || y%2 > 0 {
				return color.RGBA{255, 255, 255, 255}
			}
			return color.RGBA{uint8(x), uint8(y * 2), 40, 255}
		}, "palette", 12},
		"grays": {func(x, y int) color.RGBA {
			v := uint8(x*3 + y)
			return color.RGBA{v, v, v, 255}
		}, "gray", 0},
		"every color": {func(x, y int) color.RGBA {
			return color.RGBA{uint8(x * 4), uint8(y * 4), uint8(x * y), 255}
		}, "as it was", 0},
		"translucent": {func(x, y int) color.RGBA { return color.RGBA{1, 1, 1, 100} },
			"as it was", 0},
	} {
		img := painted(test.at)
		out := indexed(img)
		kind := "as it was"
		switch o := out.(type) {
		case *image.Paletted:
			if kind = "palette"; len(o.Palette) > 256 {
				t.Errorf("%s: %d entries", name, len(o.Palette))
			}
		case *image.Gray:
			kind = "gray"
		}
		if far := furthest(img, out); kind != test.kind || far > test.far {
			t.Errorf("%s: %s, colors up to %d off; want %s, %d", name, kind, far, test.kind,
				test.far)
		}
	}
}

// The bitmap's short cuts draw what gonum/plot draws, and images of fewer pixels stay sharp.
func TestBitmap(t *testing.T) {
	b := newBitmap(50, 40)
	c := draw.New(b)
	red, blue := color.NRGBA{200, 0, 0, 255}, color.NRGBA{0, 0, 200, 255}
	dots := func(x, y int) vg.Point {
		return vg.Point{X: vg.Length(x) * vg.Inch / Dpi, Y: vg.Length(y) * vg.Inch / Dpi}
	}
	FillRect(c, red, vg.Rectangle{Min: dots(10, 5), Max: dots(20, 15)})
	c.Push()
	c.Translate(dots(30, 0))
	FillRect(c, red, vg.Rectangle{Min: dots(0, 5), Max: dots(10, 15)})
	c.Pop()
	two := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	two.SetNRGBA(0, 0, red)
	two.SetNRGBA(1, 0, blue)
	c.DrawImage(vg.Rectangle{Min: dots(0, 20), Max: dots(5, 30)}, two)
	count := make(map[color.RGBA]int)
	for y := range 80 {
		for x := range 100 {
			count[b.img.RGBAAt(x, y)]++
		}
	}
	reds, blues := count[color.RGBA{200, 0, 0, 255}], count[color.RGBA{0, 0, 200, 255}]
	if reds != 400+400+100 || blues != 100 || len(count) != 3 {
		t.Errorf("%d red and %d blue pixels in %d colors, want 900, 100 and 3", reds, blues,
			len(count))
	}
	for at, want := range map[image.Point]color.NRGBA{{20, 69}: red, {39, 50}: red, {60, 69}: red,
		{0, 20}: red, {4, 39}: red, {5, 20}: blue, {9, 39}: blue} {
		if got := color.NRGBAModel.Convert(b.img.At(at.X, at.Y)); got != want {
			t.Errorf("%v is %v, want %v", at, got, want)
		}
	}
}

// A figure has a white margin, twice the pixels of its size on a page, and the resolution that
// gives this size.
func TestPNGSize(t *testing.T) {
	f := &Figure{Width: 2 * vg.Inch, Height: 1.001 * vg.Inch, Draw: func(c draw.Canvas) {
		FillRect(c, color.Black, c.Rectangle)
	}}
	width, height := f.Pixels()
	raw := must.Get(f.PNG())(t)
	img := must.Get(png.Decode(bytes.NewReader(raw)))(t)
	if width != 216 || height != 117 || img.Bounds().Dx() != 432 || img.Bounds().Dy() != 234 {
		t.Errorf("%d×%d on a page, the PNG %v", width, height, img.Bounds())
	}
	for _, at := range []image.Point{{0, 0}, {15, 100}, {416, 100}, {200, 218}} {
		if r, _, _, _ := img.At(at.X, at.Y).RGBA(); r != 0xffff {
			t.Errorf("the margin at %v is not white", at)
		}
	}
	for _, at := range []image.Point{{16, 100}, {415, 100}, {200, 217}} {
		if r, _, _, _ := img.At(at.X, at.Y).RGBA(); r != 0 {
			t.Errorf("the drawing at %v is not black", at)
		}
	}
	at := bytes.Index(raw, []byte("pHYs"))
	if at != 37 || binary.BigEndian.Uint32(raw[at+4:]) != 7874 { // 200 dots per inch, in a meter
		t.Errorf("the resolution is at %d", at)
	}
}

// The shorter axis grows around its middle; areas and ranges that allow no scale stay.
func TestEqualAxes(t *testing.T) {
	for _, test := range []struct{ in, want [4]float64 }{
		{[4]float64{0, 4, 0, 1}, [4]float64{0, 4, -.5, 1.5}},
		{[4]float64{0, 1, 0, 4}, [4]float64{-3.5, 4.5, 0, 4}},
		{[4]float64{1, 1, 0, 4}, [4]float64{1, 1, 0, 4}},
		{[4]float64{-1e308, 1e308, 0, 4}, [4]float64{-1e308, 1e308, 0, 4}},
	} {
		r := test.in
		EqualAxes(&r[0], &r[1], &r[2], &r[3], vg.Point{X: 200, Y: 100})
		if r != test.want {
			t.Errorf("%v becomes %v, want %v", test.in, r, test.want)
		}
	}
}
