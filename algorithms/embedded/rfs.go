package embedded

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// RFS is robust feature selection: the features from which a linear map, of few
// features at once, tells the classes, where samples that it cannot tell count by their
// error and not by its square:
//
//	minimize P(W) = ‖XW - Y‖_{2,1} + γ‖W‖_{2,1}
//
// (Nie, Huang, Cai, Ding 2010), where X (n×d) has the features as they are, Y (n×c) has a 1
// at the class of each sample and 0 elsewhere, and ‖·‖_{2,1} sums the norms of the rows.
// The score of a feature is ‖w_j‖, the norm of row j of W (d×c). The problem is convex: what is
// found is the global optimum.
//
// With R = Y - XW and V = γW what is minimized is the sum of the norms of all rows u of R and V,
// subject to R + (X/γ)V = Y. Since ‖u‖ = min over z of ½(‖u‖²/z + z), there is a minimum over R and
// V in closed form for every z > 0, with the z of samples and features in diagonal matrices P and
// H:
//
//	Λ = K⁻¹Y,   R = PΛ,   V = H(X/γ)'Λ,   K = P + XHX'/γ²,   F(z) = ½ tr Y'Λ + ½Σz
//
// so that W = D⁻¹X'(XD⁻¹X' + γ²E)⁻¹Y for D⁻¹ = H/γ and E = P/γ, n×n in place of the (n+d)×(n+d)
// matrices of the paper, which then sets each z to the norm of its row, and so on: F never rises.
// It is convex in z, but rows that go to 0 take hundreds of such steps and are never there. Here z
// + ε²/z stands for z, which makes P(W) the sum of √(‖u‖² + ε²); Newton's method finds the minimum
// of F, the paper's step stands in where rounding spoils one, and ε goes down to 1e-9 of the mean
// row. Features take part as their dual constraint ‖f_j'Λ‖ <= γ is violated, and rows that are then
// of the size of ε are 0. The trace is of F.
//
// The certificate is the duality gap relative to P(W): tr Y'Λ is below every P where ‖λ_i‖ <= 1 and
// ‖f_j'Λ‖ <= γ. It ends below 1e-9 unless γ is less than some 1e-8 of the values of X, when
// rounding in XW is all there is left. Features of score 0 are in the order of ‖f_j'Λ‖, those next
// to have a row first, and a warning says when K asks for them. Where W is not unique, as when
// single features tell single samples, the limit for ε is taken, in which equal features share
// alike.
//
// Scales matter: a column multiplied by 10 needs a tenth of the weight, so divide columns by their
// standard deviation unless their units say more. A column that repeats another exactly takes no
// part and has its score; constant columns score 0 and rank last.
//
// The cost is O(ndc) for each set of features that take part, about as often as ten and more, and
// O((n+a)³) a step for a features that do, which are seldom more than 2n, or O((n+a)a²c²) while ac
// <= n; some 30 to 300 steps are usual. The memory is one copy of X and O((n+a)²). Score returns an
// error when there are no labels of two classes or more, when Gamma is not positive or less than
// 1e-12 of the norm of a column, and when the squares of a column overflow or underflow.
type RFS struct {
	// Gamma is γ; 0 means 1. The paper tunes it on the training data; those that compare
	// themselves with it try 0.001 to 1000.
	Gamma float64
	// Bias adds a column of ones, whose row counts like that of any feature. Without it a
	// linear map goes through 0, so that it matters where that is.
	Bias bool
}

// Name returns "rfs".
func (RFS) Name() string { return "rfs" }

// Facts returns what is known of the method.
func (RFS) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "few features from which a linear map tells the classes, errors of samples and " +
			"weights of features counted by their norm: a certified optimum",
		Source:   "Nie, Huang, Cai, Ding 2010",
		Cost:     "ndc + (n+a)³ a step, a features taking part",
		Revision: 1, Nested: true, Targets: algorithms.Classes,
		InUnit:          true,
		PerfectMayTrail: true,
		Params: map[string]string{
			"gamma": "weight of the features' rows against the errors; 0 means 1",
			"bias":  "add a column of ones, whose row counts like that of a feature",
		},
	}
}

// Resolve writes out the defaults.
func (m RFS) Resolve() algorithms.Selector {
	if m.Gamma == 0 {
		m.Gamma = 1
	}
	return m
}

// Score returns the norms of the rows of W.
func (m RFS) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	run := func() (*algorithms.Scores, error) { return m.Resolve().(RFS).score(ctx, d, opt) }
	return algorithms.AnswerScores(ctx, m, d, opt, run)
}

// Select ranks the features by their scores.
func (m RFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

func (m RFS) score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if !(m.Gamma > 0) || math.IsInf(m.Gamma, 1) {
		return nil, fmt.Errorf("gamma = %g; give a positive number, or 0 for 1", m.Gamma)
	}
	kinds, err := distinct(ctx, d, opt.Workers)
	if err != nil {
		return nil, err
	}
	x, err := m.columns(ctx, d, kinds.live, opt.Workers)
	if err != nil {
		return nil, err
	}
	fit := newRobust(x, oneHot(d), opt)
	if err := fit.solve(ctx); err != nil {
		return nil, err
	}
	s := &algorithms.Scores{
		Names: slices.Clone(d.Features), Values: make(algorithms.Numbers, d.D()),
		Tie:      make(algorithms.Numbers, d.D()),
		Constant: kinds.constant, Warnings: algorithms.ConstantWarning(d, kinds.constant),
		Diagnostics: fit.diagnostics(),
	}
	norms, level := fit.norms(), fit.level
	rows := 0
	for c, j := range kinds.live {
		s.Values[j], s.Tie[j] = norms[c]/m.Gamma, level[c]
		if norms[c] > 0 {
			rows++
		}
	}
	for j, of := range kinds.first {
		s.Values[j], s.Tie[j] = s.Values[of], s.Tie[of]
	}
	if rows < min(opt.K, len(kinds.live)) {
		s.Warnings = append(s.Warnings,
			fmt.Sprintf("%d of the %d features asked for have a row of W other than 0: the "+
				"others, of score 0, follow by how near they are to one; a smaller gamma gives "+
				"more", rows, opt.K))
	}
	s.Diagnostics.Extra = []algorithms.Value{{Name: "rows", Value: algorithms.Number(rows)}}
	return s, nil
}

// leastGamma is the least γ relative to the norm of a column: below it rounding in the residuals is
// all there is to see.
const leastGamma = 1e-12

// columns returns the given columns over γ, a row for each, and one of ones for the bias.
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
					"one, or divide columns by their standard deviation", m.Gamma, j, d.Features[j],
				norm*m.Gamma)
		}
	}
	if m.Bias {
		floats.AddConst(1/m.Gamma, x.RawRowView(p-1))
	}
	return x, ctx.Err()
}

// oneHot is Y, of the classes that have samples.
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
