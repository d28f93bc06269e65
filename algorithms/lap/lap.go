// Package lap selects features by local adaptive projection, after Chen, Yuan, Wang, Nie, Chang,
// Huang, "Local Adaptive Projection Framework for Feature Selection of Labeled and Unlabeled Data",
// IEEE Transactions on Neural Networks and Learning Systems 29(12), 2018: SLAP, ULAP for data
// without labels, and LAP, the framework for user-defined pairs.
package lap

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/paramdoc"
)

// SLAP learns a projection W (d×m, W'W = I) that brings near samples of one class together and uses
// few features. The score of feature l is ‖w^l‖, w^l being row l of W. It finds a stationary point
// of
//
//	minimize  Σ_{i<j} v_ij √(‖W'(x_i - x_j)‖² + ε) + γ Σ_l √(‖w^l‖² + ε)
//
// with v_ij = 1 if sample i or j is among the k nearest of the other within their class, or ties
// with the k-th, else 0. The objective is not convex: Restarts tries other starts.
//
// The x_i are rows of X (n×d). Features are not scaled, so their units matter
// (Dataset.Standardize). Duplicate columns share their score. Constant columns rank last.
//
// Score returns an error if there are no labels, if there are no pairs, if Dimensions is not below
// the number of columns that vary, if a parameter is negative, and if distances overflow.
//
// The neighbors cost O(n²d/2). Each of tens to hundreds of steps costs O(ed² + d³), e <= nk pairs;
// above 160 columns O(n²d + n³), at last O(nd), mostly O(nd²) if d <= n. Memory is three
// copies of X and O(n² + dm).
//
// Source: (22) and Algorithm 2. See docs/lap.md.
type SLAP struct {
	// Dimensions is m, the columns of W; 0 means 1.
	Dimensions int `default:"1" range:"[1,d]"`
	// Neighbors is k; 0 means 5. In a class of k samples or fewer all samples are paired.
	Neighbors int `default:"5" range:"[1,inf)"`
	// Gamma is γ, the weight of the rows' norms; 0 means 1.
	Gamma float64 `default:"1" range:"[1e-100,1e+100]"`
	// Epsilon is ε, which makes distances and norms smooth at 0; 0 means 1e-10.
	Epsilon float64 `default:"1e-10" range:"[1e-100,1e+100]"`
	// Join is Or or And; "" means Or.
	Join Join
	// Tolerance is the norm of the gradient, relative to the objective, at which the steps end; 0
	// means 1e-8. There are at most 3,000 steps.
	Tolerance float64 `default:"1e-8" range:"(0,inf)"`
	// Restarts is the number of drawn starts tried beside the paper's; the lowest objective is
	// kept.
	Restarts int `range:"[0,10000]"`
}

// Facts returns what is known of the method.
func (m SLAP) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "slap",
			Family: algorithms.Projections,
			Summary: "row-sparse projection that brings near samples of one class together; it " +
				"learns their similarities",
			Source: "Chen et al. 2018", Revision: 4,
			Params: params(
				"nearest samples of its class that each sample is paired with; 0 means 5"),
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: algorithms.Classes, Seeded: m.Restarts > 0, InUnit: true,
			Anytime: true,
		},
		Costs: algorithms.Costs{
			Cost: "n²d + n³ a step, nd² where d < n", Memory: memory,
		},
	}
}

// memory is that of X and its copies, and of the pairs of near samples.
func memory(s algorithms.Shape) float64 {
	n, d, _ := s.Floats()
	return 8 * (3.5*n*d + 150*n)
}

// params describes the parameters of SLAP and ULAP, which differ in their neighbors.
func params(neighbors string) map[string]string {
	return map[string]string{
		"dimensions": paramdoc.Dimensions,
		"neighbors":  neighbors,
		"gamma":      paramdoc.RowNorms,
		"epsilon":    paramdoc.Smoothing,
		"join": "or pairs two samples if one is among the nearest of the other, and if " +
			"each is",
		"tolerance": "norm of the gradient, relative to the objective, at which the steps end; " +
			"0 means 1e-8",
		"restarts": paramdoc.Restarts,
	}
}

// Score returns the row norms of W.
func (m SLAP) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return scores(m.Learn(ctx, d, opt))
}

// Select ranks the features by their scores.
func (m SLAP) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// Project returns W, one row a feature.
func (m SLAP) Project(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Projection, error) {
	p, err := m.Learn(ctx, d, opt)
	return projection(m, d, p, err)
}

// Learn returns W, and the pairs with the similarities before and after.
func (m SLAP) Learn(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*Learned, error) {
	m = algorithms.WithDefaults(m)
	s := settings{m.Dimensions, m.Gamma, m.Epsilon, m.Tolerance, m.Restarts}
	return learnNear(ctx, m, d, opt, s, m.Neighbors, m.Join, true)
}

