package algorithms

import (
	"context"
	"math"
	"slices"
	"time"

	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
)

// Found is what a method has found, all of it or what there was when it was stopped. Answer makes
// the ranking.
type Found struct {
	// Features are columns, best first; the answer has the first Options.K of them.
	Features []int
	// Scores belong to Features, larger is better.
	Scores Numbers
	// Raw belongs to Features: the criterion as the method prints it, nil where Scores is it.
	Raw Numbers
	// OrderOnly says that the method gives no feature a score of its own. Scores are then 1/place,
	// whatever K and the number of features are, and Raw is what a Stepper's Criterion names.
	OrderOnly bool
	// Last are the columns that take no part, such as constant ones. They follow in this order,
	// with score -Inf, or 0 where OrderOnly, and raw 0; not in work that was stopped.
	Last        []int
	Diagnostics Diagnostics
	Warnings    []string
}

// A Stepper orders features step by step without scoring them. Criterion names the
// number that each step goes by, such as "HSIC of the features so far".
type Stepper interface{ Criterion() string }

// Answer is the Select of a method that is no Scorer: it checks the data and the options (Check),
// runs the method, puts its name before an error, makes a ranking of what it found, with a warning
// of a certificate that does not hold, and takes the time. Of a canceled method it returns what run
// had found by then, marked Partial, or an empty ranking, together with ctx.Err().
func Answer(
	ctx context.Context, m Selector, d *datasets.Dataset, opt Options,
	run func() (*Found, error),
) (*Ranking, error) {
	start := time.Now()
	var f *Found
	err := Check(ctx, m, d, opt)
	if err == nil {
		f, err = run()
		err = Wrap(ctx, m, err)
	}
	stopped := parallel.Stopped(ctx, err)
	if err != nil && !stopped {
		return nil, err
	}
	r := f.ranking(m, d, opt.K, stopped)
	r.Elapsed = time.Since(start)
	return r, err
}

// ranking is the answer of m for the best k features, k = 0 meaning all. Nothing at all, nil, is an
// empty one.
func (f *Found) ranking(m Selector, d *datasets.Dataset, k int, stopped bool) *Ranking {
	if f == nil {
		f = &Found{}
	}
	features, scores, raw := f.places(stopped)
	if k > 0 && k < len(features) {
		features, scores, raw = features[:k], scores[:k], raw[:min(k, len(raw))]
	}
	r := NewRanking(m, d, features, scores, raw)
	r.OrderOnly = f.OrderOnly
	if s, ok := m.(Stepper); ok && f.OrderOnly && f.Raw != nil {
		r.Criterion = s.Criterion()
	}
	r.Diagnostics, r.Warnings = f.Diagnostics, f.Diagnostics.warn(f.Warnings)
	r.Partial = stopped
	return r
}

// places are all features in order, with their numbers.
func (f *Found) places(stopped bool) (features []int, scores, raw Numbers) {
	features, scores, raw = slices.Clip(f.Features), slices.Clip(f.Scores), slices.Clip(f.Raw)
	lowest := math.Inf(-1)
	if f.OrderOnly {
		lowest, scores = 0, make(Numbers, len(features))
		for i := range scores {
			scores[i] = 1 / float64(i+1)
		}
		if raw == nil {
			raw = make(Numbers, len(features))
		}
	}
	if stopped {
		return features, scores, raw
	}
	for _, j := range f.Last {
		features, scores = append(features, j), append(scores, lowest)
		if raw != nil {
			raw = append(raw, 0)
		}
	}
	return features, scores, raw
}

// AnswerScores is the Score of a method that certifies what it finds: it checks the data and
// the options (Check), runs the method, puts its name before an error, and makes a warning of a
// certificate that does not hold. Of a canceled method it returns what run had by then, marked
// Partial, or nil, together with ctx.Err().
func AnswerScores(
	ctx context.Context, m Scorer, d *datasets.Dataset, opt Options,
	run func() (*Scores, error),
) (*Scores, error) {
	if err := Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	s, err := run()
	stopped := parallel.Stopped(ctx, err)
	if s == nil || err != nil && !stopped {
		return nil, Wrap(ctx, m, err)
	}
	s.Partial = stopped
	s.Warnings = s.Diagnostics.warn(s.Warnings)
	return s, Wrap(ctx, m, err)
}
