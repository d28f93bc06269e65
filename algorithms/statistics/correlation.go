package statistics

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/tails"
)

// Pearson scores a feature f by the absolute value of its correlation with the target y:
//
//	score_j = |Σ_i (f_i - mean f)(y_i - mean y)| / √(Σ_i (f_i - mean f)² Σ_i (y_i - mean y)²)
//
// y is a continuous target, or two classes as 0 and 1. Scores are between 0 and 1; constant columns
// score 0 and rank last. The two-sided p-value is that of r = 0 with n samples, from Student's
// distribution with n - 2 degrees of freedom, as of FRegression; it is 1 for n = 2. Score returns
// an error for another target, one that is the same in all samples, and when the squares of a
// column overflow or underflow. The cost is O(nd) time in five passes over X (n×d), and O(n + d)
// memory.
//
// Source: Pearson 1895.
type Pearson struct {
	// Permutations is the number B of permutations of the target from which the p-values are; 0
	// means the distribution above. They are at least 1/(1 + B), and keep groups of samples
	// together (Permuter); the cost is O(Bnd) more. Scores do not depend on it.
	Permutations int `range:"[0,10000000]" omitzero:""`
}

// Facts returns what is known of the method.
func (m Pearson) Facts() algorithms.Facts {
	return permutedFacts(algorithms.Facts{
		About: algorithms.About{
			Name:    "pearson",
			Summary: "absolute correlation with a continuous target, or with two classes",
			Source:  "Pearson 1895", Revision: 2,
		},
		Promises: algorithms.Promises{
			Targets: algorithms.TwoClasses | algorithms.Continuous, Instead: "fisher",
		},
		Costs: algorithms.Costs{Cost: "nd"},
	}, m.Permutations)
}

// Score returns the absolute correlation of every feature.
func (m Pearson) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	f, err := fitLines(ctx, d, opt)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s := newTest(d, f.constant)
	for j, q := range f.square {
		if q > 0 {
			s.PValues[j] = f.p(j)
			s.Values[j] = min(1, math.Abs(f.slope[j])/math.Sqrt(q))
		}
	}
	return permutation{m.Permutations, byTarget, false}.apply(ctx, m, d, s, opt)
}

// Select ranks the features by their scores.
func (m Pearson) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// FRegression scores a feature by the F statistic of the line that predicts the continuous target
// from it, with r their correlation and n samples:
//
//	score_j = r²(n - 2) / (1 - r²)
//
// 1 - r² is the squared residual over the scatter, so it keeps its digits where r² is nearly 1. The
// score is +Inf where the residual is within the rounding of the values. The order is that of
// Pearson. Constant columns score 0 and rank last. The p-value is the tail of F with 1 and n - 2
// degrees of freedom, 0 for +Inf:
//
//	p_j = I_{1-r²}((n - 2)/2, 1/2)
//
// Score returns an error when there are fewer than 3 samples, without a continuous target, and when
// the squares of a column overflow or underflow. The cost is O(nd) time in five passes over X, and
// O(n + d) memory.
//
// Source: Draper, Smith 1998, section 1.3.
type FRegression struct {
	// Permutations is the number B of permutations of the target from which the p-values are; 0
	// means the distribution above. They are at least 1/(1 + B), and keep groups of samples
	// together (Permuter); the cost is O(Bnd) more. Scores do not depend on it.
	Permutations int `range:"[0,10000000]" omitzero:""`
}

// Facts returns what is known of the method.
func (m FRegression) Facts() algorithms.Facts {
	return permutedFacts(algorithms.Facts{
		About: algorithms.About{
			Name:    "f-regression",
			Summary: "F statistic of the line that predicts a continuous target from a feature",
			Source:  "Draper, Smith 1998", Revision: 2,
		},
		Promises: algorithms.Promises{Targets: algorithms.Continuous, Instead: "fisher"},
		Costs:    algorithms.Costs{Cost: "nd"},
	}, m.Permutations)
}

// Score returns the F statistic of every feature.
func (m FRegression) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	n := float64(d.N())
	if n < 3 {
		return nil, algorithms.Wrap(ctx, m, fewSamples(d, 3))
	}
	f, err := fitLines(ctx, d, opt)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	s := newTest(d, f.constant)
	for j, q := range f.square {
		switch b := f.slope[j]; {
		case q == 0:
		case f.perfect(j):
			s.Values[j], s.PValues[j] = math.Inf(1), 0
		default:
			s.PValues[j] = f.p(j)
			s.Values[j] = (n - 2) * (b / f.residual[j] * b)
		}
	}
	return permutation{m.Permutations, byTarget, false}.apply(ctx, m, d, s, opt)
}

// Select ranks the features by their scores.
func (m FRegression) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// fewSamples is the error of data with fewer samples than a method needs.
func fewSamples(d *datasets.Dataset, least int) error {
	return fmt.Errorf("the data set has %d samples; the method needs at least %d", d.N(), least)
}

