package evaluation

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/splits"
)

// AccuracyCurves is accuracy, or another measure of predicted classes (Protocol.Measure), against
// the number of features, for each method.
type AccuracyCurves struct {
	Splits     // Warnings are of the splits, then of the methods, each kind once
	Curves     []Curve[Spread]
	All        Spread  // with all d features, the line to beat
	AllOmitted string  // why All is missing; "" if it is there
	Chance     float64 // the measure when the largest class is always predicted
}

// Curve is how one method does with each number of features.
type Curve[Point any] struct {
	Label, Key string
	Points     []Point // one for each of the counts
}

// newCurves has a curve of so many points for each method.
func newCurves[Point any](methods []algorithms.Selector, points int) []Curve[Point] {
	out := make([]Curve[Point], len(methods))
	for i, m := range methods {
		out[i] = Curve[Point]{algorithms.Label(m), keyOf(m), make([]Point, points)}
	}
	return out
}

// Spread is a mean over splits with its standard deviation (n-1; 0 for a single
// split).
type Spread struct {
	Mean, SD float64
	Values   []float64 // one a split
}

// Accuracy measures how well k-NN, or another classifier of the protocol, predicts the classes of d
// from the features that each method selects, against their number, as mean and standard deviation
// over stratified splits, which part no group. In every split the features are
// selected and scaled on the training part only, and missing values are filled from it
// (Dataset.Missing), so the test samples are unseen. Ranking methods run once per split, subset
// methods once for each count; K is ignored. Of a method that chooses fewer than a count all
// are used, of none the most frequent class is predicted; a warning says so.
//
// Of values that are sparse or on disk the chosen features are put in memory: the numbers are the
// same. All features of sparse values are compared by products of entries; those of a file of more
// than 2²⁴ values are not measured.
//
// It returns an error when d has no labels or one class, a class has a single sample, a count is
// out of range, or a method fails; a class with a single training sample is a warning. A canceled
// context returns the splits that were finished, marked Partial, together with ctx.Err().
func Accuracy(ctx context.Context, d *datasets.Dataset, p Protocol, opt algorithms.Options,
	methods ...algorithms.Selector) (*AccuracyCurves, error) {
	start := time.Now()
	if err := d.Check(); err != nil {
		return nil, err
	}
	if d.Continuous() {
		return nil, errors.New(
			"accuracy: the data set has a continuous target, and accuracy is of " +
				"classes; use Regression, or read the label column with Target classes")
	}
	if !d.Labeled() {
		return nil, fmt.Errorf("accuracy: %w; name the label column", datasets.ErrNoLabels)
	}
	if err := checkMethods(methods); err != nil {
		return nil, err
	}
	p, err := p.forClasses(d)
	if err != nil {
		return nil, fmt.Errorf("accuracy: %w", err)
	}
	splitter, training, err := p.splitter(d)
	if err != nil {
		return nil, err
	}
	first := splitter.Split(0)
	c := &AccuracyCurves{
		Splits: newSplits(d, p, training), Curves: newCurves[Spread](methods, len(p.Counts)),
		AllOmitted: omitted(d, p), Chance: guess(p.Measure, d),
	}
	tick := opt.Meter("splits", p.Repeats*(allSteps(d, p, first)+len(methods)*len(p.Counts)))
	tick(0) // the first step may take long
	results, err := eachSplit(ctx, opt, p.Repeats, func(ctx context.Context, number int,
		opt algorithms.Options) (*splitResult, error) {
		split, err := splitParts(d, splitter.Split(number), p, number, c.AllOmitted == "")
		if err != nil {
			return nil, err
		}
		return split.run(ctx, opt, methods, tick)
	})
	if err != nil && !parallel.Stopped(ctx, err) {
		return nil, err
	}
	c.Done = len(results)
	c.Warnings = gather(results, []*Spread{&c.All}, nil, func(method, count int) []*Spread {
		return []*Spread{&c.Curves[method].Points[count]}
	})
	c.Warnings = append(splits.Warnings(d, splitter.Split, p.Repeats), c.Warnings...)
	if w := splits.SingleTraining(d, first.Train); w != "" {
		c.Warnings = append([]string{w}, c.Warnings...)
	}
	c.Warnings = append(caution.Codes(d, "the classifier", ""), c.Warnings...)
	c.Warnings = chosenFirst(c.Warnings, d.Chosen, "this "+p.Measure.Text()+" is too high",
		honestly("Accuracy(d, protocol, method)", "fsnb accuracy -method"))
	c.Elapsed, c.Partial = time.Since(start), err != nil
	return c, err
}

// oneOfAKind keeps the first of warnings that differ in numbers and names only, as those of single
// splits do: the text before a colon is their kind.
func oneOfAKind(warnings []string) []string {
	var out []string
	first := make(map[string]int) // kind to place in out
	varied := make(map[string]bool)
	for _, w := range warnings {
		before, _, _ := strings.Cut(w, ":")
		kind := strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return -1
			}
			return r
		}, before)
		i, seen := first[kind]
		if !seen {
			first[kind] = len(out)
			out = append(out, w)
		} else if out[i] != w {
			varied[kind] = true
		}
	}
	for kind := range varied {
		out[first[kind]] += " (others in other splits)"
	}
	return out
}

// NewSpread is the mean and the standard deviation of values, one a split.
func NewSpread(values []float64) Spread {
	s := Spread{Values: values}
	s.Summarize()
	return s
}

// Summarize sets Mean and SD from Values. The mean is taken relative to the first
// value, so that equal values have exactly that mean and no deviation.
func (s *Spread) Summarize() {
	if len(s.Values) == 0 {
		return
	}
	n, first := float64(len(s.Values)), s.Values[0]
	var sum, squares float64
	for _, v := range s.Values {
		sum += v - first
	}
	s.Mean = first + sum/n
	for _, v := range s.Values {
		squares += (v - s.Mean) * (v - s.Mean)
	}
	if n > 1 {
		s.SD = math.Sqrt(squares / (n - 1))
	}
}

// ShowOn shows the curves on a screen that has ShowAccuracy: see display.Showable.
func (c *AccuracyCurves) ShowOn(screen any) {
	screen.(interface{ ShowAccuracy(*AccuracyCurves) }).ShowAccuracy(c)
}
