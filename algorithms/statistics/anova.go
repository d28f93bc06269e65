package statistics

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/tails"
)

// AnovaF scores a feature by the F statistic of the analysis of variance with one factor, the
// class. With n_c samples of mean m_c and variance v_c (divided by n_c) in class c of C, n samples
// in all, and m the mean of all:
//
//	score_j = [Σ_c n_c (m_c - m)² / (C - 1)] / [Σ_c n_c v_c / (n - C)]
//
// over the columns of X (n×d). Classes without samples do not count. It is (n - C)/(C - 1) times
// the score of Fisher, so the order is the same. A feature that is constant within each class but
// not overall scores +Inf; such features are ordered by Σ_c n_c (m_c - m)². Constant columns score
// 0 and rank last. The p-value, with b and w the sums above before they are divided:
//
//	p_j = I_{w/(w+b)}((n - C)/2, (C - 1)/2)
//
// Score returns an error unless there are two classes and more samples than classes, and when the
// squares of a column overflow or underflow. The cost is O(nd) time in three passes over X, and
// O(d) memory.
//
// Source: Fisher 1925, chapter 7.
type AnovaF struct {
	// Permutations is the number B of permutations of the target from which the p-values are; 0
	// means the distribution above. They are at least 1/(1 + B), and keep groups of samples
	// together (Permuter); the cost is O(Bnd) more. Scores do not depend on it.
	Permutations int `range:"[0,10000000]" omitzero:""`
}

// Facts returns what is known of the method.
func (m AnovaF) Facts() algorithms.Facts {
	return permutedFacts(algorithms.Facts{
		About: algorithms.About{
			Name:    "anova-f",
			Summary: "F statistic of the analysis of variance between classes",
			Source:  "Fisher 1925", Revision: 2,
		},
		Promises: algorithms.Promises{Targets: algorithms.Classes, Instead: "f-regression"},
		Costs:    algorithms.Costs{Cost: "nd"},
	}, m.Permutations)
}

// Score returns the F statistic of every feature.
func (m AnovaF) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	f, err := graphs.ClassForms(ctx, d.Matrix(), d.Y, len(d.Classes), d.Features, opt.Workers)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s, err := AnovaF{}.FromForms(ctx, d, f)
	if err != nil {
		return nil, err
	}
	return permutation{m.Permutations, byClasses, false}.apply(ctx, m, d, s, opt)
}

// FromForms is Score for the scatter between and within classes that is given, such as that of
// parts of the rows.
func (m AnovaF) FromForms(ctx context.Context, d *datasets.Dataset, f *graphs.Forms) (
	*algorithms.Scores, error) {
	if m.Permutations != 0 {
		return nil, algorithms.Wrap(ctx, m, errPermutations)
	}
	classes := 0
	for _, count := range d.ClassCounts() {
		if count > 0 {
			classes++
		}
	}
	if d.N() == classes {
		return nil, algorithms.Wrap(ctx, m, fmt.Errorf("each of the %d samples is a class of its "+
			"own, so that nothing varies within a class; %s", d.N(), cmp.Or(d.TargetDoubt(),
			"give more samples than classes")))
	}
	s := newTest(d, f.Constant)
	s.Tie = make(algorithms.Numbers, d.D())
	df1, df2 := float64(classes-1), float64(d.N()-classes)
	tail := tails.NewF(df1, df2)
	for j, b := range f.Between {
		s.PValues[j] = tail.P(b, f.Within[j])
		switch w := f.Within[j]; {
		case b == 0:
		case w == 0:
			s.Values[j], s.Tie[j] = math.Inf(1), b
		default:
			s.Values[j] = b / w * (df2 / df1)
		}
	}
	return s, nil
}

// Select ranks the features by their scores.
func (m AnovaF) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}
