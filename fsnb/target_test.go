package fsnb

import (
	"slices"
	"testing"

	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/statistics"
)

// New takes numbers for a continuous target, which methods of one take.
func TestNewTakesNumbers(t *testing.T) {
	forget(t)
	rows := [][]float64{{4, 1}, {1, 2}, {3, 3}, {2, 5}, {4, 6}}
	d := New(rows, []float64{.5, 1, 1.4, 2.6, 3}, []string{"other", "marker"})
	if !d.Continuous() || d.Labeled() {
		t.Fatalf("classes %q, target %v", d.Classes, d.Target)
	}
	for _, m := range []Selector{statistics.Pearson{}, HSIC{Similarity: graph.Target{}},
		GRM{Scorer: statistics.FRegression{}}} {
		if r := Select(d, m, 2); !slices.Equal(r.Names, []string{"marker", "other"}) {
			t.Errorf("%s: %q", r.Label, r.Names)
		}
	}
}
