package lab

import (
	"path/filepath"
	"testing"

	"fsnb.example/fsnb"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/must"
)

func TestRanks(t *testing.T) {
	scores := [][]float64{{0.9, 0.8}, {0.7, 0.6}, {0.5, 0.5}}
	r := Ranks([]string{"iris", "wine", "wdbc"}, []string{"fisher", "random"}, scores)
	said := celltest.Printed(t, func() { fsnb.Show(r) })
	for _, want := range []string{"2 methods by rank over 3 data sets\n", "fisher  0.900*",
		"Critical-difference plot of 2 methods by rank over 3 data sets, average ranks: fisher " +
			"1.17, random 1.83; critical difference 1.13"} {
		must.Contain(t, said, want)
	}
	if small := Ranks(nil, nil, scores, RankOptions{Smaller: true}); small.Order[0] != 1 {
		t.Errorf("smaller is better: %v", small.Order)
	}
	dir := t.TempDir()
	for file, start := range map[string]string{
		"ranks.csv": "method,iris,wine,wdbc,average rank,wins,p against the " +
			"first\nfisher,0.900,0.700,0.500,1.167,3,–\n", "ranks.png": "\x89PNG",
		"ranks.json": "{\n  \"datasets\": ["} {
		saves(t, filepath.Join(dir, file), r, start)
	}
	refuses(t, "fsnb: 1 data sets; give at least 2\n", func() {
		Ranks(nil, nil, scores[:1])
	})
}

func TestPermutationImportance(t *testing.T) {
	d := fsnb.Load("iris")
	r := fsnb.Select(d, fsnb.Fisher{}, 3)
	c := PermutationImportance(d, fsnb.Protocol{Classifier: "logistic", Repeats: 2}, r, 2)
	said := celltest.Printed(t, func() { fsnb.Show(c) })
	for _, want := range []string{"Permutation importance of fisher, iris\n",
		"Fall of the accuracy (logistic regression), which is "} {
		must.Contain(t, said, want)
	}
	dir := t.TempDir()
	for file, start := range map[string]string{
		"permuted.csv": "feature,rank,importance,importance sd\n", "permuted.png": "\x89PNG",
		"permuted.json": "{\n  \"dataset\": \"iris\""} {
		saves(t, filepath.Join(dir, file), c, start)
	}
	refuses(t, "fsnb: k = 4 of a ranking of 3 features; give 1 to 3, or 0 for all\n", func() {
		PermutationImportance(d, fsnb.Protocol{}, r, 4)
	})
}
