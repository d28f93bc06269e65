package fsnb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

func TestRedundancyByCountIsRemembered(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	wdbc := Load("wdbc")
	counts := []int{2, 5, 10}
	first, second := RedundancyByCount(wdbc, counts, Fisher{}, TraceRatio{}),
		RedundancyByCount(wdbc, counts, Fisher{}, TraceRatio{})
	if first.Cached || !second.Cached {
		t.Fatalf("cached: first %v, second %v", first.Cached, second.Cached)
	}
	said := celltest.Printed(t, func() { Show(second) })
	for _, want := range []string{"Redundancy of the best features, wdbc\n",
		"fisher              0.666  0.772  0.691\n", "Cached: read from the disk",
		"mean squared correlation against their number: fisher 0.666 at 2 features"} {
		must.Contain(t, said, want)
	}
	second.Cached = false
	must.Equal(t, second, first, "remembered otherwise")
	other := *wdbc
	other.Name = "same numbers"
	if r := RedundancyByCount(&other, counts, Fisher{}, TraceRatio{}); !r.Cached ||
		r.Dataset != "same numbers" {
		t.Errorf("the same numbers by another name: cached %v as %q", r.Cached, r.Dataset)
	}
	for name, r := range map[string]*RedundancyCurves{
		"other counts":   RedundancyByCount(wdbc, []int{2, 5}, Fisher{}, TraceRatio{}),
		"default counts": RedundancyByCount(wdbc, nil, Fisher{}, TraceRatio{}),
		"another order":  RedundancyByCount(wdbc, counts, TraceRatio{}, Fisher{}),
		"other data":     RedundancyByCount(Standardize(wdbc), counts, Fisher{}, TraceRatio{}),
	} {
		if r.Cached {
			t.Errorf("%s: read from the cache", name)
		}
	}
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
	said := celltest.Printed(t, func() { Show(got) })
	for _, want := range []string{"Groups of correlated features, wdbc: fisher, 20 features\n",
		"9 of the 20 features are one group; in all there are 3 groups and 3 features alone.",
		"Clustered heat map of squared correlations, wdbc, fisher: 9 of the 20"} {
		must.Contain(t, said, want)
	}
	dir := t.TempDir()
	for file, start := range map[string]string{
		"groups.csv": "group,features,mean squared correlation,\"rank and name, best " +
			"first\"\n1,2,0.832,\"16 worst_texture, 19 mean_texture\"\n",
		"groups.png": "\x89PNG", "groups.svg": "<?xml", "groups.json": "{\n  \"dataset\": \"wdbc\"",
	} {
		Save(filepath.Join(dir, file), got)
		if raw, err := os.ReadFile(filepath.Join(dir, file)); err != nil ||
			!strings.HasPrefix(string(raw), start) {
			t.Errorf("%s begins %.80q (%v), want %q", file, raw, err, start)
		}
	}
	iris := Load("iris")
	for want, do := range map[string]func(){
		"fsnb: redundancy compares pairs of features; give at least two\n": func() {
			Clusters(iris, Select(iris, Fisher{}, 1))
		},
		"fsnb: a cut at squared correlation 2; give one above 0 and up to 1, or 0 for 0.5\n": func() {
			Clusters(wdbc, best, 2)
		},
		"fsnb: Clusters takes one float64, not 2\n": func() {
			Clusters(wdbc, best, 0.5, 0.6)
		},
		"fsnb: ranking 1 (fisher) is of 30 features, iris has 4; rank the same data\n": func() {
			Clusters(iris, best)
		},
		"fsnb: one feature has nothing to repeat; give counts from 2 to 4\n": func() {
			RedundancyByCount(iris, []int{1}, Fisher{})
		},
		"fsnb: no method given; give at least one, such as Fisher{}\n": func() {
			RedundancyByCount(iris, nil)
		},
	} {
		if got, status := celltest.Caught(t, do); got != want || status != 1 {
			t.Errorf("exit %d, said %q, want %q", status, got, want)
		}
	}
}
