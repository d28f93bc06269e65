package embedded

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/paramdoc"
)

// SOGFS is structured optimal graph feature selection: it learns a projection W (d×m) together
// with a graph of the samples that has c components,
//
//	minimize Σ_ij (‖W'(x_i - x_j)‖² s_ij + α s_ij²) + γΣ√(‖w_j‖² + ε) + 2λ tr(F'L_SF)
//	subject to  Σ_j s_ij = 1, s_ij >= 0, s_ii = 0,  W'W = I,  F'F = I (F n×c)
//	score_j = ‖w_j‖, the norm of row j of W
//
// X (n×d) is taken as it is; L_S is the Laplacian of (S + S')/2. No labels are used. λ is adapted
// until S has c components; a warning says if none works. The problem is not convex; the
// certificate is the relative norm of the gradient. Duplicate columns score alike; constant
// columns score 0 and rank last.
//
// Score returns an error when a parameter is negative, Dimensions is not below the number of
// varying columns, Neighbors not below n - 1, Clusters above n/2, and when squares overflow or
// underflow. A round costs O(n²m + n² log n + n³ + n²d), 10 to 100 are usual; the memory is
// three copies of X and O(n²).
//
// Source: Nie, Zhu, Li 2016, known only from citations. See docs/methods.md.
type SOGFS struct {
	// Dimensions is m, the columns of W; 0 means 1.
	Dimensions int `default:"1" range:"[1,d]"`
	// Clusters is c, the number of components of S; 0 means 5. Set it to the number of clusters if
	// that is known.
	Clusters int `default:"5" range:"[1,n/2]"`
	// Neighbors is k, from which α is computed; 0 means 5.
	Neighbors int `default:"5" range:"[1,n-2]"`
	// Alpha is α; a larger α makes the similarities of a sample more even. 0 means the closed form
	// for Neighbors.
	Alpha float64 `range:"[1e-100,1e+100]"`
	// Gamma is γ, the weight of the rows' norms; 0 means 1.
	Gamma float64 `default:"1" range:"[1e-100,1e+100]"`
	// Lambda is the initial λ; 0 means α, as in CAN.
	Lambda float64 `range:"[1e-100,1e+100]"`
	// Epsilon is ε, which makes the norms differentiable at 0; 0 means 1e-10.
	Epsilon float64 `default:"1e-10" range:"[1e-100,1e+100]"`
	// Restarts is the number of random starts in addition to the method's own; the lowest objective
	// of a graph with c components is kept.
	Restarts int `range:"[0,10000]"`
}

// Facts returns what is known of the method.
func (m SOGFS) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "sogfs",
			Family: algorithms.Projections,
			Summary: "row-sparse projection, learned together with a sample graph of as many " +
				"components as clusters",
			Source: "Nie, Zhu, Li 2016", Revision: 5,
			Params: map[string]string{
				"dimensions": paramdoc.Dimensions,
				"clusters":   "components of the graph; 0 means 5",
				"neighbors": "nearest samples of each sample, from which alpha is computed; 0 " +
					"means 5",
				"alpha": "weight of the squared similarities, which makes them even; 0 means the " +
					"value that gives each sample about neighbors similarities at the start",
				"gamma": paramdoc.RowNorms,
				"lambda": "initial weight of the clusters, doubled and halved until the graph " +
					"has that many components; 0 means alpha",
				"epsilon":  paramdoc.Smoothing,
				"restarts": paramdoc.Restarts,
			},
		},
		Promises: algorithms.Promises{
			Nested: true, Seeded: m.Restarts > 0, InUnit: true, Anytime: true,
		},
		Costs: algorithms.Costs{
			Cost: "n²d + n³ a step",
			Memory: func(s algorithms.Shape) float64 {
				n, d, _ := s.Floats() // similar samples are some tenths of all
				return 8 * (3.3*n*d + 3.2*n*n)
			},
		},
	}
}

