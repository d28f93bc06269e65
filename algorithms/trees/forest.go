package trees

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
)

// Forest scores features by their importance in a random forest: trees of samples drawn with
// replacement, each split the best among MaxFeatures candidates. With G the Gini impurity of a
// node, or the variance, and n its samples, split into L and R,
//
//	score_j = (1/T) Σ_t [Σ of nG - n_L·G_L - n_R·G_R over the splits of j] / [the same over all]
//
// for Impurity. For Permutation it is the mean over the trees of their accuracy, or R², on the
// samples out of the bag, minus that with the values of j permuted among these. Columns with the
// same ranks share their scores. Constant columns score 0, or -Inf for permutation, and rank last.
//
// Of samples in groups whole groups are drawn, as many as there are. Missing values are filled from
// all samples.
//
// Scores depend on the seed. Columns of more than 255 different values are cut into 255 bins.
// Score returns an error when a parameter is negative, or trees need more than 16 GiB. The cost is
// O(n·MaxFeatures·depth) a tree, and half as much again for permutation; the memory is 2nd bytes,
// and 80 a node.
//
// Source: Breiman 2001. See docs/methods-trees.md.
type Forest struct {
	// Trees is T; 0 means 100.
	Trees int `default:"100" range:"[1,100000]"`
	// MaxFeatures is the number of candidates; 0 means √d, rounded down, for classes, and d for a
	// continuous target, d being the columns that vary.
	MaxFeatures int `range:"[1,inf)"`
	// MinLeaf is the number of different samples of a leaf; 0 means 1.
	MinLeaf int `default:"1" range:"[1,inf)"`
	// Importance is what is measured; "" means Impurity.
	Importance Importance
}

// Facts returns what is known of the method.
func (m Forest) Facts() algorithms.Facts {
	return facts(algorithms.About{
		Name: "forest", Family: algorithms.Trees, Summary: "importance in a random forest",
		Source: "Breiman 2001", Revision: 2, Params: docs(),
	}, m.parameters, .6)
}

func (m Forest) parameters() parameters {
	m = algorithms.WithDefaults(m)
	return parameters{m.Trees, m.MaxFeatures, m.MinLeaf, m.Importance}
}

// Score returns the importance of every feature.
func (m Forest) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.AnswerScores(ctx, m, d, opt, func() (*algorithms.Scores, error) {
		return m.parameters().score(ctx, learn.Forest{}, d, opt)
	})
}

// Select ranks the features by their scores.
func (m Forest) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}
