package chart

import (
	"bytes"
	"image/png"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

// Counts have ticks at whole numbers, however few they are, and a histogram of zeros has an axis.
func TestWholeTicks(t *testing.T) {
	for _, counts := range [][]int{{1, 0}, {2, 1}, {3, 7}, {0, 0}, {1500, 2}} {
		h := Histogram{To: 1, Counts: counts}
		p := h.plot(figure.Panels{Columns: 1, Rows: 1, Width: 5 * vg.Inch, Height: 3 * vg.Inch})
		labeled := 0
		for _, tick := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
			must.Is(t, tick.Value, math.Trunc(tick.Value), "%v has a tick at", counts)
			if tick.Label != "" {
				labeled++
			}
		}
		if p.Y.Min != 0 || p.Y.Max < float64(max(counts[0], counts[1], 1)) || labeled < 2 {
			t.Errorf("%v: an axis from %g to %g with %d labels", counts, p.Y.Min, p.Y.Max, labeled)
		}
	}
}

// Muted series are gray, and the others have the colors and glyphs that they have without them.
func TestMutedSeries(t *testing.T) {
	of := Chart{Series: []Series{{Y: nums{1}, Muted: true}, {Y: nums{2}}, {Y: nums{3}, Muted: true},
		{Y: nums{4}}}}
	c := newChart(&of, narrow)
	for i, want := range []int{-1, 0, -1, 1} {
		color := mutedInk
		if want >= 0 {
			color = figure.SeriesColor(want)
		}
		if c.color(i) != color || c.look(i) != max(want, 0) {
			t.Errorf("series %d has color %v and place %d", i, c.color(i), c.look(i))
		}
		if entry := c.legend()[i]; entry.Color != color {
			t.Errorf("the legend has series %d in %v", i, entry.Color)
		}
	}
}

// The label of the last point has room at its right, whatever its length; without labels nothing
// is left free.
func TestLabelMargin(t *testing.T) {
	for _, label := range []string{"a", "worst_concave_points",
		"a name that is longer than it can be"} {
		of := Chart{Series: []Series{{Points: true, X: nums{0, 5}, Y: nums{1, 2},
			Labels: []string{"", label}}}}
		f, err := LabeledFigure(&of, "Said")
		if err != nil || f.Alt != "Said" {
			t.Fatalf("%q, %v", f.Alt, err)
		}
		m := narrow
		m.right = max(m.right, of.labelMargin(m.left))
		c := newChart(&of, m)
		grid := figure.Panels{Columns: 1, Rows: 1, Width: chartWidth, Height: 4 * vg.Inch}
		p := c.plot(grid)
		area := grid.Area(p)
		c.place(p, area)
		point := area.Size().X * vg.Length((5-c.x.from)/(c.x.to-c.x.from))
		if c.noRoom > 0 || len(c.labels) != 1 || c.labels[0].at.X < point {
			t.Errorf("%s: at %v, the point at %v", label, c.labels, point)
		}
		// Other labels than that of the last point need no more room.
		of.Series[0].Labels = []string{label}
		if other := of.labelMargin(.05); other > .05 {
			t.Errorf("%s beside the first point leaves %g free", label, other)
		}
	}
	if m := (&Chart{Series: []Series{{X: nums{1, 1}, Y: nums{1, 2}, Labels: []string{"a"}}}}).
		labelMargin(.05); m != 0 {
		t.Errorf("one place leaves %g free", m)
	}
	if _, err := LabeledFigure(&Chart{}, "x"); err == nil {
		t.Error("a chart without series is drawn")
	}
}

// A picture has no transparent pixel, so that it looks the same on a dark page.
func TestPicturesAreOpaque(t *testing.T) {
	raw := must.Get(histogramOf(2, numbered("h")).Figure("Histogram", small).PNG())(t)
	img := must.Get(png.Decode(bytes.NewReader(raw)))(t)
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if _, _, _, a := img.At(x, y).RGBA(); a != 0xffff {
				t.Fatalf("pixel %d, %d has opacity %d", x, y, a)
			}
		}
	}
}
