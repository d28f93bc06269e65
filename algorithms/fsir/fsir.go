// Package fsir selects features by integrated relevance and redundancy, after Xu, Zhou,
// Huang, Ouyang, Chen, "Feature Selection with Integrated Relevance and Redundancy
// Optimization" (venue and year are unknown). Its optimizer of quadratic forms on a sphere is
// Sphere.
package fsir

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/similarities"
)

// FSIR2 chooses k features that are relevant and not redundant: w in {0, 1}^d with Σ w_j = k that
// minimizes, approximately,
//
//	w'R~w,  R~_jj = Rel_j = f_j'Lf_j / f_j'Df_j,  R~_ij = s (f^_i'f^_j)²
//
// f_j is column j of X (n×d), not centered; W (n×n) is the similarity of the samples, D its
// degrees, L = D - W, f^ = D^½f/‖D^½f‖ and s = trace(D^-½LD^-½)/n. z = 2w - 1 is relaxed to ‖z‖ =
// √d, solved globally (see Sphere), and rounded: the k largest z.
//
// The score of a feature is z_j. Ties go to the feature of less redundancy with all, then to the
// lower index. Columns that are constant where W has degrees come last, with score -Inf.
//
// Select needs Options.K, because subsets are not nested. It returns an error if K is missing, if
// squares overflow, if Eta is below the largest eigenvalue, if labels are needed and missing, and
// those of graph.Make.
//
// Each of tens to hundreds of iterations costs O(n²d), or O(d²) for d up to max(n, 2048), for which
// R~ is formed. Memory is O(nd + n²).
//
// Source: (3), (5), (6), (8). See docs/fsir2.md.
type FSIR2 struct {
	// Similarity is W, without negative entries; nil means graph.SameClass, the supervised
	// method (2). graph.RBF, with the mean squared distance as width, is the unsupervised one (1).
	Similarity graph.Similarity
	// Solver is Subspace, or Power for Algorithm 1 as printed; "" means Subspace.
	Solver Solver
	// Eta is η of Power: A = ηI - R~. It changes the number of iterations, not the answer. 0 means
	// just above the largest eigenvalue of R~.
	Eta float64 `range:"(0,1e+100]"`
	// Polish exchanges single features of the rounded subset until no exchange lowers its objective
	// by more than 1e-10 of it, or for 1,000 rounds, after which a warning is given. The chosen
	// features stay ordered by z. A round costs one product with R~ and at most O(nd) for each of
	// the k features. The paper has no exchanges; false is its method.
	Polish bool
}

// Facts returns what is known of the method.
func (m FSIR2) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "fsir2",
			Family: algorithms.Sets,
			Summary: "subset of high relevance and low redundancy: a certified relaxed optimum, " +
				"rounded, with a bound",
			Source: "Xu, Zhou, Huang, Ouyang, Chen", Revision: 4,
			Variants: kinds().Variants(),
			Params: kinds().About("similarity", map[string]string{
				"solver": "subspace takes tens to hundreds of iterations, power is the paper's " +
					"Algorithm 1, which takes hundreds to thousands",
				"eta": "number that solver=power adds to the diagonal, without effect on the " +
					"answer; 0 means just above the largest eigenvalue",
				"polish": "exchange features of the rounded subset until no exchange lowers its " +
					"objective; the paper has no exchanges",
			}),
		},
		Promises: algorithms.Promises{
			Redundancy: true, Targets: kinds().Targets(m.Similarity), PerfectMayTrail: true,
		},
		Costs: algorithms.Costs{
			Cost: "n²d an iteration",
			Memory: func(s algorithms.Shape) float64 {
				n, d, _ := s.Floats()
				of := 8 * (3.3*n*d + n*n)
				if s.D <= max(s.N, denseFeatures) {
					of = 8 * (2*n*d + 3*d*d)
				}
				return of + kinds().WeightsMemory(m.Similarity, s)
			},
		},
	}
}

func kinds() similarities.Kinds {
	return similarities.NewKinds(graph.SameClass{}, graph.RBF{}).And(similarities.ByTarget())
}

// Select returns the chosen features, the one of largest z first.
//
// The objective is w'R~w at w = (z + 1)/2, and the trace has it after each iteration. The
// certificate is of this relaxed problem: the relative residual of the conditions of a global
// optimum. The diagnostics have "bound", a lower bound for all subsets of k features (the objective
// or, if larger, the sum of the k least Rel), "objective of the subset", and "gap", the part of the
// latter that is above the bound. With Polish they have "objective of the rounded subset" and
// "exchanges". "hard case" is 1 if the iteration stopped with a multiplier below the largest
// eigenvalue and continued with an eigenvector.
//
// If it is canceled during the exchanges, it returns the current subset, Partial.
func (m FSIR2) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	run := func() (*algorithms.Found, error) { return m.run(ctx, d, opt) }
	return algorithms.Answer(ctx, m, d, opt, run)
}
