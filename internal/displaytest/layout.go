package displaytest

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/figure"
)

// CheckFigures checks figures by name, each as CheckFigure does.
func CheckFigures(t *testing.T, figures map[string]*figure.Figure) {
	for name, f := range figures {
		t.Run(name, func(t *testing.T) { CheckFigure(t, name, f) })
	}
}

// CheckFigure checks that nothing in a figure is cut, that no text stands on another or on a glyph,
// that all of it can be read, and that no two entries of a legend, titles or names look alike.
func CheckFigure(t *testing.T, name string, f *figure.Figure) {
	t.Helper()
	r := Record(f)
	r.CheckLayout(t)
	if f.Alt == "" || strings.ContainsAny(f.Alt, "\n\t") {
		t.Errorf("it is described as %q", f.Alt)
	}
	seen := make(map[string]int)
	for _, w := range r.Words() {
		if strings.HasPrefix(w, "a very long") {
			seen[w]++
		}
	}
	for w, n := range seen {
		if n > 1 && !strings.Contains(name, "panels") && !strings.Contains(name, "heat map") {
			t.Errorf("%d texts are %q", n, w)
		}
	}
	if slices.Contains(r.Words(), "−0") {
		t.Error("a tick says −0")
	}
}

// Texts fails for each of the words that a figure does not show.
func Texts(t *testing.T, f *figure.Figure, words ...string) *Recorder {
	t.Helper()
	r := Record(f)
	for _, w := range words {
		if !r.Has(w) {
			t.Errorf("%q is not in the figure: %q", w, r.Words())
		}
	}
	return r
}

// Disks returns the middles of the filled shapes of a color that are as wide as
// a glyph, but for the last ones, which are the legend's.
func Disks(r *Recorder, c color.NRGBA, radius float64, legend int) (x, y []float64) {
	for _, b := range r.Shapes {
		if b.Color == c && !b.Stroked && math.Abs(b.MaxX-b.MinX-2*radius) < 1e-6 {
			x, y = append(x, (b.MinX+b.MaxX)/2), append(y, (b.MinY+b.MaxY)/2)
		}
	}
	return x[:len(x)-legend], y[:len(y)-legend]
}
