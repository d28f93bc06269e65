package wrapper

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/linear"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/parallel"
)

// StabilitySelection scores a feature by the share of 2B fits in which another method has it among
// its best q. The fits are on B random pairs of disjoint, stratified halves of the samples, which
// part no group (learn.NewGroupFolds of two parts, as equal as the groups allow). A feature is
// chosen if its share is at least π; the diagnostics have how many are, and how many false ones to
// expect among them. With d features that vary it is at most
//
//	q²/((2π - 1)d)
//
// if the false ones are exchangeable and the method is no worse than guessing. Shah and Samworth's
// bound is smaller, if shares are unimodal. Without Q, q is ⌊√(E(2π - 1)d)⌋, one at least.
//
// Shares tie often, and ties go to the lower column. A column that does not vary in a half is not
// counted there. Constant columns score 0 and rank last.
//
// Score returns the errors of the method on half of the samples, and an error when a parameter is
// out of range. The cost is 2B fits, and the memory half of X and a fit for each worker.
//
// Source: Meinshausen, Bühlmann 2010, (9); Shah, Samworth 2013, (8). See docs/methods-wrappers.md.
type StabilitySelection struct {
	// Selector is the method; nil means linear.Lasso.
	Selector algorithms.Selector
	// Q is the number of features of a fit; 0 means from E.
	Q int `range:"[1,d]"`
	// E is the bound on the expected number of false features when Q is 0; 0 means 1.
	E float64 `default:"1" range:"(0,d]"`
	// Threshold is π, above .5 and at most 1; 0 means .75.
	Threshold float64 `default:"0.75" range:"(0.5,1]"`
	// Pairs is B; 0 means 50.
	Pairs int `default:"50" range:"[1,10000]"`
}

// Facts returns what is known of the method: targets and storage are those of the method inside.
func (m StabilitySelection) Facts() algorithms.Facts {
	m = algorithms.WithDefaults(m)
	inner, _ := algorithms.FactsOf(m.Selector)
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "stability-selection",
			Family: algorithms.Trees,
			Summary: "how often another method chooses a feature on random halves of the " +
				"samples, with a bound on false ones",
			Source: "Meinshausen, Bühlmann 2010; Shah, Samworth 2013", Revision: 2,
			Params: map[string]string{
				"selector": "method that runs on the halves; none means lasso",
				"q":        "best features that a fit chooses; 0 means from e",
				"e": "bound on the expected number of false features, from which q follows; 0 " +
					"means 1; no effect with q",
				"threshold": "share of the fits from which a feature is chosen; 0 means .75",
				"pairs":     "pairs of halves; 0 means 50",
			},
		},
		Promises: algorithms.Promises{
			Nested: true, Chooses: true, Targets: inner.Targets, Instead: inner.Instead,
			ByValue: inner.ByValue, Seeded: true, ColumnOrder: true, PerfectMayTrail: true,
			Anytime: true, InUnit: inner.InUnit, RoughSteps: inner.RoughSteps,
			RoughTarget: inner.RoughTarget, NonNegative: inner.NonNegative,
			NeedsRelevance: inner.NeedsRelevance,
		},
		Costs: algorithms.Costs{
			Memory: func(s algorithms.Shape) float64 { // each worker has half of the samples
				half := s
				half.N, half.Entries, half.Workers = s.N/2, s.Entries/2, 1
				part := 8 * float64(half.Entries)
				own := part + max(algorithms.MemoryOf(m.Selector, half), 2*part)
				return part + float64(s.Workers)*own
			},
			Cost: "100 times the method on n/2 samples", Storage: inner.Storage,
		},
	}
}

// Resolve returns m with its Selector.
func (m StabilitySelection) Resolve() algorithms.Selector {
	if m.Selector == nil {
		m.Selector = linear.Lasso{}
	}
	return m
}

// Select ranks the features by their scores: K of them, or, if K is 0, those that are chosen,
// possibly none.
func (m StabilitySelection) Select(ctx context.Context, d *datasets.Dataset,
	opt algorithms.Options) (*algorithms.Ranking, error) {
	r, err := algorithms.RankBy(ctx, m, d, opt)
	if r == nil || opt.K > 0 {
		return r, err
	}
	m = algorithms.WithDefaults(m)
	r.K = 0
	for r.K < len(r.Scores) && r.Scores[r.K] >= m.Threshold {
		r.K++
	}
	r.Features, r.Names, r.Scores = r.Features[:r.K], r.Names[:r.K], r.Scores[:r.K]
	if r.K == 0 && !r.Partial {
		r.Warnings = append(r.Warnings, algorithms.Name(m)+" chooses no feature")
	}
	return r, err
}

