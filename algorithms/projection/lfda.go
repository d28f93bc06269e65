package projection

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/paramdoc"
	"fsnb.example/internal/similarities"
)

// LFDAScore is the norm of a feature's row in the axes W (d×m) of local Fisher discriminant
// analysis: LDA that brings together only those samples of a class that are neighbors, so that a
// class may have several clusters,
//
//	max over W'W = I of  tr((W'S_wW)⁻¹ W'S_bW),   S = ½Σ_ij a_ij (x_i - x_j)(x_i - x_j)'
//	a^w_ij = a_ij/n_l           in one class l of n_l, else 0
//	a^b_ij = a_ij(1/n - 1/n_l)  in one class, else 1/n
//
// a_ij are the weights of LPPScore, (5). With weights of 1 this is LDAScore, which also has the
// normalization, singular S_w and the scores.
//
// Score returns the errors of LDAScore, and those of graph.Make. The cost is that of LDAScore, and
// O(n²d/2) for the neighbors.
//
// Source: LAP 2018, eqs. 8 to 12; Sugiyama 2006. See docs/methods.md.
type LFDAScore struct {
	// Dimensions is m, the number of axes; 0 means c - 1 of c classes, fewer for few features.
	Dimensions int `range:"[1,d]"`
	// Similarity is a_ij, with entries from 0 to 1; nil means graph.Neighbors. It does not depend
	// on the classes, which the method uses separately.
	Similarity graph.Similarity
	// Ridge adds Ridge·tr(S_w)/d to the diagonal of S_w; 0 means none.
	Ridge float64 `range:"[1e-100,1e+100]"`
}

// Facts returns what is known of the method.
func (m LFDAScore) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "lfda",
			Family: algorithms.Projections,
			Summary: "part in the projection that separates classes and keeps neighbors of one " +
				"class together",
			Source: "Sugiyama 2006", Revision: 2,
			Variants: lfdaKinds().Variants(),
			Params: lfdaKinds().About("similarity", map[string]string{
				"similarity": "weights of the pairs in a class: neighbors by the distances to " +
					"the nearest samples, rbf by all distances, precomputed a matrix of numbers " +
					"from 0 to 1, from Go only",
				"dimensions": paramdoc.ClassDimensions,
				"ridge":      ridgeDoc,
			}),
		},
		Promises: algorithms.Promises{Nested: true, Targets: algorithms.Classes},
		Costs: algorithms.Costs{
			Cost: "n²d + nd min(n,d)",
			Memory: func(s algorithms.Shape) float64 {
				return rowspaceMemory(s, 1.25, 7, float64(s.Classes)) +
					1.3*lfdaKinds().Memory(m.Similarity, s)
			},
		},
	}
}

func lfdaKinds() similarities.Kinds {
	return similarities.Kinds{graph.Neighbors{K: similarities.DefaultNeighbors},
		similarities.ByPercentile(),
		graph.Precomputed{}}
}

// Score returns the row norms of W. The objective is the trace.
func (m LFDAScore) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return scores(m.Project(ctx, d, opt))
}

// Select ranks the features by their scores.
func (m LFDAScore) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// Project returns W, with the ratio λ of each axis.
func (m LFDAScore) Project(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Projection, error) {
	m = algorithms.WithDefaults(m)
	return project(ctx, m, d, opt, m.Dimensions, func(x *mat.Dense, dims int, p *plan) (
		*learn.Directions, error) {
		p.square, p.objective = true, sum
		dims = fewer(m.Dimensions, dims, x)
		built, err := p.similarity(ctx, d, x, m.Similarity, opt)
		if err != nil {
			return nil, err
		}
		pairs, err := pairsOf(built)
		if err != nil {
			return nil, err
		}
		return learn.LFDA(ctx, x, d.Y, pairs, dims, learn.LFDAOptions{Ridge: m.Ridge})
	})
}
