package figure

import (
	"testing"

	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/vega"
)

// Marks of a sheet are in the drawing and in Vega-Lite, each with its tooltip.
func TestSheet(t *testing.T) {
	caption := Caption{Text: "Caption."}
	s := NewSheet(2*vg.Inch, vg.Inch, caption)
	tips := []Column{{Tip: vega.Tip{Field: "n", Title: "name"}, Words: []string{"one"}},
		{Tip: vega.Tip{Field: "v", Title: "value"}, Numbers: []float64{1}}}
	texts := Text(TextStyle(TextSize), vg.Inch, vg.Inch/2, "word")
	lines := NewLines(Ink, vg.Points(1)).
		Add(vg.Point{}, vg.Point{X: vg.Inch}, vg.Point{X: vg.Inch, Y: vg.Inch})
	areas := (&Rects{}).Add(s.Snapped(1, 1, vg.Inch, vg.Inch/2), SoftInk)
	texts.Tips, lines.Tips, areas.Tips = tips, tips, tips
	s.Add(areas, lines, texts)
	f := s.Figure("alt", caption)
	if _, err := f.PNG(); err != nil {
		t.Fatal(err)
	}
	layers := f.Hover().Panels[0].Layers
	for i, rows := range []int{1, 2, 1} { // a line of two pieces has a row for each
		if got := layers[i].Table.Rows(); got != rows || layers[i].Encoding["tooltip"] == nil {
			t.Errorf("layer %d has %d rows, want %d with tooltips", i, got, rows)
		}
	}
}
