package filter

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/similarities"
)

// Laplacian is the Laplacian score: how little a feature varies between similar samples, relative
// to its variance. With the similarity A (n×n), its degrees D and L = D - A,
//
//	criterion_j = f~'Lf~ / f~'Df~,  f~ = f - (f'D1 / 1'D1) 1
//	score_j     = 1 - criterion_j
//
// over the columns f of X (n×d). The criterion is small for good features; Raw holds it. On
// graph.SameClass criterion_j = 1/(1 + Fisher score); other similarities need no labels. Features
// that vary only at samples without an edge come next to last; constant columns rank last, both
// with score -Inf.
//
// Score returns the errors of graph.Make, and one when labels are needed and missing. The cost is
// that of the similarity and O(d) an edge: O(n²d/2 + nd·K) time and O(nK) memory for
// graph.Neighbors.
//
// Source: He, Cai, Niyogi 2005, eqs. 7 to 9; SPFS 2013, eq. 3.3. See docs/methods.md.
type Laplacian struct {
	// Similarity is A, without negative entries; nil means graph.Neighbors.
	Similarity graph.Similarity
}

func laplacianKinds() similarities.Kinds {
	return similarities.NewKinds(graph.Neighbors{}, similarities.ByPercentile())
}

// Facts returns what is known of the method.
func (m Laplacian) Facts() algorithms.Facts {
	targets := laplacianKinds().Targets(m.Similarity)
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "laplacian",
			Family:  algorithms.Similarity,
			Summary: "smoothness of the feature over the nearest-neighbor graph of the samples",
			Source:  "He, Cai, Niyogi 2005", Revision: 2,
			Variants: laplacianKinds().Variants(),
			Params:   laplacianKinds().About("similarity", nil),
		},
		Promises: algorithms.Promises{Nested: true, Targets: targets},
		Costs: algorithms.Costs{
			Cost: "n²d; nd for similarity=class", InPlace: targets == algorithms.Classes,
			Storage: laplacianKinds().Storage(m.Similarity), StoredIf: "similarity=neighbors",
			Memory: func(s algorithms.Shape) float64 {
				return laplacianKinds().WeightsMemory(m.Similarity, s)
			},
		},
	}
}

// Score returns the Laplacian score of every feature. The diagnostics hold the width of the
// kernel and the number of edges.
func (m Laplacian) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	m = algorithms.WithDefaults(m)
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	built, a, err := makeNonNegative(ctx, d, m.Similarity, opt)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	t, err := termsOf(ctx, d, a, opt)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s := lessIsBetter(d, t, func(j int) float64 { return t.smooth[j] / t.spread[j] })
	s.Warnings = append(s.Warnings, built.Warnings...)
	s.Diagnostics.Extra = built.Extra
	return s, nil
}

// Select ranks the features by their scores.
func (m Laplacian) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}
