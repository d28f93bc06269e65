package fsnb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/display"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/must"
)

func TestMatrices(t *testing.T) {
	m := display.Matrices{Title: "Shares", Groups: []string{"a", "b"},
		Panels: []display.MatrixPanel{{Name: "first",
			Rows: []algorithms.Numbers{{1, 0.5}, {0, 2}}}}}
	const want = "Shares: heat maps of value; first, 2×2, 0 to 2; in 2 groups\n"
	for _, v := range []Showable{m, &m} {
		if got := celltest.Printed(t, func() {
			Show(v)
		}); strings.TrimRight(got, "\n")+"\n" != want {
			t.Errorf("they are shown as %q, want %q", got, want)
		}
	}
	folder := t.TempDir()
	for ext, begins := range map[string]string{".csv": "panel,row,column,value\nfirst,1,1,1\n",
		".png": "\x89PNG", ".svg": "<?xml", ".pdf": "%PDF-", ".json": "{\n  \"title\": \"Shares\"",
		".txt": want} {
		file := filepath.Join(folder, "matrices"+ext)
		Save(file, m)
		if raw, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(raw), begins) {
			t.Errorf("%s begins with %.40q, %v; want %q", ext, raw, err, begins)
		}
	}
	got, status := celltest.Caught(t, func() { Show(display.Matrices{}) })
	if want := "fsnb: matrices: there are no panels; give one at least, with Rows\n"; got != want ||
		status != 1 {
		t.Errorf("exit %d, said %q, want %q", status, got, want)
	}
}

func TestSimilarities(t *testing.T) {
	iris := Load("iris")
	a, b := Select(iris, Fisher{}, 2), Select(iris, SFS{}, 2)
	got := celltest.Printed(t, func() { Show(Similarities(iris, SameClass{}, a, b)) })
	for _, want := range []string{"Similarity of the samples preserved, iris", "spfs-sfs",
		"Similar by their classes.",
		"Who is like whom, iris: heat maps of similarity; wanted, 150×150"} {
		must.Contain(t, got, want)
	}
	if r := Select(iris, SPEC{Similarity: RBF{Percentile: 30}},
		2); r.Label != "spec, percentile=30" {
		t.Errorf("label %q", r.Label)
	}
	said, status := celltest.Caught(t, func() { Similarities(iris, Complete{}, a) })
	if want := "fsnb: similarity: \"complete\" is none of class, rbf, neighbors, " +
		"precomputed\n"; said != want || status != 1 {
		t.Errorf("exit %d, said %q, want %q", status, said, want)
	}
}
