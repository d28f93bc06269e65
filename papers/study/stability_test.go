package study_test

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/internal/must"
	"fsnb.example/internal/stability"
	"fsnb.example/papers/study"
)

// stable is a study with all kinds of stability beside a measure of each split.
func stable() study.Study {
	return study.Study{
		Name: "stable", Data: study.Named("wine", "iris"), Methods: []algorithms.Selector{
			filter.Fisher{}, traceratio.TraceRatio{}, filter.Random{}, study.AllFeatures{}},
		Counts: []int{2, 4}, Splits: study.Splits{Repeats: 6},
		Measures: []study.Measure{study.Stability{}, study.Stability{Kind: "kuncheva"},
			study.Accuracy{}, study.Stability{Kind: "jaccard"}},
	}
}

func TestStabilityOverSplits(t *testing.T) {
	r := run(t, stable(), "", 2)
	_, chosen := halves(t, 2, 6)
	nogueira := must.Get(stability.Nogueira(chosen, 13))(t)
	kuncheva := must.Get(stability.Kuncheva(chosen, 13))(t)
	jaccard := must.Get(stability.MeanJaccard(chosen, 13))(t)
	for m, want := range map[int]float64{0: nogueira.Value, 1: kuncheva, 3: jaccard} {
		c := r.Cell(0, 0, 2, m)
		if len(c.Values) != 1 || c.Mean != want || len(c.Splits) != 6 || !r.Measures[m].Overall {
			t.Errorf("%s: %+v, want %g", r.Measures[m].Label, c, want)
		}
	}
	if c := r.Cell(0, 2, 2, 0); c.Mean > 0.5 {
		t.Errorf("random features are as stable as %g", c.Mean)
	}
	if c := r.Cell(0, 3, 0, 0); len(c.Values) != 0 || c.Failed != "" {
		t.Errorf("all features have a stability: %+v", c)
	}
	if c := r.Cell(1, 0, 4, 0); len(c.Values) != 0 ||
		!strings.HasPrefix(c.Failed, "all choices have 4 of 4 features") {
		t.Errorf("4 of 4 features: %+v", c)
	}
	if a := r.Aggregate(0, 0, 0); len(a.Values) != 1 ||
		math.Abs(a.Mean-(r.Cell(0, 0, 2, 0).Mean+r.Cell(0, 0, 4, 0).Mean)/2) > 1e-15 {
		t.Errorf("aggregated stability: %+v", a)
	}
	if b := r.Best(0, 0, 0); b.Mean != max(r.Cell(0, 0, 2, 0).Mean, r.Cell(0, 0, 4, 0).Mean) {
		t.Errorf("the best stability: %+v", b)
	}
	if _, err := (study.Stability{}).Value(t.Context(), nil); err == nil {
		t.Error("there is a stability of a single split")
	}
}

// The choices are on disk: a second run recomputes none, whatever Workers is, and a
// study that had no stability gets it from them.
func TestStabilityIsResumed(t *testing.T) {
	store := filepath.Join(t.TempDir(), "s")
	want := untimed(run(t, stable(), "", 1))
	s := stable()
	s.Measures = s.Measures[2:3]
	run(t, s, store, 1)
	for _, workers := range []int{1, 2, 8} {
		got := run(t, stable(), store, workers)
		if diff := cmp.Diff(want, untimed(got)); diff != "" {
			t.Errorf("%d workers (-alone +from the store):\n%s", workers, diff)
		}
		if got.Computed != 0 {
			t.Errorf("%d pieces were computed once more", got.Computed)
		}
	}
	s = stable()
	s.Splits.Repeats = 1
	if c := run(t, s, store, 2).Cell(0, 0, 2, 0); len(c.Values) != 0 ||
		c.Failed != "stability compares choices of features; give at least two" {
		t.Errorf("one split: %+v", c)
	}
	s.Measures[0] = study.Stability{Kind: "x"}
	s.Splits.Repeats = 2
	if c := run(t, s, store, 2).Cell(0, 0, 2,
		0); c.Failed != `stability of the kind "x"; choose nogueira, kuncheva or jaccard` {
		t.Errorf("a kind that is none: %+v", c)
	}
}

// A method that fails on one split has the stability of the others, and says so.
func TestStabilityAfterFailure(t *testing.T) {
	r := run(t, study.Study{
		Name: "fails", Data: study.Named("iris"), Methods: []algorithms.Selector{
			failing{seed: true}}, Counts: []int{2},
		Splits: study.Splits{Repeats: 4}, Measures: []study.Measure{study.Stability{}},
	}, "", 2)
	if c := r.Cell(0, 0, 2, 0); len(c.Values) != 1 || !slices.Equal(c.Splits, []int{0, 2, 3}) ||
		c.Failed != "this does not work" {
		t.Errorf("%+v", c)
	}
}
