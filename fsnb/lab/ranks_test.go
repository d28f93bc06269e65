package lab

import (
	"testing"

	"fsnb.example/fsnb"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/must"
)

func TestRanks(t *testing.T) {
	scores := [][]float64{{0.9, 0.8}, {0.7, 0.6}, {0.5, 0.5}}
	r := Ranks([]string{"iris", "wine", "wdbc"}, []string{"fisher", "random"}, scores)
	said := celltest.Printed(t, func() { fsnb.Show(r) })
	must.ContainAll(t, said,
		"2 methods by rank over 3 data sets\n", "fisher  0.900*",
		"Critical-difference plot of 2 methods by rank over 3 data sets, average ranks: fisher "+
			"1.17, random 1.83; critical difference 1.13")
	if small := Ranks(nil, nil, scores, RankOptions{Smaller: true}); small.Order[0] != 1 {
		t.Errorf("smaller is better: %v", small.Order)
	}
	celltest.Saves(t, func(file string) { fsnb.Save(file, r) }, map[string]string{
		"ranks.csv": "method,iris,wine,wdbc,average rank,wins,p against the " +
			"first\nfisher,0.900,0.700,0.500,1.167,3,–\n", "ranks.png": "\x89PNG",
		"ranks.json": "{\n  \"datasets\": [",
	})
	celltest.Refuses(t, "1 data sets; give at least 2", func() { Ranks(nil, nil, scores[:1]) })
}

func TestPermutationImportance(t *testing.T) {
	d := fsnb.Load("iris")
	r := fsnb.Select(d, fsnb.Fisher{}, 3)
	c := PermutationImportance(d, fsnb.Protocol{Classifier: "logistic", Repeats: 2}, r, 2)
	said := celltest.Printed(t, func() { fsnb.Show(c) })
	must.ContainAll(t, said, "Permutation importance of fisher, iris\n",
		"Fall of the accuracy (logistic regression), which is ")
	celltest.Saves(t, func(file string) { fsnb.Save(file, c) }, map[string]string{
		"permuted.csv": "feature,rank,importance,importance sd\n", "permuted.png": "\x89PNG",
		"permuted.json": "{\n  \"dataset\": \"iris\"",
	})
	celltest.Refuses(t, "k = 4 of a ranking of 3 features; give 1 to 3, or 0 for all", func() {
		PermutationImportance(d, fsnb.Protocol{}, r, 4)
	})
}
