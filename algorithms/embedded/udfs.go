package embedded

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/paramdoc"
)

// UDFS is unsupervised discriminative feature selection: a projection W (d×m) in which every
// sample and its nearest neighbors lie apart, as if each were a class of its own,
//
//	minimize tr(W'MW) + γΣ√(‖w_j‖² + ε)  subject to  W'W = I
//	M = Σ_i X̃_i'(X̃_iX̃_i' + λI)⁻¹X̃_i
//	score_j = ‖w_j‖, the norm of row j of W
//
// The rows of X̃_i ((k+1)×d) are sample i and its k nearest neighbors minus their mean; ties go to
// the lower row, with a warning. No labels are used. The problem is not convex; the certificate is
// the relative norm of the gradient. Duplicate columns score alike; constant columns score 0 and
// rank last.
//
// Score returns an error when a parameter is negative, Dimensions is not below the number of
// varying columns, Neighbors not below the number of samples, and when squares overflow or
// underflow. The cost is O(n²d + nk²d), and O(n²d + n³) a step; with n >= d O(n²d + nkd²), and
// O(d³) a step. Some tens of steps are usual. The memory is three copies of X and O(n² + dm).
//
// Source: Yang, Shen, Ma, Huang, Zhou 2011, known only from citations. See docs/methods.md.
type UDFS struct {
	// Dimensions is m; 0 means 1. In the paper it is the number of classes, which is unknown
	// without labels.
	Dimensions int `default:"1" range:"[1,d]"`
	// Neighbors is k, the number of nearest neighbors of a sample; 0 means 5.
	Neighbors int `default:"5" range:"[1,n-1]"`
	// Gamma is γ, the weight of the rows' norms; 0 means 1.
	Gamma float64 `default:"1" range:"[1e-100,1e+100]"`
	// Lambda is λ, which keeps the local matrices nonsingular; 0 means 1, which suits columns of
	// unit variance.
	Lambda float64 `default:"1" range:"[1e-100,1e+100]"`
	// Epsilon is ε, which makes the norms differentiable at 0; 0 means 1e-10.
	Epsilon float64 `default:"1e-10" range:"[1e-100,1e+100]"`
	// Restarts is the number of random starts in addition to the method's own; the lowest objective
	// is kept.
	Restarts int `range:"[0,10000]"`
}

const (
	// rowsTolerance is the norm of the gradient, relative to the objective, at which the steps end.
	rowsTolerance = 1e-8
	rowsSteps     = 2000
)

// Facts returns what is known of the method.
func (m UDFS) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "udfs",
			Family:  algorithms.Projections,
			Summary: "row-sparse projection that sets each sample apart from its nearest neighbors",
			Source:  "Yang, Shen, Ma, Huang, Zhou 2011", Revision: 3,
			Params: map[string]string{
				"dimensions": paramdoc.Dimensions,
				"neighbors":  "nearest samples that each sample is separated from; 0 means 5",
				"gamma":      paramdoc.RowNorms,
				"lambda":     "number added to the diagonal of the local products; 0 means 1",
				"epsilon":    paramdoc.Smoothing,
				"restarts":   paramdoc.Restarts,
			},
		},
		Promises: algorithms.Promises{
			Nested: true, Seeded: m.Restarts > 0, InUnit: true, Anytime: true,
			RowOrder: true,
		},
		Costs: algorithms.Costs{
			Cost: "n²d + n³ a step, d³ where d < n",
			Memory: func(s algorithms.Shape) float64 {
				n, d, _ := s.Floats()
				return 8 * (2.2*n*d + 50*n*float64(algorithms.WithDefaults(m).Neighbors))
			},
		},
	}
}

// Score returns the norms of the rows of W.
func (m UDFS) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	m = algorithms.WithDefaults(m)
	run := func() (*algorithms.Scores, error) { return m.score(ctx, d, opt) }
	return algorithms.AnswerScores(ctx, m, d, opt, run)
}

// Select ranks the features by their scores.
func (m UDFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

func (m UDFS) score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return scoreRows(ctx, d, opt, m.Dimensions, m.Gamma, m.Epsilon,
		func(x *mat.Dense) (*rowFit, error) {
			near, decided, err := nearest(ctx, d, m.Neighbors, opt)
			if err != nil {
				return nil, err
			}
			cols := d2(x)
			var b *mat.Dense
			var form *mat.SymDense
			if formed(d.N(), cols, m.Dimensions) {
				form, err = localForm(ctx, x, near, m.Lambda, formLimit*m.Gamma, opt.Workers)
			}
			if err == nil && form == nil {
				b, err = localRows(ctx, x, near, m.Lambda, opt.Workers)
			}
			if err != nil {
				return nil, err
			}
			tick := opt.Meter("projection", rowsSteps*(1+m.Restarts))
			return bestRows(ctx, opt, m.Restarts, m.Dimensions, cols,
				func(start *mat.Dense) (*rowFit, float64, error) {
					f := &rowFit{m: m.Dimensions, gamma: m.Gamma, epsilon: m.Epsilon,
						tolerance: rowsTolerance, form: form}
					f.warnings = decidedWarning(decided, d.N())
					defer func() { tick(rowsSteps - f.steps) }()
					if err := f.begin(ctx, b, cols, start); err != nil {
						return nil, math.Inf(1), err
					}
					err := f.lower(ctx, b, tick)
					if err != nil && !f.stopped || f.w == nil {
						return nil, math.Inf(1), err
					}
					return f, f.objective(), err
				})
		})
}

// nearest returns the k nearest neighbors of each sample by all columns, and the number of samples
// whose last neighbor is decided by row order. Ties cannot share a place here, since a local set
// has whole samples.
func nearest(ctx context.Context, d *datasets.Dataset, k int, opt algorithms.Options) (
	[][]graphs.Neighbor, int, error) {
	found, err := graphs.FindNearest(ctx, d.Matrix(), k, opt.Workers, opt.Meter)
	if err != nil {
		return nil, 0, err
	}
	near, decided := found.ByRow()
	for _, list := range near {
		for _, v := range list {
			if math.IsInf(v.Distance, 0) {
				return nil, 0, errTooFar
			}
		}
	}
	return near, decided, nil
}

func decidedWarning(decided, n int) []string {
	if decided == 0 {
		return nil
	}
	return []string{
		fmt.Sprintf("for %d of %d samples the last neighbor ties with the next, and the lower "+
			"row is taken: rows in another order change the scores", decided, n)}
}

var errTooFar = errors.New(
	"the squared distances between samples overflow; divide the columns by a large number")

func d2(x *mat.Dense) int { _, d := x.Dims(); return d }
