package projection

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/paramdoc"
	"fsnb.example/learn"
)

// LDAScore is the norm of a feature's row in the axes W (d×m) of linear discriminant analysis,
//
//	max over W'W = I of  tr((W'S_wW)⁻¹ W'S_bW)
//	S_w = Σ_l Σ_{i in class l} (x_i - μ_l)(x_i - μ_l)',   S_b = Σ_l n_l (μ_l - μ)(μ_l - μ)'
//
// (LAP 2018, (1) to (3)). The ratio is that of the span of W, of which W is an orthonormal basis,
// and so the scores, √P_jj of the projector on the span, are determined. S_b is printed without
// n_l; Equal takes that, and learn.LDA says why it is not the default.
//
// When there are more features than samples S_w is singular, the ratio infinite, and W spans
// directions in which no class has any scatter (null-space LDA): that is what a Ridge comes to as
// it goes to 0. These directions fit the samples at hand, and many features share in them; a Ridge
// of .01 to 1 is steadier.
//
// The cost is O(nd·min(n, d)), and the memory one copy of X and O(min(n, d)²), never d×d. Score
// returns an error when there are no labels, when Dimensions is negative, above c - 1, or no
// smaller than the number of columns that vary, when Ridge is negative, and when the squares of a
// column overflow or underflow.
type LDAScore struct {
	// Dimensions is m, the number of axes; 0 means all there are: c - 1 of c classes, fewer for few
	// features.
	Dimensions int
	// Ridge adds Ridge·tr(S_w)/d to the diagonal of S_w; 0 means none.
	Ridge float64
	// Equal counts every class alike in S_b, whatever its size.
	Equal bool
}

// Name returns "lda".
func (LDAScore) Name() string { return "lda" }

// Facts returns what is known of the method.
func (LDAScore) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "part in the projection that separates the classes best, relative to their " +
			"scatter",
		Source:   "Hastie, Tibshirani, Friedman 2009",
		Cost:     "nd min(n,d)",
		Revision: 2, Nested: true, Targets: algorithms.Classes,
		Params: map[string]string{
			"dimensions": paramdoc.ClassDimensions,
			"ridge":      ridgeDoc,
			"equal":      "count every class alike in the scatter between, whatever its size",
		},
	}
}

// Score returns the row norms of W. The objective is the trace.
func (m LDAScore) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return scores(m.Project(ctx, d, opt))
}

// Select ranks the features by their scores.
func (m LDAScore) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// Project returns W, with the ratio λ of each axis.
func (m LDAScore) Project(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Projection, error) {
	return project(ctx, m, d, opt, m.Dimensions, func(x *mat.Dense, dims int, p *plan) (
		*learn.Directions, error) {
		p.square, p.objective = true, sum
		dims = fewer(m.Dimensions, dims, x)
		return learn.LDA(ctx, x, d.Y, dims, learn.LDAOptions{Ridge: m.Ridge, Equal: m.Equal})
	})
}

// classAxes is the number of axes of LDA when none is given: c - 1 of c classes that have samples.
func classAxes(d *datasets.Dataset) int {
	filled := 0
	for _, n := range d.ClassCounts() {
		filled += min(n, 1)
	}
	return filled - 1
}

// fewer lowers a default number of axes to what the features allow.
func fewer(asked, dims int, x *mat.Dense) int {
	if _, d := x.Dims(); asked == 0 {
		return min(dims, max(d-1, 1))
	}
	return dims
}
