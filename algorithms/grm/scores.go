package grm

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// reciprocal names the scorers whose criterion, Scores.Raw, is small for good features. GRM uses
// 1/criterion, because scores must be positive for good features and 1 - criterion has an arbitrary
// zero: f~'Df~/f~'Lf~ for the Laplacian score (Nie et al. 2008, footnote 1), 1/φ1 or 1/φ2 for SPEC.
var reciprocal = []string{"laplacian", "spec"}

// scoresOf are the scores to refine, without NaN, with the numbers that order infinite ones and the
// warnings.
func (m GRM) scoresOf(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if m.Scores != nil {
		return precomputedScores(m.Scores, d)
	}
	opt.K = 0
	s, err := algorithms.RunScore(ctx, m.Scorer, d, opt)
	if err != nil {
		return nil, err
	}
	return m.refinable(s), nil
}

// refinable are the scores that are refined, of those of the scorer.
func (m GRM) refinable(s *algorithms.Scores) *algorithms.Scores {
	name := algorithms.Name(m.Scorer)
	out := &algorithms.Scores{Values: slices.Clone(s.Values), Tie: slices.Clone(s.Tie),
		Warnings: slices.Clone(s.Warnings)}
	if s.Raw != nil && slices.Contains(reciprocal, name) {
		for j, v := range s.Raw {
			switch {
			case math.IsInf(s.Values[j], -1): // constant, or constant where the graph has degrees
			case v <= 0:
				out.Values[j] = math.Inf(1)
			default:
				out.Values[j] = 1 / v
			}
		}
	}
	if !s.Diagnostics.Converged {
		out.Warnings = append(out.Warnings,
			fmt.Sprintf("the scores of %s that are refined have not converged", name))
	}
	return out
}

func precomputedScores(v mat.Vector, d *datasets.Dataset) (*algorithms.Scores, error) {
	if v.Len() != d.D() {
		return nil, fmt.Errorf(
			"the precomputed scores have length %d, want %d: one score for each feature", v.Len(),
			d.D())
	}
	out := &algorithms.Scores{Values: make(algorithms.Numbers, d.D())}
	for j := range out.Values {
		out.Values[j] = v.AtVec(j)
		if math.IsNaN(out.Values[j]) {
			return nil, fmt.Errorf(
				"the precomputed score of feature %d (%s) is NaN; give a finite or infinite number",
				j, d.Features[j])
		}
	}
	return out, nil
}
