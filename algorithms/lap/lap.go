// Package lap selects features by local adaptive projection, after Chen, Yuan, Wang, Nie, Chang,
// Huang, "Local Adaptive Projection Framework for Feature Selection of Labeled and Unlabeled Data",
// IEEE Transactions on Neural Networks and Learning Systems 29(12), 2018: SLAP, ULAP for data
// without labels, and the framework for pairs of a user's own, LAP.
package lap

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/paramdoc"
)

const (
	// DefaultDimensions, DefaultNeighbors and DefaultGamma are those of the paper's first
	// experiment (section VI.A).
	DefaultDimensions = 1
	DefaultNeighbors  = 5
	DefaultGamma      = 1
	// DefaultEpsilon is the paper's example (below (15)).
	DefaultEpsilon = 1e-10
	// DefaultTolerance is ours: the paper goes on "until converges".
	DefaultTolerance = 1e-8
)

// SLAP learns a projection that brings near samples of one class together, few features
// taking part, and ranks the features by their part in it. With W (d×m), W'W = I, whose rows are
// w^l,
//
//	minimize  Σ_{i<j} v_ij √(‖W'(x_i - x_j)‖² + ε) + γ Σ_l √(‖w^l‖² + ε)
//
// where v_ij = 1 if one of the samples i, j is among the k nearest of the other that are of its
// class, or ties with the k-th, else 0 (22). The score of a feature is ‖w^l‖.
//
// Each step takes for W the m smallest eigenvectors of X'L_SX + γQ, with the similarities s_ij =
// v_ij/(2√(‖W'(x_i-x_j)‖²+ε)) and Q_ll = 1/(2√(‖w^l‖²+ε)) of the W before, and Q = I, S = V to
// begin with (Algorithm 2). That lowers the objective f above, each pair counted once; (16) counts
// it twice, and may rise. When a step gains less than 1e-4 of f, Newton's method in a trust region
// goes on to a stationary point, and f never rises. The certificate is the norm of the gradient of
// f on W'W = I, relative to f; ε makes f smooth, so that rows and pairs at 0 have a gradient, too,
// and rounding adds some 1e-16/√ε to it, 1e-11. The objective is not convex: Restarts tries other
// starts. Where it is flat, so that rows are not determined, a warning says so ("least curvature":
// 0 is flat, 1 the most).
//
// Where the differences of the pairs leave m dimensions or more untouched, as with fewer samples
// than features they do, the first step leaves open which W of these it takes. Here it is the mean
// of WW' over all: ‖w^l‖² = m·P_ll/r, P the projector on the r dimensions; and so, for what a tie
// leaves open, in later steps. W then stays there, where all distances are 0 and S says nothing:
// γΣ‖w^l‖ is minimized over it, with no part of γ, which a warning says. "multiplier" tells how far
// that goes: at most 1 says that no direction out is downhill, as it is for every γ up to
// γ/multiplier. When it is more, the steps go on from there without the constraint.
//
// Features are taken as they are: of two alike but for the unit, that with less variance is
// preferred (Dataset.Standardize). Linear relations between columns, copies above all, project to
// one point and come first. Copies share their score. Constant columns are taken out first and rank
// last.
//
// With p columns that vary and e pairs, at most nk, the cost is O(n²d/2) for the neighbors, and for
// each of some tens to hundreds of steps O(ep² + p³), or, for more than 160 columns, O(n²p + n³)
// and O(np) a product, some tens for each of m vectors (a few for a step of Newton's method, which
// takes O(np² + p³) or O(n²p + n³)); restarts multiply it; memory is three copies of X and O(n² +
// pm). Score returns an error when there are no labels, no pairs, when Dimensions is not below the
// number of columns that vary (W is square then, and all its rows have length 1; a single column
// has score 1), when a parameter is negative, and when distances overflow.
type SLAP struct {
	// Dimensions is m, the columns of W; 0 means 1.
	Dimensions int
	// Neighbors is k; 0 means 5. A class of k samples or fewer has all its pairs.
	Neighbors int
	// Gamma is γ, the weight of the rows' norms; 0 means 1.
	Gamma float64
	// Epsilon is ε, which keeps distances and norms from 0; 0 means 1e-10.
	Epsilon float64
	// Join is Or, or And for pairs of which each is among the nearest of the other; "" means Or.
	Join Join
	// Tolerance is the norm of the gradient, relative to the objective, that ends the steps; 0
	// means 1e-8. Three thousand steps end them at the latest.
	Tolerance float64
	// Restarts is how many drawn starts are tried beside the paper's; the lowest objective is kept.
	Restarts int
}

