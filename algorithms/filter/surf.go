package filter

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
)

// SURF is ReliefF with all samples within a radius instead of a number of neighbors: it scores a
// feature f by
//
//	score_j = 1/n Σ_i [ mean over near samples m of other classes |f_i - f_m|
//	          - mean over near samples h of the class of i |f_i - f_h| ]
//
// where a mean of none is 0. Samples of one group (Dataset.Group) are no neighbors. The n samples
// of X (n×d), scaled as in ReliefF, are near if their Manhattan distance is less than the mean over
// all pairs; one that equals it but for rounding is not. Nothing is random. Scores are between -1
// and 1; constant columns score -Inf and rank last.
//
// Score returns an error when there are fewer than two classes or less memory than it takes, and
// when the range of a column overflows. The cost is O(n²d) time, of few entries, e_j of column j,
// O(n² + n Σ_j e_j); the memory is O(nd), 4n² bytes, and 24 for each near pair, some half of all.
//
// Source: Greene et al. 2009. See docs/methods.md.
type SURF struct {
	// Peer computes the scores of skrebate, which departs from the sources in four places:
	// docs/methods.md lists them.
	Peer bool
}

// Facts returns what is known of the method.
func (m SURF) Facts() algorithms.Facts {
	return nearFacts("surf", m.Peer, "difference between samples of different classes minus that "+
		"between samples of one class, nearer than the mean distance", "Greene et al. 2009")
}

// Score returns the weight of every feature.
func (m SURF) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return algorithms.AnswerScores(ctx, m, d, opt, func() (*algorithms.Scores, error) {
		return nearScores(ctx, d, opt, m.Peer, func(p *graphs.Pairs,
			apart func(i, j int) bool) []float64 {
			mean := meanDistance(p, m.Peer, apart)
			out := make([]float64, p.N)
			for i := range out {
				out[i] = mean
			}
			return out
		})
	})
}

// meanDistance is the mean over the pairs, or, as in skrebate, over all n² entries of their matrix.
func meanDistance(p *graphs.Pairs, diagonal bool, apart func(i, j int) bool) float64 {
	var total, count float64
	for i := range p.N {
		var sum float64
		for j := range i {
			if apart(i, j) {
				sum += p.At(i, j)
				count += 2
			}
		}
		total += sum
	}
	if diagonal {
		count += float64(p.N)
	}
	return total / max(count, 1) * 2
}

// Select ranks the features by their scores.
func (m SURF) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}
