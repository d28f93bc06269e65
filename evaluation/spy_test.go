package evaluation_test

import (
	"context"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// spy is a selector that records what it is asked and answers with the first
// columns, or with those in Features. Under the name fisher its facts say that its
// rankings are nested.
type spy struct {
	alias    string
	Features []int
	calls    *calls
}

type calls struct {
	mu   sync.Mutex
	k    []int
	seed []uint64
	rows [][]float64                     // the first column of what each call saw
	then func(ctx context.Context) error // after each call
}

func (s spy) Name() string {
	if s.alias == "" {
		return "spy"
	}
	return s.alias
}

func (s spy) Facts() algorithms.Facts {
	return algorithms.Facts{
		Promises: algorithms.Promises{Nested: s.alias == "fisher"},
	}
}

func (s spy) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	s.calls.mu.Lock()
	defer s.calls.mu.Unlock()
	s.calls.k = append(s.calls.k, opt.K)
	s.calls.seed = append(s.calls.seed, opt.Seed)
	s.calls.rows = append(s.calls.rows, mat.Col(nil, 0, d.X))
	if s.calls.then != nil {
		if err := s.calls.then(ctx); err != nil {
			return nil, err
		}
	}
	features := s.Features
	if features == nil {
		for j := range d.D() {
			features = append(features, j)
		}
	}
	features = features[:min(opt.K, len(features))]
	return &algorithms.Ranking{Features: features, Warnings: []string{"watched"}}, nil
}

// nothing answers with nothing at all.
type nothing struct{}

func (nothing) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	return nil, nil
}

// pick is a hand-made ranking of d.
func pick(d *datasets.Dataset, label string, features ...int) *algorithms.Ranking {
	r := &algorithms.Ranking{Label: label, N: d.N(), D: d.D(), K: len(features), Features: features}
	for _, j := range features {
		r.Names = append(r.Names, d.Features[j])
		r.Scores = append(r.Scores, 1/float64(1+j))
	}
	return r
}

func accuracy(t *testing.T, d *datasets.Dataset, p evaluation.Protocol,
	methods ...algorithms.Selector) *evaluation.AccuracyCurves {
	t.Helper()
	return must.Get(evaluation.Accuracy(t.Context(), d, p, algorithms.Options{}, methods...))(t)
}

func stabilityOf(t *testing.T, d *datasets.Dataset, p evaluation.Protocol,
	methods ...algorithms.Selector) *evaluation.StabilityReport {
	t.Helper()
	return must.Get(evaluation.Stability(t.Context(), d, p, algorithms.Options{}, methods...))(t)
}

func regression(t *testing.T, d *datasets.Dataset, p evaluation.Protocol,
	methods ...algorithms.Selector) *evaluation.RegressionErrors {
	t.Helper()
	return must.Get(evaluation.Regression(t.Context(), d, p, algorithms.Options{}, methods...))(t)
}
