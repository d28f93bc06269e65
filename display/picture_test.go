package display_test

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// The pictures that the examples make, as they were when somebody last looked at
// them. Processors round differently in the last bit, which moves the shade of
// single pixels at an edge: a pixel may differ by 16 of 255, and one in ten
// thousand by more. gonum/plot's cmpimg, which allows no such pixel, needs a
// reader of PDF besides.
func TestPictures(t *testing.T) {
	const (
		shade  = 16
		others = 1e-4
	)
	pictures = t.TempDir()
	for name, example := range map[string]func(){
		"scatter.png": ExampleScatter, "strip.png": ExampleScatter_strip, "heatmap.png": ExampleHeatMap,
		"heatmap_large.png": ExampleHeatMap_large, "accuracy.png": ExampleAccuracyFigure,
	} {
		example()
		got, err := os.ReadFile(filepath.Join(pictures, name))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		a, b := decode(t, want), decode(t, got)
		if a.Bounds() != b.Bounds() {
			t.Errorf("%s is %v, want %v", name, b.Bounds(), a.Bounds())
			continue
		}
		different, first := 0, image.Point{}
		for y := range a.Bounds().Dy() {
			for x := range a.Bounds().Dx() {
				if apart(a.At(x, y).RGBA())(b.At(x, y).RGBA()) > shade {
					if different == 0 {
						first = image.Pt(x, y)
					}
					different++
				}
			}
		}
		if limit := int(others * float64(a.Bounds().Dx()*a.Bounds().Dy())); different > limit {
			t.Errorf("%s: %d pixels have another colour, the first at %v; if this is meant, go test ./display -update, and look at it", name, different, first)
		}
	}
}

func decode(t *testing.T, b []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// apart is the largest difference of two colours, of 255.
func apart(r, g, b, _ uint32) func(r, g, b, _ uint32) int {
	return func(r2, g2, b2, _ uint32) int {
		largest := 0
		for _, d := range []int{int(r) - int(r2), int(g) - int(g2), int(b) - int(b2)} {
			largest = max(largest, d, -d)
		}
		return largest >> 8
	}
}
