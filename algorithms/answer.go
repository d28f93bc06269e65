package algorithms

import (
	"context"
	"time"

	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
)

// Answer is the Select of a method that scores no feature by itself: it checks the
// data and the options (Check), runs the method, puts its name before an error, and
// takes the time. Of a cancelled method it returns what run had by then, marked
// Partial, or an empty ranking, together with ctx.Err().
func Answer(ctx context.Context, m Selector, d *datasets.Dataset, opt Options, need Needs, run func() (*Ranking, error)) (*Ranking, error) {
	start := time.Now()
	var r *Ranking
	err := Check(ctx, m, d, opt, need)
	if err == nil {
		r, err = run()
		err = Wrap(ctx, m, err)
	}
	if err != nil {
		if !parallel.Stopped(ctx, err) {
			return nil, err
		}
		if r == nil {
			r = NewRanking(m, d, nil, nil, nil)
		}
		r.Partial = true
	}
	r.Warnings = r.Diagnostics.warn(r.Warnings)
	r.Elapsed = time.Since(start)
	return r, err
}

// AnswerScores is the Score of a method that certifies what it finds: it checks the data and
// the options (Check), runs the method, puts its name before an error, and makes a warning of a
// certificate that does not hold. Of a cancelled method it returns what run had by then, marked
// Partial, or nil, together with ctx.Err().
func AnswerScores(
	ctx context.Context, m Scorer, d *datasets.Dataset, opt Options, need Needs,
	run func() (*Scores, error),
) (*Scores, error) {
	if err := Check(ctx, m, d, opt, need); err != nil {
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