// Name returns "slap".
func (SLAP) Name() string { return "slap" }

// Facts returns what is known of the method.
func (m SLAP) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "a projection of few features that brings near samples of a class together, " +
			"and learns how near with it",
		Source:   "Chen et al. 2018",
		Cost:     "n²d + n³ a step",
		Revision: 2, Nested: true, Targets: algorithms.Classes,
		Seeded:  m.Restarts > 0,
		InUnit:  true,
		Anytime: true,
		Params: map[string]string{
			"dimensions": paramdoc.Dimensions,
			"neighbors":  "nearest samples of the class that each sample is paired with; 0 means 5",
			"gamma":      paramdoc.RowNorms,
			"epsilon":    paramdoc.Smoothing,
			"join": "or pairs samples of which one is near the other, and those of which " +
				"each is",
			"tolerance": "norm of the gradient, relative to the objective, at which the steps " +
				"end; 0 means 1e-8",
			"restarts": paramdoc.Restarts,
		},
	}
}

// Resolve writes out the defaults.
func (m SLAP) Resolve() algorithms.Selector {
	m.Dimensions, m.Gamma, m.Epsilon, m.Tolerance = defaults(m.Dimensions, m.Gamma, m.Epsilon,
		m.Tolerance)
	m.Neighbors, m.Join = nearDefaults(m.Neighbors, m.Join)
	return m
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

// Learn returns W and S, before and after.
func (m SLAP) Learn(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*Learned, error) {
	m = m.Resolve().(SLAP)
	var warnings []string
	p, err := learn(ctx, m, d, opt, settings{m.Dimensions, m.Gamma, m.Epsilon, m.Tolerance,
		m.Restarts}, func() ([]graph.Edge, error) {
		if m.Neighbors < 1 {
			return nil, fmt.Errorf("neighbors = %d; give at least 1", m.Neighbors)
		}
		pairs, cut, err := nearest(ctx, d, m.Neighbors, m.Join, true, opt)
		warnings = graph.CutWarning(cut, d.N())
		return pairs, err
	})
	return p.warn(warnings), err
}

// ULAP is SLAP without labels, a sample's nearest being of any class (24). The objective, the
// steps, what is special where columns are many, and the cost are those of SLAP.
//
// The text after (24) joins samples of which each is among the nearest of the other, (25) and
// Algorithm 3 those of which one is: Join. Score returns the errors of SLAP, and one when Neighbors
// is not below the number of samples.
type ULAP struct {
	// Dimensions is m, the columns of W; 0 means 1.
	Dimensions int
	// Neighbors is k; 0 means 5.
	Neighbors int
	// Gamma is γ, the weight of the rows' norms; 0 means 1.
	Gamma float64
	// Epsilon is ε, which keeps distances and norms from 0; 0 means 1e-10.
	Epsilon float64
	// Join is Or, or And for pairs of which each is among the nearest of the other; "" means Or.
	Join Join
	// Tolerance is the norm of the gradient, relative to the objective, that ends the steps; 0
	// means 1e-8. Three thousand steps end them at the latest.
	Tolerance float64
	// Restarts is how many drawn starts are tried beside the paper's; the lowest objective is kept.
	Restarts int
}

// Name returns "ulap".
func (ULAP) Name() string { return "ulap" }

// Facts returns what is known of the method.
func (m ULAP) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "a projection of few features that brings near samples together, and learns " +
			"how near with it",
		Source:   "Chen et al. 2018",
		Cost:     "n²d + n³ a step",
		Revision: 2, Nested: true,
		Seeded:  m.Restarts > 0,
		InUnit:  true,
		Anytime: true,
		Params: map[string]string{
			"dimensions": paramdoc.Dimensions,
			"neighbors":  "nearest samples that each sample is paired with; 0 means 5",
			"gamma":      paramdoc.RowNorms,
			"epsilon":    paramdoc.Smoothing,
			"join": "or pairs samples of which one is near the other, and those of which " +
				"each is",
			"tolerance": "norm of the gradient, relative to the objective, at which the steps " +
				"end; 0 means 1e-8",
			"restarts": paramdoc.Restarts,
		},
	}
}

