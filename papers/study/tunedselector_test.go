package study_test

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// The tuned selector takes the parameter that cross-validation by hand prefers, and
// the features that it selects on the whole training part.
func TestTunedSelector(t *testing.T) {
	d := methodtest.Load(t, "wine")
	among := []algorithms.Selector{filter.Random{}, filter.Variance{}, filter.Fisher{}}
	tuned := study.TunedSelector{Among: among, Folds: 4}
	for _, k := range []int{1, 3} {
		folds := must.Get(learn.NewFolds(d.Y, 4, 9))(t)
		right := make([]int, len(among))
		for f := range 4 {
			s := folds.Split(f)
			train, _ := d.Rows(s.Train)
			test, _ := d.Rows(s.Test)
			for i, m := range among {
				r := must.Get(m.Select(t.Context(), train, algorithms.Options{K: k, Seed: 9}))(t)
				a, _ := train.Take(r.Features)
				b, _ := test.Take(r.Features)
				scaling := learn.FitScaling(a.X)
				predicted := must.Get(learn.KNN(t.Context(), scaling.Apply(a.X), a.Y, 3,
					scaling.Apply(b.X), 1))(t)
				right[i] += int(math.Round(learn.Accuracy(predicted, b.Y) * float64(len(b.Y))))
			}
		}
		best := slices.Index(right, slices.Max(right))
		want := must.Get(among[best].Select(t.Context(), d, algorithms.Options{K: k, Seed: 9}))(t)
		got := must.Get(tuned.Select(t.Context(), d, algorithms.Options{K: k, Seed: 9}))(t)
		if !slices.Equal(got.Features, want.Features) || len(got.Diagnostics.Extra) < 2 {
			t.Errorf("k = %d: %v, want %v by %v", k, got.Features, want.Features, among[best])
		}
	}
	for want, do := range map[string]func() (*algorithms.Ranking, error){
		"tuned: no selector to choose among; give at least one": func() (
			*algorithms.Ranking, error) {
			return study.TunedSelector{}.Select(t.Context(), d, algorithms.Options{K: 1})
		},
		"tuned: selector 1 is nil; give one, such as Fisher{}": func() (
			*algorithms.Ranking, error) {
			return study.TunedSelector{Among: []algorithms.Selector{nil}}.Select(t.Context(), d,
				algorithms.Options{K: 1})
		},
		"tuned: k is missing: the method chooses a subset, whose best k features are not the " +
			"first k of more; give k": func() (*algorithms.Ranking, error) {
			return tuned.Select(t.Context(), d, algorithms.Options{})
		},
	} {
		must.Fail(do())(t, want)
	}
}

// In a study its choices are kept, unless one of its methods is a user's own.
func TestTunedSelectorIsKept(t *testing.T) {
	s := study.Study{
		Name: "tuned", Data: study.Named("iris"), Counts: []int{1, 2},
		Splits: study.Splits{Repeats: 2}, Measures: []study.Measure{study.Accuracy{}},
		Methods: []algorithms.Selector{
			study.TunedSelector{Among: []algorithms.Selector{filter.Laplacian{},
				filter.Laplacian{Similarity: graph.Neighbors{K: 9}}}},
			study.TunedSelector{Among: []algorithms.Selector{filter.Laplacian{},
				filter.Laplacian{Similarity: graph.Neighbors{K: 11}}}},
		},
	}
	store := filepath.Join(t.TempDir(), "s")
	first := run(t, s, store, 2)
	if first.Methods[0].Label != "laplacian, tuned" ||
		first.Methods[0].Key == first.Methods[1].Key {
		t.Errorf("methods %+v", first.Methods)
	}
	if first.Computed != 2*2*2*(1+1) {
		t.Errorf("%d pieces", first.Computed)
	}
	again := run(t, s, store, 1)
	if again.Computed != 0 {
		t.Errorf("%d pieces were computed once more", again.Computed)
	}
	if diff := cmp.Diff(untimed(first), untimed(again)); diff != "" {
		t.Error(diff)
	}
	s.Methods = []algorithms.Selector{
		study.TunedSelector{Among: []algorithms.Selector{filter.Fisher{}, failing{}}}}
	run(t, s, store, 2)
	if r := run(t, s, store, 2); r.Reused != 0 || r.Methods[0].Label != "tuned among 2" {
		t.Errorf("%d pieces of a user's own method were kept; it is called %s", r.Reused,
			r.Methods[0].Label)
	}
}
