package evaluation

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/parallel"
)

// Regressor predicts a continuous target.
type Regressor string

const (
	NearestMean     Regressor = "knn"   // mean of the nearest neighbors, Protocol.Neighbors of them
	RidgeRegression Regressor = "ridge" // a linear function with squared weights penalized
	// ForestRegression is a random forest of Protocol.Trees, learn.Forest.
	ForestRegression Regressor = "forest"
)

// Choices returns the regressors, the default first.
func (Regressor) Choices() []string {
	return []string{string(NearestMean), string(RidgeRegression), string(ForestRegression)}
}

// RegressorText names what predicts a continuous target: "mean of 5-NN", "ridge regression" or
// "random forest of 100 trees".
func (p Protocol) RegressorText() string {
	switch p.Regressor {
	case RidgeRegression:
		return "ridge regression"
	case ForestRegression:
		return forestText(p.Trees)
	}
	return "mean of " + Protocol{Neighbors: p.Neighbors, Metric: p.Metric}.Predictor()
}

// RegressionRevision rises whenever Regression changes its results: cached results carry it.
const RegressionRevision = 2

// DefaultRidge is the penalty λ of ridge regression when none is given.
const DefaultRidge = 1

// RegressionErrors is how well a continuous target is predicted, against the number of features,
// for each method.
type RegressionErrors struct {
	Dataset, Target string // Target describes the target
	N, D            int
	Protocol        Protocol // defaults written out
	Training        int      // mean number of training samples
	Groups          string   // what the groups of the samples are; "" for none
	Done            int      // splits that were finished
	Curves          []RegressionCurve
	All             RegressionPoint // with all d features, the line to beat
	Guess           RegressionPoint // the mean of the training part, without any feature
	AllOmitted      string          // why All is missing; "" if it is there
	Warnings        []string        // of the methods, each kind once
	DataWarnings    []string
	Partial         bool // interrupted before all splits were done
	Cached          bool // read from disk instead of computed
	Elapsed         time.Duration
	// Filled is the missing values that each split fills from its training part; "" for none.
	Filled string `plain:",omitempty"`
	// Chosen are the features that were chosen on all samples before; "" for none.
	Chosen string `plain:",omitempty"`
}

// RegressionCurve is that of one method.
type RegressionCurve struct {
	Label, Key string
	Points     []RegressionPoint // one for each of Protocol.Counts
}

// RegressionPoint is R², the mean absolute error and the root of the mean squared error on the test
// part (learn.R2, learn.MAE, learn.RMSE), errors in the unit of the target.
type RegressionPoint struct{ R2, MAE, RMSE Spread }

// RegressionOptions are the options of Regression; the zero value is the default protocol with
// nearest neighbors.
type RegressionOptions struct {
	Protocol Protocol
	Options  algorithms.Options // of the methods; K is ignored
}

// Regression measures how well the continuous target of d is predicted from the features that each
// method selects, against their number, as mean and standard deviation over repeated splits that
// are balanced over quantiles of the target and part no group. In every split the features are
// selected and scaled on the training part only, and missing values are filled from it. Ranking
// methods run once per split, subset methods once for each count. A method that chooses fewer
// features than a count is measured with all of them, or, if it chooses none, by the mean of the
// training part; a warning says so.
//
// It returns an error when d has no continuous target or one that is the same in all samples, when
// Ridge is negative, a count is out of range, or a method fails. A canceled context returns the
// splits that were finished, marked Partial, together with ctx.Err().
func Regression(ctx context.Context, d *datasets.Dataset, o RegressionOptions,
	methods ...algorithms.Selector) (*RegressionErrors, error) {
	start := time.Now()
	c, err := newRegression(d, o, methods)
	if err != nil {
		return nil, err
	}
	splitter, err := NewSplitter(d, c.Protocol.Train, c.Protocol.Seed)
	if err != nil {
		return nil, err
	}
	var least int
	if least, c.Training = trainingSizes(d, splitter,
		c.Protocol.Repeats); c.Protocol.byNeighbors() && c.Protocol.Neighbors > least {
		return nil, fmt.Errorf("%d neighbors of %d training samples; lower the neighbors",
			c.Protocol.Neighbors, least)
	}
	results := make([]*regressionResult, c.Protocol.Repeats)
	tick := o.Options.Meter("splits", c.Protocol.Repeats)
	err = parallel.Each(ctx, o.Options.Workers, c.Protocol.Repeats,
		func(ctx context.Context, number int) error {
			opt := o.Options
			opt.Workers, opt.Progress = 1, nil // the splits run in parallel
			opt.Seed += uint64(number)
			split, err := splitParts(d, splitter.Split(number), c.Protocol, number)
			if err != nil {
				return err
			}
			split.all = c.AllOmitted == ""
			r, err := c.split(ctx, split, opt, methods)
			results[number] = r
			if err == nil {
				tick(1)
			}
			return err
		})
	if err != nil && !parallel.Stopped(ctx, err) {
		return nil, err
	}
	c.gather(results)
	c.Warnings = append(SplitWarnings(d, splitter.Split, c.Protocol.Repeats), c.Warnings...)
	c.Warnings = append(algorithms.CodesWarning(d, "the regression", ""), c.Warnings...)
	c.Chosen = d.Chosen
	c.Warnings = chosenFirst(c.Warnings, d.Chosen, "these errors are too low",
		honestly("Regression(d, protocol, method)", "fsnb accuracy -method"))
	c.Elapsed, c.Partial = time.Since(start), err != nil
	return c, err
}

