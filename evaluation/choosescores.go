package evaluation

import (
	"context"
	"fmt"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/terms"
)

// readScores applies a rule that reads the scores of all features.
func (c Choose) readScores(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*Choice, error) {
	opt.K = 0
	if facts, _ := algorithms.FactsOf(c.Selector); facts.Chooses {
		opt.K = d.D()
	}
	r, err := algorithms.Run(ctx, c.Selector, d, opt)
	switch {
	case parallel.Stopped(ctx, err):
		return &Choice{Run: Run{Partial: true}}, err
	case err != nil:
		return nil, err
	case r.OrderOnly:
		return nil, fmt.Errorf("%s orders features without scoring them, so that rule %s has "+
			"nothing to read; give rule one-error or best", r.Label, c.Rule)
	}
	out := &Choice{Ranking: r, Scores: r.Scores}
	switch c.Rule {
	case terms.Percentile:
		out.K = percentile(d.D(), c.Percent)
		out.Why = fmt.Sprintf("%g%% of %d features", c.Percent, d.D())
	case terms.Threshold:
		for out.K < r.K && r.Scores[out.K] >= c.Least {
			out.K++
		}
		out.Why = fmt.Sprintf("%d of %d scores are %g or more", out.K, r.K, c.Least)
	case terms.Elbow:
		var depth float64
		out.K, depth = elbow(r.Scores)
		out.Why = fmt.Sprintf("the score of rank %d is farthest below the chord from the first to "+
			"the last score, by %.0f%% of their difference", out.K, 100*depth)
		if depth < leastDepth {
			out.Warnings = append(out.Warnings, "the scores fall nearly on a straight line, so "+
				"that the elbow says little; rule one-error measures")
		}
	}
	out.cut()
	return out, nil
}

// percentile is the number of features of a share of d in percent.
func percentile(d int, percent float64) int {
	if percent == 100 {
		return d
	}
	return int(math.Ceil(float64(d-1) * percent / 100))
}

// elbow is the rank, from 1, of the score that is farthest below the chord from the first finite to
// the last finite score, both axes scaled to [0, 1], and how far. Infinite scores before it count;
// 1, or their number, if there is no such chord.
func elbow(scores algorithms.Numbers) (k int, depth float64) {
	first, last := 0, len(scores)-1
	for first <= last && math.IsInf(scores[first], 1) {
		first++
	}
	for last >= first && math.IsInf(scores[last], -1) {
		last--
	}
	if last <= first || scores[first] == scores[last] {
		return max(1, min(first, len(scores))), 0
	}
	k = first + 1
	for i := first; i <= last; i++ {
		x := float64(i-first) / float64(last-first)
		// Halves, so that the difference of large scores does not overflow.
		y := (scores[i]/2 - scores[last]/2) / (scores[first]/2 - scores[last]/2)
		if below := 1 - x - y; below > depth+1e-12 {
			k, depth = i+1, below
		}
	}
	return k, depth
}

// cut shortens the ranking to K features, and says why.
func (c *Choice) cut() {
	r := *c.Ranking
	if c.K < r.K {
		r.Features, r.Names, r.Scores = r.Features[:c.K], r.Names[:c.K], r.Scores[:c.K]
		if r.Raw != nil {
			r.Raw = r.Raw[:c.K]
		}
		if r.PValues != nil {
			r.PValues = r.PValues[:c.K]
		}
	}
	r.K = len(r.Features)
	r.Diagnostics.Extra = append(r.Diagnostics.Extra[:len(r.Diagnostics.Extra):len(
		r.Diagnostics.Extra)], algorithms.Value{Name: "chosen", Value: algorithms.Number(c.K)})
	r.Diagnostics.Notes = append([]string{fmt.Sprintf("%d features are chosen: %s", c.K, c.Why)},
		r.Diagnostics.Notes...)
	c.Ranking = &r
}
