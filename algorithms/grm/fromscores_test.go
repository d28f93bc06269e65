package grm

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/internal/methodtest"
)

// Scores that are given refine to what those of the scorer do.
func TestFromScores(t *testing.T) {
	d := methodtest.Load(t, "wine")
	for _, m := range []GRM{{}, {Top: 6}, {Scorer: filter.Laplacian{}, Top: 8},
		{Scorer: filter.SPEC{}}} {
		opt := algorithms.Options{K: 7}
		want, err := m.Select(t.Context(), d, opt)
		if err != nil {
			t.Fatal(err)
		}
		scores, err := algorithms.RunScore(t.Context(), algorithms.WithDefaults(m).Scorer, d,
			algorithms.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.FromScores(t.Context(), d, scores, opt)
		if err != nil {
			t.Fatal(err)
		}
		got.Elapsed = want.Elapsed
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-Select +FromScores):\n%s", want.Label, diff)
		}
	}
}
