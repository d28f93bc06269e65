package fsnb

import (
	"context"

	"fsnb.example/evaluation"
)

// Stability measures how far the features that each method selects depend on the samples, over the
// training parts of the splits: a table of stabilities with their intervals, one of the features
// chosen most often, and a figure of each. The zero Protocol is a sound default; 50 or 100 repeats
// make narrower intervals, fewer than 10 have none. When it is interrupted it returns the
// subsamples done so far. Complete results are cached, as in Select.
func Stability(d *Dataset, p Protocol, methods ...Selector) *StabilityReport {
	return measured(d, stability, "stability", p, methods,
		func(r *StabilityReport) *evaluation.Run { return &r.Run },
		func(ctx context.Context, o Options) (*StabilityReport, error) {
			return evaluation.Stability(ctx, d, p, o, methods...)
		})
}
