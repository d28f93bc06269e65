package grm

import (
	"fsnb.example/internal/simplex"
)

// ranked returns the features and their scores, best first: z for the support, then -(g - μ)/μ,
// smoothed within groups and at most 0. If rest is false, it returns the support only.
func ranked(s *simplex.Solution, rest bool, m simplex.Form) (features []int, scores []float64) {
	var inside, outside []int
	for j, v := range s.Z {
		if v > 0 {
			inside = append(inside, j)
		} else {
			outside = append(outside, j)
		}
	}
	features, scores = simplex.Descending(inside, func(j int) float64 { return s.Z[j] })
	if rest {
		below := make([]float64, len(s.Z))
		for _, j := range outside {
			below[j] = (s.Mu - s.G[j]) / max(s.Mu, 1e-12)
		}
		if g, ok := m.(grouped); ok {
			below = g.graph.smooth(outside, below, g.gamma)
		}
		more, values := simplex.Descending(outside, func(j int) float64 { return below[j] })
		features = append(features, more...)
		for _, v := range values {
			scores = append(scores, min(v, 0))
		}
	}
	return features, scores
}
