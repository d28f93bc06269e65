package linear

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/lasso"
)

// Solution is a linear model at one λ: the target is Intercept plus the sum of Coefficients times
// the values of Features.
type Solution struct {
	Lambda       float64
	Intercept    float64
	Features     []int     // columns whose coefficient is not 0, ascending
	Coefficients []float64 // theirs, in the units of X and of the target
}

// Path returns the models at the given λ, which must be positive and fall; nil means 100 from λmax
// down to λmax/1000, in equal ratios. Two classes are a target of -1 and 1. Coefficients are linear
// between the knots of Select, and as exact. The errors and the cost are those of Select with all
// knots down to the last λ. If ctx is canceled, it returns the models so far with ctx.Err().
func (m Lasso) Path(ctx context.Context, d *datasets.Dataset, lambdas []float64,
	opt algorithms.Options) ([]Solution, error) {
	x, t, lambdas, err := preparePath(ctx, m, d, lambdas, 1, opt)
	if err != nil {
		return nil, err
	}
	return lassoPath(ctx, m, x, t, lambdas)
}

// lassoPath is Path of the lasso, for the method m.
func lassoPath(ctx context.Context, m algorithms.Selector, x *columns, t *target,
	lambdas []float64) ([]Solution, error) {
	b := &between{x: x, t: t, lambdas: lambdas}
	course, err := lasso.Follow(ctx, x, t.u, 0, nil, b.knot)
	if err != nil {
		return b.out, algorithms.Wrap(ctx, m, err)
	}
	if !course.Converged {
		return nil, algorithms.Wrap(ctx, m, fmt.Errorf("the path takes too many steps, as with "+
			"exactly tied columns, and stops at lambda %.3g; give larger ones, or use elastic-net",
			b.last*t.deviation))
	}
	for len(b.out) < len(lambdas) { // no feature is correlated with the target
		b.out = append(b.out, x.solution(t, lambdas[len(b.out)], nil, nil))
	}
	return b.out, nil
}

// between collects models between the knots of a path.
type between struct {
	x        *columns
	t        *target
	lambdas  []float64
	out      []Solution
	last     float64 // λ of the knot before, in the unit of the path
	features []int
	a        []float64
	begun    bool
}

// knot receives a knot, and returns whether more are needed.
func (b *between) knot(lambda float64, features []int, a []float64) bool {
	for len(b.out) < len(b.lambdas) {
		at := b.lambdas[len(b.out)] / b.t.deviation
		if at < lambda {
			break
		}
		b.out = append(b.out, b.model(b.lambdas[len(b.out)], at, lambda, features, a))
	}
	b.last, b.begun = lambda, true
	b.features, b.a = append(b.features[:0], features...), append(b.a[:0], a...)
	return len(b.out) < len(b.lambdas)
}

// model is the one at a λ between the last knot and the given one.
func (b *between) model(lambda, at, knot float64, features []int, a []float64) Solution {
	if !b.begun {
		return b.x.solution(b.t, lambda, nil, nil)
	}
	share := 1.0
	if b.last > knot {
		share = min(1, (b.last-at)/(b.last-knot))
	}
	sum := make(map[int]float64)
	var order []int
	add := func(features []int, a []float64, share float64) {
		for i, k := range features {
			if _, there := sum[k]; !there {
				order = append(order, k)
			}
			sum[k] += float64(share * a[i])
		}
	}
	add(b.features, b.a, 1-share)
	add(features, a, share)
	values := make([]float64, len(order))
	for i, k := range order {
		values[i] = sum[k]
	}
	return b.x.solution(b.t, lambda, order, values)
}

// preparePath checks the arguments of Path, and writes out the default of lambdas.
func preparePath(ctx context.Context, m algorithms.Selector, d *datasets.Dataset,
	lambdas []float64, ratio float64, opt algorithms.Options) (*columns, *target, []float64,
	error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, nil, nil, err
	}
	for i, v := range lambdas {
		if !(v > 0) || math.IsInf(v, 1) || i > 0 && v >= lambdas[i-1] {
			return nil, nil, nil, algorithms.Wrap(ctx, m, fmt.Errorf("lambda number %d is %g; "+
				"give positive numbers that fall", i+1, v))
		}
	}
	x, t, err := prepare(ctx, d, opt.Workers)
	if err != nil {
		return nil, nil, nil, algorithms.Wrap(ctx, m, err)
	}
	if lambdas == nil {
		if lambdas, err = defaultLambdas(ctx, x, t, ratio); err != nil {
			return nil, nil, nil, algorithms.Wrap(ctx, m, err)
		}
	}
	return x, t, lambdas, nil
}

// defaultCount and defaultLeast are the number of the default λ, and the ratio of the last to λmax.
const defaultCount, defaultLeast = 100, 1e-3

// defaultLambdas are falling λ in equal ratios from λmax, for a share ratio of the l1 penalty.
func defaultLambdas(ctx context.Context, x *columns, t *target, ratio float64) ([]float64, error) {
	c := make([]float64, x.Len())
	if err := x.Dots(ctx, c, t.u, make([]bool, x.Len())); err != nil {
		return nil, err
	}
	var start float64
	for _, v := range c {
		start = max(start, math.Abs(v))
	}
	if start *= t.deviation / ratio; start == 0 {
		return nil, errors.New(
			"all features are constant, or none is correlated with the target, " +
				"and no lambda is the largest; give lambdas")
	}
	out := make([]float64, defaultCount)
	for i := range out {
		out[i] = start * math.Pow(defaultLeast, float64(i)/(defaultCount-1))
	}
	return out, nil
}

// sort puts the features in order.
func (s *Solution) sort() {
	order := make([]int, len(s.Features))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return s.Features[a] - s.Features[b] })
	features, values := make([]int, len(order)), make([]float64, len(order))
	for i, at := range order {
		features[i], values[i] = s.Features[at], s.Coefficients[at]
	}
	s.Features, s.Coefficients = features, values
}