// Score returns the share of the fits in which each feature is chosen.
func (m StabilitySelection) Score(ctx context.Context, d *datasets.Dataset,
	opt algorithms.Options) (*algorithms.Scores, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.AnswerScores(ctx, m, d, opt, func() (*algorithms.Scores, error) {
		return m.score(ctx, d, opt)
	})
}

// perFit is q for d features that vary.
func (m StabilitySelection) perFit(d int) int {
	q := m.Q
	if q == 0 {
		q = int(math.Sqrt(m.E * (2*m.Threshold - 1) * float64(d)))
	}
	return max(1, min(q, d))
}

func (m StabilitySelection) score(ctx context.Context, d *datasets.Dataset,
	opt algorithms.Options) (*algorithms.Scores, error) {
	if d.N() < 2 {
		return nil, fmt.Errorf("%d sample; give at least 2, which make halves", d.N())
	}
	if f, ok := algorithms.FactsOf(m.Selector); ok && f.Targets == algorithms.NoTarget {
		free := *d // halves of a method that needs no target do not depend on one
		free.Y, free.Classes, free.Target = nil, nil, nil
		d = &free
	}
	s, err := newSamples(ctx, d, opt.Workers)
	if err != nil {
		return nil, err
	}
	out := algorithms.NewScores(d, s.constant)
	if len(s.live) == 0 {
		return out, nil
	}
	q := m.perFit(len(s.live))
	chosen, err := m.fits(ctx, s, d, opt, q)
	fits := 0
	for _, features := range chosen {
		if features == nil {
			continue
		}
		fits++
		for _, j := range features {
			out.Values[j]++
		}
	}
	if fits == 0 {
		return nil, err
	}
	for j := range out.Values {
		out.Values[j] /= float64(fits)
	}
	m.explain(out, q, len(s.live), fits)
	out.Warnings = caution.AddChosen(out.Warnings, d,
		"the bounds on false features do not hold", "choose among all features")
	out.Diagnostics.Converged = err == nil
	return out, err
}

// fits returns the features that are chosen on each half, nil where that was not done.
func (m StabilitySelection) fits(ctx context.Context, s *samples, d *datasets.Dataset,
	opt algorithms.Options, q int) ([][]int, error) {
	halves, err := s.pairs(d, m.Pairs, opt.Seed)
	if err != nil {
		return nil, err
	}
	out := make([][]int, len(halves))
	tick := opt.Meter("fits", len(halves))
	err = parallel.Each(ctx, opt.Workers, len(halves),
		func(ctx context.Context, f int) (err error) {
			inner := algorithms.Options{K: q, Seed: mixed(opt.Seed, uint64(f)), Workers: 1}
			if out[f], err = m.fit(ctx, d, at(s.rows, halves[f]), inner); err == nil {
				tick(1)
			}
			return err
		})
	return out, err
}

// fit returns the features that the method chooses on some rows.
func (m StabilitySelection) fit(ctx context.Context, d *datasets.Dataset, rows []int,
	opt algorithms.Options) ([]int, error) {
	half, err := d.Rows(rows)
	if err != nil {
		return nil, err
	}
	if half, err = half.FillFrom(half); err != nil {
		return nil, err
	}
	r, err := algorithms.Run(ctx, m.Selector, half, opt)
	if parallel.Stopped(ctx, err) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("on half of the samples: %w", err)
	}
	x, out := half.Matrix(), []int{}
	for _, j := range r.Features[:min(opt.K, len(r.Features))] {
		if varies(x, j) {
			out = append(out, j)
		}
	}
	return out, nil
}

// varies reports whether column j has two values.
func varies(x mat.Matrix, j int) bool {
	n, _ := x.Dims()
	for i := 1; i < n; i++ {
		if x.At(i, j) != x.At(0, j) {
			return true
		}
	}
	return false
}
