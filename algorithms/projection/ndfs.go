package projection

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/paramdoc"
	"fsnb.example/internal/processor"
)

// NDFS is nonnegative discriminative feature selection: soft clusters F (n×c) of the samples, and a
// regression W (d×c) with few nonzero rows that predicts them,
//
//	minimize tr(F'LF) + α(‖XW - F‖² + β Σ_j ‖w_j‖) + γ/2 ‖F'F - I‖²,  F >= 0, columns of length 1
//	score_j = ‖w_j‖, the norm of row j of W
//
// L = I - D^-½SD^-½ of the nearest neighbors with the weights of the heat kernel; X (n×d) is
// centered; F starts at .2 plus the codes of a k-means clustering. The γ of the paper, 1e8, keeps
// the clusters of k-means: W is then optimal for that F, and a note says so. With
// γ = 10 F and W are a stationary point. Duplicate columns score alike; constant columns score 0
// and rank last.
//
// Score returns an error when a parameter is negative, Clusters above n/2, those of graph.Make, and
// when squares overflow or underflow. A step costs O(a³ + nac) for a < n features whose row is
// not 0 yet, O(n²a) for more, and O(n²c) at most for the graph; the memory is two copies of X.
//
// Source: Li, Yang, Liu, Zhou, Lu 2012. See docs/methods-projections.md.
type NDFS struct {
	// Clusters is c; 0 means 5.
	Clusters int `default:"5" range:"[1,n/2]"`
	// Similarity is S, without negative entries; nil means graph.Neighbors, five with heat.
	Similarity graph.Similarity
	// Alpha is α, the weight of the regression; 0 means 1.
	Alpha float64 `default:"1" range:"[1e-100,1e+100]"`
	// Beta is β, the weight of the norms of the rows in the regression; 0 means 1.
	Beta float64 `default:"1" range:"[1e-100,1e+100]"`
	// Gamma is γ, which makes the clusters disjoint; 0 means 1e8.
	Gamma float64 `default:"1e8" range:"[1e-100,1e+100]"`
	// Restarts is the number of starts from other k-means clusterings and sizes of rows, drawn by
	// Options.Seed, in addition to the method's own; the lowest objective is kept.
	Restarts int `range:"[0,10000]"`
}

// Facts returns what is known of the method.
func (m NDFS) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "ndfs",
			Family: algorithms.Projections,
			Summary: "row-sparse regression of nonnegative clusters that are learned together " +
				"with it",
			Source: "Li, Yang, Liu, Zhou, Lu 2012", Revision: 4,
			Params: sampleKinds().About("similarity", map[string]string{
				"clusters": clustersDoc,
				"alpha":    "weight of the regression against the graph; 0 means 1",
				"beta":     "weight of the norms of the rows in the regression; 0 means 1",
				"gamma": "weight of the overlap of the clusters; 0 means 1e8, which keeps those " +
					"of k-means; with 10 they move",
				"restarts": paramdoc.Restarts,
			}),
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: sampleKinds().Targets(m.Similarity),
			Seeded: m.Restarts > 0, InUnit: true,
		},
		Costs: algorithms.Costs{
			Cost: "n²d a step",
			Memory: func(s algorithms.Shape) float64 {
				n, d, _ := s.Floats()
				clusters := float64(algorithms.WithDefaults(m).Clusters)
				means := 8 * (2.3*n*d + 12*clusters*d) // of k-means, before the regressions
				return max(means, rowfitMemory(s, clusters)) + 8*n*(20+14*clusters) +
					graphMemory(m.Similarity, s, 20)
			},
		},
	}
}

// Variants lists the similarities.
func (NDFS) Variants(string) []algorithms.Variant { return sampleKinds().Variants() }

// Score returns the row norms of W. The trace holds the objectives of the steps.
func (m NDFS) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return scores(m.Project(ctx, d, opt))
}

// Select ranks the features by their scores.
func (m NDFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// Project returns W, with the variance of each axis.
func (m NDFS) Project(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Projection, error) {
	m = algorithms.WithDefaults(m)
	return project(ctx, m, d, opt, m.Clusters, func(x *mat.Dense, _ int, p *plan) (
		*learn.Directions, error) {
		l, err := p.laplacianOf(ctx, d, x, m.Similarity, true, opt)
		if err != nil {
			return nil, err
		}
		starts, err := startClusters(ctx, x, m.Clusters, opt, m.Restarts)
		if err != nil {
			return nil, err
		}
		processor.Collect(2 * len(x.RawMatrix().Data)) // what k-means had
		unique, err := distinctColumns(ctx, x, opt.Workers)
		if err != nil {
			return nil, err
		}
		centered, err := newShrink(unique.x, m.Beta)
		if err != nil {
			return nil, err
		}
		unique.x = nil
		tick := opt.Meter("clusters", ndfsSteps*(1+m.Restarts))
		return bestLearned(ctx, opt, m.Restarts, x, p, func(start int) (*learned, error) {
			c := &clusterer{shrink: centered.fresh(), l: l, alpha: m.Alpha, gamma: m.Gamma,
				labels: starts[start], c: m.Clusters}
			found, err := c.run(ctx, unique.sizes(opt.Seed, start), tick)
			return unique.share(found), err
		})
	})
}
