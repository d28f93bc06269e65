package filter

import (
	"context"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
)

// MultiSURF is SURF with a radius of each sample: those are near sample i whose distance from it is
// less than
//
//	mean_i - sd_i/2
//
// of the n-1 distances of i, the variance divided by their number. Samples of one group
// (Dataset.Group) are no neighbors, and their distances do not count. The rest is as in SURF.
//
// Source: Urbanowicz, Olson, Schmitt, Meeker, Moore 2018. See docs/methods.md.
type MultiSURF struct {
	// Peer computes the scores of skrebate, as in SURF.
	Peer bool
}

// Facts returns what is known of the method.
func (m MultiSURF) Facts() algorithms.Facts {
	return nearFacts("multisurf", m.Peer, "difference between samples of different classes minus "+
		"that between samples of one class, within a radius of each sample",
		"Urbanowicz et al. 2018")
}

// Score returns the weight of every feature.
func (m MultiSURF) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return algorithms.AnswerScores(ctx, m, d, opt, func() (*algorithms.Scores, error) {
		return nearScores(ctx, d, opt, m.Peer, ownRadii)
	})
}

// ownRadii are the radii of the samples.
func ownRadii(p *graphs.Pairs, apart func(i, j int) bool) []float64 {
	out := make([]float64, p.N)
	for i := range out {
		each := func(use func(distance float64)) {
			for j := range p.N {
				if j != i && apart(i, j) {
					use(p.At(i, j))
				}
			}
		}
		var sum, squares, others float64
		each(func(v float64) { sum, others = sum+v, others+1 })
		others = max(others, 1)
		mean := sum / others
		each(func(v float64) { squares += float64((v - mean) * (v - mean)) })
		out[i] = mean - math.Sqrt(squares/others)/2
	}
	return out
}

// Select ranks the features by their scores.
func (m MultiSURF) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}