// newRegression checks the data and the options, and makes a result without splits.
func newRegression(d *datasets.Dataset, o RegressionOptions,
	methods []algorithms.Selector) (*RegressionErrors, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	p := o.Protocol.resolve(d.D())
	if p.Regressor == "" {
		p.Regressor = NearestMean
	}
	if p.Ridge == 0 {
		p.Ridge = DefaultRidge
	}
	if p.Regressor == ForestRegression {
		p.Trees = cmp.Or(p.Trees, learn.DefaultTrees)
	}
	p.Classifier = ""
	c := &RegressionErrors{
		Dataset: d.Name, Target: d.TargetText(), N: d.N(), D: d.D(), Protocol: p,
		Groups: d.GroupText(), DataWarnings: d.Warnings, Filled: d.Missing.Text(),
	}
	if c.AllOmitted = omitted(d, p); c.AllOmitted == "" && p.Regressor == RidgeRegression {
		if err := d.NeedDense(); err != nil {
			c.AllOmitted = "ridge regression takes values in memory only"
		}
	}
	switch {
	case !d.Continuous():
		return nil, fmt.Errorf("regression: %w; read the label column with Target continuous, or "+
			"give numbers to WithTarget", algorithms.ErrNoTarget)
	case slices.Min(d.Target) == slices.Max(d.Target):
		return nil, fmt.Errorf("the target of all %d samples is %g; there is nothing to predict",
			d.N(), d.Target[0])
	case !slices.Contains(p.Regressor.Choices(), string(p.Regressor)):
		return nil, fmt.Errorf("no regressor %q; give %s", string(p.Regressor),
			strings.Join(p.Regressor.Choices(), ", "))
	case p.Measure != "":
		return nil, fmt.Errorf("the measure %q is of classes, and the target is continuous; leave "+
			"it out", string(p.Measure))
	case p.C != 0:
		return nil, fmt.Errorf("the weight C = %g is of classifiers; leave it out", p.C)
	case p.Trees != 0 && p.Regressor != ForestRegression:
		return nil, fmt.Errorf("the number of trees, %d, has no effect on the regressor %s; "+
			"leave it out, or give %s", p.Trees, p.Regressor, ForestRegression)
	}
	if err := p.checkSettings(); err != nil {
		return nil, err
	}
	if err := checkMethods(methods); err != nil {
		return nil, err
	}
	if err := p.check(d.D()); err != nil {
		return nil, err
	}
	if err := p.Metric.Check(); err != nil {
		return nil, err
	}
	for _, m := range methods {
		c.Curves = append(c.Curves, RegressionCurve{Label: algorithms.Label(m), Key: keyOf(m),
			Points: make([]RegressionPoint, len(p.Counts))})
	}
	return c, d.CheckFinite()
}

// scores are R², MAE and RMSE.
type scores [3]float64

type regressionResult struct {
	all      scores
	guess    scores
	of       [][]scores // by method and count
	warnings []string
}

func (c *RegressionErrors) split(ctx context.Context, s *parts, opt algorithms.Options,
	methods []algorithms.Selector) (*regressionResult, error) {
	counts := s.protocol.Counts
	out := &regressionResult{of: make([][]scores, len(methods))}
	if s.all {
		predicted, err := c.predictAll(ctx, s)
		if err != nil {
			return nil, err
		}
		out.all = scoresOf(predicted, s.test.Target)
	}
	out.guess = guessErrors(s.train.Target, s.test.Target)
	for m, method := range methods {
		out.of[m] = make([]scores, len(counts))
		warnings, err := selectCounts(ctx, s.train, method, counts, opt,
			func(of selection) error {
				found, err := c.scores(ctx, s, of, out)
				for at, v := range found {
					for _, i := range of.counts[at] {
						out.of[m][i] = v
					}
				}
				return err
			})
		if err != nil {
			return nil, err
		}
		out.warnings = append(out.warnings, warnings...)
	}
	return out, nil
}

