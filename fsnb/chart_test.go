package fsnb

import (
	"strings"
	"testing"

	"fsnb.example/display"

	"fsnb.example/fsnb/internal/cell/celltest"
)

func TestChart(t *testing.T) {
	chart := Chart{
		Title: "Scores", X: "features", Y: "accuracy",
		Series: []Series{{Name: "fisher", X: []float64{1, 2, 5}, Y: []float64{0.5, 0.75, 1},
			Labels: []string{"", "", "best"}}},
		Levels: []display.Level{{Name: "chance", Value: 0.25}},
	}
	const want = "Scores: accuracy against features: fisher, 3 points from (1, 0.5) to (5, 1); " +
		"chance (y = 0.25)\n"
	for _, v := range []Showable{chart, &chart} {
		if got := celltest.Printed(t, func() {
			Show(v)
		}); strings.TrimRight(got, "\n")+"\n" != want {
			t.Errorf("it is shown as %q, want %q", got, want)
		}
	}
	celltest.Saves(t, func(file string) { Save(file, chart) }, map[string]string{
		"a.csv": "series,x,y,label\nfisher,1,0.5,\n",
		"a.png": "\x89PNG", "a.svg": "<?xml", "a.pdf": "%PDF-",
		"a.json": "{\n  \"title\": \"Scores\"",
		"a.txt":  want})
	chart.Series[0].X = nil
	chart.Series[0].Y = nil
	celltest.Refuses(t, `chart "Scores": series 1 "fisher": there are no points; give Y, or leave `+
		"the series out", func() { Show(chart) })
}
