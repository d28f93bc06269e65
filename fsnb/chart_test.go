package fsnb

import (
	"os"
	"path/filepath"
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
	folder := t.TempDir()
	for ext, begins := range map[string]string{".csv": "series,x,y,label\nfisher,1,0.5,\n",
		".png": "\x89PNG", ".svg": "<?xml", ".pdf": "%PDF-", ".json": "{\n  \"title\": \"Scores\"",
		".txt": want} {
		file := filepath.Join(folder, "chart"+ext)
		Save(file, chart)
		if raw, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(raw), begins) {
			t.Errorf("%s begins with %.40q, %v; want %q", ext, raw, err, begins)
		}
	}
	chart.Series[0].X = nil
	chart.Series[0].Y = nil
	got, status := celltest.Caught(t, func() { Show(chart) })
	if want := "fsnb: chart \"Scores\": series 1 \"fisher\": there are no points; give Y, or " +
		"leave the series out\n"; got != want || status != 1 {
		t.Errorf("exit %d, said %q, want %q", status, got, want)
	}
}