// ULAP is SLAP without labels: the nearest samples may be of any class. The objective, the steps,
// the shapes and the cost are those of SLAP.
//
// Score returns the errors of SLAP, but for labels, and an error if Neighbors is not below the
// number of samples.
//
// Source: (24), (25) and Algorithm 3; they differ in Join. See docs/lap.md.
type ULAP struct {
	// Dimensions is m, the columns of W; 0 means 1.
	Dimensions int `default:"1" range:"[1,d]"`
	// Neighbors is k; 0 means 5.
	Neighbors int `default:"5" range:"[1,n-1]"`
	// Gamma is γ, the weight of the rows' norms; 0 means 1.
	Gamma float64 `default:"1" range:"[1e-100,1e+100]"`
	// Epsilon is ε, which makes distances and norms smooth at 0; 0 means 1e-10.
	Epsilon float64 `default:"1e-10" range:"[1e-100,1e+100]"`
	// Join is Or or And; "" means Or.
	Join Join
	// Tolerance is the norm of the gradient, relative to the objective, at which the steps end; 0
	// means 1e-8. There are at most 3,000 steps.
	Tolerance float64 `default:"1e-8" range:"(0,inf)"`
	// Restarts is the number of drawn starts tried beside the paper's; the lowest objective is
	// kept.
	Restarts int `range:"[0,10000]"`
}

// Facts returns what is known of the method.
func (m ULAP) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "ulap",
			Family: algorithms.Projections,
			Summary: "row-sparse projection that brings near samples together; it learns their " +
				"similarities",
			Source: "Chen et al. 2018", Revision: 4,
			Params: params("nearest samples that each sample is paired with; 0 means 5"),
		},
		Promises: algorithms.Promises{
			Nested: true, Seeded: m.Restarts > 0, InUnit: true, Anytime: true,
		},
		Costs: algorithms.Costs{
			Cost: "n²d + n³ a step, nd² where d < n", Memory: memory,
		},
	}
}

// Score returns the row norms of W.
func (m ULAP) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return scores(m.Learn(ctx, d, opt))
}

// Select ranks the features by their scores.
func (m ULAP) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// Project returns W, one row a feature.
func (m ULAP) Project(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Projection, error) {
	p, err := m.Learn(ctx, d, opt)
	return projection(m, d, p, err)
}

// Learn returns W, and the pairs with the similarities before and after.
func (m ULAP) Learn(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*Learned, error) {
	m = algorithms.WithDefaults(m)
	s := settings{m.Dimensions, m.Gamma, m.Epsilon, m.Tolerance, m.Restarts}
	return learnNear(ctx, m, d, opt, s, m.Neighbors, m.Join, false)
}

// learnNear is learn for pairs of each sample with its k nearest, of its own class if within is
// true.
func learnNear(ctx context.Context, m algorithms.Scorer, d *datasets.Dataset,
	opt algorithms.Options, s settings, k int, join Join, within bool) (*Learned, error) {
	var warnings []string
	p, err := learn(ctx, m, d, opt, s, func() ([]graphs.Edge, error) {
		pairs, cut, err := nearest(ctx, d, k, join, within, opt)
		warnings = graphs.CutWarning(cut, d.N())
		return pairs, err
	})
	if p != nil {
		p.Scores.Warnings = append(p.Scores.Warnings, warnings...)
	}
	return p, err
}

// LAP is the framework itself: the problem of SLAP for precomputed pairs of samples, or for all
// pairs. Shapes, cost and errors are those of SLAP; labels are not needed.
//
// Source: (16) and Algorithm 1. See docs/lap.md.
type LAP struct {
	// Pairs holds the weights v_ij of (22), n×n and not negative: a *mat.SymDense, or a list
	// through graph.FromPairs. The diagonal is ignored. nil means weight 1 for all n(n-1)/2 pairs.
	Pairs mat.Symmetric
	// Dimensions is m, the columns of W; 0 means 1.
	Dimensions int `default:"1" range:"[1,d]"`
	// Gamma is γ, the weight of the rows' norms; 0 means 1.
	Gamma float64 `default:"1" range:"[1e-100,1e+100]"`
	// Epsilon is ε, which makes distances and norms smooth at 0; 0 means 1e-10.
	Epsilon float64 `default:"1e-10" range:"[1e-100,1e+100]"`
	// Tolerance is the norm of the gradient, relative to the objective, at which the steps end; 0
	// means 1e-8. There are at most 3,000 steps.
	Tolerance float64 `default:"1e-8" range:"(0,inf)"`
	// Restarts is the number of drawn starts tried beside the paper's; the lowest objective is
	// kept.
	Restarts int `range:"[0,10000]"`
}

// Name returns "lap".
func (LAP) Name() string { return "lap" }

// Score returns the row norms of W.
func (m LAP) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return scores(m.Learn(ctx, d, opt))
}

// Select ranks the features by their scores.
func (m LAP) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// Project returns W, one row a feature.
func (m LAP) Project(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Projection, error) {
	p, err := m.Learn(ctx, d, opt)
	return projection(m, d, p, err)
}

// Learn returns W, and the pairs with the similarities before and after.
func (m LAP) Learn(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*Learned, error) {
	m = algorithms.WithDefaults(m)
	s := settings{m.Dimensions, m.Gamma, m.Epsilon, m.Tolerance, m.Restarts}
	return learn(ctx, m, d, opt, s, func() ([]graphs.Edge, error) {
		return precomputed(d, m.Pairs)
	})
}

// settings are the parameters that all three methods have.
type settings struct {
	dimensions                int
	gamma, epsilon, tolerance float64
	restarts                  int
}
