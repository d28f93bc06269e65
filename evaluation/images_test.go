package evaluation_test

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// pictures are n samples of 2×3 pixels in the order of the columns, pixel (r, c)
// of sample i being 100i + 10r + c, in classes by turns.
func pictures(t *testing.T, n, classes int) *datasets.Dataset {
	t.Helper()
	x := mat.NewDense(n, 6, nil)
	shape := datasets.ImageShape{Height: 2, Width: 3}
	labels := make([]string, n)
	for i := range n {
		for r := range 2 {
			for c := range 3 {
				x.Set(i, shape.Column(r, c), float64(100*i+10*r+c))
			}
		}
		labels[i] = fmt.Sprintf("class %02d", i%max(1, classes))
	}
	if classes == 0 {
		labels = nil
	}
	d := must.Get(datasets.New("pictures", x, labels, nil))(t)
	d.Image = shape
	return d
}

func TestImages(t *testing.T) {
	for _, c := range []struct {
		n, classes, k int
		perClass      bool
		want          []int // samples
	}{
		{12, 3, 2, true, []int{0, 6, 1, 7, 2, 8}},
		{12, 3, 10, true, []int{0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11}}, // classes of four
		{12, 1, 3, true, []int{0, 4, 8}},
		{40, 20, 1, true, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
			18, 19}},
		{84, 21, 3, false, []int{0, 7, 14}},
		{84, 21, 28, false, []int{0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48,
			51, 54, 57, 60, 63, 66, 69, 72, 75, 78, 81}},
		{12, 0, 3, false, []int{0, 4, 8}},
		{12, 0, 100, false, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
	} {
		d := pictures(t, c.n, c.classes)
		g := must.Get(evaluation.Images(d, c.k))(t)
		var got []int
		for _, img := range g.Images {
			i := float64(img.Sample)
			got = append(got, img.Sample)
			must.Items(t, img.Pixels,
				[]float64{100 * i, 100*i + 1, 100*i + 2, 100*i + 10, 100*i + 11, 100*i + 12},
				"sample %v has pixels", i)
			if c.classes > 0 && img.Class != d.Classes[d.Y[img.Sample]] || c.classes == 0 &&
				img.Class != "" {
				t.Errorf("sample %v is of class %q", i, img.Class)
			}
		}
		if g.PerClass != c.perClass || !slices.Equal(got, c.want) {
			t.Errorf("%d of %d samples in %d classes: per class %v, %v, want %v", c.k, c.n,
				c.classes, g.PerClass, got, c.want)
		}
		if lo, hi := float64(100*slices.Min(got)), float64(100*slices.Max(got)+12); g.Min != lo ||
			g.Max != hi {
			t.Errorf("values from %v to %v, want %v to %v", g.Min, g.Max, lo, hi)
		}
	}
}

// Classes without samples, as Rows leaves them, have no pictures.
func TestImagesOfFewRows(t *testing.T) {
	d := must.Get(pictures(t, 12, 3).Rows([]int{2, 0, 5}))(t)
	g := must.Get(evaluation.Images(d, 2))(t)
	if g.Classes != 2 || len(g.Images) != 3 || g.Images[0].Class != "class 00" ||
		g.Images[2].Class != "class 02" {
		t.Errorf("%d classes, %d pictures", g.Classes, len(g.Images))
	}
}

func TestImagesRefuse(t *testing.T) {
	for want, c := range map[string]struct {
		d *datasets.Dataset
		k int
	}{
		"k = 0 pictures; give 1 to 40": {
			pictures(t, 12, 3), 0},
		"k = 41 pictures; give 1 to 40": {
			pictures(t, 12, 3), 41},
		"k = 21 pictures; give 1 to 20": {
			pictures(t, 40, 20), 21},
		"k = 401 pictures; give 1 to 400": {
			pictures(t, 12, 0), 401},
		"no data: the data set is empty; give at least one sample and one feature": {nil, 1},
		"the samples are no pictures; set Image to the shape of theirs, such as " +
			"ImageShape{Height: 32, Width: 32}": {methodtest.Load(t, "iris"), 1},
	} {
		must.Fail(evaluation.Images(c.d, c.k))(t, want)
	}
}

func TestChosenPixels(t *testing.T) {
	d := pictures(t, 5, 0)
	m := must.Get(evaluation.ChosenPixels(d, pick(d, "two", 1, 4), pick(d, "one", 0)))(t)
	// Feature 1 is the lower left pixel, feature 4 the upper right one.
	if want := []evaluation.PixelMap{{Label: "two", Pixels: []int{3, 2}},
		{Label: "one", Pixels: []int{0}}}; !slices.EqualFunc(m.Panels, want,
		func(a, b evaluation.PixelMap) bool {
			return a.Label == b.Label && slices.Equal(a.Pixels, b.Pixels)
		}) {
		t.Errorf("panels %v, want %v", m.Panels, want)
	}
	if want := []float64{200, 201, 202, 210, 211, 212}; m.Height != 2 || m.Width != 3 ||
		!slices.Equal(m.Mean, want) {
		t.Errorf("mean picture %v, want %v", m.Mean, want)
	}
	digits := methodtest.Load(t, "digits")
	m = must.Get(evaluation.ChosenPixels(digits, pick(digits, "all", 10)))(t)
	if got, want := m.Mean[10], stat.Mean(mat.Col(nil, 10, digits.X), nil); got < want-1e-12 ||
		got > want+1e-12 {
		t.Errorf("mean of pixel 10 is %v, want %v", got, want)
	}
}

func TestChosenPixelsRefuse(t *testing.T) {
	d, iris := pictures(t, 5, 0), methodtest.Load(t, "iris")
	must.Fail(evaluation.ChosenPixels(d))(t, "no ranking given; give at least one")
	must.Fail(evaluation.ChosenPixels(d, pick(iris, "a", 1)))(t,
		"ranking 1 (a) is of 4 features, pictures has 6; rank the same data")
	if _, err := evaluation.ChosenPixels(iris, pick(iris, "a", 1)); err == nil ||
		err.Error() != "the samples are no pictures; set Image to the shape of theirs, such as "+
			"ImageShape{Height: 32, Width: 32}" {
		t.Errorf("%v", err)
	}
}

func TestImagesArePlainData(t *testing.T) {
	d := pictures(t, 6, 2)
	g := must.Get(evaluation.Images(d, 2))(t)
	roundTrip(t, g)
	m := must.Get(evaluation.ChosenPixels(d, pick(d, "two", 1, 4)))(t)
	roundTrip(t, m)
}
