package evaluation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/origin"
)

// ScatterPlot is the samples of a data set on the first two principal
// components of each ranking's features.
type ScatterPlot struct {
	About        `plain:",-n,-d"`
	Classes      []string
	Y            []int              // class of each sample; nil without labels
	Target       algorithms.Numbers // of each sample; nil without a continuous target
	TargetName   string
	Standardized bool
	Panels       []Panel
	Cached       bool `plain:",last"` // read from disk instead of computed
}

// Panel is the projection for one ranking.
type Panel struct {
	Label     string
	K         int
	X, Y      []float64  // the samples on the first and the second component
	Explained [2]float64 // share of the variance on each
	// Correlation is the absolute correlation of each component with the continuous target; 0
	// without one, or where either is constant.
	Correlation [2]float64
}

// Scatter projects d on the first two principal components of each ranking's
// features, which are brought to zero mean and unit variance first unless raw is
// set. A single feature has no second component: Y is 0. Features of values that are sparse or on
// disk are put in memory when they are few (datasets.KeptDense), else centered and scaled within
// products. It returns an error when a ranking does not belong to d, when all its features are
// constant, and ctx.Err(). The cost is that of learn.PCA.
func Scatter(ctx context.Context, d *datasets.Dataset, raw bool,
	rankings ...*algorithms.Ranking) (*ScatterPlot, error) {
	if err := checkRankings(d, rankings); err != nil {
		return nil, err
	}
	plot := &ScatterPlot{
		About: about(d, rankings...), Classes: d.Classes, Y: d.Y, Standardized: !raw,
		Target: slices.Clone(d.Target), TargetName: d.TargetName,
	}
	labels := origin.Labels(rankings)
	for i, r := range rankings {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		chosen, err := d.Take(r.Features)
		if err != nil {
			return nil, err
		}
		if err := chosen.CheckFinite(); err != nil {
			return nil, err
		}
		pca, err := components(ctx, chosen, min(2, len(r.Features)), raw)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Label, err)
		}
		p := Panel{Label: labels[i], K: len(r.Features), X: make([]float64, d.N()),
			Y: make([]float64, d.N())}
		copy(p.Explained[:], pca.Explained)
		for row := range p.X {
			p.X[row] = pca.Scores.At(row, 0)
			if len(r.Features) > 1 {
				p.Y[row] = pca.Scores.At(row, 1)
			}
		}
		if d.Continuous() {
			p.Correlation = [2]float64{correlated(p.X, d.Target), correlated(p.Y, d.Target)}
		}
		plot.Panels = append(plot.Panels, p)
	}
	return plot, nil
}

// correlated is the absolute correlation of two lists of numbers; 0 where either is constant.
func correlated(x, y []float64) float64 {
	r := math.Abs(stat.Correlation(x, y, nil))
	if math.IsNaN(r) {
		return 0
	}
	return min(r, 1)
}

// components projects the features of d, standardized unless raw is set.
func components(ctx context.Context, d *datasets.Dataset, m int, raw bool) (*learn.Projection,
	error) {
	if raw {
		return learn.PCA(ctx, valuesOf(d), m)
	}
	return learn.StandardizedPCA(ctx, valuesOf(d), m)
}

// valuesOf are the values as the functions of learn take them.
func valuesOf(d *datasets.Dataset) mat.Matrix {
	if d.Stored != nil {
		return d.Stored
	}
	return d.X
}

// ShowOn shows the plot on a screen that has ShowScatter: see display.Showable.
func (s *ScatterPlot) ShowOn(screen any) {
	screen.(interface{ ShowScatter(*ScatterPlot) }).ShowScatter(s)
}
