package statistics

import (
	"context"
	"fmt"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/tails"
	"fsnb.example/internal/visible"
)

// TScore scores a feature by Welch's t statistic of the difference of its means in two classes.
// With n_c samples of mean m_c and variance s_c² (divided by n_c - 1) in class c:
//
//	score_j = |m_1 - m_2| / √(s_1²/n_1 + s_2²/n_2)
//
// over the columns of X (n×d). The p-value is two-sided, from Student's distribution with
// (v_1 + v_2)² / (v_1²/(n_1 - 1) + v_2²/(n_2 - 1)) degrees of freedom, v_c = s_c²/n_c. These differ
// between features, so that a larger score may have a larger p-value; features are ranked by the
// score. A feature that is constant within both classes but not overall scores +Inf, with p 0; such
// features are ordered by |m_1 - m_2|. Constant columns score 0, have p 1 and rank last.
//
// Score returns an error unless the samples are of two classes with at least two samples each, and
// when the squares of a column overflow or underflow. The cost is O(nd) time in two passes over X,
// and O(d) memory; sparse values take the time of their entries.
//
// Source: Welch 1947.
type TScore struct {
	// Permutations is the number B of permutations of the target from which the p-values are; 0
	// means the distribution above. They are at least 1/(1 + B), and keep groups of samples
	// together (Permuter); the cost is O(Bnd) more. Scores do not depend on it.
	Permutations int `range:"[0,10000000]" omitzero:""`
}

// Facts returns what is known of the method.
func (m TScore) Facts() algorithms.Facts {
	return permutedFacts(algorithms.Facts{
		About: algorithms.About{
			Name:    "t-score",
			Summary: "Welch's t statistic of the means of two classes",
			Source:  "Welch 1947", Revision: 1,
		},
		Promises: algorithms.Promises{Targets: algorithms.TwoClasses},
		Costs:    algorithms.Costs{Cost: "nd"},
	}, m.Permutations)
}

// Score returns the t statistic of every feature.
func (m TScore) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	for c, count := range d.ClassCounts() {
		if count == 1 {
			return nil, algorithms.Wrap(ctx, m,
				fmt.Errorf("class %q has one sample, and the method "+
					"needs at least two in each class; use anova-f", visible.Name(d.Classes[c])))
		}
	}
	g, err := graphs.ClassMoments(ctx, d.Matrix(), d.Y, len(d.Classes), d.Features, opt.Workers)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s := newTest(d, g.Constant)
	s.Tie = make(algorithms.Numbers, d.D())
	for j, difference := range g.Mean[1] {
		switch t, df := welch(difference, g, j); {
		case difference == 0:
		case math.IsInf(t, 1):
			s.Values[j], s.Tie[j], s.PValues[j] = t, math.Abs(difference), 0
		default:
			s.Values[j], s.PValues[j] = t, tails.T(t, df)
		}
	}
	return permutation{m.Permutations, byWelch, false}.apply(ctx, m, d, s, opt)
}

// Select ranks the features by their scores.
func (m TScore) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// welch returns the statistic of column j and its degrees of freedom.
func welch(difference float64, g *graphs.Moments, j int) (t, df float64) {
	var v [2]float64 // the variances of the means
	for c := range v {
		n := float64(g.Size[c])
		v[c] = g.Square[c][j] / (n * (n - 1))
	}
	sum := v[0] + v[1]
	t = math.Abs(difference) / math.Sqrt(sum)
	a, b := v[0]/sum, v[1]/sum
	return t, 1 / (a*a/float64(g.Size[0]-1) + b*b/float64(g.Size[1]-1))
}
