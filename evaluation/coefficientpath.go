package evaluation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/linear"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/splits"
)

// Pather is a method that fits a linear model for each λ, such as linear.Lasso and
// linear.ElasticNet.
type Pather interface {
	algorithms.Selector
	Path(ctx context.Context, d *datasets.Dataset, lambdas []float64, opt algorithms.Options) (
		[]linear.Solution, error)
}

// CoefficientPath is the linear models of a method for falling λ, and the λ that cross-validation
// chooses.
type CoefficientPath struct {
	Run    `plain:",-cached"`
	Label  string `plain:",first"` // of the method
	Key    string `plain:",first"`
	Target string `plain:",first"` // the predicted number
	Points []PathPoint
	// Lines are the features that are in some model, in the order in which they enter, those that
	// enter at one λ by the size of the coefficient times the standard deviation there.
	Lines []CoefficientLine
	// Folds is the number of folds, 0 without cross-validation. Groups says which groups of
	// samples they keep together; "" for none.
	Folds  int
	Groups string
	// Best is the point of the least error, Chosen the first point, of the largest λ, whose error
	// is at most one standard error above it; -1 without cross-validation.
	Best, Chosen int
}

// PathPoint is the model of one λ.
type PathPoint struct {
	Lambda, Intercept float64
	NonZero           int // features with a coefficient
	// Error is the mean squared error of the held-out samples, one value a fold.
	Error Spread
}

// CoefficientLine is the coefficients of one feature.
type CoefficientLine struct {
	Feature   int
	Name      string
	Enters    int                // the first point with a coefficient
	Values    algorithms.Numbers // one a point, in the units of X and of the target
	Deviation float64            // standard deviation (1/n) of the feature
}

// standardError is that of a mean over folds.
func standardError(s Spread) float64 { return s.SD / math.Sqrt(float64(max(1, len(s.Values)))) }

// CoefficientsOptions are the options of Coefficients.
type CoefficientsOptions struct {
	// Lambdas fall; nil means 100 in equal ratios from λmax, where the first feature enters, to
	// λmax/1000.
	Lambdas []float64
	// Folds is the number of folds; 0 means 5, and 1 no cross-validation.
	Folds   int
	Options algorithms.Options // of the method; Seed is that of the folds, and K is ignored
}

// Coefficients fits the models of m for falling λ on d, and measures the mean squared error of
// each by stratified folds that part no group of samples. Each fold fits all models at the same λ
// on its training part, by whose means and deviations columns are standardized, and from which
// missing values are filled. Two classes are a target of -1 and 1. The error of a λ is the mean
// over folds, its standard error their standard deviation (n-1) over √folds.
//
// It returns an error for fewer than two samples a fold, and those of m.Path. A canceled context
// returns the path, marked Partial, once it is there, with ctx.Err(). The cost is that of Folds + 1
// paths.
//
// Source: Hastie, Tibshirani, Friedman 2009, section 7.10; Friedman, Hastie, Tibshirani 2010.
func Coefficients(ctx context.Context, d *datasets.Dataset, m Pather, o CoefficientsOptions) (
	*CoefficientPath, error) {
	start := time.Now()
	if err := d.Check(); err != nil {
		return nil, err
	}
	if m == nil {
		return nil, errors.New("no method given; give one with a path, such as linear.Lasso{}")
	}
	o.Folds = cmp.Or(o.Folds, 5)
	if most := splits.MostFolds(d); o.Folds < 1 || o.Folds > most {
		return nil, fmt.Errorf("%d folds; give 2 to %d, or 1 for no cross-validation", o.Folds,
			most)
	}
	o.Options.K = 0
	paths := 1
	if o.Folds > 1 {
		paths += o.Folds
	}
	tick := o.Options.Meter("paths", paths)
	o.Options.Progress = nil
	models, err := m.Path(ctx, d, o.Lambdas, o.Options)
	if err != nil {
		return nil, err
	}
	tick(1)
	p := &CoefficientPath{Run: Run{About: about(d), Filled: d.Missing.Text()},
		Label: algorithms.Label(m), Key: keyOf(m), Target: predictedNumber(d), Best: -1, Chosen: -1}
	if err := p.fill(d, models); err != nil {
		return nil, err
	}
	if o.Folds > 1 {
		p.Folds, p.Groups = o.Folds, d.GroupText()
		err = p.validate(ctx, d, m, o.Options, tick)
		if err != nil && !parallel.Stopped(ctx, err) {
			return nil, err
		}
		p.Partial = err != nil
	}
	p.Elapsed = time.Since(start)
	return p, err
}

// predictedNumber describes the target of a linear model.
func predictedNumber(d *datasets.Dataset) string {
	if d.Continuous() {
		return d.TargetText()
	}
	last := slices.Max(d.Y)
	return fmt.Sprintf("1 for class %s, −1 for the other", d.Classes[last])
}

