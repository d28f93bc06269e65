package fsnb

import (
	"os"
	"path/filepath"
	"testing"

	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/must"
)

// Pictures and chosen pixels are shown in words outside a notebook, saved as
// figures, and a mistake is one line.
func TestImages(t *testing.T) {
	digits := TakeClasses(Load("digits"), "1", "7")
	pixels := ChosenPixels(digits, Select(digits, Fisher{}, 5), Select(digits, Variance{}, 5))
	got := celltest.Printed(t, func() { Show(Images(digits, 3), pixels) })
	must.ContainAll(t, got,
		"6 pictures of digits, 3 of each of 2 classes: 1, 7. 3 pictures of each class, evenly "+
			"spread over its samples. 8×8 pixels, black 0 to white 16.",
		"fisher, 5 of 64 in rows ", "variance, 5 of 64 in rows ")
	for name, result := range map[string]any{"images.png": Images(digits, 3),
		"pixels.svg": pixels} {
		file := filepath.Join(t.TempDir(), name)
		Save(file, result)
		if st, err := os.Stat(file); err != nil || st.Size() < 1000 {
			t.Errorf("%s: %v, %v", name, st, err)
		}
	}
	iris := Load("iris")
	celltest.RefusesAll(t, map[string]func(){
		"k = 0 pictures; give 1 to 40": func() { Images(digits, 0) },
		"the samples are no pictures; set Image to the shape of theirs, such as " +
			"ImageShape{Height: 32, Width: 32}": func() {
			Images(iris, 3)
		},
		"no ranking given; give at least one": func() {
			ChosenPixels(digits)
		},
		"ranking 1 (fisher) is of 4 features, digits has 64; rank the same data": func() {
			ChosenPixels(digits, Select(iris, Fisher{}, 2))
		},
	})
}

// A user's own matrix of pictures needs its shape, and is shown then.
func TestImagesOfAMatrix(t *testing.T) {
	d := New([][]float64{{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}}, NoLabels, nil)
	d.Image = ImageShape{Height: 2, Width: 3, ByRow: true}
	const want = "2 pictures. 2 of 2 samples, evenly spread. 2×3 pixels, black 0 to white 5.\n\n"
	if got := celltest.Printed(t, func() { Show(Images(d, 2)) }); got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}
