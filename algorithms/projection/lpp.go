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

// LPPScore is the norm of a feature's row in the axes W (d×m) of locality preserving projections,
// on which similar samples stay close,
//
//	min over W'X'DXW = I of  ½Σ_ij A_ij ‖W'(x_i - x_j)‖²,   D_ii = Σ_j A_ij
//
// with the similarity A (n×n). The mean of X (n×d), weighted by D, is subtracted first unless
// Uncentered is set. If W is not unique, as with several components of the graph, scores are means
// over all optimal W (docs/similarity.md). For a single feature the eigenvalue is its Laplacian
// score.
//
// Score returns an error when Dimensions is negative or above the number of varying columns, when
// labels are needed and missing, when the squares of a column overflow or underflow, and those of
// graph.Make. The cost is that of A and O(nd·min(n, d)), the memory three copies of X and
// O(min(n, d)²).
//
// Source: LAP 2018, eqs. 4 and 5; He, Niyogi 2004. See docs/methods.md.
type LPPScore struct {
	// Dimensions is m, the number of axes; 0 means 1, as in LAP's second experiment.
	Dimensions int `default:"1" range:"[1,d]"`
	// Similarity is A, without negative entries; nil means graph.Neighbors.
	Similarity graph.Similarity
	// Uncentered takes the features as they are.
	Uncentered bool
}

// Facts returns what is known of the method.
func (m LPPScore) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "lpp",
			Family:  algorithms.Projections,
			Summary: "part in the projection that keeps neighboring samples nearest to each other",
			Source:  "He, Niyogi 2004", Revision: 2,
			Variants: lppKinds().Variants(),
			Params: lppKinds().About("similarity", map[string]string{
				"dimensions": paramdoc.Dimensions,
				"uncentered": uncenteredDoc,
			}),
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: lppKinds().Targets(m.Similarity), Degree: -1,
		},
		Costs: algorithms.Costs{
			Cost: "n²d + nd min(n,d)",
			Memory: func(s algorithms.Shape) float64 {
				return rowspaceMemory(s, 1.25, 5, 1) + 1.4*lppKinds().Memory(m.Similarity, s)
			},
		},
	}
}

func lppKinds() similarities.Kinds {
	return similarities.NewKinds(graph.Neighbors{}, similarities.ByPercentile())
}

// Score returns the row norms of W. The objective is the minimum.
func (m LPPScore) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return scores(m.Project(ctx, d, opt))
}

// Select ranks the features by their scores.
func (m LPPScore) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// Project returns W, with the eigenvalue of each axis, 0 to 2.
func (m LPPScore) Project(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Projection, error) {
	m = algorithms.WithDefaults(m)
	return project(ctx, m, d, opt, m.Dimensions, func(x *mat.Dense, dims int, p *plan) (
		*learn.Directions, error) {
		p.objective = sum
		g, err := p.graph(ctx, d, x, m.Similarity, opt)
		if err != nil {
			return nil, err
		}
		return learn.LPP(ctx, x, g, dims, learn.LPPOptions{Uncentered: m.Uncentered})
	})
}
