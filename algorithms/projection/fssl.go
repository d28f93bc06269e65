package projection

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/paramdoc"
	"fsnb.example/learn"
)

// FSSL is joint feature selection and subspace learning: a projection W (d×m) that keeps near what
// a graph A joins, of few features,
//
//	min over W'X'DXW = I of  Σ_j ‖w_j‖ + γ tr(W'X'LXW),   D_ii = Σ_j A_ij, L = D - A
//
// (LAP 2018, (13); Gu, Li, Han 2011). graph.SameClass is FSSL-LDA, graph.Neighbors FSSL-LPP,
// graph.Complete FSSL-PCA; then γ has no effect, since X'LX is X'DX but for a factor. The score of
// a feature is the norm ‖w_j‖ of its row. Rows of 1e-5 of the largest are
// of features that are not needed.
//
// It is solved by reweighting, and by Newton's method at the end, to a stationary point: the
// certificate is the norm of the gradient on the constraint times that of W, relative to the
// objective, at most 1e-8 (learn.FSSL). The problem is not convex: Restarts tries other starts. A
// warning says where the objective is flat, so that rows are not determined. The mean, weighted
// by D, is subtracted first; Uncentered takes the features as printed.
//
// The cost is O(nd·min(n, d)) a step, of tens to hundreds; the memory three copies of X and
// O(min(n, d)²). Score returns an error when Dimensions is above the rank of the data, a parameter
// is negative, labels are needed and missing, squares overflow or underflow, and those of
// graph.Make.
type FSSL struct {
	// Graph is A, without negative entries; nil means graph.SameClass, as LAP 2018 compares with.
	Graph graph.Similarity
	// Dimensions is m, the number of axes; 0 means 1, as in LAP's first experiment.
	Dimensions int
	// Gamma is the weight γ of the graph; 0 means 1, as there.
	Gamma float64
	// Uncentered takes the features as they are.
	Uncentered bool
	// Restarts is how many starts drawn by Options.Seed are tried beside the method's own; the
	// lowest objective is kept.
	Restarts int
}

// Name returns "fssl".
func (FSSL) Name() string { return "fssl" }

// Facts returns what is known of the method.
func (m FSSL) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "a projection of few features that keeps near what a graph of the samples " +
			"joins, by reweighting",
		Source:   "Gu, Li, Han 2011",
		Cost:     "nd min(n,d) an iteration; n²d + nd min(n,d) an iteration for graph=neighbors",
		Revision: 2, Nested: true, Targets: fsslKinds().Targets(m.Graph),
		Seeded:  m.Restarts > 0,
		InUnit:  true,
		Anytime: true,
		Params: fsslKinds().About("graph", map[string]string{
			"dimensions": paramdoc.Dimensions,
			"gamma":      "weight of the graph against the norms of the rows; 0 means 1",
			"uncentered": uncenteredDoc,
			"restarts":   paramdoc.Restarts,
		}),
	}
}

func fsslKinds() graph.Kinds {
	return append(graph.NewKinds(graph.SameClass{}, graph.ByPercentile()), graph.Complete{})
}

// Variants lists the graphs.
func (FSSL) Variants(string) []algorithms.Variant { return fsslKinds().Variants() }

// Resolve writes out the defaults.
func (m FSSL) Resolve() algorithms.Selector {
	m.Graph = fsslKinds().Resolve(m.Graph)
	if m.Dimensions == 0 {
		m.Dimensions = DefaultDimensions
	}
	if m.Gamma == 0 {
		m.Gamma = 1
	}
	return m
}

// Score returns the row norms of W. Iterations are eigenproblems solved, the trace is the objective
// of those that were kept.
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
	m = m.Resolve().(FSSL)
	return project(ctx, m, d, opt, m.Dimensions, func(x *mat.Dense, dims int, p *plan) (
		*learn.Directions, error) {
		if !(m.Gamma > 0) || math.IsInf(m.Gamma, 0) {
			return nil, fmt.Errorf("gamma = %g; give a positive weight of the graph, or 0 for 1",
				m.Gamma)
		}
		g, err := p.graph(ctx, d, x, m.Graph, opt)
		if err != nil {
			return nil, err
		}
		if m.Restarts < 0 {
			return nil, fmt.Errorf("restarts = %d; give 0 or more", m.Restarts)
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
