package fsnb

import (
	"context"

	"fsnb.example/evaluation"
)

// Regression measures how well the continuous target of d is predicted from the features that each
// method selects, against their number: a table of R², mean absolute error and root mean squared
// error, and curves. The zero Protocol predicts by the nearest neighbor; Neighbors: 5 takes the
// mean of five, Regressor: "ridge" ridge regression, "forest" a random forest. Features are
// selected on the training part of each split only. When it is interrupted it returns the splits
// done so far. Complete results are cached, as in Select.
func Regression(d *Dataset, p Protocol, methods ...Selector) *evaluation.RegressionErrors {
	r := measured(d, regression, "regression", p, methods,
		func(r *evaluation.RegressionErrors) *evaluation.Run { return &r.Run },
		func(ctx context.Context, o Options) (*evaluation.RegressionErrors, error) {
			return evaluation.Regression(ctx, d, p, o, methods...)
		})
	r.Target = d.TargetText() // which another name may have
	return r
}
