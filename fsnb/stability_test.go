package fsnb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
)

func TestStability(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	iris := Load("iris")
	p := Protocol{Repeats: 4, Counts: []int{1, 2}}
	first, second := Stability(iris, p, Fisher{}, Random{}), Stability(iris, p, Fisher{}, Random{})
	if first.Cached || !second.Cached || Stability(iris, p, Fisher{}).Cached || Stability(iris, Protocol{Repeats: 3}, Fisher{}, Random{}).Cached {
		t.Fatalf("cached: first %v, second %v, or others", first.Cached, second.Cached)
	}
	said := celltest.Printed(t, func() { Show(second) })
	for _, want := range []string{
		"Stability of the chosen features, iris\n", "Cached: read from the disk", "How often features are among the best 2, iris\n",
		"Stability of the chosen features, iris against their number: fisher ", "How often features are among the best 2, iris: fisher most often petal_width_cm (100%), 2 always, 2 ever",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
	second.Cached = false
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("remembered otherwise:\n%s", diff)
	}
	other := *iris
	other.Name = "same numbers"
	if r := Stability(&other, p, Fisher{}, Random{}); !r.Cached || r.Dataset != "same numbers" {
		t.Errorf("the same numbers by another name: cached %v as %q", r.Cached, r.Dataset)
	}
	if got, status := celltest.Caught(t, func() { Stability(iris, Protocol{Counts: []int{4}}, Fisher{}) }); status != 1 || got != "fsnb: all 4 features are the same choice from any samples; give counts from 1 to 3\n" {
		t.Errorf("exit %d, said %q", status, got)
	}
}

func TestRanks(t *testing.T) {
	scores := [][]float64{{0.9, 0.8}, {0.7, 0.6}, {0.5, 0.5}}
	r := Ranks([]string{"iris", "wine", "wdbc"}, []string{"fisher", "random"}, scores)
	said := celltest.Printed(t, func() { Show(r) })
	for _, want := range []string{"2 methods by rank over 3 data sets\n", "fisher  0.900*", "Critical-difference plot of 2 methods by rank over 3 data sets, average ranks: fisher 1.17, random 1.83; critical difference 1.13"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
	if small := Ranks(nil, nil, scores, RankOptions{Smaller: true}); small.Order[0] != 1 {
		t.Errorf("smaller is better: %v", small.Order)
	}
	dir := t.TempDir()
	for file, start := range map[string]string{"ranks.csv": "method,iris,wine,wdbc,average rank,wins,p against the first\nfisher,0.900,0.700,0.500,1.167,3,–\n", "ranks.png": "\x89PNG", "ranks.json": "{\n  \"datasets\": ["} {
		Save(filepath.Join(dir, file), r)
		if raw, err := os.ReadFile(filepath.Join(dir, file)); err != nil || !strings.HasPrefix(string(raw), start) {
			t.Errorf("%s begins %.90q (%v), want %q", file, raw, err, start)
		}
	}
	if got, status := celltest.Caught(t, func() { Ranks(nil, nil, scores[:1]) }); status != 1 || got != "fsnb: 1 data sets; give at least 2\n" {
		t.Errorf("exit %d, said %q", status, got)
	}
}
