package display

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/wording"
)

// makeImages is k pictures of each class, or in all for perClass = false.
func makeImages(classes, k, height, width int, perClass bool,
	class func(int) string) *evaluation.ImageGrid {
	g := &evaluation.ImageGrid{Height: height, Width: width,
		Classes: classes, PerClass: perClass, K: k, Min: -1, Max: 1,
		About: evaluation.About{Dataset: "synthetic", N: 1000}}
	pixels := make([]float64, height*width) // of all
	for p := range pixels {
		pixels[p] = math.Sin(float64(p) / 50)
	}
	for i := range k * max(1, classes) {
		img := evaluation.Image{Sample: i, Pixels: pixels}
		if classes > 0 {
			img.Class = class(i / k)
			if !perClass {
				img.Class = class(i)
			}
		}
		if g.Images = append(g.Images, img); !perClass && len(g.Images) == k {
			break
		}
	}
	return g
}

// makeMaps is a mean picture on which each panel chose k pixels.
func makeMaps(panels, k, height, width int, label func(int) string) *evaluation.PixelMaps {
	m := &evaluation.PixelMaps{About: evaluation.About{Dataset: "synthetic", N: 50},
		Height: height, Width: width,
		Mean: make([]float64, height*width)}
	for p := range m.Mean {
		m.Mean[p] = float64(p % 17)
	}
	for i := range panels {
		p := evaluation.PixelMap{Label: label(i)}
		for j := range k {
			p.Pixels = append(p.Pixels, (j*7+i)%len(m.Mean))
		}
		m.Panels = append(m.Panels, p)
	}
	return m
}

func imageSituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	class := numbered("class ")
	for _, size := range [][2]int{{1, 1}, {8, 8}, {112, 92}, {3, 300}, {300, 3}} {
		for _, classes := range []int{1, 2, 10, 20} {
			out[fmt.Sprintf("images, %d×%d, %d classes", size[0], size[1], classes)] =
				imagesFigure(makeImages(classes, min(10, 3+classes), size[0], size[1], true, class))
			out[fmt.Sprintf("images, %d×%d, %d long classes", size[0], size[1], classes)] =
				imagesFigure(makeImages(classes, 2, size[0], size[1], true, long))
		}
		for _, k := range []int{1, 9, 11, 100} {
			out[fmt.Sprintf("images, %d×%d, %d of 40 classes", size[0], size[1], k)] =
				imagesFigure(makeImages(100, k, size[0], size[1], false, class))
			out[fmt.Sprintf("images, %d×%d, %d of 40 long classes", size[0], size[1], k)] =
				imagesFigure(makeImages(100, k, size[0], size[1], false, long))
			out[fmt.Sprintf("images, %d×%d, %d without classes", size[0], size[1], k)] =
				imagesFigure(makeImages(0, k, size[0], size[1], false, class))
		}
		for _, panels := range []int{1, 2, 3, 4, 7} {
			out[fmt.Sprintf("pixels, %d×%d, %d panels", size[0], size[1], panels)] =
				ChosenPixelsFigure(makeMaps(panels, 20, size[0], size[1], numbered("method ")))
			out[fmt.Sprintf("pixels, %d×%d, %d panels with long names", size[0], size[1], panels)] =
				ChosenPixelsFigure(makeMaps(panels, 1, size[0], size[1], long))
		}
	}
	out["images, large"] = imagesFigure(makeImages(2, 3, 400, 200, true, class))
	out["images, 40 of a class"] = imagesFigure(makeImages(10, 40, 16, 16, true, class))
	out["images, 400 in all"] = imagesFigure(makeImages(400, 400, 16, 16, false, class))
	g := makeImages(3, 2, 8, 8, true, class)
	g.Dataset, g.History = long(1), []string{long(2), long(3)}
	out["images, long history"] = imagesFigure(g)
	return out
}

// Nothing to show is no figure.
func TestNoImages(t *testing.T) {
	if imagesFigure(&evaluation.ImageGrid{}) != nil ||
		ChosenPixelsFigure(&evaluation.PixelMaps{}) != nil {
		t.Error("a figure of nothing")
	}
}

