package chart

import (
	"encoding/json"
	"slices"
	"testing"

	"fsnb.example/display/figure"
	"fsnb.example/display/vega"
)

// Each known cell is a rectangle and its number, both with row, column, printed, ours and the
// difference on hover; the colors are those of PNG at both ends and white at 0.
func TestDifferencesOnHover(t *testing.T) {
	d := Differences{Title: "p, Table 1", Values: "ours less printed",
		Rows: []string{"fisher", "a, \"quoted\" row"}, Columns: []string{"iris", "wine"},
		Cells: [][]Difference{
			{{Known: true, Value: .25, Text: "+.25", Printed: ".50", Ours: ".75"}, {}},
			{{Known: true, Text: ".00", Printed: ".90", Ours: ".90"},
				{Known: true, Value: -.5, Text: "−.50", Printed: ".70", Ours: ".20"}}}}
	s := hovering(t, d.Figure("differences", figure.Caption{Text: "Note."}))
	layers := s.Vconcat[0].Concat[0].of("row")
	if len(layers) != 2 || layers[0].Mark.Type != "rect" || layers[1].Mark.Type != "text" {
		t.Fatalf("layers with tooltips: %+v", layers)
	}
	want := [][]string{{"0", "0", "0.25", "+.25", "+.25", ".50", ".75"},
		{"1", "0", "0", ".00", ".00", ".90", ".90"},
		{"1", "1", "-0.5", "−.50", "−.50", ".70", ".20"}}
	for _, l := range layers {
		rows := s.rows(t, l)
		if len(rows) != len(want) {
			t.Fatalf("%d cells, want %d", len(rows), len(want))
		}
		for i, row := range rows {
			if !slices.Equal(row, want[i]) {
				t.Errorf("cell %d is %q, want %q", i, row, want[i])
			}
		}
		var tips []struct{ Field, Title string }
		if err := json.Unmarshal(l.Encoding["tooltip"], &tips); err != nil {
			t.Fatal(err)
		}
		var titles []string
		for _, tip := range tips {
			titles = append(titles, tip.Field+" "+tip.Title)
		}
		if !slices.Equal(titles, []string{"na row", "nb column", "p printed", "o ours",
			"d difference"}) {
			t.Errorf("tooltips %q", titles)
		}
	}
	var color struct {
		Scale struct {
			Domain []float64
			Range  []string
		}
	}
	if err := json.Unmarshal(layers[0].Encoding["color"], &color); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(color.Scale.Domain, []float64{-.5, 0, .5}) ||
		!slices.Equal(color.Scale.Range, []string{vega.Color(diverging(-1)), "#FFFFFF",
			vega.Color(diverging(1))}) {
		t.Errorf("colors %+v", color.Scale)
	}
}

// A map of more marks than a specification has goes out as PNG alone; equal numbers have no colors.
func TestDifferencesWithoutHover(t *testing.T) {
	row := make([]Difference, 50)
	for j := range row {
		row[j] = Difference{Known: true, Text: ".00"}
	}
	d := Differences{Title: "large", Columns: make([]string, 50)}
	for len(d.Cells) < vega.MaxMarks/50+1 {
		d.Rows, d.Cells = append(d.Rows, "row"), append(d.Cells, row)
	}
	if d.Figure("large", figure.Caption{}).VegaLite() != nil {
		t.Errorf("%d cells have a specification", 50*len(d.Cells))
	}
	d.Rows, d.Cells = d.Rows[:2], d.Cells[:2]
	s := hovering(t, d.Figure("small", figure.Caption{}))
	if got := len(s.rows(t, s.Vconcat[0].Concat[0].of("row")[0])); got != 100 {
		t.Errorf("%d cells, want 100", got)
	}
}
