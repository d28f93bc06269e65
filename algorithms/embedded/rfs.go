package embedded

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/paramdoc"
)

// RFS is robust feature selection: a linear map of few features that predicts the target, in
// which errors count by norm, not squared,
//
//	minimize P(W) = ‖XW - Y‖_{2,1} + γ‖W‖_{2,1}
//	score_j = ‖w_j‖, of row j of W (d×c)
//
// X (n×d) holds the features as they are; Y (n×c) is 1 at the class of a sample, else 0
// (docs/targets.md for numbers); ‖·‖_{2,1} sums the norms of the rows. The certificate of the
// global optimum is the relative duality gap. Features of score 0 follow by how near they are to a
// row, with a warning when K asks for them. Duplicate columns score alike; constant columns rank
// last.
//
// Score returns an error with fewer than two classes, when Gamma is not positive or
// below 1e-12 of the norm of a column, and when squares overflow or underflow. The cost is O(ndc)
// for each set of active features, and O((n+a)³) a step for a of them, O((n+a)a²c²) while ac <= n,
// or O(na² + nac) while a <= n and n + a >= 700; 30 to 300 steps are usual. The memory is one copy
// of X and O((n+a)²).
//
// Source: Nie, Huang, Cai, Ding 2010. See docs/methods.md.
type RFS struct {
	// Gamma is γ; 0 means 1. The paper tunes it on the training data; comparisons in other
	// papers try 0.001 to 1000.
	Gamma float64 `default:"1" range:"[1e-100,1e+100]"`
	// Bias adds a column of ones, whose row counts like that of a feature. Without it the map
	// passes through 0, and the result depends on the origin of the features.
	Bias bool
}

// Facts returns what is known of the method.
func (RFS) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "rfs",
			Family:  algorithms.Linear,
			Summary: "row-sparse linear map to the target with a robust loss: a certified optimum",
			Source:  "Nie, Huang, Cai, Ding 2010", Revision: 2,
			Params: map[string]string{
				"gamma": paramdoc.RowNorms,
				"bias":  "add a column of ones, whose row counts like that of a feature",
			},
		},
		Promises: algorithms.Promises{
			Redundancy: true, Nested: true,
			Targets: algorithms.Classes | algorithms.Continuous, InUnit: true,
			PerfectMayTrail: true, RoughTarget: true,
		},
		Costs: algorithms.Costs{
			Cost: "ndc + (n+a)³ a step, a features taking part; na² + nac where a < n",
			Memory: func(s algorithms.Shape) float64 {
				n, d, classes := s.Floats()
				copies := 2.7
				if n >= d { // with the weighted rows and their products
					copies = 8.7
				}
				return 8 * (copies*n*d + 110*d + max(classes, 1)*(10*n+25*d))
			},
		},
	}
}

// Score returns the norms of the rows of W.
func (m RFS) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	m = algorithms.WithDefaults(m)
	run := func() (*algorithms.Scores, error) { return m.score(ctx, d, opt) }
	return algorithms.AnswerScores(ctx, m, d, opt, run)
}

// Select ranks the features by their scores.
func (m RFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

func (m RFS) score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	kinds, err := findDuplicates(ctx, d, opt.Workers)
	if err != nil {
		return nil, err
	}
	x, err := m.columns(ctx, d, kinds.live, opt.Workers)
	if err != nil {
		return nil, err
	}
	fit := newRobust(x, targetOf(d), opt)
	if err := fit.solve(ctx); err != nil {
		return nil, err
	}
	s := &algorithms.Scores{
		Names: slices.Clone(d.Features), Values: make(algorithms.Numbers, d.D()),
		Tie:      make(algorithms.Numbers, d.D()),
		Constant: kinds.constant, Warnings: algorithms.ConstantWarning(d, kinds.constant),
		Diagnostics: fit.diagnostics(),
	}
	norms, dualNorm := fit.norms(), fit.dualNorm
	rows := 0
	for c, j := range kinds.live {
		s.Values[j], s.Tie[j] = norms[c]/m.Gamma, dualNorm[c]
		if norms[c] > 0 {
			rows++
		}
	}
	for j, of := range kinds.first {
		s.Values[j], s.Tie[j] = s.Values[of], s.Tie[of]
	}
	if rows < len(kinds.live) {
		s.Warnings = append(s.Warnings, algorithms.AskedWarning(rows, opt.K,
			"a row of W other than 0", ", of score 0, follow by how near they are to one; a "+
				"smaller gamma gives more")...)
	}
	s.Diagnostics.Extra = []algorithms.Value{{Name: "rows", Value: algorithms.Number(rows)}}
	return s, nil
}

// leastGamma is the smallest γ, relative to the norm of a column: below it residuals are only
// rounding errors.
const leastGamma = 1e-12

// columns returns the live columns divided by γ, one a row, and a row of ones for the bias.
func (m RFS) columns(ctx context.Context, d *datasets.Dataset, live []int, workers int) (
	*mat.Dense, error) {
	n, p := d.N(), len(live)
	if m.Bias {
		p++
	}
	if p == 0 {
		return nil, nil
	}
	x := mat.NewDense(p, n, nil)
	for i := range n {
		row := d.X.RawRowView(i)
		for c, j := range live {
			x.Set(c, i, row[j]/m.Gamma)
		}
	}
	for c, j := range live {
		if norm := floats.Norm(x.RawRowView(c), 2); !(norm < 1/leastGamma) {
			return nil, fmt.Errorf(
				"gamma = %g is too small for column %d (%s), whose norm is %.2g; give a larger "+
					"gamma, or divide columns by their standard deviation",
				m.Gamma, j, d.Features[j], norm*m.Gamma)
		}
	}
	if m.Bias {
		floats.AddConst(1/m.Gamma, x.RawRowView(p-1))
	}
	return x, ctx.Err()
}

// targetOf returns Y.
func targetOf(d *datasets.Dataset) *mat.Dense {
	if d.Continuous() {
		return meanOne(d.Target)
	}
	return oneHot(d)
}

// oneHot returns Y for the classes that have samples.
func oneHot(d *datasets.Dataset) *mat.Dense {
	place, l := make([]int, len(d.Classes)), 0
	for c, count := range d.ClassCounts() {
		if count > 0 {
			place[c] = l
			l++
		}
	}
	y := mat.NewDense(d.N(), l, nil)
	for i, c := range d.Y {
		y.Set(i, place[c], 1)
	}
	return y
}

// meanOne returns y (n×1), which varies, less its mean, so that its sizes have the mean 1.
func meanOne(y []float64) *mat.Dense {
	u, _ := graph.CenteredTarget(y)
	floats.Scale(float64(len(u))/floats.Norm(u, 1), u)
	return mat.NewDense(len(u), 1, u)
}
