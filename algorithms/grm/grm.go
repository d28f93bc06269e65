// Package grm selects features by global redundancy minimization, and by the local and
// global discriminative criterion, after Wang, Nie, Huang, "Feature Selection via
// Global Redundancy Minimization", IEEE TKDE 27(10), 2015.
package grm

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
)

// Solver says how GRM finds its optimum.
type Solver string

const (
	// ActiveSet finds the optimum, with a certificate.
	ActiveSet Solver = "active-set"
	// ALM is Algorithm 2 of the paper, the augmented Lagrangian method, for replaying
	// it. It stops short of the optimum, since its penalty grows without end; by how
	// much is in a warning. It needs the p×p matrix and its O(p³) eigenvectors.
	ALM Solver = "alm"
)

// Choices returns the solvers, the default first.
func (Solver) Choices() []string { return []string{string(ActiveSet), string(ALM)} }

const (
	// DefaultGamma is the weight of groups when none is given.
	DefaultGamma = 1
	// DefaultRho is the growth of ALM's penalty when none is given.
	DefaultRho = 1.1
)

// GRM refines the scores s of a Scorer, so that features which repeat each other
// share what they say: the new scores z are the global optimum of
//
//	minimize (z'Az + γ Σ (z_i - z_j)²) / z's  over z >= 0, Σ z_j = 1
//
// with A_ij the squared correlation of features i and j, and the second sum over the
// pairs of features in one of the Groups, if any are given (GRM 2015, eqs. 1, 2, 25).
// The problem is convex where z's > 0, so that the optimal value is unique. All
// features take part at once.
//
// Features are ranked by z. Those with z_j = 0 follow in the order in which they
// would enter: with g = 2Az - λs, λ the objective and μ = z'Az, their score is
// -(g_j - μ)/μ, which is 0 or less, drawn together within groups by (I + γL)⁻¹, L being
// the Laplacian of their graph, as z would be; Raw is z. Infinite scores s come first: these
// features are weighed against each other by A alone, have the score +Inf, and are
// ordered by their z; the others follow from a problem of their own, which is the
// one that the objective is of. Features of score -Inf, those that are beyond Top, copies,
// and constant columns, in this order, come last with score -Inf.
//
// Copies are columns that are equal up to unit, sign and offset. Their z could be
// shared in any way, so the one of largest score takes all, of equal ones that of
// lowest index, unless it is in one of the Groups. A warning says how many there are. Where
// the optimal z is not unique otherwise, one of small norm is taken.
//
// Scores should be positive for good features. Negative ones count as they are; when
// none is above 0 there is no optimum, an error. z does not change with the unit of
// s, but with its zero: scores + 1 give another answer, and a feature of score 0 that
// is like no other can rank high. For criteria that are small for good features GRM takes
// 1/criterion: f~'Df~/f~'Lf~ for Laplacian, 1/φ1 and 1/φ2 for SPEC; all other scorers hand
// over their scores.
//
// The certificate is the residual of the optimality conditions, relative to μ.
// Iterations are rounds of a working set, with the objective after each as trace. Beside
// the Scorer's cost, a round takes one product Az, O(nd·min(n,|z|)) for |z| features with
// z_j > 0, and some steps of O(|z|³). The memory is a copy of X, and O(n² + |z|²). No
// d×d matrix is formed, unless it is given.
//
// Select returns the errors of the Scorer, and one when no score is above 0, when Scores
// or Redundancy have another size or hold what is not finite (Scores may be infinite),
// when Redundancy is not symmetric or not positive on its diagonal, Gamma negative, Top negative,
// Rho not between 1 and 2, when Groups name a feature that is not there, or one twice, or hold
// fewer than two, and when ALM meets more than 5,000 features.
type GRM struct {
	// Scorer gives the scores; nil means filter.Fisher, which needs labels. The paper
	// has no default.
	Scorer algorithms.Scorer
	// Top leaves all but the features of highest score out of the problem, as the
	// paper does for speed; 0 keeps all.
	Top int
	// Scores of the d features in place of a Scorer's; nil for none.
	Scores mat.Vector
	// Redundancy of all pairs of features (d×d) in place of A, symmetric and positive
	// semidefinite; nil for none. To one that has a negative eigenvalue its size is
	// added on the diagonal, with a warning.
	Redundancy mat.Matrix
	// Groups of two features or more that should have similar z, each by name or by
	// index from 0; a name wins. Groups may overlap: a pair that is in two counts once.
	Groups [][]string
	// Gamma is the weight γ of the groups; 0 means 1. The paper does not give one.
	Gamma float64
	// Solver is ActiveSet or ALM; "" means ActiveSet.
	Solver Solver
	// Rho is the factor by which ALM's penalty grows, between 1 and 2; 0 means 1.1.
	Rho float64
}

