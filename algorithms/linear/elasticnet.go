package linear

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

const (
	// netSteps is the number of intervals of λ, in equal ratios, from λmax down to netLeast·λmax.
	netSteps, netLeast = 100, 1e-4
	// netWidth is the width of an interval, relative to λ, that is not halved any more.
	netWidth = 1e-9
)

// ElasticNet orders features by their first entry into the elastic net as λ falls, the share ρ of
// the l1 penalty being fixed. With columns of X (n×d) centered and divided by their standard
// deviation (1/n), and the target y centered, it is
//
//	min over w  (1/2n)‖y - Xw‖² + λ(ρ‖w‖₁ + (1-ρ)/2 ‖w‖²)
//
// y is continuous, whose unit matters, or -1 and 1 for two classes. λ falls from λmax, where the
// first feature enters, to 1e-4 λmax in 100 ratios. An interval in which several features
// enter is halved until one does or it is 1e-9 of λ wide; the rest enter in column order. The
// score is λ/λmax at the lower end; a feature that never enters scores |X_j'r|/(n ρ λmax), r = y -
// Xw at the last λ. Duplicates enter together; constant columns score 0 and rank last.
//
// Select returns an error for a ratio outside (0, 1], another target, and when squares of a column
// overflow or underflow. A λ costs O(nd) time, and each change of its k features O(min(n, k)³ +
// nk); the memory is that of Lasso and O(k²).
//
// Source: Zou, Hastie 2005, (3); Friedman, Hastie, Tibshirani 2010, (2). See
// docs/methods-linear.md.
type ElasticNet struct {
	// Ratio is ρ; 0 means .5, and 1 is Lasso.
	Ratio float64 `default:"0.5" range:"[1e-100,1]"`
}

// Facts returns what is known of the method.
func (ElasticNet) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "elastic-net",
			Family:  algorithms.Linear,
			Summary: "first entry into a linear model with an l1 and an l2 penalty, as both fall",
			Source:  "Zou, Hastie 2005",
			Params: map[string]string{
				"ratio": "share of the l1 penalty; 1 is the lasso; 0 means .5",
			},
			Revision: 1,
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: algorithms.TwoClasses | algorithms.Continuous,
			Instead: "ls-l21",
		},
		Costs: algorithms.Costs{
			Cost: "nd; min(n, k)³k", Storage: algorithms.AnyStorage,
		},
	}
}

// Select returns the features in the order in which they enter. The objective is that of the last
// λ.
func (m ElasticNet) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		if m.Ratio == 1 {
			return selectLasso(ctx, d, opt)
		}
		return m.run(ctx, d, opt)
	})
}

func (m ElasticNet) run(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Found, error) {
	x, t, err := prepare(ctx, d, opt.Workers)
	if err != nil {
		return nil, err
	}
	want := x.Len()
	if opt.K > 0 {
		want = min(want, opt.K)
	}
	s, err := newNet(ctx, x, t, m.Ratio)
	if err != nil {
		return nil, err
	}
	e := &entering{net: s, want: want, tick: opt.Meter("features", want),
		seen: make([]bool, x.Len())}
	err = e.follow(ctx)
	f := x.found(e.features, e.scores, s.c, s.start, err == nil)
	if err == nil {
		e.tick(want - len(e.features))
	}
	f.Warnings = algorithms.ConstantWarning(d, x.constant)
	gap := s.gap()
	f.Diagnostics = algorithms.Diagnostics{
		Objective:  algorithms.NewObjective(s.objective() * t.deviation * t.deviation),
		Iterations: s.solves, Converged: gap <= gapTolerance, Certificate: gapCertificate(gap),
		Extra: []algorithms.Value{
			{Name: "largest lambda", Value: algorithms.Number(s.most)},
			{Name: "last lambda", Value: algorithms.Number(s.lambda)},
			{Name: "entered", Value: algorithms.Number(len(e.features))},
		},
	}
	if s.start == 0 {
		f.Warnings = append(f.Warnings, uncorrelated)
	} else if len(e.features) < min(opt.K, want) && err == nil {
		f.Warnings = append(f.Warnings, fmt.Sprintf("%d of the %d features asked for enter before "+
			"lambda is %g of the largest one, where the path ends; the others follow by their "+
			"correlation with the residual", len(e.features), opt.K, netLeast))
	}
	return f, err
}

// Path returns the models at the given λ, which must be positive and fall; nil means 100 from λmax
// down to λmax/1000, in equal ratios. Two classes are a target of -1 and 1. The errors are those of
// Select, and of a model whose duality gap is above 1e-8 of the objective of no feature. If ctx is
// canceled, it returns the models so far with ctx.Err().
func (m ElasticNet) Path(ctx context.Context, d *datasets.Dataset, lambdas []float64,
	opt algorithms.Options) ([]Solution, error) {
	m = algorithms.WithDefaults(m)
	x, t, lambdas, err := preparePath(ctx, m, d, lambdas, m.Ratio, opt)
	if err != nil {
		return nil, err
	}
	if m.Ratio == 1 {
		return lassoPath(ctx, m, x, t, lambdas)
	}
	s, err := newNet(ctx, x, t, m.Ratio)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	var out []Solution
	for _, lambda := range lambdas {
		if err := s.solve(ctx, lambda); err != nil {
			return out, algorithms.Wrap(ctx, m, err)
		}
		if gap := s.gap(); gap > gapTolerance {
			return nil, algorithms.Wrap(ctx, m, fmt.Errorf("the duality gap at lambda %.3g is "+
				"%.1e of the objective of no feature; give larger lambdas, or a smaller ratio",
				lambda, gap))
		}
		out = append(out, x.solution(t, lambda, s.active, s.a))
	}
	return out, nil
}

// entering collects features as they enter.
type entering struct {
	*net
	want     int
	tick     func(int)
	seen     []bool
	features []int
	scores   []float64
}

// follow lowers λ until enough features have entered, and ends at the last λ.
func (e *entering) follow(ctx context.Context) error {
	if e.start == 0 {
		return nil
	}
	before, last := e.most, e.most
	for i := 1; i <= netSteps && len(e.features) < e.want; i++ {
		last = e.most * math.Pow(netLeast, float64(i)/netSteps)
		if err := e.solve(ctx, last); err != nil {
			return err
		}
		if err := e.split(ctx, before, last, e.fresh()); err != nil {
			return err
		}
		before = last
	}
	if n := len(e.scores); n >= e.want && n > 0 {
		last = e.scores[n-1] * e.most
		e.features, e.scores = e.features[:e.want], e.scores[:e.want]
	}
	return e.solve(ctx, last)
}

// fresh are the columns in the model that have not entered, in order.
func (e *entering) fresh() []int {
	var out []int
	for _, k := range e.active {
		if !e.seen[k] {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// split orders the fresh columns of the model at low, of which none is in the model at high.
func (e *entering) split(ctx context.Context, high, low float64, fresh []int) error {
	if len(e.features) >= e.want {
		return nil
	}
	if len(fresh) <= 1 || high-low <= netWidth*high {
		for _, k := range fresh {
			e.seen[k] = true
			e.features = append(e.features, k)
			e.scores = append(e.scores, low/e.most)
			e.tick(1)
		}
		return nil
	}
	middle := low + (high-low)/2
	if err := e.solve(ctx, middle); err != nil {
		return err
	}
	if err := e.split(ctx, high, middle, e.fresh()); err != nil {
		return err
	}
	remaining := slices.DeleteFunc(fresh, func(k int) bool { return e.seen[k] })
	return e.split(ctx, middle, low, remaining)
}
