package fsnb

import (
	"context"

	"fsnb.example/evaluation"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/internal/terms"
)

// HowMany chooses how many of the best features to take, and shows why: the numbers that were tried
// with their accuracy, or R², in folds, the curve, and the ranking of the chosen features.
//
//	fsnb.Show(fsnb.HowMany(cancer, fsnb.Choose{Selector: fsnb.MRMR{}}))
//
// The default takes the smallest number within a standard error of the best. Rule: "best",
// "percentile", "threshold" and "elbow" are the others. A Choose is a method, too:
// fsnb.Accuracy(cancer, p, choose) chooses the number again in each training part. Complete
// results are cached, as in Select.
func HowMany(d *Dataset, c Choose, opt ...Options) *evaluation.Choice {
	o := cell.Optional("HowMany", opt)
	return remembered(d,
		identity(choosing, d, []Selector{c}, o.Seed),
		func(r *evaluation.Choice) {
			r.Cached = true
			r.DataWarnings = d.Warnings
			if r.Ranking != nil {
				r.Ranking.Dataset, r.Ranking.DataWarnings = d.Name, d.Warnings
			}
		},
		func(r *evaluation.Choice) bool { return r.Partial },
		func() *evaluation.Choice {
			foresee(d, terms.MostCounts, c.Selector)
			return cell.Interruptible(o, "numbers of features", func(ctx context.Context,
				o Options) (*evaluation.Choice, error) {
				return c.Count(ctx, d, o)
			})
		})
}
