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

// FSSL is joint feature selection and subspace learning: a projection W (d×m) with few nonzero
// rows that keeps samples close that a graph A (n×n) joins,
//
//	min over W'X'DXW = I of  Σ_j ‖w_j‖ + γ tr(W'X'LXW),   D_ii = Σ_j A_ij, L = D - A
//	score_j = ‖w_j‖, the norm of row j of W
//
// graph.SameClass is FSSL-LDA, graph.Neighbors FSSL-LPP, graph.Complete FSSL-PCA. The mean of X
// (n×d), weighted by D, is subtracted first unless Uncentered is set. Features with a row of 1e-5
// of the largest are not needed. The problem is not convex: the certificate is the relative norm
// of the gradient on the constraint, at most 1e-8. A warning says where the objective is flat.
//
// Score returns an error when Dimensions is above the rank of the data, when a parameter is
// negative, when labels are needed and missing, when squares overflow or underflow, and those of
// graph.Make. The cost is O(nd·min(n, d)), and O(d·min(n, d)²) a step, of tens to hundreds; when
// few rows are left, or change, products with X or X'X. The memory is three copies of X and
// O(min(n, d)² + dm).
//
// Source: LAP 2018, eq. 13; Gu, Li, Han 2011. See docs/methods.md.
type FSSL struct {
	// Graph is A, without negative entries; nil means graph.SameClass, which LAP 2018 compares
	// with.
	Graph graph.Similarity
	// Dimensions is m, the number of axes; 0 means 1, as in LAP's first experiment.
	Dimensions int `default:"1" range:"[1,d]"`
	// Gamma is the weight γ of the graph; 0 means 1, as in LAP's first experiment.
	Gamma float64 `default:"1" range:"[1e-100,1e+100]"`
	// Uncentered takes the features as they are.
	Uncentered bool
	// Restarts is the number of random starts, drawn by Options.Seed, in addition to the method's
	// own; the lowest objective is kept.
	Restarts int `range:"[0,10000]"`
}

// Facts returns what is known of the method.
func (m FSSL) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "fssl",
			Family:  algorithms.Projections,
			Summary: "part in a row-sparse projection that preserves a graph of the samples",
			Source:  "Gu, Li, Han 2011", Revision: 3,
			Variants: fsslKinds().Variants(),
			Params: fsslKinds().About("graph", map[string]string{
				"dimensions": paramdoc.Dimensions,
				"gamma":      "weight of the graph against the norms of the rows; 0 means 1",
				"uncentered": uncenteredDoc,
				"restarts":   paramdoc.Restarts,
			}),
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: fsslKinds().Targets(m.Graph), Seeded: m.Restarts > 0,
			InUnit: true, Anytime: true,
		},
		Costs: algorithms.Costs{
			Cost: "nd min(n,d) + d min(n,d)² an iteration; n²d + d min(n,d)² an iteration for " +
				"graph=neighbors",
			Memory: func(s algorithms.Shape) float64 {
				of := rowspaceMemory(s, 2.2, 3, 1) + 32*float64(s.N)*float64(min(s.N, s.D))
				if m.Graph != (graph.Complete{}) { // which is not formed
					of += 1.2 * fsslKinds().Memory(m.Graph, s)
				}
				return of
			},
		},
	}
}

func fsslKinds() similarities.Kinds {
	return append(similarities.NewKinds(graph.SameClass{}, similarities.ByPercentile()),
		graph.Complete{})
}

// Score returns the row norms of W. Iterations counts the eigenproblems solved; the trace holds the
// objectives of the steps that are kept.
func (m FSSL) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return scores(m.Project(ctx, d, opt))
}

// Select ranks the features by their scores.
func (m FSSL) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// Project returns W, with λ of (γX'LX + diag(q))w = λX'DXw for each axis.
func (m FSSL) Project(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Projection, error) {
	m = algorithms.WithDefaults(m)
	return project(ctx, m, d, opt, m.Dimensions, func(x *mat.Dense, dims int, p *plan) (
		*learn.Directions, error) {
		g, err := p.graph(ctx, d, x, m.Graph, opt)
		if err != nil {
			return nil, err
		}
		p.measure, p.limit, p.local =
			"norm of the gradient on the constraint, relative to the objective",
			learn.FSSLResidual, true
		p.curved = true
		p.objective = func(f *learn.Directions) float64 { return f.Trace[len(f.Trace)-1] }
		return learn.FSSL(ctx, x, g, dims, learn.FSSLOptions{
			Gamma: m.Gamma, Uncentered: m.Uncentered, Restarts: m.Restarts, Seed: opt.Seed,
			Workers: opt.Workers,
		})
	})
}
