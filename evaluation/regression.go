package evaluation

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/splits"
	"fsnb.example/internal/terms"
)

// defaultRidge is the penalty λ of ridge regression.
const defaultRidge = 1

// RegressionErrors is how well a continuous target is predicted, against the number of features,
// for each method.
type RegressionErrors struct {
	Splits
	Target     string `plain:",first"` // described
	Curves     []Curve[RegressionPoint]
	All        RegressionPoint // with all d features, the line to beat
	Guess      RegressionPoint // the mean of the training part, without any feature
	AllOmitted string          // why All is missing; "" if it is there
}

// RegressionPoint is R², the mean absolute error and the root of the mean squared error on the test
// part (learn.R2, learn.MAE, learn.RMSE), errors in the unit of the target.
type RegressionPoint struct{ R2, MAE, RMSE Spread }

// Regression measures how well the continuous target of d is predicted from the features that each
// method selects, against their number, as mean and standard deviation over repeated splits that
// are balanced over quantiles of the target and part no group. In every split the features are
// selected and scaled on the training part only, and missing values are filled from it. Ranking
// methods run once per split, subset methods once for each count; K of opt is ignored. A method
// that chooses fewer features than a count is measured with all of them, or, if it chooses none, by
// the mean of the training part; a warning says so.
//
// It returns an error when d has no continuous target or one that is the same in all samples, when
// Ridge is negative, a count is out of range, or a method fails. A canceled context returns the
// splits that were finished, marked Partial, together with ctx.Err().
func Regression(ctx context.Context, d *datasets.Dataset, p Protocol, opt algorithms.Options,
	methods ...algorithms.Selector) (*RegressionErrors, error) {
	start := time.Now()
	p, err := p.forNumbers(d)
	if err != nil {
		return nil, err
	}
	if err := checkMethods(methods); err != nil {
		return nil, err
	}
	splitter, training, err := p.splitter(d)
	if err != nil {
		return nil, err
	}
	c := &RegressionErrors{
		Splits: newSplits(d, p, training), Target: d.TargetText(), AllOmitted: omitted(d, p),
		Curves: newCurves[RegressionPoint](methods, len(p.Counts)),
	}
	if c.AllOmitted == "" && p.Regressor == terms.RidgeRegression && d.NeedDense() != nil {
		c.AllOmitted = "ridge regression takes values in memory only"
	}
	tick := opt.Meter("splits", p.Repeats)
	results, err := eachSplit(ctx, opt, p.Repeats, func(ctx context.Context, number int,
		opt algorithms.Options) (*splitResult, error) {
		split, err := splitParts(d, splitter.Split(number), p, number, c.AllOmitted == "")
		if err != nil {
			return nil, err
		}
		r, err := split.run(ctx, opt, methods, func(int) {})
		if err == nil {
			tick(1)
		}
		return r, err
	})
	if err != nil && !parallel.Stopped(ctx, err) {
		return nil, err
	}
	c.Done = len(results)
	c.Warnings = gather(results, c.All.spreads(), c.Guess.spreads(),
		func(method, count int) []*Spread { return c.Curves[method].Points[count].spreads() })
	c.Warnings = append(splits.Warnings(d, splitter.Split, p.Repeats), c.Warnings...)
	c.Warnings = append(caution.Codes(d, "the regression", ""), c.Warnings...)
	c.Warnings = chosenFirst(c.Warnings, d.Chosen, "these errors are too low",
		honestly("Regression(d, protocol, method)", "fsnb accuracy -method"))
	c.Elapsed, c.Partial = time.Since(start), err != nil
	return c, err
}

// forNumbers writes out the defaults for the continuous target of d, and checks both.
func (p Protocol) forNumbers(d *datasets.Dataset) (Protocol, error) {
	if err := d.Check(); err != nil {
		return p, err
	}
	p = p.resolve(d.D())
	p.Regressor, p.Ridge = cmp.Or(p.Regressor, terms.NearestMean), cmp.Or(p.Ridge, defaultRidge)
	if p.Regressor == terms.ForestRegression {
		p.Trees = cmp.Or(p.Trees, learn.DefaultTrees)
	}
	p.Classifier = ""
	switch {
	case !d.Continuous():
		return p, fmt.Errorf("regression: %w; read the label column with Target continuous, or "+
			"give numbers to WithTarget", algorithms.ErrNoTarget)
	case slices.Min(d.Target) == slices.Max(d.Target):
		return p, fmt.Errorf("the target of all %d samples is %g; there is nothing to predict",
			d.N(), d.Target[0])
	case !slices.Contains(p.Regressor.Choices(), string(p.Regressor)):
		return p, fmt.Errorf("no regressor %q; give %s", string(p.Regressor),
			strings.Join(p.Regressor.Choices(), ", "))
	case p.Measure != "":
		return p, fmt.Errorf("the measure %q is of classes, and the target is continuous; leave "+
			"it out", string(p.Measure))
	case p.C != 0:
		return p, fmt.Errorf("the weight C = %g is of classifiers; leave it out", p.C)
	case p.Trees != 0 && p.Regressor != terms.ForestRegression:
		return p, fmt.Errorf("the number of trees, %d, has no effect on the regressor %s; "+
			"leave it out, or give %s", p.Trees, p.Regressor, terms.ForestRegression)
	}
	if err := p.checkSettings(); err != nil {
		return p, err
	}
	if err := p.check(d.D()); err != nil {
		return p, err
	}
	if err := p.Metric.Check(); err != nil {
		return p, err
	}
	return p, d.CheckFinite()
}

// forTarget writes out the defaults for the target of d, and says what is measured. It returns
// without for data without a target.
func (p Protocol) forTarget(d *datasets.Dataset, without error) (_ Protocol, measure string,
	err error) {
	switch {
	case d.Continuous():
		p, err = p.forNumbers(d)
		return p, fmt.Sprintf("R² (%s)", p.Predictor()), err
	case d.Labeled():
		p, err = p.forClasses(d)
		return p, fmt.Sprintf("%s (%s)", p.Measure.Text(), p.Predictor()), err
	}
	return p, "", without
}

// scoresOf are R², MAE and RMSE.
func scoresOf(predicted, y []float64) []float64 {
	return []float64{learn.R2(predicted, y), learn.MAE(predicted, y), learn.RMSE(predicted, y)}
}

// guessErrors are those of the mean of the training part.
func guessErrors(train, test []float64) []float64 {
	var sum float64
	for _, v := range train {
		sum += v - train[0]
	}
	return scoresOf(slices.Repeat([]float64{train[0] + sum/float64(len(train))}, len(test)), test)
}

// spreads are in the order of scoresOf.
func (p *RegressionPoint) spreads() []*Spread { return []*Spread{&p.R2, &p.MAE, &p.RMSE} }

// ShowOn shows the errors on a screen that has ShowRegression: see display.Showable.
func (c *RegressionErrors) ShowOn(screen any) {
	screen.(interface{ ShowRegression(*RegressionErrors) }).ShowRegression(c)
}
