package projection

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/paramdoc"
)

// LDAScore is the norm of a feature's row in the axes W (d×m) of linear discriminant analysis,
//
//	max over W'W = I of  tr((W'S_wW)⁻¹ W'S_bW)
//	S_w = Σ_l Σ_{i in class l} (x_i - μ_l)(x_i - μ_l)',   S_b = Σ_l n_l (μ_l - μ)(μ_l - μ)'
//	score_j = √P_jj, P the projector on the span of W
//
// over the rows x_i of X (n×d). With more features than samples S_w is singular and the ratio
// infinite; W then spans directions in which no class has any scatter (null-space LDA), and a
// Ridge of .01 to 1 is more stable.
//
// Score returns an error when there are no labels, when Dimensions is negative, above c - 1 for c
// classes, or not below the number of varying columns, when Ridge is negative, and when the
// squares of a column overflow or underflow. The cost is O(nd·min(n, d)), and the memory one copy
// of X and O(min(n, d)²), never d×d.
//
// Source: LAP 2018, eqs. 1 to 3. See docs/methods.md.
type LDAScore struct {
	// Dimensions is m, the number of axes; 0 means c - 1 of c classes, fewer for few
	// features.
	Dimensions int `range:"[1,d]"`
	// Ridge adds Ridge·tr(S_w)/d to the diagonal of S_w; 0 means none.
	Ridge float64 `range:"[1e-100,1e+100]"`
	// Equal weights all classes equally in S_b, without n_l.
	Equal bool
}

// Facts returns what is known of the method.
func (LDAScore) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "lda",
			Family: algorithms.Projections,
			Summary: "part in the projection with the largest scatter between classes relative " +
				"to that within",
			Source: "Hastie, Tibshirani, Friedman 2009", Revision: 2,
			Params: map[string]string{
				"dimensions": paramdoc.ClassDimensions,
				"ridge":      ridgeDoc,
				"equal":      "weight all classes equally in the scatter between classes",
			},
		},
		Promises: algorithms.Promises{Nested: true, Targets: algorithms.Classes},
		Costs: algorithms.Costs{
			Cost: "nd min(n,d)",
			Memory: func(s algorithms.Shape) float64 {
				n, _, classes := s.Floats()
				return rowspaceMemory(s, 1.6, 2, classes) + 8*n*classes
			},
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

// classAxes returns the default number of axes of LDA: c - 1 for c classes with samples.
func classAxes(d *datasets.Dataset) int {
	filled := 0
	for _, n := range d.ClassCounts() {
		filled += min(n, 1)
	}
	return filled - 1
}

// fewer limits a default number of axes by the number of features.
func fewer(asked, dims int, x *mat.Dense) int {
	if _, d := x.Dims(); asked == 0 {
		return min(dims, max(d-1, 1))
	}
	return dims
}
