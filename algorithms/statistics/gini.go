package statistics

import (
	"context"
	"math"
	"math/bits"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// Gini scores a feature by how much its best threshold lowers the Gini index of the classes, G = 1
// - Σ_c p_c² with p_c the share of class c. Over the values v of the feature, of the n_L samples
// with x_ij <= v and the n_R others:
//
//	score_j = G(y) - min_v (n_L G_L + n_R G_R)/n
//
// This is the gain of the first split of a classification tree. Scores are between 0 and G(y). They
// are quotients of whole numbers: up to 13,000 samples equal gains are equal scores. No increasing
// function of a feature changes its score. A feature with three or more classes in order
// need not score highest, since one threshold separates two groups. Constant columns score 0 and
// rank last. There is no p-value, because the threshold is chosen by the labels. It has no
// parameters.
//
// Score returns an error for fewer than two classes. The cost is O(nd log n) time and O(n) memory a
// worker; sparse values take O(m log m + C) for m entries in a column.
//
// Source: Breiman, Friedman, Olshen, Stone 1984, section 4.3.1.
type Gini struct{}

// Facts returns what is known of the method.
func (Gini) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "gini",
			Family:  algorithms.Tests,
			Summary: "decrease of the Gini index of the classes by the best threshold",
			Source:  "Breiman, Friedman, Olshen, Stone 1984", Revision: 1,
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: algorithms.Classes, Instead: "spearman", ColumnOrder: true,
			PerfectMayTrail: true,
		},
		Costs: algorithms.Costs{
			Cost: "nd log n", InPlace: true, Storage: algorithms.AnyStorage,
		},
	}
}

// Score returns the gain of every feature.
func (m Gini) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	of, size := filled(d)
	values := make(algorithms.Numbers, d.D())
	constant, err := eachOrdered(ctx, d.Matrix(), opt.Workers,
		func() *splits { return newSplits(of, size) },
		func(s *splits, o *ordered, j int) { values[j] = s.best(o) })
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s := algorithms.NewScores(d, constant)
	s.Values = values
	return s, nil
}

// Select ranks the features by their scores.
func (m Gini) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// splits counts the classes on the left of a threshold that moves to the right. With l_c of the n_c
// samples of class c on the left, n_L in all, the gain of the threshold is
//
//	Σ_c (l_c n - n_c n_L)² / (n² n_L n_R)
//
// in which the sum is n² Σ l_c² + n_L² Σ n_c² - 2 n n_L Σ l_c n_c: whole numbers below 2^127.
type splits struct {
	of, size []int
	zeros    []int  // of each class, in the column
	left     []int  // l_c
	square   uint64 // Σ n_c²
}

func newSplits(of, size []int) *splits {
	s := &splits{of: of, size: size, zeros: make([]int, len(size)), left: make([]int, len(size))}
	for _, n := range size {
		s.square += uint64(n) * uint64(n)
	}
	return s
}

// best is the largest gain of a threshold in a column that varies.
func (s *splits) best(o *ordered) float64 {
	clear(s.left)
	copy(s.zeros, s.size)
	for _, e := range o.entries {
		s.zeros[s.of[e.row]]--
	}
	n := uint64(o.n)
	var nl, own, cross uint64 // n_L, Σ l_c², Σ l_c n_c
	move := func(c, count int) {
		own += uint64(count) * uint64(2*s.left[c]+count)
		cross += uint64(count) * uint64(s.size[c])
		s.left[c] += count
		nl += uint64(count)
	}
	var best float64
	for _, g := range o.groups[:len(o.groups)-1] {
		for _, e := range o.entries[g.lo:g.hi] {
			move(s.of[e.row], 1)
		}
		if g.zeros > 0 {
			for c, count := range s.zeros {
				move(c, count)
			}
		}
		all := float64(n*n) * float64(nl*(n-nl))
		best = max(best, s.sum(n, nl, own, cross)/all)
	}
	return best
}

// sum is n² own + n_L² Σ n_c² - 2 n n_L cross, with 128 bits.
func (s *splits) sum(n, nl, own, cross uint64) float64 {
	ahi, alo := bits.Mul64(n*n, own)
	bhi, blo := bits.Mul64(nl*nl, s.square)
	lo, carry := bits.Add64(alo, blo, 0)
	hi, _ := bits.Add64(ahi, bhi, carry)
	chi, clo := bits.Mul64(2*n*nl, cross)
	lo, borrow := bits.Sub64(lo, clo, 0)
	hi, _ = bits.Sub64(hi, chi, borrow)
	return math.Ldexp(float64(hi), 64) + float64(lo)
}
