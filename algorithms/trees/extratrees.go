package trees

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
)

// ExtraTrees scores features by their importance in a forest of extremely randomized trees: each
// tree has all samples, and each split is the best among MaxFeatures candidates with one threshold
// each, drawn uniformly between the least and the largest value in the node. The importances are
// those of Forest.
//
// Samples in groups are drawn as for Forest. Trees with all samples have none out of the bag: for
// permutation the samples are drawn with replacement, whatever Bootstrap is. Constant columns score
// 0, or -Inf for permutation, and rank last.
//
// Scores depend on the seed. Columns of more than 255 different values are cut into 255 bins, each
// at the middle of its values. Score returns an error when a parameter is negative. The cost is
// O(n·MaxFeatures·depth) a tree; the memory is that of Forest.
//
// Source: Geurts, Ernst, Wehenkel 2006. See docs/methods-trees.md.
type ExtraTrees struct {
	// Trees is the number of trees; 0 means 100.
	Trees int `default:"100" range:"[1,100000]"`
	// MaxFeatures is the number of candidates; 0 means √d, rounded down, for classes, and d for a
	// continuous target, d being the columns that vary.
	MaxFeatures int `range:"[1,inf)"`
	// MinLeaf is the number of different samples of a leaf; 0 means 1.
	MinLeaf int `default:"1" range:"[1,inf)"`
	// Bootstrap draws the samples of each tree with replacement.
	Bootstrap bool
	// Importance is what is measured; "" means Impurity.
	Importance Importance
}

// Facts returns what is known of the method.
func (m ExtraTrees) Facts() algorithms.Facts {
	params := docs()
	params["bootstrap"] = "draw the samples of each tree with replacement; permutation always does"
	return facts(algorithms.About{
		Name: "extra-trees", Family: algorithms.Trees,
		Summary: "importance in a forest of extremely randomized trees",
		Source:  "Geurts, Ernst, Wehenkel 2006", Revision: 2, Params: params,
	}, m.parameters, 1)
}

func (m ExtraTrees) parameters() parameters {
	m = algorithms.WithDefaults(m)
	return parameters{m.Trees, m.MaxFeatures, m.MinLeaf, m.Importance}
}

// Score returns the importance of every feature.
func (m ExtraTrees) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	m = algorithms.WithDefaults(m)
	f := learn.Forest{Extra: true, Bootstrap: m.Bootstrap || m.Importance == Permutation}
	return algorithms.AnswerScores(ctx, m, d, opt, func() (*algorithms.Scores, error) {
		return m.parameters().score(ctx, f, d, opt)
	})
}

// Select ranks the features by their scores.
func (m ExtraTrees) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}
