package evaluation

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
	"fsnb.example/learn"
)

// AccuracyCurves is accuracy against the number of features, for each method.
type AccuracyCurves struct {
	Dataset      string
	N, D         int
	Protocol     Protocol // defaults written out
	Training     int      // mean number of training samples
	Groups       string   // what the groups of the samples are; "" for none
	Done         int      // splits that were finished
	Curves       []Curve
	All          Spread   // with all d features, the line to beat
	Chance       float64  // share of the largest class
	Warnings     []string // of the splits, then of the methods, each kind once
	DataWarnings []string
	Partial      bool // interrupted before all splits were done
	Cached       bool // read from disk instead of computed
	Elapsed      time.Duration
	// Filled is the missing values that each split fills from its training part; "" for none.
	Filled string `plain:",omitempty"`
}

// AccuracyRevision rises whenever Accuracy changes its results: cached results carry it.
const AccuracyRevision = 2

// Curve is the accuracy of one method.
type Curve struct {
	Label, Key string
	Points     []Spread // one for each of Protocol.Counts
}

// Spread is a mean over splits with its standard deviation (n-1; 0 for a single
// split).
type Spread struct {
	Mean, SD float64
	Values   []float64 // one a split
}

// AccuracyOptions are the options of Accuracy; the zero value is the default protocol.
type AccuracyOptions struct {
	Protocol Protocol
	Options  algorithms.Options // of the methods; K is ignored
}

// Accuracy measures how well k-NN predicts the classes of d from the features that each method
// selects, against their number, as mean and standard deviation over repeated stratified splits,
// which part no group of samples. In every split the features are selected and scaled on the
// training part only, and missing values are filled from it (Dataset.Missing), so the test samples
// are unseen. Ranking methods run once per split, subset methods once for each count.
//
// It returns an error when d has no labels or one class, a class has a single sample, a count is
// out of range, or a method fails; a class with a single training sample is a warning. A canceled
// context returns the splits that were finished, marked Partial, together with ctx.Err().
func Accuracy(ctx context.Context, d *datasets.Dataset, o AccuracyOptions,
	methods ...algorithms.Selector) (*AccuracyCurves, error) {
	opt := o.Options
	start := time.Now()
	if err := d.Check(); err != nil {
		return nil, err
	}
	if d.Continuous() {
		return nil, errors.New("accuracy: the data set has a continuous target, and accuracy is of " +
			"classes; use Regression, or read the label column with Target classes")
	}
	if !d.Labeled() {
		return nil, fmt.Errorf("accuracy: %w; name the label column", datasets.ErrNoLabels)
	}
	if err := checkMethods(methods); err != nil {
		return nil, err
	}
	p := o.Protocol.resolve(d.D())
	if p.Regressor != "" || p.Ridge != 0 {
		return nil, errors.New("accuracy: the data set has classes, which no regressor predicts; " +
			"leave Regressor and Ridge out")
	}
	if err := p.check(d.D()); err != nil {
		return nil, err
	}
	if err := checkClasses(d); err != nil {
		return nil, err
	}
	if err := d.CheckFinite(); err != nil {
		return nil, err
	}
	splitter, err := NewSplitter(d, p.Train, p.Seed)
	if err != nil {
		return nil, err
	}
	first := splitter.Split(0).Train
	least, mean := trainingSizes(d, splitter, p.Repeats)
	if p.Neighbors > least {
		return nil, fmt.Errorf("%d neighbors of %d training samples; lower the neighbors",
			p.Neighbors, least)
	}

	results := make([]*splitResult, p.Repeats)
	tick := opt.Meter("splits",
		p.Repeats*(testBlocks(d, splitter.Split(0))+len(methods)*len(p.Counts)))
	tick(0) // the first step may take long
	inner := opt
	inner.Workers, inner.Progress = 1, nil // the splits run in parallel
	err = parallel.Each(ctx, opt.Workers, p.Repeats, func(ctx context.Context, number int) error {
		opt := inner
		opt.Seed += uint64(number) // a random method has a new seed in every split
		r, err := runSplit(ctx, d, p, opt, splitter.Split(number), methods, tick)
		results[number] = r
		return err
	})
	if err != nil && !parallel.Stopped(ctx, err) {
		return nil, err
	}
	c := summarize(d, p, methods, results)
	c.Training, c.Groups, c.Filled = mean, d.GroupText(), d.Missing.Text()
	if w := NoValues(d, splitter.Split, p.Repeats); w != "" {
		c.Warnings = append([]string{w}, c.Warnings...)
	}
	if w := SingleTraining(d, first); w != "" {
		c.Warnings = append([]string{w}, c.Warnings...)
	}
	c.Elapsed, c.Partial = time.Since(start), err != nil
	return c, err
}