// fill makes the points and the lines.
func (p *CoefficientPath) fill(d *datasets.Dataset, models []linear.Solution) error {
	place := make(map[int]int)
	for i, s := range models {
		p.Points = append(p.Points, PathPoint{Lambda: s.Lambda, Intercept: s.Intercept,
			NonZero: len(s.Features)})
		for a, j := range s.Features {
			at, there := place[j]
			if !there {
				at = len(p.Lines)
				place[j] = at
				p.Lines = append(p.Lines, CoefficientLine{Feature: j, Name: d.Features[j],
					Enters: i, Values: make(algorithms.Numbers, len(models))})
			}
			p.Lines[at].Values[i] = s.Coefficients[a]
		}
	}
	for i := range p.Lines {
		l := &p.Lines[i]
		part, err := taken(d, []int{l.Feature})
		if err != nil {
			return err
		}
		l.Deviation = deviation(mat.Col(nil, 0, part.X))
	}
	slices.SortStableFunc(p.Lines, func(a, b CoefficientLine) int {
		size := func(l CoefficientLine) float64 {
			return math.Abs(l.Values[l.Enters] * l.Deviation)
		}
		return cmp.Or(a.Enters-b.Enters, cmp.Compare(size(b), size(a)))
	})
	return nil
}

// deviation is the standard deviation (1/n), without overflow.
func deviation(x []float64) float64 {
	var most, mean, square float64
	for _, v := range x {
		most = max(most, math.Abs(v))
	}
	if most == 0 {
		return 0
	}
	n := float64(len(x))
	for _, v := range x {
		mean += v / most / n
	}
	for _, v := range x {
		e := v/most - mean
		square += float64(e * e)
	}
	return most * math.Sqrt(square/n)
}

// validate sets the errors and the choice.
func (p *CoefficientPath) validate(ctx context.Context, d *datasets.Dataset, m Pather,
	opt algorithms.Options, tick func(int)) error {
	splitter, err := splits.Folds(d, p.Folds, opt.Seed)
	if err != nil {
		return err
	}
	p.Warnings = chosenFirst(p.Warnings, d.Chosen, "the errors of the folds are too low",
		"give the data with all features, of which the path chooses")
	p.Warnings = append(p.Warnings, splitter.Warnings...)
	p.Warnings = append(p.Warnings, splits.Warnings(d, splitter.Split, p.Folds)...)
	lambdas := make([]float64, len(p.Points))
	for i, point := range p.Points {
		lambdas[i] = point.Lambda
	}
	folds := make([][]float64, p.Folds)
	for f := range folds {
		train, test, err := splits.Parts(d, splitter.Split(f))
		if err != nil {
			return err
		}
		models, err := m.Path(ctx, train, lambdas, opt)
		if err != nil {
			if parallel.Stopped(ctx, err) {
				return err
			}
			return fmt.Errorf("fold %d of %d: %w", f+1, p.Folds, err)
		}
		if folds[f], err = squaredErrors(test, d, models); err != nil {
			return err
		}
		tick(1)
	}
	for i := range p.Points {
		values := make([]float64, p.Folds)
		for f := range values {
			values[f] = folds[f][i]
		}
		p.Points[i].Error = NewSpread(values)
	}
	p.choose()
	return nil
}

// squaredErrors are the mean squared errors of models on samples of d.
func squaredErrors(test, d *datasets.Dataset, models []linear.Solution) ([]float64, error) {
	place := make(map[int]int)
	var columns []int
	for _, s := range models {
		for _, j := range s.Features {
			if _, there := place[j]; !there {
				place[j] = len(columns)
				columns = append(columns, j)
			}
		}
	}
	var x *mat.Dense
	if columns != nil {
		part, err := taken(test, columns)
		if err != nil {
			return nil, err
		}
		x = part.X
	}
	out := make([]float64, len(models))
	for i, s := range models {
		for row := range test.N() {
			e := numberOf(test, d, row) - s.Intercept
			for a, j := range s.Features {
				e -= float64(s.Coefficients[a] * x.At(row, place[j]))
			}
			out[i] += float64(e*e) / float64(test.N())
		}
	}
	return out, nil
}

// numberOf is the target of a sample: that of two classes is 1 for the last class of d.
func numberOf(test, d *datasets.Dataset, row int) float64 {
	if d.Continuous() {
		return test.Target[row]
	}
	if test.Classes[test.Y[row]] == d.Classes[slices.Max(d.Y)] {
		return 1
	}
	return -1
}

// choose sets Best and Chosen.
func (p *CoefficientPath) choose() {
	p.Best = 0
	for i, point := range p.Points {
		if point.Error.Mean < p.Points[p.Best].Error.Mean {
			p.Best = i
		}
	}
	best := p.Points[p.Best]
	limit := best.Error.Mean + standardError(best.Error)
	p.Chosen = slices.IndexFunc(p.Points, func(q PathPoint) bool { return q.Error.Mean <= limit })
	if p.Best == len(p.Points)-1 && p.Best > 0 {
		p.Warnings = append(p.Warnings, "the error is least at the last lambda: smaller ones may "+
			"predict better; give lambdas that fall further")
	}
}

// ShowOn shows the path on a screen that has ShowCoefficientPath: see display.Showable.
func (p *CoefficientPath) ShowOn(screen any) {
	screen.(interface{ ShowCoefficientPath(*CoefficientPath) }).ShowCoefficientPath(p)
}
