package wrapper

import (
	"cmp"
	"context"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/learn"
)

// defaultFolds is the number of folds of a search.
const defaultFolds = 5

// fold is a part of the samples that is predicted from the others, with columns standardized by
// these.
type fold struct {
	train, test []int
	*scaling
}

// folds divides the samples into stratified folds: by class, or by parts of a continuous target
// with as many samples as there are folds.
func (s *samples) folds(ctx context.Context, d *datasets.Dataset, count int,
	opt algorithms.Options) ([]fold, []string, error) {
	n := len(s.rows)
	count = min(count, n)
	strata := s.y
	if strata == nil {
		strata = s.strata(count)
	}
	splitter, err := learn.NewFolds(strata, count, opt.Seed)
	if err != nil {
		return nil, nil, err
	}
	var warnings []string
	if s.y != nil && len(splitter.Warnings) > 0 {
		warnings = []string{"some classes have fewer samples than there are folds, so some folds " +
			"test none of them; give fewer folds, or merge classes"}
	}
	out := make([]fold, count)
	err = parallel.Each(ctx, opt.Workers, count, func(_ context.Context, f int) error {
		split := splitter.Split(f)
		z, err := s.scalingOf(d, split.Train)
		out[f] = fold{split.Train, split.Test, z}
		return err
	})
	return out, warnings, err
}

// strata are parts of the samples by target, of count samples at least.
func (s *samples) strata(count int) []int {
	n := len(s.rows)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(s.target[a], s.target[b])
	})
	parts, out := max(1, n/count), make([]int, n)
	for k, i := range order {
		out[i] = k * parts / n
	}
	return out
}
