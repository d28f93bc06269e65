// Package fsir selects features by integrated relevance and redundancy, after Xu, Zhou,
// Huang, Ouyang, Chen, "Feature Selection with Integrated Relevance and Redundancy
// Optimization" (no source tells where and when), and has its optimizer of quadratic forms on a
// sphere as a tool of its own.
package fsir

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
)

// FSIR2 chooses the k features that are relevant and unlike each other at once: w in
// {0, 1}^d with Σ w_j = k and small
//
//	w'R~w,  R~_jj = Rel_j = f_j'Lf_j / f_j'Df_j,  R~_ij = s (f^_i'f^_j)²
//
// with the similarity W of the samples, D its degrees, L = D - W, f^ = D^½f/‖D^½f‖ and s
// = trace(D^-½LD^-½)/n, the mean eigenvalue (eqs. 3, 5, 6). Features are not centered. That
// being NP-hard, z = 2w - 1 is relaxed to ‖z‖ = √d (eq. 8), solved globally (Sphere says
// how and what proves it), and rounded: the k largest z.
//
// The score of a feature is z_j. Features of equal z are ordered by their redundancy with all, the
// lesser first, then by index. Columns that do not vary where the similarity has degrees fill the
// last places, with score -Inf, when k leaves no choice.
//
// R~ is not formed where d is above max(n, 2048): an iteration costs O(n²d) time, else O(d²);
// tens to hundreds are needed. Memory is O(nd + n²). Subsets are not nested, so Options.K is
// required. Select returns an error when it is missing, when squares overflow, when Eta is below
// the largest eigenvalue, when labels are needed and missing, and those of graph.Make.
type FSIR2 struct {
	// Similarity is W, without negative entries; nil means graph.SameClass, the supervised
	// method (eq. 2). graph.RBF is the unsupervised one (eq. 1), with the mean squared distance.
	Similarity graph.Similarity
	// Solver is Subspace, or Power for Algorithm 1 as printed; "" means Subspace.
	Solver Solver
	// Eta is η of Power: A = ηI - R~. It does not change the answer, only the number of
	// iterations. 0 means just above the largest eigenvalue of R~.
	Eta float64
	// Polish exchanges features of the rounded subset, one for one, until no exchange lowers its
	// objective by more than 1e-10 of it, or for 1000 rounds, which a warning says. A round
	// visits the chosen features, that of smallest z first, and takes for each the one that lowers
	// the objective most; of ties that of larger z. It costs one product with R~ and O(np) for
	// each of the k features at most. The chosen stay ordered by z. The paper does not exchange;
	// false is its method.
	Polish bool
}

// Name returns "fsir2".
func (FSIR2) Name() string { return "fsir2" }

// Facts returns what is known of the method.
func (m FSIR2) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "the subset that is relevant and unlike each other at once: a relaxed problem, " +
			"certified, and rounded with a bound",
		Source:   "Xu, Zhou, Huang, Ouyang, Chen",
		Cost:     "n²d an iteration",
		Revision: 3, Targets: kinds().Targets(m.Similarity),
		PerfectMayTrail: true,
		Params: kinds().About("similarity", map[string]string{
			"solver": "subspace takes tens to hundreds of iterations, power is the paper's " +
				"Algorithm 1, which takes hundreds to thousands",
			"eta": "what solver=power adds to the diagonal, without effect on the answer; 0 " +
				"means just above the largest eigenvalue",
			"polish": "exchange features of the rounded subset until no exchange lowers its " +
				"objective, which the paper does not",
		}),
	}
}

func kinds() graph.Kinds {
	return graph.NewKinds(graph.SameClass{}, graph.RBF{}).And(graph.ByTarget())
}

// Variants lists the similarities.
func (FSIR2) Variants(string) []algorithms.Variant { return kinds().Variants() }

// Resolve writes out the defaults.
func (m FSIR2) Resolve() algorithms.Selector {
	m.Similarity = kinds().Resolve(m.Similarity)
	if m.Solver == "" {
		m.Solver = Subspace
	}
	return m
}

// Select returns the chosen features, the one of largest z first.
//
// The objective is w'R~w at w = (z + 1)/2, and the trace has it after each iteration. What is
// proven is that this relaxed problem is solved: the certificate is the residual of the conditions
// of a global optimum, relative. No subset of k features has less than the "bound" in the
// diagnostics: the objective, or the sum of the k least Rel where that is more. "objective of the
// subset" is what the chosen features have, "gap" the share of it that is above the bound; a note
// says so in words. With Polish, "objective of the rounded subset" and "exchanges" say what
// exchanges changed. "hard case" is 1 where the iteration came to rest with a multiplier below the
// largest eigenvalue, so that an eigenvector had to lead on.
//
// When it is canceled among the exchanges it returns the subset of that moment, Partial.
func (m FSIR2) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = m.Resolve().(FSIR2)
	run := func() (*algorithms.Found, error) { return m.run(ctx, d, opt) }
	return algorithms.Answer(ctx, m, d, opt, run)
}