// scores are those of the first ks[i] features of a selection, for each i.
func (c *RegressionErrors) scores(ctx context.Context, s *parts, of selection,
	out *regressionResult) (found []scores, err error) {
	if of.empty() {
		out.warnings = append(out.warnings, noFeatureOf+
			"the mean of the training part is predicted there")
		return []scores{out.guess}, nil
	}
	x, held, err := s.columns(of.used())
	if err != nil {
		return nil, err
	}
	predicted, err := c.predict(ctx, s, x, held, of.ks)
	if err != nil {
		return nil, err
	}
	for _, p := range predicted {
		found = append(found, scoresOf(p, s.test.Target))
	}
	return found, nil
}

// predict predicts the test part from the first ks[i] columns, for each i.
func (c *RegressionErrors) predict(ctx context.Context, s *parts, x, held *mat.Dense, ks []int) (
	predicted [][]float64, err error) {
	if c.Protocol.byNeighbors() {
		return s.nearest().Means(ctx, x, s.train.Target, held, ks)
	}
	n, _ := x.Dims()
	m, _ := held.Dims()
	for _, k := range ks {
		model, err := s.regressor(ctx, x.Slice(0, n, 0, k).(*mat.Dense))
		if err != nil {
			return nil, err
		}
		numbers, err := model.numbers(ctx, held.Slice(0, m, 0, k).(*mat.Dense))
		if err != nil {
			return nil, err
		}
		predicted = append(predicted, numbers)
	}
	return predicted, ctx.Err()
}

// predictAll predicts the test part from all features.
func (c *RegressionErrors) predictAll(ctx context.Context, s *parts) ([]float64, error) {
	train, test, scaling, err := s.sparse(ctx)
	if err != nil {
		return nil, err
	}
	if train != nil && c.Protocol.byNeighbors() {
		return s.nearest().SparseMeans(ctx, train, s.train.Target, test, scaling)
	}
	x, held, err := s.whole()
	if err != nil {
		return nil, err
	}
	_, d := x.Dims()
	predicted, err := c.predict(ctx, s, x, held, []int{d})
	if err != nil {
		return nil, err
	}
	return predicted[0], nil
}

func scoresOf(predicted, y []float64) scores {
	return scores{learn.R2(predicted, y), learn.MAE(predicted, y), learn.RMSE(predicted, y)}
}

// guessErrors are those of the mean of the training part.
func guessErrors(train, test []float64) scores {
	var sum float64
	for _, v := range train {
		sum += v - train[0]
	}
	predicted := make([]float64, len(test))
	for i := range predicted {
		predicted[i] = train[0] + sum/float64(len(train))
	}
	return scores{learn.R2(predicted, test), learn.MAE(predicted, test),
		learn.RMSE(predicted, test)}
}

// gather takes in the splits that were finished.
func (c *RegressionErrors) gather(results []*regressionResult) {
	var warnings []string
	for _, r := range results {
		if r == nil {
			continue
		}
		c.Done++
		if c.AllOmitted == "" {
			c.All.add(r.all)
		}
		c.Guess.add(r.guess)
		for m, of := range r.of {
			for i, v := range of {
				c.Curves[m].Points[i].add(v)
			}
		}
		warnings = append(warnings, r.warnings...)
	}
	c.Warnings = oneOfAKind(warnings)
	c.All.summarize()
	c.Guess.summarize()
	for m := range c.Curves {
		for i := range c.Curves[m].Points {
			c.Curves[m].Points[i].summarize()
		}
	}
}

func (p *RegressionPoint) spreads() [3]*Spread { return [3]*Spread{&p.R2, &p.MAE, &p.RMSE} }

func (p *RegressionPoint) add(v scores) {
	for k, s := range p.spreads() {
		s.Values = append(s.Values, v[k])
	}
}

func (p *RegressionPoint) summarize() {
	for _, s := range p.spreads() {
		s.Summarize()
	}
}

// ShowOn shows the errors on a screen that has ShowRegression: see display.Showable.
func (c *RegressionErrors) ShowOn(screen any) {
	screen.(interface{ ShowRegression(*RegressionErrors) }).ShowRegression(c)
}
