package chart

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"fsnb.example/internal/must"
)

// A picture that grows has squares of its own grays, one that shrinks means, and
// what is constant is gray.
func TestPaint(t *testing.T) {
	gray := func(pixels []float64, width, height, w, h int, s grayscale) (out []uint8) {
		img := image.NewNRGBA(image.Rect(0, 0, w+1, h+1))
		paint(img, 1, 1, w, h, pixels, width, height, s)
		for y := range h {
			for x := range w {
				c := img.NRGBAAt(x+1, y+1)
				if c.R != c.G || c.G != c.B || c.A != 0xff {
					t.Errorf("color %v", c)
				}
				out = append(out, c.R)
			}
		}
		return out
	}
	unit := grayscale{0, 1}
	for _, c := range []struct {
		name          string
		pixels        []float64
		width, height int
		w, h          int
		scale         grayscale
		want          []uint8
	}{
		{"same", []float64{0, 1, 0.2, 0.4}, 2, 2, 2, 2, unit, []uint8{0, 255, 51, 102}},
		{"twice", []float64{0, 1}, 2, 1, 4, 2, unit, []uint8{0, 0, 255, 255, 0, 0, 255, 255}},
		{"half", []float64{0, 1, 0.2, 0.4, 0, 0, 0, 0}, 4, 2, 2, 1, unit, []uint8{64, 38}},
		{"three to two", []float64{0, 0.2, 0.4}, 3, 1, 2, 1, unit, []uint8{0, 77}},
		{"negative", []float64{-1, 0, 1}, 3, 1, 3, 1, grayscale{-1, 1}, []uint8{0, 128, 255}},
		{"beyond", []float64{-5, 5}, 2, 1, 2, 1, unit, []uint8{0, 255}},
		{"constant", []float64{7, 7}, 2, 1, 2, 1, grayscale{7, 7}, []uint8{128, 128}},
		{"huge", []float64{-math.MaxFloat64, math.MaxFloat64}, 2, 1, 2, 1,
			grayscale{-math.MaxFloat64, math.MaxFloat64}, []uint8{0, 255}},
	} {
		must.Items(t, gray(c.pixels, c.width, c.height, c.w, c.h, c.scale), c.want, "%s: grays",
			c.name)
	}
}

// Each chosen pixel is orange at its place, on a mean picture that is gray.
func TestChosenPicture(t *testing.T) {
	for _, size := range []int{6, 60, 3} { // twice, twenty times, half
		m := &ChosenPixels{Height: 6, Width: 6, Panels: []PixelPanel{{Pixels: []int{0, 6*4 + 5}}}}
		for at := range 36 {
			m.Picture = append(m.Picture, float64(at%17))
		}
		img := m.image(m.Panels[0], size, size).(*image.NRGBA)
		for at := range m.Picture {
			x, y := (2*(at%6)+1)*size/12, (2*(at/6)+1)*size/12
			c := img.NRGBAAt(min(x, size-1), min(y, size-1))
			// small ones cover their neighbors
			chosen, near := slices.Contains(m.Panels[0].Pixels, at), size < 60
			if chosen && c != chosenFill || !chosen && !near && (c.R != c.G || c.G != c.B) {
				t.Errorf("%d wide: pixel %d is %v", size, at, c)
			}
		}
	}
	if contrast(chosenFill) < 0.1 {
		t.Error("orange is as bright as black")
	}
}

// contrast is how far a color is from every gray, as the difference of blue from
// the brightness that readers without red or green see.
func contrast(c color.NRGBA) float64 {
	return math.Abs(float64(c.B)-(float64(c.R)+float64(c.G))/2) / 255
}
