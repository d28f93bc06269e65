package fsnb

import (
	"context"
	"fmt"

	"fsnb.example/fsnb/internal/cell"

	"fsnb.example/evaluation"
)

// Stability measures how far the features that each method selects depend on the samples, over the
// training parts of the splits: a table of stabilities with their intervals, one of the features
// chosen most often, and a figure of each. The zero Protocol is a sound default; 50 or 100 repeats
// make narrower intervals, fewer than 10 have none. When it is interrupted it returns the
// subsamples done so far. Complete results are cached, as in Select.
func Stability(d *Dataset, p Protocol, methods ...Selector) *StabilityReport {
	r := remembered(d,
		identity(fmt.Sprint("stability ", evaluation.StabilityRevision), d, methods, p),
		func(r *StabilityReport) {
			r.Cached = true
			r.Dataset, r.DataWarnings = d.Name, d.Warnings
		},
		func(r *StabilityReport) bool { return r.Partial },
		func() *StabilityReport {
			foresee(d, mostOf(p.Counts), methods...)
			return cell.Interruptible(Options{}, "stability", func(ctx context.Context, o Options) (
				*StabilityReport, error) {
				return evaluation.Stability(ctx, d,
					evaluation.StabilityOptions{Protocol: p, Options: o}, methods...)
			})
		})
	return r
}
