package algorithms

import (
	"context"
	"time"

	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
)

// A Stepper orders features step by step without scoring them. Criterion names the
// number that each step goes by, such as "HSIC of the features so far".
type Stepper interface{ Criterion() string }

// RankInOrder makes the ranking of a method that orders features, best first,
// without giving each a score of its own. The score is 1/place, whatever K and the
// number of features are, and 0 for constant columns, which follow in the order of
// their index; the ranking says OrderOnly, and its Criterion is that of a Stepper. raw
// has what the method says of each feature of order, 0 is added for constant columns. When err is the context's the ranking is Partial and has as many
// features as order; any other error is returned alone.
func RankInOrder(ctx context.Context, m Selector, d *datasets.Dataset, opt Options, order []int, raw Numbers, constant []int, err error, start time.Time) (*Ranking, error) {
	if err != nil {
		if !parallel.Stopped(ctx, err) {
			return nil, err
		}
		constant = nil
	}
	k := opt.K
	if k == 0 {
		k = d.D()
	}
	features := append(append([]int(nil), order...), constant...)
	k = min(k, len(features))
	scores, criteria := make(Numbers, len(features)), make(Numbers, len(features))
	copy(criteria, raw)
	for i := range order {
		scores[i] = 1 / float64(i+1)
	}
	r := NewRanking(m, d, features[:k], scores[:k], criteria[:k])
	r.OrderOnly = true
	if s, ok := m.(Stepper); ok && raw != nil {
		r.Criterion = s.Criterion()
	}
	r.Diagnostics.Converged = err == nil
	r.Warnings = ConstantWarning(d, constant)
	r.Partial, r.Elapsed = err != nil, time.Since(start)
	return r, err
}
