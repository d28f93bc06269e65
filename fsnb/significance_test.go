package fsnb

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/algorithms"
)

// byTest ranks all features of iris by hand.
func byTest(d *Dataset) *Ranking {
	return &Ranking{Method: "f-test", Label: "f-test", Key: "f-test", Dataset: "iris", N: 150, D: 4,
		K: 4, Features: []int{2, 3, 0, 1}, Names: []string{d.Features[2], d.Features[3],
			d.Features[0], d.Features[1]}, Scores: algorithms.Numbers{9, 8, 2, 1},
		PValues: algorithms.Numbers{0, 1e-20, .04, .9}}
}

// What is shown of p-values is saved in every format, and a saved ranking is as significant as
// before.
func TestSignificanceIsSaved(t *testing.T) {
	d, folder := Load("iris"), t.TempDir()
	r := byTest(d)
	v, h, best := Volcano(d, r, 0, ""), PValues(r), Significant(r, .05, "holm")
	if v.Level != .05 || v.Adjustment != "bh" || v.Significant != 2 || h.Nulls != .5 ||
		best.K != 2 {
		t.Errorf("%+v, %+v, %+v", v, h, best)
	}
	for name, result := range map[string]Showable{"volcano": v, "histogram": h, "best": best} {
		for _, end := range []string{".png", ".svg", ".pdf", ".json", ".csv", ".md", ".html"} {
			if name == "best" && strings.Contains(".png .svg .pdf", end) {
				continue // a ranking has no figure
			}
			path := filepath.Join(folder, name+end)
			Save(path, result)
			text, err := os.ReadFile(path)
			if err != nil || len(text) < 100 {
				t.Errorf("%s: %d bytes, %v", path, len(text), err)
			}
			if end == ".json" && !json.Valid(text) {
				t.Errorf("%s is %s", path, text)
			}
			if want := `"effect": "√η²"`; name == "volcano" && end == ".json" &&
				!bytes.Contains(text, []byte(want)) {
				t.Errorf("no %s in %s", want, text)
			}
		}
	}
	for _, end := range []string{".json", ".csv"} {
		path := filepath.Join(folder, "all"+end)
		Save(path, r)
		if again := Significant(LoadRanking(path, d), .05, "holm"); again.K != 2 ||
			again.AdjustedPValues[1] != best.AdjustedPValues[1] {
			t.Errorf("%s: %+v", end, again)
		}
	}
}
