package algorithms

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
)

// Found is the finding of a method, complete or partial, from which Answer makes the ranking.
type Found struct {
	// Features are columns, best first; the answer has the first Options.K of them.
	Features []int
	// Scores belong to Features, larger is better.
	Scores Numbers
	// Raw belongs to Features: the criterion as the paper prints it, nil if that is Scores.
	Raw Numbers
	// OrderOnly is true for a method that orders features without scoring them. Scores are then
	// 1/place, for any K and d, and Raw is what Facts.Criterion names.
	OrderOnly bool
	// Last are the excluded columns, such as constant ones. They follow in this order, with raw 0
	// and score -Inf, or 0 if OrderOnly; a partial answer has none of them.
	Last        []int
	Diagnostics Diagnostics
	Warnings    []string
}

// Answer is the Select of a method that is no Scorer. It checks the data and the options (Check),
// calls run, and makes the ranking, with its time and with a warning if its certificate does not
// hold. Errors begin with the name of the method. If ctx is canceled, it returns what run has
// found, marked Partial, or an empty ranking, with ctx.Err().
func Answer(
	ctx context.Context, m Selector, d *datasets.Dataset, opt Options,
	run func() (*Found, error),
) (*Ranking, error) {
	start := time.Now()
	f, err := checked(ctx, m, d, opt, run)
	stopped := parallel.Stopped(ctx, err)
	if err != nil && !stopped {
		return nil, err
	}
	r := f.ranking(m, d, opt.K, stopped)
	r.Elapsed = time.Since(start)
	return r, err
}

// ranking is the answer of m for the best k features, or all if k is 0. It is empty if f is nil.
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
	if f.OrderOnly && f.Raw != nil {
		facts, _ := FactsOf(m)
		r.Criterion = facts.Criterion
	}
	r.Diagnostics = f.Diagnostics
	r.Warnings = warnCodes(f.Diagnostics.warn(f.Warnings), m, d)
	r.Partial = stopped
	if !stopped {
		r.warnFewer(m, k)
	}
	return r
}

// warnFewer adds the warning of a method that chooses fewer features than the k wanted, or none.
func (r *Ranking) warnFewer(m Selector, k int) {
	facts, _ := FactsOf(m)
	if !facts.Fewer && !(facts.Chooses && k == 0) || r.K >= k && r.K > 0 {
		return
	}
	w := Name(m) + " chooses no feature"
	switch {
	case r.K > 0:
		w = fmt.Sprintf("%s chooses only %d of the k = %d features wanted", Name(m), r.K, k)
	case k > 0:
		w = fmt.Sprintf("%s chooses none of the k = %d features wanted", Name(m), k)
	}
	if !slices.Contains(r.Warnings, w) {
		r.Warnings = append(slices.Clip(r.Warnings), w)
	}
}

// places are all features in order, with their scores and raw values.
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

// AnswerScores is the Score of a method with a certificate. It checks the data and the options
// (Check), calls run, and adds a warning if the certificate does not hold. Errors begin with the
// name of the method. If ctx is canceled, it returns the scores of run, marked Partial, or nil,
// with ctx.Err().
func AnswerScores(
	ctx context.Context, m Scorer, d *datasets.Dataset, opt Options,
	run func() (*Scores, error),
) (*Scores, error) {
	s, err := checked(ctx, m, d, opt, run)
	stopped := parallel.Stopped(ctx, err)
	if s == nil || err != nil && !stopped {
		return nil, err
	}
	s.Partial = stopped
	s.Warnings = s.Diagnostics.warn(s.Warnings)
	return s, err
}

// checked calls run after Check. Errors begin with the name of the method.
func checked[T any](ctx context.Context, m Selector, d *datasets.Dataset, opt Options,
	run func() (*T, error)) (*T, error) {
	if err := Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	out, err := run()
	return out, Wrap(ctx, m, err)
}
