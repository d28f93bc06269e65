package chart

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/vega"
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
	want := [][]string{{"0", "0", "0.25", "+.25", ".50", ".75"},
		{"1", "0", "0", ".00", ".90", ".90"},
		{"1", "1", "-0.5", "−.50", ".70", ".20"}}
	for _, l := range layers {
		rows := s.rows(t, l)
		if len(rows) != len(want) {
			t.Fatalf("%d cells, want %d", len(rows), len(want))
		}
		for i, row := range rows {
			must.Items(t, row, want[i], "cell %d", i)
		}
		var tips []struct{ Field, Title string }
		must.Do(t, json.Unmarshal(l.Encoding["tooltip"], &tips))
		var titles []string
		for _, tip := range tips {
			titles = append(titles, tip.Field+" "+tip.Title)
		}
		must.Items(t, titles,
			[]string{"na row", "nb column", "p printed", "o ours", "d difference"}, "tooltips")
	}
	var color struct {
		Scale struct {
			Domain []float64
			Range  []string
		}
	}
	must.Do(t, json.Unmarshal(layers[0].Encoding["color"], &color))
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
	must.Is(t, len(s.rows(t, s.Vconcat[0].Concat[0].of("row")[0])), 100, "cells")
}

// Cells that are too narrow for a number have none; unknown ones are gray where asked, without a
// tooltip, and tooltips name what is subtracted from what.
func TestDifferencesNarrow(t *testing.T) {
	d := Differences{Title: "narrow", Of: "value", Less: "median", Gray: true,
		Rows: []string{"fisher", "variance"}}
	d.Cells = make([][]Difference, 2)
	for j := range 40 {
		d.Columns = append(d.Columns, "set")
		for i := range d.Cells {
			d.Cells[i] = append(d.Cells[i], Difference{Known: i == 0 || j > 2, Value: float64(j),
				Text: "+12.345", Printed: "p", Ours: "o"})
		}
	}
	if l := d.lay(); !l.bare || l.largest != 39 {
		t.Errorf("bare %v, largest %g", l.bare, l.largest)
	}
	s := hovering(t, d.Figure("narrow", figure.Caption{}))
	var rects []layerOf
	for _, l := range s.Vconcat[0].Concat[0].of("row") {
		must.Is(t, l.Mark.Type, "rect", "a layer of")
		rects = append(rects, l)
	}
	if len(rects) != 1 || len(s.rows(t, rects[0])) != 77 {
		t.Fatalf("%d layers of cells with tooltips", len(rects))
	}
	var tips []struct{ Title string }
	must.Do(t, json.Unmarshal(rects[0].Encoding["tooltip"], &tips))
	if tips[2].Title != "median" || tips[3].Title != "value" {
		t.Errorf("tooltips %q", tips)
	}
	gray := func() int {
		text := must.Get(json.Marshal(d.Figure("", figure.Caption{}).VegaLite()))(t)
		return strings.Count(string(text), vega.Color(unknownCell))
	}
	must.Is(t, gray(), 1, "layers of gray cells")
	d.Gray = false
	must.Is(t, gray(), 0, "layers of gray cells without Gray")
	d.Columns = d.Columns[:3]
	for i := range d.Cells {
		d.Cells[i] = d.Cells[i][:3]
	}
	if l := d.lay(); l.bare || l.largest != 2 {
		t.Errorf("3 columns: bare %v, largest %g", l.bare, l.largest)
	}
}

// The scale of colors is as high as the map up to 14 rows, and not less than 5.
func TestDifferencesScale(t *testing.T) {
	for rows, want := range map[int]float64{1: 5, 5: 5, 9: 9, 14: 14, 15: 14, 70: 14} {
		d := Differences{Columns: []string{"set"}, Values: strings.Repeat("long ", 90)}
		for range rows {
			d.Rows = append(d.Rows, "row")
			d.Cells = append(d.Cells, []Difference{{Known: true, Value: 1, Text: "+1"}})
		}
		must.Is(t, d.scaleHeight().Points()/cellHeight, want, "%d rows: a scale of", rows)
	}
}
