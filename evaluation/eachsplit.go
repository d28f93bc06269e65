package evaluation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/splits"
)

// splitter are the splits of d, and the mean number of training samples.
func (p Protocol) splitter(d *datasets.Dataset) (s *learn.Splitter, training int, err error) {
	if s, err = splits.New(d, p.Train, p.Seed); err != nil {
		return nil, 0, err
	}
	least := len(s.Split(0).Train)
	training = least
	if d.Grouped() { // else all are of one size
		total := 0
		for number := range p.Repeats {
			n := len(s.Split(number).Train)
			least, total = min(least, n), total+n
		}
		training = int(math.Round(float64(total) / float64(p.Repeats)))
	}
	return s, training, p.enough(least)
}

// enough returns an error for fewer training samples than neighbors.
func (p Protocol) enough(training int) error {
	if p.byNeighbors() && p.Neighbors > training {
		return fmt.Errorf("%d neighbors of %d training samples; lower the neighbors", p.Neighbors,
			training)
	}
	return nil
}

// eachSplit returns the results of the splits that were finished, in their order. The splits run in
// parallel: their options have one worker, and the seed is raised by the number, so that a random
// method has a new one in every split.
func eachSplit[R any](ctx context.Context, opt algorithms.Options, splits int,
	run func(ctx context.Context, number int, opt algorithms.Options) (*R, error)) ([]*R, error) {
	results := make([]*R, splits)
	err := parallel.Each(ctx, opt.Workers, splits, func(ctx context.Context, number int) error {
		own := opt
		own.Workers, own.Progress = 1, nil
		own.Seed += uint64(number)
		var err error
		results[number], err = run(ctx, number, own)
		return err
	})
	return slices.DeleteFunc(results, func(r *R) bool { return r == nil }), err
}

// splitResult is what was measured on one split: the measure of the protocol, or R², MAE and RMSE
// of a continuous target.
type splitResult struct {
	of         [][][]float64 // by method and count
	all, guess []float64     // from all features, and from none; nil if not measured
	warnings   []string
}

// run lets each method choose, and measures what it chooses.
func (s *parts) run(ctx context.Context, opt algorithms.Options, methods []algorithms.Selector,
	tick func(steps int)) (*splitResult, error) {
	counts := s.protocol.Counts
	out := &splitResult{of: make([][][]float64, len(methods))}
	var err error
	if s.all {
		if out.all, out.warnings, err = s.allRated(ctx, tick); err != nil {
			return nil, err
		}
	}
	if s.train.Continuous() {
		out.guess = guessErrors(s.train.Target, s.test.Target)
	}
	for m, method := range methods {
		out.of[m] = make([][]float64, len(counts))
		warnings, err := selectCounts(ctx, s.train, method, counts, opt,
			func(of selection) error {
				values, warnings, err := s.rated(ctx, of)
				if err != nil {
					return err
				}
				for at, served := range of.counts {
					for _, i := range served {
						out.of[m][i] = values[at]
						tick(1)
					}
				}
				out.warnings = append(out.warnings, warnings...)
				return nil
			})
		if err != nil {
			return nil, err
		}
		out.warnings = append(out.warnings, warnings...)
	}
	return out, nil
}

// gather adds the values of the splits, as many as there are spreads, to those of each method and
// count, of all features and of none. It returns the warnings, each kind once.
func gather(results []*splitResult, all, guess []*Spread,
	point func(method, count int) []*Spread) []string {
	var warnings []string
	add := func(to []*Spread, values []float64) {
		for k := range min(len(to), len(values)) {
			to[k].Values = append(to[k].Values, values[k])
		}
	}
	for _, r := range results {
		add(all, r.all)
		add(guess, r.guess)
		for m, of := range r.of {
			for i, v := range of {
				add(point(m, i), v)
			}
		}
		warnings = append(warnings, r.warnings...)
	}
	if len(results) > 0 {
		for m, of := range results[0].of {
			for i := range of {
				summarize(point(m, i)...)
			}
		}
	}
	summarize(all...)
	summarize(guess...)
	return oneOfAKind(warnings)
}

func summarize(spreads ...*Spread) {
	for _, s := range spreads {
		s.Summarize()
	}
}
