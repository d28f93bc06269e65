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

// SOGFS is structured optimal graph feature selection: the features of a projection W (d×m) that is
// learned together with a graph of the samples, whose similarities s_ij are those of the projected
// samples and fall into c components,
//
//	minimize Σ_ij (‖W'(x_i - x_j)‖² s_ij + α s_ij²) + γΣ√(‖w_j‖² + ε) + 2λ tr(F'L_SF)
//	subject to  Σ_j s_ij = 1, s_ij >= 0, s_ii = 0,  W'W = I,  F'F = I (F n×c)
//
// where L_S is the Laplacian of (S + S')/2, whose c smallest eigenvalues, the last term at its
// minimum, are 0 when S has c components (Nie, Zhu, Li 2016). The score of a feature is ‖w_j‖, the
// norm of row j of W. No labels are used.
//
// A round takes for each row of S the closest point of the simplex to -(‖W'(x_i - x_j)‖² + λ‖f_i -
// f_j‖²)/(2α); for F the c smallest eigenvectors of L_S, the indicators of components first; for W,
// up to 20 times when there are c components, the m smallest eigenvectors of 2X'L_SX + γD, with
// D_jj = 1/(2√(‖w_j‖² + ε)) of the W before. None raises the objective: "largest rise of a step" in
// the diagnostics is rounding. While S has fewer components than c λ is doubled after the round,
// halved while it has more, and when both have been, their geometric mean is tried: in at most 60
// rounds of 500. A warning says where that failed, as it does when projected distances alone leave
// more than c; the rounds then end when a step gains less than 1e-6 of the terms of W. The trace
// has the objective after each step of W since λ is what it is. With c components, when a step of W
// gains less than 1e-5 of the terms of W, Newton's method in a trust region lowers the objective at
// its least over S, a smooth function of W whose gradient vanishes where S, F and W are stationary
// together. The certificate is the norm of that gradient on W'W = I, relative to the objective,
// with the S and F that belong to W: at most 1e-8. The problem is not convex, and λ depends on the
// way: Restarts tries other starts, among which the lowest objective with c components is kept.
//
// At the start S is the S-step for the columns themselves, with α their distances',
//
//	α = 1/n Σ_i (k/2 d_i,k+1 - ½Σ_{j<=k} d_ij),
//	d_ij the squared distance of x_i to its j-th nearest,
//
// the closed form of CAN (Nie, Wang, Huang 2014), which leaves each row about k similarities there,
// and D is I. (Where it is 0, since samples repeat each other, it is the mean squared distance.) α
// stays, or the objective would not be one. Projected distances are smaller, so that S has more
// than k a row in the end ("similarities a sample": 74 for wine, 792 of 845 for vehicle). With α by
// the projected distances of the first W it has about 10, and falls apart: on lap-d1, lap-d2, iris,
// wine, vehicle and musk, standardized or not, for m of 1 and 3, no λ brought it to c components in
// 16 of 24 runs, where this one does in all. Where eigenvectors are not unique, the mean over all
// choices takes the place of one, as at the start of data with d - m >= n: ‖w_j‖² = m·P_jj/r, P the
// projector on the r dimensions that no pair of samples differs in.
//
// We have what later papers say of the method, not the paper, and decided the rest: the norm of W,
// which it takes to a power p, is that of LAP (2018), p = 1; the defaults, ε, and the bounds of the
// rounds. Features are taken as they are: those of small variance bring samples together, as in
// LAP. A column that repeats another exactly takes no part and has its score, since the difference
// of two is 0 on all samples and would win; constant columns score 0 and rank last.
//
// A round costs O(n²m + n² log n) for S, O(n³) for F while there are fewer components than c, O(n³
// + n²d) for the factor of L_S, or O(ed²) for e similarities when that is less, and for each step
// of W O(n²d + n³) and some tens of products of O(nd) for each of m vectors, or O(d³). Some 10 to
// 100 rounds are usual. The memory is two copies of X and O(n² + dm). Score returns an error when a
// parameter is negative, Dimensions is not below the number of columns that vary (W is square then;
// a single column has score 1), Neighbors not below n - 1, Clusters above n/2, and when squares
// overflow or underflow.
type SOGFS struct {
	// Dimensions is m, the columns of W; 0 means 1.
	Dimensions int
	// Clusters is c, the components of S, at best the number of clusters where that is known; 0
	// means 5.
	Clusters int
	// Neighbors is k, for α; 0 means 5.
	Neighbors int
	// Alpha is α itself, the larger the more even the similarities; 0 means the closed form for
	// Neighbors.
	Alpha float64
	// Gamma is γ, the weight of the rows' norms; 0 means 1.
	Gamma float64
	// Lambda is λ at the start; 0 means α, as in CAN.
	Lambda float64
	// Epsilon is ε, which keeps norms from 0; 0 means 1e-10.
	Epsilon float64
	// Restarts is how many drawn starts are tried beside the method's own; the lowest objective of
	// a graph with c components is kept.
	Restarts int
}

// Name returns "sogfs".
func (SOGFS) Name() string { return "sogfs" }

