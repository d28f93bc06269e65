package fsnb

import (
	"context"
	"fmt"

	"fsnb.example/fsnb/internal/cell"

	"fsnb.example/evaluation"
)

// Regression measures how well the continuous target of d is predicted from the features that each
// method selects, against their number: a table of R², mean absolute error and root mean squared
// error, and curves. The zero Protocol predicts by the nearest neighbor; Neighbors: 5 takes the
// mean of five, Regressor: "ridge" ridge regression, "forest" a random forest. Features are
// selected on the training part of each split only. When it is interrupted it returns the splits
// done so far. Complete results are cached, as in Select.
func Regression(d *Dataset, p Protocol, methods ...Selector) *evaluation.RegressionErrors {
	return remembered(d,
		identity(fmt.Sprint("regression ", evaluation.RegressionRevision), d, methods, p),
		func(r *evaluation.RegressionErrors) {
			r.Cached = true
			r.Dataset, r.Target, r.DataWarnings = d.Name, d.TargetText(), d.Warnings
		},
		func(r *evaluation.RegressionErrors) bool { return r.Partial },
		func() *evaluation.RegressionErrors {
			foresee(d, mostOf(p.Counts), methods...)
			return cell.Interruptible(Options{}, "regression", func(ctx context.Context,
				o Options) (*evaluation.RegressionErrors, error) {
				return evaluation.Regression(ctx, d,
					evaluation.RegressionOptions{Protocol: p, Options: o}, methods...)
			})
		})
}