// lines are the least squares lines from the target to each feature: with u the centered target
// of unit length and f the centered feature, slope f'u, residual ‖f - (f'u)u‖², square ‖f‖².
// rounding is a bound of the residual that rounding of the values may leave.
type lines struct {
	square, slope, residual, rounding []float64
	constant                          []int
	samples                           int
	tail                              tails.FTail // of F with 1 and n - 2 degrees of freedom
}

// perfect reports whether the residual of feature j is within the rounding of its values.
func (f *lines) perfect(j int) bool { return f.residual[j] <= f.rounding[j] }

// p is the p-value of a slope of 0 for feature j, which varies.
func (f *lines) p(j int) float64 {
	switch {
	case f.samples == 2: // any two samples are on a line
		return 1
	case f.perfect(j):
		return 0
	}
	return f.tail.P(f.slope[j]*f.slope[j], f.residual[j])
}

// fitLines fits a line to each column of d, which has a target that varies.
func fitLines(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*lines, error) {
	n, p := d.N(), d.D()
	f := &lines{
		samples: n, tail: tails.NewF(1, float64(n-2)),
		slope: make([]float64, p), residual: make([]float64, p), rounding: make([]float64, p),
	}
	var err error
	f.square, f.constant, err = graphs.Scatter(ctx, d.Matrix(), d.Features, opt.Workers)
	if err != nil {
		return nil, err
	}
	ones := make([]float64, n)
	floats.AddConst(1, ones)
	mean, err := graphs.WeightedMeans(ctx, d.Matrix(), ones, opt.Workers)
	if err != nil {
		return nil, err
	}
	y := twoClassCodes(d)
	u, lost := graphs.CenteredTarget(y)
	const block = 128
	if x, ok := d.Stored.(*storage.Sparse); ok {
		err = parallel.For(ctx, opt.Workers, p, block, func(lo, hi int) {
			column := mat.NewDense(n, 1, nil)
			for j := lo; j < hi; j++ {
				f.fitSparse(x, column, mean[j:j+1], u, lost, j)
			}
		})
		return f, err
	}
	err = storage.EachBlock(ctx, d.Matrix(), opt.Workers, block, func(x *mat.Dense, lo, hi int) {
		f.fit(x, mean[lo:hi], u, lost, lo, hi)
	})
	return f, err
}

// nearlyFitted is the share of the scatter below which the residual of a sparse column is computed
// from all rows: as a difference of sums it has lost its digits.
const nearlyFitted = 1e-6

// fitSparse does column j, in the time of its entries unless the fit is nearly perfect. column is
// scratch space, of zeros.
func (f *lines) fitSparse(x *storage.Sparse, column *mat.Dense, mean, u []float64, lost float64,
	j int) {
	rows, values := x.Column(j)
	var origin, weight, square float64
	if len(rows) > 0 && rows[0] == 0 {
		origin = values[0]
	}
	empty := -origin - mean[0] // the centered value of a zero
	slope := 0.0
	for p, i := range rows {
		slope += float64((values[p] - origin - mean[0]) * u[i])
		weight += u[i]
		square += float64(u[i] * u[i])
	}
	slope -= float64(empty * weight) // the sum of u is 0, and that of its squares 1
	var residual float64
	for p, i := range rows {
		r := values[p] - origin - mean[0] - float64(slope*u[i])
		residual += float64(r * r)
	}
	rest := float64(len(u)-len(rows)) * empty * empty
	residual += rest + float64(2*slope*empty*weight) + float64(slope*slope*(1-square))
	if residual > nearlyFitted*f.square[j] {
		f.slope[j], f.residual[j] = slope, residual
		return
	}
	for p, i := range rows {
		column.Set(int(i), 0, values[p])
	}
	f.fit(column, mean, u, lost, j, j+1)
	for _, i := range rows {
		column.Set(int(i), 0, 0)
	}
}

// fit does the columns of x, which are columns lo to hi-1 of all; mean is that of each column less
// its first value.
func (f *lines) fit(x *mat.Dense, mean, u []float64, lost float64, lo, hi int) {
	slope, residual, rounding := f.slope[lo:hi], f.residual[lo:hi], f.rounding[lo:hi]
	origin := x.RawRowView(0)
	for i, w := range u {
		for j, v := range x.RawRowView(i) {
			slope[j] += float64((v - origin[j] - mean[j]) * w)
		}
	}
	const eps = 0x1p-52
	for i, w := range u {
		for j, v := range x.RawRowView(i) {
			r := v - origin[j] - mean[j] - float64(slope[j]*w)
			residual[j] += float64(r * r)
			e := eps * (math.Abs(v) + math.Abs(origin[j]))
			rounding[j] += float64(e * e)
		}
	}
	for j := range rounding {
		e := slope[j] * lost
		rounding[j] += float64(e * e)
	}
}