// Facts returns what is known of the method.
func (m SOGFS) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "features of a projection that is learned together with a graph of the samples, " +
			"which falls into clusters",
		Source:   "Nie, Zhu, Li 2016",
		Cost:     "n²d + n³ a step",
		Revision: 3, Nested: true,
		Seeded:  m.Restarts > 0,
		InUnit:  true,
		Anytime: true,
		Params: map[string]string{
			"dimensions": paramdoc.Dimensions,
			"clusters":   "components that the graph is to have; 0 means 5",
			"neighbors":  "nearest samples of each by which alpha is chosen; 0 means 5",
			"alpha": "weight that makes the similarities of a sample even; 0 means that which " +
				"leaves neighbors of them at the start",
			"gamma": "weight of the norms of the rows against what the projection loses; 0 means 1",
			"lambda": "weight of the clusters at the start, doubled and halved until there are " +
				"as many; 0 means alpha",
			"epsilon":  "what keeps norms from 0; 0 means 1e-10",
			"restarts": paramdoc.Restarts,
		},
	}
}

// Resolve writes out the defaults.
func (m SOGFS) Resolve() algorithms.Selector {
	if m.Dimensions == 0 {
		m.Dimensions = 1
	}
	if m.Clusters == 0 {
		m.Clusters = DefaultEigenvectors
	}
	if m.Neighbors == 0 {
		m.Neighbors = graph.DefaultNeighbors
	}
	if m.Gamma == 0 {
		m.Gamma = 1
	}
	if m.Epsilon == 0 {
		m.Epsilon = defaultEpsilon
	}
	return m
}

// Score returns the norms of the rows of W.
func (m SOGFS) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	run := func() (*algorithms.Scores, error) { return m.Resolve().(SOGFS).score(ctx, d, opt) }
	return algorithms.AnswerScores(ctx, m, d, opt, run)
}

// Select ranks the features by their scores.
func (m SOGFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

func (m SOGFS) score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	switch {
	case m.Clusters < 1:
		return nil, fmt.Errorf("clusters = %d; give at least 1", m.Clusters)
	case !(m.Alpha >= 0) || math.IsInf(m.Alpha, 1):
		return nil, fmt.Errorf("alpha = %g; give a positive number, or 0 for that of the neighbors",
			m.Alpha)
	case !(m.Lambda >= 0) || math.IsInf(m.Lambda, 1):
		return nil, fmt.Errorf("lambda = %g; give a positive number, or 0 for alpha", m.Lambda)
	}
	if m.Restarts < 0 {
		return nil, errRestarts(m.Restarts)
	}
	return scoreRows(ctx, d, opt, m.Dimensions, m.Gamma, m.Epsilon,
		func(x *mat.Dense) (*rowFit, error) {
			switch n := d.N(); {
			case m.Clusters > n/2:
				return nil, fmt.Errorf(
					"clusters = %d of %d samples leaves some alone; give at most %d",
					m.Clusters, n, n/2)
			case m.Neighbors < 1:
				return nil, fmt.Errorf("neighbors = %d; give at least 1", m.Neighbors)
			case m.Neighbors > n-2:
				return nil, fmt.Errorf(
					"neighbors = %d needs more than %d samples, and the data set has %d; lower "+
						"neighbors to at most %d", m.Neighbors, m.Neighbors+1, n, n-2)
			}
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
			tick := opt.Meter("graph", sogfsRounds*(1+m.Restarts))
			return bestRows(ctx, opt, m.Restarts, m.Dimensions, d2(x),
				func(start *mat.Dense) (*rowFit, float64, error) {
					o := &optimal{
						rowFit: rowFit{m: m.Dimensions, gamma: m.Gamma, epsilon: m.Epsilon,
							tolerance: rowsTolerance}, start: start,
						x: x, n: d.N(), c: m.Clusters, workers: opt.Workers, alpha: alpha,
						lambda: lambda,
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
					if len(o.parts) != o.c { // another problem
						return &o.rowFit, math.Inf(1), nil
					}
					return &o.rowFit, o.objective(), nil
				})
		})
}

// closedAlpha is α of CAN in closed form, or the mean squared distance of two samples where that is
// 0.
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

// describe says what became of the graph.
func (o *optimal) describe() {
	o.extra = []algorithms.Value{
		{Name: "components", Value: algorithms.Number(len(o.parts))},
		{Name: "alpha", Value: algorithms.Number(o.alpha)},
		{Name: "lambda", Value: algorithms.Number(o.lambda)}, {Name: "changes of lambda",
			Value: algorithms.Number(o.adapted)},
		{Name: "rounds", Value: algorithms.Number(o.rounds)}, {Name: "largest rise of a step",
			Value: algorithms.Number(o.rise)},
		{Name: "similarities a sample",
			Value: algorithms.Number(float64(floats.Count(func(v float64) bool {
				return v > 0
			}, o.s)) / float64(o.n))},
	}
	if len(o.parts) != o.c {
		o.converged = false
		o.warnings = append(o.warnings,
			fmt.Sprintf("the graph has %d components and not %d, whatever lambda was tried; "+
				"give another number of clusters, or lambda or alpha of another size",
				len(o.parts), o.c))
	}
}
