package projection

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/paramdoc"
)

// JELSR is joint embedding learning and sparse regression: coordinates Y (n×m) of the samples that
// are smooth on their graph, and a regression W (d×m) with few nonzero rows that predicts them,
//
//	minimize tr(Y'LY) + β(‖XW - Y‖² + α Σ_j ‖w_j‖)  subject to  Y'Y = I, Y'1 = 0
//	score_j = ‖w_j‖, the norm of row j of W
//
// L = D - S of the nearest neighbors with the weights of the heat kernel; X (n×d) is centered.
// Labels are used by graph.SameClass alone. Rows of 0 follow by 2‖x_j'(Y - XW)‖/α, which is at most
// 1 for them. The problem is not convex: the certificate is of a stationary point. Duplicate
// columns score alike; constant columns score 0 and rank last.
//
// Score returns an error when a parameter is negative, Clusters above n/2, those of graph.Make, and
// when squares overflow. A step costs O(ndm + a³) for a rows that are not 0, and some tens of
// products of O(na) for eigenvectors; O(n²a + n³) if a is above n/2 and these do not converge, or
// n <= 256. The memory is a copy
// of X and O(n²m²).
//
// Source: Hou, Nie, Li, Yi, Wu 2014. See docs/methods-projections.md.
type JELSR struct {
	// Clusters is m, the columns of Y; 0 means 5. In the paper it is the number of classes.
	Clusters int `default:"5" range:"[1,n/2]"`
	// Similarity is S, without negative entries; nil means graph.Neighbors, five with heat.
	Similarity graph.Similarity
	// Alpha is α, the weight of the norms of the rows in the regression; 0 means 1.
	Alpha float64 `default:"1" range:"[1e-100,1e+100]"`
	// Beta is β, the weight of the regression; 0 means 1.
	Beta float64 `default:"1" range:"[1e-100,1e+100]"`
	// Restarts is the number of random starts, drawn by Options.Seed, in addition to the paper's;
	// the lowest objective is kept.
	Restarts int `range:"[0,10000]"`
}

// Facts returns what is known of the method.
func (m JELSR) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "jelsr",
			Family:  algorithms.Projections,
			Summary: "row-sparse regression of an embedding that is learned together with it",
			Source:  "Hou, Nie, Li, Yi, Wu 2014", Revision: 3,
			Params: sampleKinds().About("similarity", map[string]string{
				"clusters": clustersDoc,
				"alpha":    "weight of the norms of the rows in the regression; 0 means 1",
				"beta":     "weight of the regression against the graph; 0 means 1",
				"restarts": paramdoc.Restarts,
			}),
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: sampleKinds().Targets(m.Similarity),
			Seeded: m.Restarts > 0, InUnit: true,
			PerfectMayTrail: graph.NeedsLabels(m.Similarity),
		},
		Costs: algorithms.Costs{
			Cost: "n²d + n³",
			Memory: func(s algorithms.Shape) float64 {
				n, _, _ := s.Floats()
				clusters := float64(algorithms.WithDefaults(m).Clusters)
				return rowfitMemory(s, clusters) + 8*(90*n*(clusters+bottomSpare)+.18*n*n) +
					graphMemory(m.Similarity, s, 24)
			},
		},
	}
}

// Variants lists the similarities.
func (JELSR) Variants(string) []algorithms.Variant { return sampleKinds().Variants() }

// Score returns the row norms of W. The trace holds the objectives of the steps.
func (m JELSR) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return scores(m.Project(ctx, d, opt))
}

// Select ranks the features by their scores.
func (m JELSR) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// Project returns W, with the variance of each axis.
func (m JELSR) Project(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Projection, error) {
	m = algorithms.WithDefaults(m)
	return project(ctx, m, d, opt, m.Clusters, func(x *mat.Dense, _ int, p *plan) (
		*learn.Directions, error) {
		l, err := p.laplacianOf(ctx, d, x, m.Similarity, false, opt)
		if err != nil {
			return nil, err
		}
		unique, err := distinctColumns(ctx, x, opt.Workers)
		if err != nil {
			return nil, err
		}
		centered, err := newShrink(unique.x, m.Alpha)
		if err != nil {
			return nil, err
		}
		unique.x = nil
		tick := opt.Meter("embedding", jelsrSteps*(1+m.Restarts))
		return bestLearned(ctx, opt, m.Restarts, x, p, func(start int) (*learned, error) {
			e := &embedder{shrink: centered.fresh(), l: l, m: m.Clusters, beta: m.Beta}
			found, err := e.run(ctx, unique.sizes(opt.Seed, start), tick)
			return unique.share(found), err
		})
	})
}