// trainingSizes are the least and the mean number of training samples of the splits: without groups
// all are of one size.
func trainingSizes(d *datasets.Dataset, s *learn.Splitter, repeats int) (least, mean int) {
	least = len(s.Split(0).Train)
	if !d.Grouped() {
		return least, least
	}
	total := 0
	for number := range repeats {
		n := len(s.Split(number).Train)
		least, total = min(least, n), total+n
	}
	return least, int(math.Round(float64(total) / float64(repeats)))
}

type splitResult struct {
	accuracy [][]float64 // by method and count
	all      float64
	warnings []string
}

func runSplit(ctx context.Context, d *datasets.Dataset, p Protocol, opt algorithms.Options,
	s learn.Split, methods []algorithms.Selector,
	tick func(steps int)) (*splitResult, error) {
	train, test, err := Parts(d, s)
	if err != nil {
		return nil, err
	}
	scaled := scaledPair(train, test, p.Raw)
	out := &splitResult{accuracy: make([][]float64, len(methods))}
	everything := make([]int, d.D())
	for j := range everything {
		everything[j] = j
	}
	if out.all, err = scaled.accuracy(ctx, everything, len(d.Classes), p.Neighbors,
		tick); err != nil {
		return nil, err
	}
	for m, method := range methods {
		out.accuracy[m] = make([]float64, len(p.Counts))
		warnings, err := selectCounts(ctx, train, method, p.Counts, opt,
			func(served []int, features []int) error {
				for _, i := range served {
					a, err := scaled.accuracy(ctx, features[:p.Counts[i]], len(d.Classes),
						p.Neighbors,
						func(int) {})
					if err != nil {
						return err
					}
					tick(1)
					out.accuracy[m][i] = a
				}
				return nil
			})
		if err != nil {
			return nil, err
		}
		out.warnings = append(out.warnings, warnings...)
	}
	return out, nil
}

type pair struct{ train, test *datasets.Dataset }

func scaledPair(train, test *datasets.Dataset, raw bool) pair {
	if raw {
		return pair{train, test}
	}
	scaling := learn.FitScaling(train.X)
	a, b := *train, *test
	a.X, b.X = scaling.Apply(train.X), scaling.Apply(test.X)
	return pair{&a, &b}
}

// blockOf is the number of test samples between two steps of the progress: some tenths of a second.
func blockOf(train, features int) int { return max(1, (1<<28)/max(1, train*features)) }

// testBlocks is the number of steps that the test part of a split takes with all features.
func testBlocks(d *datasets.Dataset, s learn.Split) int {
	block := blockOf(len(s.Train), d.D())
	return (len(s.Test) + block - 1) / block
}

// accuracy is the share of the test part that is predicted correctly from some features. It calls
// tick after every block of test samples.
func (p pair) accuracy(ctx context.Context, features []int, classes, neighbors int,
	tick func(steps int)) (float64, error) {
	a, err := p.train.Take(features)
	if err != nil {
		return 0, err
	}
	b, err := p.test.Take(features)
	if err != nil {
		return 0, err
	}
	var predicted []int
	block := blockOf(a.N(), len(features))
	for lo := 0; lo < b.N(); lo += block {
		part := b.X.Slice(lo, min(lo+block, b.N()), 0, len(features)).(*mat.Dense)
		classes, err := learn.KNN(ctx, a.X, a.Y, classes, part, neighbors)
		if err != nil {
			return 0, err
		}
		predicted = append(predicted, classes...)
		tick(1)
	}
	return learn.Accuracy(predicted, b.Y), nil
}

func summarize(d *datasets.Dataset, p Protocol, methods []algorithms.Selector,
	results []*splitResult) *AccuracyCurves {
	c := &AccuracyCurves{Dataset: d.Name, N: d.N(), D: d.D(), DataWarnings: d.Warnings, Protocol: p}
	c.Chance = float64(slices.Max(d.ClassCounts())) / float64(d.N())
	for _, m := range methods {
		c.Curves = append(c.Curves, Curve{Label: algorithms.Label(m), Key: keyOf(m),
			Points: make([]Spread, len(p.Counts))})
	}
	var warnings []string
	for _, r := range results {
		if r == nil {
			continue
		}
		c.Done++
		c.All.Values = append(c.All.Values, r.all)
		for m := range methods {
			for i := range p.Counts {
				at := &c.Curves[m].Points[i]
				at.Values = append(at.Values, r.accuracy[m][i])
			}
		}
		warnings = append(warnings, r.warnings...)
	}
	c.Warnings = oneOfAKind(warnings)
	c.All.Summarize()
	for m := range c.Curves {
		for i := range c.Curves[m].Points {
			c.Curves[m].Points[i].Summarize()
		}
	}
	return c
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

// ShowOn shows the curves on a screen that has ShowAccuracy: see display.Screen.
func (c *AccuracyCurves) ShowOn(screen any) {
	screen.(interface{ ShowAccuracy(*AccuracyCurves) }).ShowAccuracy(c)
}
