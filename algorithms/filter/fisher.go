// Package filter holds the classical criteria that score one feature at a time.
package filter

import (
	"context"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
)

// Fisher scores a feature by its scatter between classes over its scatter within them:
//
//	score_j = sum_c n_c (mean_cj - mean_j)^2 / sum_c n_c var_cj
//
// over the columns of X (n×d). It has no parameters. The score of a feature that is constant
// within each class but not overall is +Inf; such perfect features are ordered by the numerator.
// Constant columns score 0 and rank last.
//
// Score returns an error when there are fewer than two classes, and when the squares of a column
// overflow or underflow. The cost is O(nd) time in three passes over X, and O(d) memory.
//
// Source: Duda, Hart, Stork 2001, section 3.8; Nie et al. 2008, eqs. 10, 11 and 14.
type Fisher struct{}

// Facts returns what is known of the method.
func (Fisher) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "fisher",
			Family:  algorithms.Tests,
			Summary: "scatter between classes over scatter within classes",
			Source:  "Duda, Hart, Stork 2001", Revision: 1,
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: algorithms.Classes, Instead: "f-regression",
		},
		Costs: algorithms.Costs{
			Cost: "nd", InPlace: true, Storage: algorithms.AnyStorage,
		},
	}
}

// Score returns the Fisher score of every feature.
func (m Fisher) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	f, err := graphs.ClassForms(ctx, d.Matrix(), d.Y, len(d.Classes), d.Features, opt.Workers)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	return m.FromForms(d, f), nil
}

// FromForms is Score for the scatter between and within classes that is given, such as that of
// parts of the rows.
func (Fisher) FromForms(d *datasets.Dataset, f *graphs.Forms) *algorithms.Scores {
	s := algorithms.NewScores(d, f.Constant)
	s.Tie = make(algorithms.Numbers, d.D())
	for j, b := range f.Between {
		switch e := f.Within[j]; {
		case b == 0:
			s.Values[j] = 0
		case e == 0:
			s.Values[j], s.Tie[j] = math.Inf(1), b
		default:
			s.Values[j] = b / e
		}
	}
	return s
}

// Select ranks the features by their scores.
func (m Fisher) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}
