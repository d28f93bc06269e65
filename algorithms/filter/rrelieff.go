package filter

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/graphs"
)

// rankDecay is σ in the weight exp(-(rank/σ)²) of a neighbor.
const rankDecay = 50

// RReliefF is ReliefF for a continuous target y: it scores a feature f by how much more it differs
// between near samples of different targets than between near samples of like ones,
//
//	score_j = N_CA/N_C - (N_A - N_CA)/(n - N_C)
//	N_C  = Σ_i Σ_h w_ih |y_i - y_h|
//	N_A  = Σ_i Σ_h w_ih |f_i - f_h|
//	N_CA = Σ_i Σ_h w_ih |y_i - y_h| |f_i - f_h|
//
// over all n samples i and the Neighbors samples h nearest to each by Manhattan distance. The
// features of X (n×d) and y are scaled to [0, 1]. The weight of the r-th nearest is proportional
// to exp(-(r/50)²), those of a sample have the sum 1; samples at equal distance share the weights
// of their places. Those of one Dataset.Group are no neighbors. Scores are between -1 and 1;
// constant columns score -Inf and rank last.
//
// Score returns an error without a continuous target, when Neighbors is less than 1, and when the
// range of a column overflows. The cost is O(n²d/2 + nkd) time for k Neighbors, and O(nd + nk)
// memory; less for few entries, as in ReliefF.
//
// Source: Robnik-Šikonja, Kononenko 2003, figure 3 and eqs. 9 to 11.
type RReliefF struct {
	// Neighbors is the number of nearest samples; 0 means 10, and at most all others are taken.
	Neighbors int `default:"10" range:"[1,inf)"`
}

// Facts returns what is known of the method.
func (m RReliefF) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "rrelieff",
			Family: algorithms.Similarity,
			Summary: "how much more a feature differs between near samples of different targets " +
				"than of like ones",
			Source: "Robnik-Šikonja, Kononenko 2003", Revision: 1,
			Params: map[string]string{"neighbors": "nearest samples of each sample; 0 means 10"},
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: algorithms.Continuous, Instead: "relieff",
		},
		Costs: algorithms.Costs{
			Cost: "n²d", Storage: algorithms.AnyStorage,
			Memory: func(s algorithms.Shape) float64 {
				k := float64(min(algorithms.WithDefaults(m).Neighbors, s.N))
				return 8*float64(s.Entries) + 52*float64(s.N)*k
			},
		},
	}
}

// Score returns the weight of every feature.
func (m RReliefF) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	m = algorithms.WithDefaults(m)
	x, sizes, s, err := byRange(ctx, d, false, opt.Workers)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	lists, cut, err := graphs.Ranked(ctx, x, sizes, rankWeights(min(m.Neighbors, d.N()-1)), d.Group,
		opt.Workers, opt.Meter)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	if err := regressional(ctx, s.Values, x, unitRange(d.Target), lists, opt.Workers); err != nil {
		return nil, err
	}
	constantLast(s)
	s.Warnings = append(s.Warnings, graphs.CutWarning(cut, d.N())...)
	if most := d.N() - 1; m.Neighbors > most {
		s.Warnings = append(s.Warnings, fmt.Sprintf("neighbors = %d is more than the %d other "+
			"samples: all of them are neighbors, however far", m.Neighbors, most))
	}
	return s, nil
}

// rankWeights are the weights of k neighbors, nearest first, with the sum 1.
func rankWeights(k int) []float64 {
	out := make([]float64, k)
	var total float64
	for r := range out {
		at := float64(r+1) / rankDecay
		out[r] = math.Exp(-at * at)
		total += out[r]
	}
	for r := range out {
		out[r] /= total
	}
	return out
}

// unitRange scales y, which varies, to [0, 1].
func unitRange(y []float64) []float64 {
	least, most := slices.Min(y), slices.Max(y)
	out := make([]float64, len(y))
	for i, v := range y {
		out[i] = (v/2 - least/2) / (most/2 - least/2) // halves do not overflow
	}
	return out
}

// regressional sets scores to the weights of the columns of x, whose ranges are 1.
func regressional(ctx context.Context, scores algorithms.Numbers, x mat.Matrix, y []float64,
	lists [][]graphs.Weighted, workers int) error {
	n, _ := x.Dims()
	var apart float64 // N_C
	for i, list := range lists {
		for _, h := range list {
			apart += float64(h.Weight * math.Abs(y[i]-y[h.Index]))
		}
	}
	rest := float64(n) - apart
	weigh := func(all, both float64) (score float64) {
		if apart > 0 { // else near samples have equal targets: no evidence for
			score = both / apart
		}
		if rest > 0 { // else all of them differ fully: no evidence against
			score -= (all - both) / rest
		}
		return score
	}
	if s, ok := x.(*storage.Sparse); ok {
		all, err := pairsOf(lists, func(_, _ int) float64 { return 1 }).Variation(ctx, s, workers)
		if err != nil {
			return err
		}
		both, err := pairsOf(lists, func(i, h int) float64 { return math.Abs(y[i] - y[h]) }).
			Variation(ctx, s, workers)
		for j := range both {
			scores[j] = weigh(all[j], both[j])
		}
		return err
	}
	return storage.EachBlock(ctx, x, workers, rangeBlock, func(b *mat.Dense, lo, hi int) {
		all, both := make([]float64, hi-lo), make([]float64, hi-lo) // N_A, N_CA
		for i, list := range lists {
			row := b.RawRowView(i)
			for _, h := range list {
				other := b.RawRowView(h.Index)
				far := math.Abs(y[i] - y[h.Index])
				for j, v := range row {
					r := float64(h.Weight * math.Abs(v-other[j]))
					all[j] += r
					both[j] += float64(far * r)
				}
			}
		}
		for j := range all {
			scores[lo+j] = weigh(all[j], both[j])
		}
	})
}

// pairsOf makes an affinity of lists of neighbors, with weights times of(i, h). A pair of samples
// that are neighbors of each other has the sum of both weights.
func pairsOf(lists [][]graphs.Weighted, of func(i, h int) float64) *graphs.Affinity {
	a := &graphs.Affinity{N: len(lists)}
	for i, list := range lists {
		for _, h := range list {
			a.Edges = append(a.Edges, graphs.Edge{I: min(i, h.Index), J: max(i, h.Index),
				Weight: h.Weight * of(i, h.Index)})
		}
	}
	return a
}

// Select ranks the features by their scores.
func (m RReliefF) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}