// Resolve writes out the defaults.
func (m ULAP) Resolve() algorithms.Selector {
	m.Dimensions, m.Gamma, m.Epsilon, m.Tolerance = defaults(m.Dimensions, m.Gamma, m.Epsilon,
		m.Tolerance)
	m.Neighbors, m.Join = nearDefaults(m.Neighbors, m.Join)
	return m
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

// Learn returns W and S, before and after.
func (m ULAP) Learn(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*Learned, error) {
	m = m.Resolve().(ULAP)
	var warnings []string
	p, err := learn(ctx, m, d, opt, settings{m.Dimensions, m.Gamma, m.Epsilon, m.Tolerance,
		m.Restarts}, func() ([]graph.Edge, error) {
		pairs, cut, err := nearest(ctx, d, m.Neighbors, m.Join, false, opt)
		warnings = graph.CutWarning(cut, d.N())
		return pairs, err
	})
	return p.warn(warnings), err
}

func (p *Learned) warn(warnings []string) *Learned {
	if p != nil {
		p.Scores.Warnings = append(p.Scores.Warnings, warnings...)
	}
	return p
}

// LAP is the framework itself (Algorithm 1): the problem of SLAP for pairs of samples that are
// given, or for all of them (16).
type LAP struct {
	// Pairs has the weights v_ij of (22), none negative (n×n): what graph.FromPairs makes of a
	// list, or a *mat.SymDense; its diagonal does not count. nil means weight 1 for all n(n-1)/2
	// pairs.
	Pairs mat.Symmetric
	// Dimensions is m, the columns of W; 0 means 1.
	Dimensions int
	// Gamma is γ, the weight of the rows' norms; 0 means 1.
	Gamma float64
	// Epsilon is ε, which keeps distances and norms from 0; 0 means 1e-10.
	Epsilon float64
	// Tolerance is the norm of the gradient, relative to the objective, that ends the steps; 0
	// means 1e-8. Three thousand steps end them at the latest.
	Tolerance float64
	// Restarts is how many drawn starts are tried beside the paper's; the lowest objective is kept.
	Restarts int
}

// Name returns "lap".
func (LAP) Name() string { return "lap" }

// Resolve writes out the defaults.
func (m LAP) Resolve() algorithms.Selector {
	m.Dimensions, m.Gamma, m.Epsilon, m.Tolerance = defaults(m.Dimensions, m.Gamma, m.Epsilon,
		m.Tolerance)
	return m
}

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

// Learn returns W and S, before and after.
func (m LAP) Learn(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*Learned, error) {
	m = m.Resolve().(LAP)
	return learn(ctx, m, d, opt, settings{m.Dimensions, m.Gamma, m.Epsilon, m.Tolerance,
		m.Restarts}, func() ([]graph.Edge, error) {
		return given(d, m.Pairs)
	})
}

func defaults(dimensions int, gamma, epsilon, tolerance float64) (int, float64, float64, float64) {
	if dimensions == 0 {
		dimensions = DefaultDimensions
	}
	if gamma == 0 {
		gamma = DefaultGamma
	}
	if epsilon == 0 {
		epsilon = DefaultEpsilon
	}
	if tolerance == 0 {
		tolerance = DefaultTolerance
	}
	return dimensions, gamma, epsilon, tolerance
}

func nearDefaults(neighbors int, join Join) (int, Join) {
	if neighbors == 0 {
		neighbors = DefaultNeighbors
	}
	if join == "" {
		join = Or
	}
	return neighbors, join
}

// settings are what all three have.
type settings struct {
	dimensions                int
	gamma, epsilon, tolerance float64
	restarts                  int
}

func (s settings) check() error {
	switch {
	case s.dimensions < 1:
		return fmt.Errorf("dimensions = %d; give at least 1", s.dimensions)
	case !(s.gamma > 0) || math.IsInf(s.gamma, 0):
		return fmt.Errorf("gamma = %g; give a positive number, or 0 for %d", s.gamma, DefaultGamma)
	case !(s.epsilon > 0) || math.IsInf(s.epsilon, 0):
		return fmt.Errorf("epsilon = %g; give a positive number, or 0 for %g", s.epsilon,
			DefaultEpsilon)
	case !(s.tolerance > 0) || math.IsInf(s.tolerance, 0):
		return fmt.Errorf("tolerance = %g; give a positive number, or 0 for %g", s.tolerance,
			DefaultTolerance)
	case s.restarts < 0:
		return fmt.Errorf("restarts = %d; give 0 or more", s.restarts)
	}
	return nil
}
