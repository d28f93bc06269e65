package statistics

import (
	"context"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/tails"
)

// Spearman scores a feature by the absolute value of the correlation of its ranks with those of the
// target, equal values sharing the mean of their ranks:
//
//	score_j = |Σ_i (R_i - (n+1)/2)(Q_i - (n+1)/2)| / √(Σ_i (R_i - (n+1)/2)² Σ_i (Q_i - (n+1)/2)²)
//
// with R the ranks of the feature and Q those of the target, 1 to n. The target is continuous, or
// two classes as 0 and 1. No increasing function of a feature or of the target changes its score.
// Scores are between 0 and 1; constant columns score 0 and rank last. The two-sided p-value is that
// of Student's distribution with n - 2 degrees of freedom, as of Pearson, which is a limit for
// ranks; it is 1 for n = 2.
//
// Score returns an error for another target, and one that is the same in all samples. The cost is
// O(nd log n) time and O(n) memory a worker; sparse values take O(m log m) for m entries in a
// column.
//
// Source: Spearman 1904; Kendall 1945 for equal values.
type Spearman struct {
	// Permutations is the number B of permutations of the target from which the p-values are; 0
	// means the distribution above. They are at least 1/(1 + B), and keep groups of samples
	// together (Permuter); the cost is O(Bnd) more. Scores do not depend on it.
	Permutations int `range:"[0,10000000]" omitzero:""`
}

// Facts returns what is known of the method.
func (m Spearman) Facts() algorithms.Facts {
	return permutedFacts(algorithms.Facts{
		About: algorithms.About{
			Name: "spearman",
			Summary: "absolute correlation of ranks with those of a continuous target, or with " +
				"two classes",
			Source: "Spearman 1904", Revision: 2,
		},
		Promises: algorithms.Promises{
			Targets: algorithms.TwoClasses | algorithms.Continuous, Instead: "fisher",
		},
		Costs: algorithms.Costs{Cost: "nd log n"},
	}, m.Permutations)
}

// Score returns the absolute correlation of the ranks of every feature.
func (m Spearman) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	target := make([]float64, d.N())
	var y ordered
	y.fill(twoClassCodes(d))
	size := y.ranks(func(g group, rank float64) {
		for _, e := range y.entries[g.lo:g.hi] {
			target[e.row] = rank
		}
	})
	values, p := make(algorithms.Numbers, d.D()), certain(d.D())
	tail := tails.NewF(1, float64(d.N()-2))
	nothing := func() struct{} { return struct{}{} }
	constant, err := eachOrdered(ctx, d.Matrix(), opt.Workers, nothing,
		func(_ struct{}, o *ordered, j int) {
			sum, own := o.rankProduct(target)
			values[j] = min(1, math.Abs(sum)/math.Sqrt(own*size))
			p[j] = rankP(d.N(), tail, sum, own, size)
		})
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s := algorithms.NewScores(d, constant)
	s.Values, s.PValues = values, p
	return permutation{m.Permutations, byTarget, true}.apply(ctx, m, d, s, opt)
}

// Select ranks the features by their scores.
func (m Spearman) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// rankProduct is the sum of the products of the ranks of a column and those of the target, both
// doubled and centered, and the sum of the squares of its own. The ranks of the target add up to 0,
// so that those of zeros count once, for all samples.
func (o *ordered) rankProduct(target []float64) (sum, own float64) {
	zero, entries := 0.0, 0.0
	own = o.ranks(func(g group, rank float64) {
		if g.zeros > 0 {
			zero = rank
			return
		}
		for _, e := range o.entries[g.lo:g.hi] {
			sum += float64(rank * target[e.row])
			entries += target[e.row]
		}
	})
	return sum - float64(zero*entries), own
}

// rankP is the p-value of a correlation of ranks of n samples, from the sum of their products and
// those of their squares. These are whole numbers, so 1 - r² loses no digits.
func rankP(n int, tail tails.FTail, sum, own, size float64) float64 {
	if n == 2 { // any two samples are on a line
		return 1
	}
	square := sum * sum
	lost := math.FMA(sum, sum, -square)
	product := own * size
	residual := product - square + (math.FMA(own, size, -product) - lost)
	return tail.P(square, max(0, residual))
}
