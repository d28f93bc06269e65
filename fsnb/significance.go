package fsnb

import (
	"context"

	"fsnb.example/algorithms/adjust"
	"fsnb.example/evaluation"
	"fsnb.example/fsnb/internal/cell"
)

// Significant keeps the features of a ranking by a test whose adjusted p-value is at most level,
// such as .05: Significant(Select(d, statistics.AnovaF{}, 0), .05, "bh"). The adjustments are "bh"
// (Benjamini–Hochberg, also ""), "by" (Benjamini–Yekutieli), "holm", "bonferroni" and "none". It
// needs a ranking of all features (k = 0), but for the last two. The answer may have no feature.
// See evaluation.Significant.
func Significant(r *Ranking, level float64, by adjust.Kind) *Ranking {
	return Must(evaluation.Significant(r, level, by))
}

// Volcano sets the effect of each feature of d against its p-value in a ranking of all features
// (k = 0) by a test: a table, and a figure in which the significant features are colored and the
// best few named. The effect is Cohen's d of two classes, √η² of more, or the correlation with a
// continuous target. Level and adjustment are those of Significant; level 0 is .05.
func Volcano(d *Dataset, r *Ranking, level float64, by adjust.Kind) *evaluation.VolcanoPlot {
	return cell.Interruptible(Options{}, "volcano plot", func(ctx context.Context, o Options) (
		*evaluation.VolcanoPlot, error) {
		return evaluation.Volcano(ctx, d, level, by, o.Workers, r)
	})
}

// PValues counts the p-values of a ranking of all features (k = 0) by a test: a histogram, with the
// level of data without any effect, and an estimate of the share of features without an effect.
func PValues(r *Ranking) *evaluation.PValueHistogram { return Must(evaluation.PValues(r)) }
