package statistics

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/tails"
)

// KruskalWallis scores a feature by the statistic H of Kruskal and Wallis, the analysis of variance
// of ranks. With R the ranks of its values among all n samples, equal values sharing the mean of
// their ranks, and S_c the sum of R - (n+1)/2 over the n_c samples of class c:
//
//	score_j = (n - 1) Σ_c S_c²/n_c / Σ_i (R_i - (n+1)/2)²
//
// This is H with the correction for ties. No increasing function of a feature changes its score.
// The p-value is the tail of χ² with C - 1 degrees of freedom, for C classes with samples, which is
// a limit: with fewer than five samples in a class it is rough. Scores are between 0 and n - 1;
// constant columns score 0, have p 1 and rank last.
//
// Score returns an error for fewer than two classes. The cost is O(nd log n) time and O(n) memory a
// worker; sparse values take O(m log m) for m entries in a column.
//
// Source: Kruskal, Wallis 1952, equations 1.1 and 1.4.
type KruskalWallis struct {
	// Permutations is the number B of permutations of the target from which the p-values are; 0
	// means the distribution above. They are at least 1/(1 + B), and keep groups of samples
	// together (Permuter); the cost is O(Bnd) more. Scores do not depend on it.
	Permutations int `range:"[0,10000000]" omitzero:""`
}

// Facts returns what is known of the method.
func (m KruskalWallis) Facts() algorithms.Facts {
	return permutedFacts(algorithms.Facts{
		About: algorithms.About{
			Name:    "kruskal-wallis",
			Summary: "analysis of variance of ranks between classes",
			Source:  "Kruskal, Wallis 1952", Revision: 1,
		},
		Promises: algorithms.Promises{Targets: algorithms.Classes, Instead: "spearman"},
		Costs:    algorithms.Costs{Cost: "nd log n"},
	}, m.Permutations)
}

// Score returns the statistic of every feature.
func (m KruskalWallis) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	of, size := filled(d)
	values := make(algorithms.Numbers, d.D())
	scratch := func() *rankSums {
		return &rankSums{make([]float64, len(size)), make([]int, len(size))}
	}
	constant, err := eachOrdered(ctx, d.Matrix(), opt.Workers, scratch,
		func(r *rankSums, o *ordered, j int) { values[j] = r.kruskal(o, of, size) })
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s := newTest(d, constant)
	for j, h := range values {
		if h > 0 {
			s.Values[j], s.PValues[j] = h, tails.ChiSquared(h, float64(len(size)-1))
		}
	}
	return permutation{m.Permutations, byClasses, true}.apply(ctx, m, d, s, opt)
}

// Select ranks the features by their scores.
func (m KruskalWallis) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// rankSums has, for each class, the sum of the doubled centered ranks of a column, and the number
// of its entries that are listed.
type rankSums struct {
	sums   []float64
	listed []int
}

// kruskal returns H of a column that varies.
func (r *rankSums) kruskal(o *ordered, of, size []int) float64 {
	clear(r.sums)
	clear(r.listed)
	var zero float64
	squares := o.ranks(func(g group, rank float64) {
		if g.zeros > 0 {
			zero = rank
			return
		}
		for _, e := range o.entries[g.lo:g.hi] {
			c := of[e.row]
			r.sums[c] += rank
			r.listed[c]++
		}
	})
	for c, n := range size {
		sum := r.sums[c] + float64(n-r.listed[c])*zero
		r.sums[c] = sum * sum / float64(n)
	}
	slices.Sort(r.sums) // so that the order of the classes changes no bit
	return float64(o.n-1) * floats.Sum(r.sums) / squares
}
