package statistics

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/tails"
	"fsnb.example/internal/visible"
)

// Chi2 scores a feature of counts, such as how often a word occurs, by how far its sums over the
// classes are from what the sizes of the classes let expect. With n_c of the n samples in class c:
//
//	score_j = Σ_c (O_c - E_c)² / E_c,   O_c = Σ_{i in c} x_ij,   E_c = (n_c/n) Σ_i x_ij
//
// over the columns of X (n×d), without a correction for continuity. Classes without samples do not
// count. The score has the unit of the values, so that features of other units do not compare. It
// sees sums only: a feature with equal means in all classes scores 0. Contingency tests categories.
// Constant columns score 0 and rank last. It has no parameters. The p-value is the tail of χ² with
// C - 1 degrees of freedom, for C classes; it is for counts, in any other unit it means nothing.
//
// Score returns an error for a value below 0, for fewer than two classes, and when the sum of a
// column overflows. The cost is O(nd) time in two passes over X, and O(d) memory; sparse values
// take the time of their entries.
//
// Source: Pearson 1900.
type Chi2 struct {
	// Permutations is the number B of permutations of the target from which the p-values are; 0
	// means the distribution above. They are at least 1/(1 + B), and keep groups of samples
	// together (Permuter); the cost is O(Bnd) more. Scores do not depend on it.
	Permutations int `range:"[0,10000000]" omitzero:""`
}

// Facts returns what is known of the method.
func (m Chi2) Facts() algorithms.Facts {
	return permutedFacts(algorithms.Facts{
		About: algorithms.About{
			Name:    "chi2",
			Summary: "χ² of the sums of counts over the classes",
			Source:  "Pearson 1900", Revision: 2,
		},
		Promises: algorithms.Promises{
			Targets: algorithms.Classes, Degree: 1,
			NonNegative: true, PerfectMayTrail: true,
		},
		Costs: algorithms.Costs{Cost: "nd"},
	}, m.Permutations)
}

// Score returns the statistic of every feature.
func (m Chi2) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	s := newTest(d, nil)
	least, rise := make([]float64, d.D()), make([]float64, d.D())
	g := newClassSums(d)
	err := g.each(ctx, d.Matrix(), opt.Workers, func(j int, low float64, sums []float64) {
		least[j], rise[j] = low, floats.Sum(sums)
		s.Values[j] = g.chi2(low, rise[j], sums)
	})
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	if err := g.finish(d, s, least, rise, belowZero); err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	return permutation{m.Permutations, byClasses, false}.apply(ctx, m, d, s, opt)
}

// FromMoments is Score for the moments of the classes that are given, such as those of parts of the
// rows.
func (m Chi2) FromMoments(ctx context.Context, d *datasets.Dataset, c *graphs.PartialMoments) (
	*algorithms.Scores, error) {
	if m.Permutations != 0 {
		return nil, algorithms.Wrap(ctx, m, errPermutations)
	}
	s := newTest(d, nil)
	rise := make([]float64, d.D())
	g := newClassSums(d)
	for j, low := range c.Least {
		var sums []float64
		for class, count := range c.Counts {
			switch {
			case count == 0:
			case c.Most[j] == low:
				sums = append(sums, 0)
			default:
				sums = append(sums, c.Above(low, class, j))
			}
		}
		rise[j] = floats.Sum(sums)
		s.Values[j] = g.chi2(low, rise[j], sums)
	}
	err := g.finish(d, s, c.Least, rise, func(d *datasets.Dataset, j int) error {
		return fmt.Errorf("column %d (%s) has the value %v, below 0; the method takes counts and "+
			"the like: use anova-f, or drop the column (columns counted from 0)", j,
			visible.Name(d.Features[j]), c.Least[j])
	})
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	return s, nil
}

// finish completes scores of the statistics; least and rise are those of chi2.
func (g *classSums) finish(d *datasets.Dataset, s *algorithms.Scores, least, rise []float64,
	below func(d *datasets.Dataset, j int) error) error {
	for j, v := range s.Values {
		switch {
		case least[j] < 0:
			return below(d, j)
		case rise[j] == 0:
			s.Constant = append(s.Constant, j)
		case math.IsInf(v, 1):
			return fmt.Errorf("column %d (%s): the sum of its values overflows; divide the column "+
				"by a constant", j, visible.Name(d.Features[j]))
		default:
			s.PValues[j] = tails.ChiSquared(v, float64(len(g.share)-1))
		}
	}
	s.Warnings = caution.Constant(d, s.Constant)
	return nil
}

// Select ranks the features by their scores.
func (m Chi2) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// chi2 returns the statistic of a column whose values, less the smallest, have the given sums over
// the classes, and the sum rise over all. O_c - E_c is that of the values less a constant, so
// nothing is lost where the values vary little, and with shares in place of sums only the
// result can overflow or underflow.
func (g *classSums) chi2(least, rise float64, sums []float64) float64 {
	if rise == 0 || math.IsInf(rise, 1) {
		return rise
	}
	var sum float64
	for c, q := range g.share {
		r := sums[c]/rise - q
		sum += float64(r * r / q)
	}
	part := 1.0 // of the values in the sum of the column that are above the smallest
	if least > 0 {
		mean := rise / float64(len(g.of))
		part = mean / (mean + least)
	}
	return rise * part * sum
}

// belowZero is the error of column j, which has a value below 0.
func belowZero(d *datasets.Dataset, j int) error {
	var what error
	err := storage.Guard(func() {
		x := d.Matrix().Columns(j, j+1, new(storage.Buffer))
		for i := range d.N() {
			if v := x.At(i, 0); v < 0 {
				what = fmt.Errorf("row %d, column %d (%s) is %v, below 0; the method takes counts "+
					"and the like: use anova-f, or drop the column (rows and columns counted "+
					"from 0)", i, j, visible.Name(d.Features[j]), v)
				return
			}
		}
	})
	if err != nil {
		return err
	}
	return what
}
