package fsnb

import (
	"context"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/internal/diskcache"
)

// nameless scores by the variance, and has no facts.
type nameless struct{ Power int }

func (m nameless) Score(ctx context.Context, d *Dataset, opt Options) (*Scores, error) {
	return Variance{}.Score(ctx, d, opt)
}

func (m nameless) Select(ctx context.Context, d *Dataset, opt Options) (*Ranking, error) {
	return Variance{}.Select(ctx, d, opt)
}

// revised has facts, and calls itself fisher.
type revised struct{ Power int }

func (revised) Name() string { return "fisher" }

func (revised) Facts() algorithms.Facts {
	return algorithms.Facts{
		About:    algorithms.About{Revision: 1},
		Promises: algorithms.Promises{Nested: true},
	}
}

func (m revised) Score(ctx context.Context, d *Dataset, opt Options) (*Scores, error) {
	return Variance{}.Score(ctx, d, opt)
}

func (m revised) Select(ctx context.Context, d *Dataset, opt Options) (*Ranking, error) {
	return Variance{}.Select(ctx, d, opt)
}

// first is the value of the first sample.
func first(x []float64, _ []int) float64 { return x[0] }

// A selector of a user's own is remembered like ours when its facts have a revision, and so is a
// method of ours that nests it; it is never taken for one of ours.
func TestOwnSelectorsAreRemembered(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	iris := Load("iris")
	for _, test := range []struct {
		name       string
		m          Selector
		remembered bool
	}{
		{"fisher", Fisher{}, true},
		{"no facts", nameless{}, false},
		{"a revision", revised{}, true},
		{"another parameter", revised{Power: 2}, true},
		{"GRM over fisher", GRM{Scorer: Fisher{}}, true},
		{"GRM over no facts", GRM{Scorer: nameless{}}, false},
		{"GRM over a revision", GRM{Scorer: revised{}}, true},
		{"a function", ScoreFunc("first", first), false},
		{"a function with a revision", ScoreFunc("first", first,
			algorithms.FuncOptions{Revision: 1}), true},
		{"another revision", ScoreFunc("first", first, algorithms.FuncOptions{Revision: 2}), true},
		{"GRM over a function", GRM{Scorer: ScoreFunc("first", first)}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			first, second := Select(iris, test.m, 2), Select(iris, test.m, 2)
			if first.Cached || second.Cached != test.remembered {
				t.Errorf("cached: first %v, second %v; want the second %v",
					first.Cached, second.Cached, test.remembered)
			}
		})
	}
}
