package evaluation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
)

// byFolds measures numbers of features in folds, chooses one, and ranks so many.
func (c Choose) byFolds(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*Choice, error) {
	out, values, err := c.measure(ctx, d, opt)
	if err != nil {
		if parallel.Stopped(ctx, err) {
			return &Choice{Partial: true}, err
		}
		return nil, err
	}
	out.Points = make([]Spread, len(out.Counts))
	for i := range out.Points {
		for _, fold := range values {
			out.Points[i].Values = append(out.Points[i].Values, fold[i])
		}
		out.Points[i].Summarize()
	}
	out.decide(c.Rule)
	opt.K = out.K
	r, err := algorithms.Run(ctx, c.Selector, d, opt)
	if parallel.Stopped(ctx, err) {
		return &Choice{Partial: true}, err
	}
	if err != nil {
		return nil, err
	}
	out.Ranking = r
	out.cut()
	return out, nil
}

// measure returns how well each fold is predicted with each number of features.
func (c Choose) measure(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*Choice, [][]float64, error) {
	p := c.Protocol
	p.Train, p.Repeats = 0, 1
	methods := []algorithms.Selector{c.Selector}
	out := new(Choice)
	var split func(ctx context.Context, s *parts, opt algorithms.Options) (
		[]float64, []string, error)
	switch {
	case d.Continuous():
		g, err := newRegression(d, RegressionOptions{Protocol: p}, methods)
		if err != nil {
			return nil, nil, err
		}
		p, out.Measure = g.Protocol, fmt.Sprintf("R² (%s)", g.Protocol.RegressorText())
		split = func(ctx context.Context, s *parts, opt algorithms.Options) ([]float64, []string,
			error) {
			r, err := g.split(ctx, s, opt, methods)
			if err != nil {
				return nil, nil, err
			}
			var r2 []float64
			for _, v := range r.of[0] {
				r2 = append(r2, v[0])
			}
			return r2, r.warnings, nil
		}
	case d.Labeled():
		var err error
		if p, err = p.forClasses(d); err != nil {
			return nil, nil, err
		}
		out.Measure = fmt.Sprintf("%s (%s)", p.Measure.Text(), p.Predictor())
		split = func(ctx context.Context, s *parts, opt algorithms.Options) ([]float64, []string,
			error) {
			r, err := runSplit(ctx, s, opt, methods, func(int) {})
			if err != nil {
				return nil, nil, err
			}
			return r.accuracy[0], r.warnings, nil
		}
	default:
		return nil, nil, fmt.Errorf("rule %s predicts a target, and the data set has none; name "+
			"the label column, or give rule percentile, threshold or elbow", c.Rule)
	}
	out.Counts = p.Counts
	folds, err := NewFolds(d, c.Folds, p.Seed)
	if err != nil {
		return nil, nil, err
	}
	out.Warnings = slices.Concat(out.Warnings, folds.Warnings,
		SplitWarnings(d, folds.Split, c.Folds))
	for number := range c.Folds {
		n := len(folds.Split(number).Train)
		if p.Neighbors > n && p.byNeighbors() {
			return nil, nil, fmt.Errorf("%d neighbors of %d training samples; lower the neighbors",
				p.Neighbors, n)
		}
	}
	values, warnings := make([][]float64, c.Folds), make([][]string, c.Folds)
	tick := opt.Meter("folds", c.Folds)
	err = parallel.Each(ctx, opt.Workers, c.Folds, func(ctx context.Context, number int) error {
		inner := opt
		inner.Workers, inner.Progress = 1, nil // the folds run in parallel
		inner.Seed += uint64(number)
		s, err := splitParts(d, folds.Split(number), p, number)
		if err != nil {
			return err
		}
		s.all = false
		values[number], warnings[number], err = split(ctx, s, inner)
		tick(1)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	var said []string
	for _, w := range warnings {
		said = append(said, w...)
	}
	out.Warnings = append(out.Warnings, oneOfAKind(said)...)
	return out, values, nil
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
	if rule == BestMean {
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