// Score returns the norms of the rows of W.
func (m SOGFS) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	m = algorithms.WithDefaults(m)
	run := func() (*algorithms.Scores, error) { return m.score(ctx, d, opt) }
	return algorithms.AnswerScores(ctx, m, d, opt, run)
}

// Select ranks the features by their scores.
func (m SOGFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

func (m SOGFS) score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return scoreRows(ctx, d, opt, m.Dimensions, m.Gamma, m.Epsilon,
		func(x *mat.Dense) (*rowFit, error) {
			near, _, err := nearest(ctx, d, m.Neighbors+1, opt)
			if err != nil {
				return nil, err
			}
			alpha := m.Alpha
			if alpha == 0 {
				alpha = closedAlpha(x, near, m.Neighbors)
			}
			lambda := m.Lambda
			if lambda == 0 {
				lambda = alpha
			}
			var transposed *mat.Dense
			if formed(d.N(), d2(x), m.Dimensions) {
				transposed = mat.DenseCopyOf(x.T())
			}
			tick := opt.Meter("graph", sogfsRounds*(1+m.Restarts))
			return bestRows(ctx, opt, m.Restarts, m.Dimensions, d2(x),
				func(start *mat.Dense) (*rowFit, float64, error) {
					o := &optimal{
						rowFit: rowFit{m: m.Dimensions, gamma: m.Gamma, epsilon: m.Epsilon,
							tolerance: rowsTolerance}, start: start,
						x: x, transposed: transposed, n: d.N(), c: m.Clusters, workers: opt.Workers,
						alpha: alpha, lambda: lambda,
					}
					defer func() { tick(sogfsRounds - o.rounds) }()
					err := o.run(ctx, tick)
					if o.stopped = parallel.Stopped(ctx, err); err != nil && !o.stopped ||
						o.w == nil ||
						o.f == nil {
						return nil, math.Inf(1), err
					}
					if o.stopped {
						o.measure(o.function())
						o.converged = false
						return &o.rowFit, o.objective(), err
					}
					o.describe()
					if len(o.parts) != o.c { // not a solution: objectives do not compare
						return &o.rowFit, math.Inf(1), nil
					}
					return &o.rowFit, o.objective(), nil
				})
		})
}

// closedAlpha returns the closed form of α of CAN, or the mean squared distance of two samples if
// that is 0.
func closedAlpha(x *mat.Dense, near [][]graph.Neighbor, k int) float64 {
	n := len(near)
	var alpha float64
	for _, list := range near {
		last := list[k].Distance
		for _, v := range list[:k] {
			alpha += (last - v.Distance) / 2 / float64(n)
		}
	}
	if alpha == 0 {
		for i := range n {
			alpha += 2 * floats.Dot(x.RawRowView(i), x.RawRowView(i)) / float64(n-1)
		}
	}
	return alpha
}

// describe reports the graph in the diagnostics and warnings.
func (o *optimal) describe() {
	entries := 0
	for _, row := range o.s {
		entries += len(row.at)
	}
	o.extra = []algorithms.Value{
		{Name: "components", Value: algorithms.Number(len(o.parts))},
		{Name: "alpha", Value: algorithms.Number(o.alpha)},
		{Name: "lambda", Value: algorithms.Number(o.lambda)}, {Name: "changes of lambda",
			Value: algorithms.Number(o.adapted)},
		{Name: "rounds", Value: algorithms.Number(o.rounds)}, {Name: "largest rise of a step",
			Value: algorithms.Number(o.rise)},
		{Name: "similarities a sample",
			Value: algorithms.Number(float64(entries) / float64(o.n))},
	}
	if len(o.parts) != o.c {
		o.converged = false
		o.warnings = append(o.warnings,
			fmt.Sprintf("the graph has %d components and not %d, whatever lambda was tried; "+
				"give another number of clusters, or lambda or alpha of another size",
				len(o.parts), o.c))
	}
}