// Name returns "grm".
func (GRM) Name() string { return "grm" }

// Facts returns what is known of the method. What a scorer without facts needs is unknown: its own
// errors say so.
func (m GRM) Facts() algorithms.Facts {
	m = m.Resolve().(GRM)
	scorer := algorithms.Facts{}
	if m.Scorer != nil {
		scorer, _ = algorithms.FactsOf(m.Scorer)
	}
	alm := m.Solver == ALM
	return algorithms.Facts{
		Summary: "the scores of another method, refined so that features which repeat each " +
			"other share them: a certified optimum",
		Source:   "Wang, Nie, Huang 2015",
		Cost:     "n²d a round, beside the scorer",
		Revision: 2, Nested: true, Targets: scorer.Targets,
		Seeded:          scorer.Seeded,
		InUnit:          alm || scorer.InUnit, // ALM stops before it has converged
		RoughSteps:      alm || scorer.RoughSteps,
		RowOrder:        scorer.RowOrder,
		ColumnOrder:     scorer.ColumnOrder,
		PerfectMayTrail: scorer.PerfectMayTrail,
		NeedsRelevance:  true,
		Params: map[string]string{
			"scorer": "method whose scores are refined, which may need labels; none means fisher",
			"top": "features of highest score that take part, as the paper does for speed; 0 " +
				"means all",
			"scores": "scores of the features in place of a scorer's; from Go only",
			"redundancy": "redundancy of all pairs of features, d×d, in place of the squared " +
				"correlation; from Go only",
			"groups": "features that should rank alike, in groups of names or indices; from Go " +
				"only",
			"gamma": "weight of the groups; 0 means 1",
			"solver": "active-set finds the optimum, alm is the paper's Algorithm 2, which " +
				"stops short of it",
			"rho": "growth of the penalty of solver=alm, between 1 and 2; 0 means 1.1",
		},
	}
}

// Resolve writes out the defaults.
func (m GRM) Resolve() algorithms.Selector {
	if m.Scores != nil { // which replace it
		m.Scorer = nil
	} else if m.Scorer == nil {
		m.Scorer = filter.Fisher{}
	}
	if m.Gamma == 0 {
		m.Gamma = DefaultGamma
	}
	if m.Solver == "" {
		m.Solver = ActiveSet
	}
	if m.Rho == 0 {
		m.Rho = DefaultRho
	}
	return m
}

// Select returns the features ranked by their refined scores. The diagnostics have the
// number of features with z_j > 0 as "support", the products Az, the objective of the
// unrefined scores (z ∝ s), and the residual after each round.
func (m GRM) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		return m.Resolve().(GRM).run(ctx, d, opt)
	})
}

func (m GRM) check(d *datasets.Dataset) (groups [][]int, err error) {
	switch {
	case m.Top < 0:
		return nil, fmt.Errorf(
			"top = %d is negative; give the number of features to keep, or 0 for all", m.Top)
	case !(m.Gamma > 0) || m.Gamma > 1e100:
		return nil, fmt.Errorf("gamma = %g; give a positive number, or 0 for %d", m.Gamma,
			DefaultGamma)
	case !(m.Rho > 1 && m.Rho < 2):
		return nil, fmt.Errorf("rho = %g; give a number between 1 and 2, or 0 for %g", m.Rho,
			DefaultRho)
	}
	if m.Redundancy != nil {
		if err := checkGiven(m.Redundancy, d); err != nil {
			return nil, err
		}
	}
	return columnsOfGroups(d, m.Groups)
}
