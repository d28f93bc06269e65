package filter

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
)

// Variance scores a feature by its variance
//
//	score_j = 1/n sum_i (x_ij - mean_j)^2
//
// in the squared unit of the column of X (n×d). It has no parameters and uses no labels. It
// depends on the scale of the columns: on standardized data all features are equal. The cost is
// O(nd) time and O(d) memory.
//
// Source: He, Cai, Niyogi 2005, section 2.2.
type Variance struct{}

// Facts returns what is known of the method.
func (Variance) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "variance",
			Family: algorithms.Baselines, Summary: "variance of the feature",
			Source: "He, Cai, Niyogi 2005", Revision: 1,
		},
		Promises: algorithms.Promises{Nested: true, Degree: 2},
		Costs: algorithms.Costs{
			Cost: "nd", InPlace: true, Storage: algorithms.AnyStorage,
		},
	}
}

// Score returns the variance of every feature.
func (m Variance) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	s, scatter, err := scatterScores(ctx, m, d, opt)
	if err != nil {
		return nil, err
	}
	s.Squares = true
	for j, v := range scatter {
		s.Values[j] = v / float64(d.N())
	}
	return s, nil
}

// FromForms is Score for the scatter between and within classes that is given, such as that of
// parts of the rows.
func (Variance) FromForms(d *datasets.Dataset, f *graphs.Forms) *algorithms.Scores {
	s := algorithms.NewScores(d, f.Constant)
	s.Squares = true
	for j, b := range f.Between {
		s.Values[j] = (b + f.Within[j]) / float64(d.N())
	}
	return s
}

// Select ranks the features by their scores.
func (m Variance) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// scatterScores checks the data and returns empty scores with the constant
// columns set, and the scatter of each column.
func scatterScores(ctx context.Context, m algorithms.Selector, d *datasets.Dataset,
	opt algorithms.Options) (*algorithms.Scores, []float64, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, nil, err
	}
	scatter, constant, err := graphs.Scatter(ctx, d.Matrix(), d.Features, opt.Workers)
	if err != nil {
		return nil, nil, algorithms.Wrap(ctx, m, err)
	}
	return algorithms.NewScores(d, constant), scatter, nil
}
