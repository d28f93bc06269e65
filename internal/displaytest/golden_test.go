package displaytest

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"fsnb.example/internal/must"
)

// The comparison of pictures sees a pixel of another color, a picture of another size, and not a
// shade.
func TestSamePicture(t *testing.T) {
	picture := func(size int, shade uint8) []byte {
		img := image.NewRGBA(image.Rect(0, 0, size, size))
		for i := range img.Pix {
			img.Pix[i] = 255
		}
		img.Set(1, 1, color.Gray{Y: 255 - shade})
		var b bytes.Buffer
		must.Do(t, png.Encode(&b, img))
		return b.Bytes()
	}
	before := picture(40, 0)
	for _, test := range []struct {
		size  int
		shade uint8
		same  bool
	}{{40, 0, true}, {40, 16, true}, {40, 64, false}, {41, 0, false}} {
		same, _, _ := samePicture(t, before, picture(test.size, test.shade))
		if same != test.same {
			t.Errorf("%d pixels, one darker by %d: same %v, want %v", test.size, test.shade, same,
				test.same)
		}
	}
}
