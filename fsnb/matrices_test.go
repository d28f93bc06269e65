package fsnb

import (
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/display"
	"fsnb.example/fsnb/internal/cell/celltest"
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
	celltest.Saves(t, func(file string) { Save(file, m) }, map[string]string{
		"a.csv": "panel,row,column,value\nfirst,1,1,1\n",
		"a.png": "\x89PNG", "a.svg": "<?xml", "a.pdf": "%PDF-",
		"a.json": "{\n  \"title\": \"Shares\"",
		"a.txt":  want})
	celltest.Refuses(t, "matrices: there are no panels; give one at least, with Rows",
		func() { Show(display.Matrices{}) })
}

func TestSimilarities(t *testing.T) {
	iris := Load("iris")
	a, b := Select(iris, Fisher{}, 2), Select(iris, SFS{}, 2)
	celltest.Shows(t, func() { Show(Similarities(iris, SameClass{}, a, b)) },
		"Similarity of the samples preserved, iris", "spfs-sfs",
		"Similar by their classes.",
		"Who is like whom, iris: heat maps of similarity; wanted, 150×150")
	if r := Select(iris, SPEC{Similarity: RBF{Percentile: 30}},
		2); r.Label != "spec, percentile=30" {
		t.Errorf("label %q", r.Label)
	}
	celltest.Refuses(t, "similarity: \"complete\" is none of class, rbf, neighbors, precomputed",
		func() { Similarities(iris, Complete{}, a) })
}
