// Package linear has sparse linear models: a feature is as good as the penalty is large at which
// the model first uses it.
//
// Columns are centered and divided by their standard deviation (1/n), so that the unit of a feature
// does not matter, and the intercept is free. Features are ordered by their first entry as the
// penalty falls; one that leaves the model again keeps its place.
package linear

import (
	"context"
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/lasso"
)

// Lasso orders features by their first entry into the lasso as λ falls. With columns of X (n×d)
// centered and divided by their standard deviation (1/n), and the target y centered, the
// coefficients w of
//
//	min over w  (1/2n)‖y - Xw‖² + λ‖w‖₁
//
// are 0 at λmax = max_j |X_j'y|/n and linear between knots, which are computed exactly. y is
// continuous, or -1 and 1 for two classes. The score of a feature is λ/λmax at its entry; a feature
// that never enters scores |X_j'r|/(n λmax) at the last knot with λ > 0, r = y - Xw. The path ends
// when K features have entered, or at λ = 0, where the residual is that of least squares. A
// duplicate of a feature in the model never enters; constant columns score 0 and rank last.
//
// Select returns an error for another target, and when squares of a column overflow or underflow.
// A knot costs O(nd + nk + k²) time for k features in the model; the memory is one copy of X, or
// O(nk) for values that are sparse or on disk.
//
// Source: Tibshirani 1996, (1); Efron, Hastie, Johnstone, Tibshirani 2004, section 3.1. See
// docs/methods-linear.md.
type Lasso struct{}

// Facts returns what is known of the method.
func (Lasso) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "lasso",
			Family:  algorithms.Linear,
			Summary: "first entry into a linear model with an l1 penalty, as the penalty falls",
			Source:  "Tibshirani 1996", Revision: 1,
		},
		Promises: algorithms.Promises{
			Redundancy: true, Nested: true,
			Targets: algorithms.TwoClasses | algorithms.Continuous, Instead: "ls-l21",
		},
		Costs: algorithms.Costs{Cost: "ndk", Storage: algorithms.AnyStorage},
	}
}

// Select returns the features in the order in which they enter. The objective is that of the last
// knot.
func (m Lasso) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		return selectLasso(ctx, d, opt)
	})
}

func selectLasso(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Found, error) {
	x, t, err := prepare(ctx, d, opt.Workers)
	if err != nil {
		return nil, err
	}
	want := opt.K
	if want == 0 || want > x.Len() {
		want = x.Len()
	}
	tick := opt.Meter("features", want)
	course, err := lasso.Follow(ctx, x, t.u, want, func() { tick(1) }, nil)
	if course == nil {
		return nil, err
	}
	entered, scores := make([]int, 0, want), make([]float64, 0, want)
	for _, e := range course.Entries {
		if len(entered) < want {
			entered = append(entered, e.Column)
			scores = append(scores, e.Lambda/course.Start)
		}
	}
	f := x.found(entered, scores, course.Correlations, course.Start, err == nil)
	if err == nil {
		tick(want - len(entered))
	}
	f.Warnings = caution.Constant(d, x.constant)
	unit := t.deviation * t.deviation
	f.Diagnostics = algorithms.Diagnostics{
		Objective:  algorithms.NewObjective(course.Objective * unit),
		Iterations: course.Steps, Converged: course.Converged,
		Certificate: gapCertificate(course.Gap),
		Extra: []algorithms.Value{
			{Name: "largest lambda", Value: algorithms.Number(course.Start * t.deviation)},
			{Name: "last lambda", Value: algorithms.Number(course.Lambda * t.deviation)},
			{Name: "entered", Value: algorithms.Number(len(entered))},
			{Name: "left again", Value: algorithms.Number(course.Dropped)},
		},
	}
	f.Warnings = append(f.Warnings, endWarnings(len(entered), want, opt.K, course.Start)...)
	if !course.Converged {
		f.Warnings = append(f.Warnings, "the path ends early because it takes too many steps, as "+
			"with exactly tied columns; the other features follow by their correlation with the "+
			"residual")
	}
	return f, err
}

// prepare returns the columns and the target of d.
func prepare(ctx context.Context, d *datasets.Dataset, workers int) (*columns, *target, error) {
	t, err := newTarget(d)
	if err != nil {
		return nil, nil, err
	}
	x, err := newColumns(ctx, d, workers)
	return x, t, err
}

// gapTolerance is the largest duality gap of a solution, relative to the objective of w = 0.
const gapTolerance = 1e-8

func gapCertificate(gap float64) *algorithms.Certificate {
	return &algorithms.Certificate{
		Name:  "duality gap at the last lambda, relative to the objective of no feature",
		Value: algorithms.Number(gap), Tolerance: gapTolerance, Of: "the last problem of the path",
	}
}

const uncorrelated = "no feature is correlated with the target: all score 0, in the order of the " +
	"columns"

// endWarnings say why fewer features entered than were asked for. For k = 0, all, there is no
// warning of this.
func endWarnings(entered, want, k int, start float64) []string {
	switch {
	case start == 0:
		return []string{uncorrelated}
	case k == 0 || entered >= want:
		return nil
	}
	return []string{fmt.Sprintf("%d of the %d features asked for enter the path: they predict all "+
		"that the columns can predict, and the others follow by their correlation with the "+
		"residual", entered, k)}
}
