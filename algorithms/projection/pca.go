package projection

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/paramdoc"
)

// PCAScore is the norm of a feature's row in the principal axes W (d×m), those of largest
// variance:
//
//	score_j = √Σ_{k<=m} w_jk²,   max over W'W = I of tr(W'X'XW)
//
// X (n×d) is centered. No labels are used. Features of large variance, and features that vary
// together, come first.
//
// Score returns an error when Dimensions is negative or not below the number of varying columns,
// when there is only one sample, and when the squares of a column overflow or underflow. The cost
// is that of learn.PCA: O(nd) for each of about a hundred vectors, or O(nd·min(n, d)). The axes
// are exact to 1e-10 over the relative gap between their eigenvalues.
//
// Source: Jolliffe 2002.
type PCAScore struct {
	// Dimensions is m, the number of axes; 0 means 1, as in LAP's first experiments.
	Dimensions int `default:"1" range:"[1,d]"`
}

// Facts returns what is known of the method.
func (PCAScore) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "pca",
			Family:  algorithms.Projections,
			Summary: "part in the axes of largest variance", Source: "Jolliffe 2002",
			Revision: 1,
			Params: map[string]string{
				"dimensions": paramdoc.Dimensions,
			},
		},
		Promises: algorithms.Promises{Nested: true},
		Costs: algorithms.Costs{
			Cost:   "nd an axis of a Krylov space; nd min(n,d) for small data",
			Memory: func(s algorithms.Shape) float64 { return rowspaceMemory(s, 2, .5, 1) },
		},
	}
}

// Score returns the row norms of W. The objective is the share of the variance on the axes.
func (m PCAScore) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return scores(m.Project(ctx, d, opt))
}

// Select ranks the features by their scores.
func (m PCAScore) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// Project returns W, with the share of the variance on each axis.
func (m PCAScore) Project(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Projection, error) {
	m = algorithms.WithDefaults(m)
	return project(ctx, m, d, opt, m.Dimensions, func(x *mat.Dense, dims int, p *plan) (
		*learn.Directions, error) {
		p.square, p.objective = true, sum
		return learn.PrincipalAxes(ctx, x, dims)
	})
}