func TestImageNotes(t *testing.T) {
	class := numbered("class ")
	fewer := makeImages(2, 3, 8, 8, true, class)
	fewer.Images = fewer.Images[:5]
	history := makeImages(2, 3, 8, 8, true, class)
	history.History = []string{"took 2 of 3 classes", "standardized"}
	for want, g := range map[string]*evaluation.ImageGrid{
		"3 pictures of each class, evenly spread over its samples. 8×8 pixels, black " +
			"−1 to white 1.": makeImages(2, 3, 8, 8, true, class),
		"Up to 3 pictures of each class, evenly spread over its samples. 8×8 pixels, " +
			"black −1 to white 1.": fewer,
		"One picture of each of 5 classes of 40. 8×8 pixels, black −1 to white " +
			"1.": makeImages(40, 5, 8, 8, false, class),
		"5 of 1000 samples, evenly spread. 8×8 pixels, black −1 to white " +
			"1.": makeImages(0, 5, 8, 8, false, class),
		"5 of 1000 samples, evenly spread. 160×80 pixels, black −1 to white 1. Shown " +
			"smaller, 80×40.": makeImages(0, 5, 160, 80, false, class),
		"3 pictures of each class, evenly spread over its samples. 8×8 pixels, black " +
			"−1 to white 1. Data: took 2 of 3 classes; standardized.": history,
	} {
		must.Is(t, gridNote(g, tiles(g)).Text, want, "note")
	}
	must.Is(t, imagesFigure(fewer).Alt,
		"5 pictures of synthetic, up to 3 of each of 2 classes: class 1, class 2", "text")
	m := makeMaps(1, 2, 4, 4, numbered("method "))
	if got, want := ChosenPixelsFigure(m).Alt,
		"Chosen pixels on the mean picture of synthetic, 4×4 (rows and columns from 0 at the "+
			"upper left): method 1, 2 of 16 in rows 0 to 1 and columns 0 to 3"; got != want {
		t.Errorf("text %q\nwant %q", got, want)
	}
}

// The classes stand beside or below their pictures, whatever is painted.
func TestImageClasses(t *testing.T) {
	for _, perClass := range []bool{true, false} {
		r := record(imagesFigure(makeImages(3, 3, 8, 8, perClass, numbered("class "))))
		for i := range 3 {
			if want := fmt.Sprint("class ", i+1); !r.Has(want) {
				t.Errorf("per class %v: no %q among %q", perClass, want, r.Words())
			}
		}
		must.Is(t, len(r.Images), 1, "bitmaps")
	}
	for _, name := range hostile {
		g := makeImages(2, 2, 4, 4, true,
			func(i int) string { return name + strings.Repeat("x", i) })
		g.Dataset, g.History = name, []string{name}
		m := makeMaps(2, 2, 4, 4, func(int) string { return name })
		m.Dataset = name
		for _, f := range []*figure.Figure{imagesFigure(g), ChosenPixelsFigure(m)} {
			record(f).CheckLayout(t)
			if strings.ContainsAny(f.Alt, "\n\r\t\x00\x1b") {
				t.Errorf("%q is described as %q", wording.Shorten(name, 20), f.Alt)
			}
		}
	}
}

// Figures of noise, which compresses worst, stay small enough for a notebook.
func TestImagesAreSmall(t *testing.T) {
	state := uint64(1)
	for _, c := range []struct{ classes, k, height, width int }{{10, 10, 112, 92}, {20, 20, 32, 32},
		{10, 40, 55, 44}, {10, 10, 100, 100}, {2, 3, 8, 8}} {
		g := makeImages(c.classes, c.k, c.height, c.width, true, numbered("class "))
		for i := range g.Images {
			img := &g.Images[i]
			img.Pixels = make([]float64, c.height*c.width)
			smooth := 0.0
			for p := range img.Pixels {
				state = state*6364136223846793005 + 1442695040888963407
				noise := float64(state>>40) / (1 << 24)
				smooth += (noise - 0.5) * 0.2 // as neighbors in a photograph
				smooth = max(-1, min(1, smooth))
				img.Pixels[p] = smooth
			}
		}
		png := must.Get(imagesFigure(g).PNG())(t)
		if len(png) > 300_000 {
			t.Errorf("%+v: %d bytes", c, len(png))
		}
	}
}
