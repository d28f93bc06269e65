package grm

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// Scores that are given refine to what those of the scorer do.
func TestFromScores(t *testing.T) {
	d := methodtest.Load(t, "wine")
	for _, m := range []GRM{{}, {Top: 6}, {Scorer: filter.Laplacian{}, Top: 8},
		{Scorer: filter.SPEC{}}} {
		opt := algorithms.Options{K: 7}
		want := must.Get(m.Select(t.Context(), d, opt))(t)
		scores := must.Get(algorithms.RunScore(t.Context(), algorithms.WithDefaults(m).Scorer, d,
			algorithms.Options{}))(t)
		got := must.Get(m.FromScores(t.Context(), d, scores, opt))(t)
		got.Elapsed = want.Elapsed
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-Select +FromScores):\n%s", want.Label, diff)
		}
	}
}
