// Package grm selects features by global redundancy minimization, and by the local and
// global discriminative criterion, after Wang, Nie, Huang, "Feature Selection via
// Global Redundancy Minimization", IEEE TKDE 27(10), 2015.
package grm

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
)

// Solver is the algorithm with which GRM minimizes.
type Solver string

const (
	// ActiveSet finds the global optimum, with a certificate.
	ActiveSet Solver = "active-set"
	// ALM is Algorithm 2 of the paper, the augmented Lagrangian method. It stops above the optimum,
	// because its penalty grows without bound; a warning has the gap. It needs the p×p matrix and
	// all its eigenvectors, O(p³).
	ALM Solver = "alm"
)

// Choices returns the solvers, the default first.
func (Solver) Choices() []string { return []string{string(ActiveSet), string(ALM)} }

// GRM refines the d scores s of a Scorer so that features that repeat each other share them. The
// new scores z are the global optimum of
//
//	minimize (z'Az + γ Σ (z_i - z_j)²) / z's  over z >= 0, Σ z_j = 1
//
// with A_ij the squared correlation of features i and j (d×d, not formed) and the second sum over
// pairs within Groups. Features with z_j = 0 follow by -(g_j - μ)/μ, with g = 2Az - λs, λ the
// objective and μ = z'Az; Raw is z. Scores should be positive for good features. +Inf comes first;
// -Inf, features beyond Top, duplicates and constant columns come last.
//
// Select returns the errors of the Scorer, and an error if no score is above 0, if Scores or
// Redundancy do not fit, if a field is out of its range, if a group is not two or more different
// features, and if ALM has more than 5,000 features.
//
// A round costs a product Az, O(nd·min(n,|z|)) for |z| features with z_j > 0, and a factor of
// O(|z|³). Memory is a copy of X and O(n² + |z|²).
//
// Source: GRM 2015, (1), (2), (25). See docs/grm.md.
type GRM struct {
	// Scorer computes the scores; nil means filter.Fisher, which needs labels. The paper
	// has no default.
	Scorer algorithms.Scorer
	// Top restricts the problem to that many features of highest score, as the paper does for
	// speed; 0 means all features.
	Top int `range:"[1,inf)"`
	// Scores are precomputed scores of the d features, which replace the Scorer; nil for none. They
	// may be infinite.
	Scores mat.Vector
	// Redundancy is a precomputed redundancy of all pairs of features (d×d), which replaces A:
	// symmetric, positive semidefinite, positive on the diagonal; nil for none. If its least
	// eigenvalue is negative, the size of that is added to the diagonal, with a warning.
	Redundancy mat.Matrix
	// Groups are groups of two features or more that should have similar z. A feature is given by
	// its name or its index from 0; a name takes precedence. Groups may overlap: a pair in two
	// groups counts once.
	Groups [][]string
	// Gamma is the weight γ of the groups; 0 means 1. The paper has no default.
	Gamma float64 `default:"1" range:"[1e-100,1e+100]"`
	// Solver is ActiveSet or ALM; "" means ActiveSet.
	Solver Solver
	// Rho is the factor by which ALM's penalty grows, from 1.001 to below 2; 0 means 1.1.
	Rho float64 `default:"1.1" range:"[1.001,2)"`
}

// scorerStorage says how values may be held for the scores.
func (m GRM) scorerStorage(scorer algorithms.Facts) algorithms.Storage {
	if m.Scores != nil {
		return algorithms.AnyStorage
	}
	return scorer.Storage
}

// Facts returns what is known of the method. If the scorer has no facts, its needs are unknown, and
// its own errors report them.
func (m GRM) Facts() algorithms.Facts {
	m = algorithms.WithDefaults(m)
	scorer := algorithms.Facts{}
	if m.Scorer != nil {
		scorer, _ = algorithms.FactsOf(m.Scorer)
	}
	alm := m.Solver == ALM
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "grm",
			Family: algorithms.Sets,
			Summary: "scores of another method, refined for the least redundancy: a certified " +
				"optimum",
			Source: "Wang, Nie, Huang 2015", Revision: 2,
			Params: map[string]string{
				"scorer": "method whose scores are refined, which may need labels; none means " +
					"fisher",
				"top": "features of highest score that take part, as the paper does for speed; 0 " +
					"means all",
				"scores": "precomputed scores, which replace the scorer; from Go only",
				"redundancy": "precomputed redundancy of all pairs of features, d×d, which " +
					"replaces the squared correlation; from Go only",
				"groups": "features that should rank alike, in groups of names or indices; from " +
					"Go only",
				"gamma": "weight of the groups; 0 means 1",
				"solver": "active-set finds the optimum, alm is the paper's Algorithm 2, which " +
					"stops above it",
				"rho": "growth of the penalty of solver=alm; 0 means 1.1",
			},
		},
		Promises: algorithms.Promises{
			Redundancy: true, Nested: true, Targets: scorer.Targets,
			Seeded: scorer.Seeded, InUnit: alm || scorer.InUnit,
			RoughSteps: alm || scorer.RoughSteps, RowOrder: scorer.RowOrder,
			ColumnOrder: scorer.ColumnOrder, PerfectMayTrail: scorer.PerfectMayTrail,
			NeedsRelevance: true,
		},
		Costs: algorithms.Costs{
			Cost: "n²d a round, beside the scorer", Wide: m.wide(),
			Memory:   m.memory,
			Storage:  algorithms.StorageIf(m.Top > 0, m.scorerStorage(scorer)),
			StoredIf: "top=1000",
		},
	}
}

// wide is the growth without a precomputed matrix, which takes more.
func (m GRM) wide() algorithms.Wide {
	if m.Top > 0 || m.Redundancy != nil {
		return algorithms.Wide{}
	}
	return algorithms.Wide{
		Why: "the squared correlations of all features of weight, thousands of them, are in " +
			"memory, with their factor",
		Instead: "set top=1000",
	}
}

// memory is that of the scorer, and then of the features of weight, with their form and its factor.
func (m GRM) memory(s algorithms.Shape) float64 {
	p := s
	if p.K = s.D; m.Top > 0 {
		p.D = min(m.Top, s.D)
	}
	n, d, _ := p.Floats()
	scorer := s
	scorer.K = s.D
	own := 8*n*d + 24*min(d*d, 1.4*n*d)
	switch {
	case m.Solver == ALM:
		own = 8*n*d + 16*d*d
	case m.Redundancy != nil:
		own = 16 * d * d
	}
	return max(own, algorithms.MemoryOf(m.Scorer, scorer))
}

// Resolve returns m with its Scorer.
func (m GRM) Resolve() algorithms.Selector {
	if m.Scores != nil { // Scores replace the scorer
		m.Scorer = nil
	} else if m.Scorer == nil {
		m.Scorer = filter.Fisher{}
	}
	return m
}

// Select returns the features ranked by their refined scores. The diagnostics have the number of
// features with z_j > 0 ("support"), the number of products Az, the objective of the unrefined
// scores (z ∝ s), and the residual after each round.
func (m GRM) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		return algorithms.WithDefaults(m).run(ctx, d, opt)
	})
}

func (m GRM) check(d *datasets.Dataset) (groups [][]int, err error) {
	if m.Redundancy != nil {
		if err := checkRedundancy(m.Redundancy, d); err != nil {
			return nil, err
		}
	}
	return columnsOfGroups(d, m.Groups)
}
