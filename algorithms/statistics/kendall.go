package statistics

import (
	"context"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// Kendall scores a feature f by the absolute value of its rank correlation τ_b with the target y.
// Of the n(n-1)/2 pairs of samples C are in the same order by both, D in opposite orders, T_f are
// equal in f and T_y in y:
//
//	score_j = |C - D| / √[(n(n-1)/2 - T_f)(n(n-1)/2 - T_y)]
//
// y is a continuous target, or two classes as 0 and 1. No increasing function of either changes the
// score. Scores are between 0 and 1; constant columns score 0, have p 1 and rank last.
//
// The two-sided p-value is exact if no values are equal and n <= 33 or min(C, D) <= 1: twice the
// share of the n! orders with at most min(C, D) inversions. Otherwise it is that of the normal
// distribution for (C - D)/√var, without a correction for continuity; docs/methods-statistics.md
// has the variance with ties.
//
// Score returns an error for another target, and one that is the same in all samples. The cost is
// O(nd log n) time and O(n) memory a worker; sparse values take O(m log m) for m entries in a
// column.
//
// Source: Kendall 1945, 1970, chapters 3 to 5; Knight 1966 for the count.
type Kendall struct{}

// Facts returns what is known of the method.
func (Kendall) Facts() algorithms.Facts {
	return testFacts(algorithms.Facts{
		About: algorithms.About{
			Name:    "kendall",
			Summary: "absolute rank correlation τ_b with a continuous target, or with two classes",
			Source:  "Kendall 1945", Revision: 1,
		},
		Promises: algorithms.Promises{
			Instead: "kruskal-wallis",
			Targets: algorithms.TwoClasses | algorithms.Continuous,
		},
		Costs: algorithms.Costs{Cost: "nd log n"},
	})
}

// Score returns the absolute correlation of every feature.
func (m Kendall) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	target := newKendallTarget(twoClassCodes(d))
	values, p := make(algorithms.Numbers, d.D()), certain(d.D())
	constant, err := eachOrdered(ctx, d.Matrix(), opt.Workers,
		func() *pairCounter { return &pairCounter{target: target} },
		func(k *pairCounter, o *ordered, j int) {
			s, ties := k.count(o)
			values[j], p[j] = target.tau(s, ties), target.p(s, ties)
		})
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s := algorithms.NewScores(d, constant)
	s.Values, s.PValues = values, p
	return s, nil
}

// Select ranks the features by their scores.
func (m Kendall) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// tieSums are sums over groups of t equal values.
type tieSums struct {
	pairs int     // Σ t(t-1)/2
	three float64 // Σ t(t-1)(t-2)
	five  float64 // Σ t(t-1)(2t+5)
}

func (s *tieSums) add(size int) {
	t := float64(size)
	s.pairs += size * (size - 1) / 2
	s.three += t * (t - 1) * (t - 2)
	s.five += t * (t - 1) * (2*t + 5)
}

// kendallTarget is what all columns share.
type kendallTarget struct {
	n     int
	place []int32 // of each sample among the different values of the target
	rank  []int   // by place: the samples below less those above
	ties  tieSums
	exact []float64 // the p-values of 0, 1, … inversions, nil if the target has ties
}

func newKendallTarget(y []float64) *kendallTarget {
	var o ordered
	o.fill(y)
	k := &kendallTarget{n: len(y), place: make([]int32, len(y))}
	o.ranks(func(g group, rank float64) {
		for _, e := range o.entries[g.lo:g.hi] {
			k.place[e.row] = int32(len(k.rank))
		}
		k.rank = append(k.rank, int(rank))
		k.ties.add(g.size())
	})
	if k.ties.pairs == 0 {
		k.exact = inversionTails(k.n)
	}
	return k
}

// all is the number of pairs of samples.
func (k *kendallTarget) all() int { return k.n * (k.n - 1) / 2 }

// tau is the absolute correlation of a column that varies, with s = C - D.
func (k *kendallTarget) tau(s int, ties tieSums) float64 {
	return min(1, math.Abs(float64(s))/
		math.Sqrt(float64(k.all()-ties.pairs)*float64(k.all()-k.ties.pairs)))
}
