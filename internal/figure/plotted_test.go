package figure

import (
	"image/color"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Marks of every kind on the axes of a panel are in the drawing and in Vega-Lite.
func TestMarksOnAxes(t *testing.T) {
	ink, x, y := Palette[0], []float64{1, 2}, []float64{3, 4}
	style := draw.LineStyle{Color: ink, Width: vg.Points(1), Dashes: Dashes}
	marks := func(_ int, on Frame) []Mark {
		d := Data{On: on.Plot, X: x, Y: y}
		between := Data{On: on.Plot}
		between.Between(1, 3, 2, 4)
		points := Points{Data: d, Ink: ink, Glyph: SeriesGlyph(0), Radius: vg.Points(3)}
		ringed, classed := points, points
		ringed.Inks, ringed.Line = []color.NRGBA{ink, SoftInk}, style
		classed.Classes, classed.Of = []string{"a", "b"}, []int{0, 1}
		return []Mark{on.Across(3, style), &Rules{Data: between, Style: style},
			&Band{Data: Data{On: on.Plot, X: x, Y: y, Y2: x}, Ink: Faded(ink, .2)},
			&Rects{Data: between, Ink: ink, Inset: vg.Points(1)},
			&Rects{Data: between, Ink: ink, Inks: []color.NRGBA{ink}, Width: vg.Points(1)},
			&points, &ringed, &classed, Drawn{&points}, OnHover{&points},
			&Curve{Points: points, Style: style, Pieces: []float64{0, 0}}}
	}
	p := Panels{Columns: 1, Rows: 1, Width: 4 * vg.Inch, Height: 3 * vg.Inch}
	f := p.Figure("alt", []string{"title"}, NewLegend([]LegendEntry{{Name: "a", Color: ink,
		Line: true, Glyph: SeriesGlyph(1)}}, p.Width), Caption{}, func(int) *plot.Plot {
		one := NewPlot("x", "y")
		one.X.Min, one.X.Max, one.Y.Min, one.Y.Max = 0, 3, 0, 5
		one.X.Tick.Marker = AxisTicks{Room: p.Width, Style: one.X.Tick.Label}
		one.Y.Tick.Marker = one.X.Tick.Marker
		return one
	}, marks)
	if _, err := f.PNG(); err != nil {
		t.Fatal(err)
	}
	rows := []int{1, 1, 2, 1, 1, 2, 2, 2, 2, 2, 2}
	layers := f.Hover().Panels[0].Layers
	if len(layers) != len(rows) || f.VegaLite() == nil {
		t.Fatalf("%d layers, want %d", len(layers), len(rows))
	}
	for i, want := range rows {
		if got := layers[i].Table.Rows(); got != want {
			t.Errorf("layer %d has %d rows, want %d", i, got, want)
		}
	}
}
