package evaluation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/splits"
	"fsnb.example/internal/terms"
)

// byFolds measures numbers of features in folds, chooses one, and ranks so many.
func (c Choose) byFolds(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*Choice, error) {
	out, err := c.measure(ctx, d, opt)
	if parallel.Stopped(ctx, err) {
		return &Choice{Run: Run{Partial: true}}, err
	}
	if err != nil {
		return nil, err
	}
	out.decide(c.Rule)
	opt.K = out.K
	r, err := algorithms.Run(ctx, c.Selector, d, opt)
	if parallel.Stopped(ctx, err) {
		return &Choice{Run: Run{Partial: true}}, err
	}
	if err != nil {
		return nil, err
	}
	out.Ranking = r
	out.cut()
	return out, nil
}

// measure returns a choice with how well the folds are predicted with each number of features.
func (c Choose) measure(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*Choice, error) {
	p := c.Protocol
	p.Train, p.Repeats = 0, 1
	out := new(Choice)
	var err error
	p, out.Measure, err = p.forTarget(d, fmt.Errorf("rule %s predicts a target, and the data set "+
		"has none; name the label column, or give rule percentile, threshold or elbow", c.Rule))
	if err != nil {
		return nil, err
	}
	out.Counts = p.Counts
	folds, err := splits.Folds(d, c.Folds, p.Seed)
	if err != nil {
		return nil, err
	}
	out.Warnings = slices.Concat(out.Warnings, folds.Warnings,
		splits.Warnings(d, folds.Split, c.Folds))
	for number := range c.Folds {
		if err := p.enough(len(folds.Split(number).Train)); err != nil {
			return nil, err
		}
	}
	tick := opt.Meter("folds", c.Folds)
	results, err := eachSplit(ctx, opt, c.Folds, func(ctx context.Context, number int,
		opt algorithms.Options) (*splitResult, error) {
		s, err := splitParts(d, folds.Split(number), p, number, false)
		if err != nil {
			return nil, err
		}
		defer tick(1)
		return s.run(ctx, opt, []algorithms.Selector{c.Selector}, func(int) {})
	})
	if err != nil {
		return nil, err
	}
	out.Points = make([]Spread, len(out.Counts))
	out.Warnings = append(out.Warnings, gather(results, nil, nil,
		func(_, count int) []*Spread { return []*Spread{&out.Points[count]} })...)
	return out, nil
}

// sameMean is the largest difference between means over folds that counts as none.
const sameMean = 1e-12

// decide chooses K by the rule.
func (c *Choice) decide(rule CountRule) {
	for i := range c.Points {
		if c.Points[i].Mean > c.Points[c.Best].Mean+sameMean {
			c.Best = i
		}
	}
	best := &c.Points[c.Best]
	c.K, c.Least = c.Counts[c.Best], best.Mean
	if rule == terms.BestMean {
		c.Why = fmt.Sprintf("the best %s in %d folds, %.3f", c.Measure, len(best.Values), best.Mean)
		return
	}
	margin := best.SD / math.Sqrt(float64(len(best.Values)))
	c.Least = best.Mean - margin
	for i := range c.Points {
		if c.Points[i].Mean >= c.Least-sameMean {
			c.K = c.Counts[i]
			c.Why = fmt.Sprintf(
				"the smallest number tried whose %s, %.3f in %d folds, is within a "+
					"standard error (%.3f) of the best, %.3f with %d", c.Measure, c.Points[i].Mean,
				len(best.Values), margin, best.Mean, c.Counts[c.Best])
			return
		}
	}
}
