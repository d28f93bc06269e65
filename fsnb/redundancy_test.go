package fsnb

import (
	"testing"

	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
)

func TestRedundancyByCountIsRemembered(t *testing.T) {
	wdbc := Load("wdbc")
	counts := []int{2, 5, 10}
	second := remembers(t, wdbc, func(d *Dataset) *RedundancyCurves {
		return RedundancyByCount(d, counts, Fisher{}, TraceRatio{})
	}, map[string]func() *RedundancyCurves{
		"other counts": func() *RedundancyCurves {
			return RedundancyByCount(wdbc, []int{2, 5}, Fisher{}, TraceRatio{})
		},
		"default counts": func() *RedundancyCurves {
			return RedundancyByCount(wdbc, nil, Fisher{}, TraceRatio{})
		},
		"another order": func() *RedundancyCurves {
			return RedundancyByCount(wdbc, counts, TraceRatio{}, Fisher{})
		},
		"other data": func() *RedundancyCurves {
			return RedundancyByCount(Standardize(wdbc), counts, Fisher{}, TraceRatio{})
		},
	})
	celltest.Shows(t, func() { Show(second) }, "Redundancy of the best features, wdbc\n",
		"fisher              0.666  0.772  0.691\n", "Cached: read from the disk",
		"mean squared correlation against their number: fisher 0.666 at 2 features")
}

func TestInterruptedRedundancyIsNotRemembered(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	defer cell.Interrupted.Store(false)
	iris := Load("iris")
	cell.Interrupted.Store(true)
	if r := RedundancyByCount(iris, nil, Fisher{}); !r.Partial || len(r.Curves[0].Points) != 0 {
		t.Fatalf("not interrupted: %+v", r)
	}
	cell.Interrupted.Store(false)
	if r := RedundancyByCount(iris, nil, Fisher{}); r.Cached || r.Partial ||
		len(r.Curves[0].Points) != 3 {
		t.Errorf("a partial result was remembered: %+v", r)
	}
}

func TestClusters(t *testing.T) {
	wdbc := Load("wdbc")
	best := Select(wdbc, Fisher{}, 20)
	got := Clusters(wdbc, best)
	if len(got.Groups) != 3 || got.Cut != 0.5 ||
		len(Clusters(wdbc, best, 0.9).Alone) <= len(got.Alone) {
		t.Errorf("%d groups at %g", len(got.Groups), got.Cut)
	}
	celltest.Shows(t, func() { Show(got) },
		"Groups of correlated features, wdbc: fisher, 20 features\n",
		"9 of the 20 features are one group; in all there are 3 groups and 3 features alone.",
		"Clustered heat map of squared correlations, wdbc, fisher: 9 of the 20")
	celltest.Saves(t, func(file string) { Save(file, got) }, map[string]string{
		"groups.csv": "group,features,mean squared correlation,\"rank and name, best " +
			"first\"\n1,2,0.832,\"16 worst_texture, 19 mean_texture\"\n",
		"groups.png": "\x89PNG", "groups.svg": "<?xml", "groups.json": "{\n  \"dataset\": \"wdbc\"",
	})
	iris := Load("iris")
	celltest.RefusesAll(t, map[string]func(){
		"redundancy compares pairs of features; give at least two": func() {
			Clusters(iris, Select(iris, Fisher{}, 1))
		},
		"a cut at squared correlation 2; give one above 0 and up to 1, or 0 for 0.5": func() {
			Clusters(wdbc, best, 2)
		},
		"Clusters takes one float64, not 2": func() {
			Clusters(wdbc, best, 0.5, 0.6)
		},
		"ranking 1 (fisher) is of 30 features, iris has 4; rank the same data": func() {
			Clusters(iris, best)
		},
		"one feature has nothing to repeat; give counts from 2 to 4": func() {
			RedundancyByCount(iris, []int{1}, Fisher{})
		},
		"no method given; give at least one, such as Fisher{}": func() {
			RedundancyByCount(iris, nil)
		},
	})
}
