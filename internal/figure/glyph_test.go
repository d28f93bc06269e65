package figure_test

import (
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/figure"
)

// A class has a pair of color and glyph of its own as long as there are pairs.
func TestClassesDiffer(t *testing.T) {
	type pair struct {
		color color.NRGBA
		glyph any
	}
	seen := make(map[pair]int)
	for c := range len(figure.Palette) * len(figure.Glyphs) {
		p := pair{figure.SeriesColor(c), figure.SeriesGlyph(c)}
		if before, ok := seen[p]; ok {
			t.Fatalf("classes %d and %d look alike", before, c)
		}
		seen[p] = c
	}
}

// Glyphs are as large as one another, and open ones have lines that show their
// color.
func TestGlyphs(t *testing.T) {
	const radius = 10
	for i, g := range figure.Glyphs {
		r := displaytest.New(100, 100)
		c := draw.New(r)
		c.DrawGlyph(draw.GlyphStyle{Color: figure.Ink, Radius: radius, Shape: g},
			vg.Point{X: 50, Y: 50})
		all := r.Shapes[0]
		for _, b := range r.Shapes {
			all.MinX, all.MaxX = min(all.MinX, b.MinX), max(all.MaxX, b.MaxX)
			if b.Stroked && r.LineWidth() < 0.35*radius {
				t.Errorf("glyph %d has lines of %.1f points", i, r.LineWidth())
			}
		}
		if w := all.MaxX - all.MinX; w < 1.6*radius || w > 2.6*radius {
			t.Errorf("glyph %d of radius %d is %.1f wide", i, radius, w)
		}
		if middle := (all.MinX + all.MaxX) / 2; math.Abs(middle-50) > 0.01 {
			t.Errorf("glyph %d is off the middle by %.2f", i, middle-50)
		}
	}
}
