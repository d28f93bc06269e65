package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/redundancy"
)

// A Measure rates chosen features on one split. Key is its canonical text with every default
// written out, and a number that rises when its values change; Label is for tables.
type Measure interface {
	Key() string
	Label() string
	// Better is +1 when larger values are better, -1 when smaller are, else 0.
	Better() int
	// Value returns a finite number or an error.
	Value(ctx context.Context, t *Trial) (float64, error)
}

// A Trial is one choice of features on one split.
type Trial struct {
	Train, Test *datasets.Dataset   // with all features
	Features    []int               // chosen, best first
	Method      algorithms.Selector // that chose
	Seed        uint64              // of this split
	Elapsed     float64             // seconds of the selection
	split       *prepared
}

// Once returns the result of f for the split of a trial, computed by the first trial with that key
// and shared by all methods and numbers of features.
func Once[T any](t *Trial, key string, f func() (T, error)) (T, error) {
	entry, _ := t.split.shared.LoadOrStore(key, sync.OnceValues(f))
	return entry.(func() (T, error))()
}

// Accuracy is the share of the test samples whose class a classifier, trained on
// the training part, predicts from the chosen features, or another measure of its
// predictions. A training part of one class predicts that class, and a choice of
// no feature the most frequent class.
type Accuracy struct {
	Classifier Classifier // nil is 1-NN
	// Measure is evaluation.ShareRight, the default, BalancedAccuracy, MacroF1 or AUC, which needs
	// a Scorer.
	Measure evaluation.ClassMeasure
	Raw     bool // do not standardize the features by their training samples
	// Sets takes the chosen features as a set: the classifier gets them in the order of the
	// columns, which changes rounding at most, and is trained once per split for all methods and
	// numbers of features with the same choice.
	Sets bool
}

func (a Accuracy) classifier() Classifier {
	if a.Classifier == nil {
		return KNN{}
	}
	return a.Classifier
}

// Key implements Measure.
func (a Accuracy) Key() string {
	key := fmt.Sprintf("%s 1 (%s) raw=%v", cmp.Or(a.Measure, evaluation.ShareRight),
		stored(a.classifier()), a.Raw)
	if a.Sets {
		key += " sets"
	}
	return key
}

const rawLabel = ", raw features"

// Label implements Measure.
func (a Accuracy) Label() string {
	label := a.Measure.Text() + ", " + a.classifier().Key()
	if t, ok := a.Classifier.(Tuned); ok {
		label = a.Measure.Text() + ", " + t.label()
	}
	if a.Raw {
		label += rawLabel
	}
	return label
}

// Better implements Measure.
func (Accuracy) Better() int { return +1 }

// Value implements Measure.
func (a Accuracy) Value(ctx context.Context, t *Trial) (float64, error) {
	return t.ofSet(a.Sets, a.Key(), func(t *Trial) (float64, error) { return a.value(ctx, t) })
}

// ofSet is value of the chosen features, with sets in the order of the columns, and then computed
// once for each set of features.
func (t *Trial) ofSet(sets bool, key string, value func(*Trial) (float64, error)) (float64, error) {
	if !sets {
		return value(t)
	}
	set := *t
	set.Features = slices.Sorted(slices.Values(t.Features))
	return Once(t, fmt.Sprint(key, " ", set.Features),
		func() (float64, error) { return value(&set) })
}

// columns returns both parts with the chosen features only, in memory, and standardized by the
// training samples unless raw.
func (t *Trial) columns(raw bool) (train, test *datasets.Dataset, err error) {
	if train, err = taken(t.Train, t.Features); err != nil {
		return nil, nil, err
	}
	if test, err = taken(t.Test, t.Features); err != nil {
		return nil, nil, err
	}
	if !raw {
		scaling := learn.FitScaling(train.X)
		train.X, test.X = scaling.Apply(train.X), scaling.Apply(test.X)
	}
	return train, test, nil
}

func (a Accuracy) value(ctx context.Context, t *Trial) (float64, error) {
	if !t.Train.Labeled() {
		return 0, fmt.Errorf("accuracy: %w", datasets.ErrNoLabels)
	}
	if len(t.Test.Y) == 0 {
		return 0, errors.New("accuracy: the test part is empty")
	}
	if err := a.Measure.Check(); err != nil {
		return 0, err
	}
	classes := len(t.Train.Classes)
	if len(t.Features) == 0 {
		return a.Measure.Rate(mostFrequent(t.Train, t.Test),
			mat.NewDense(t.Test.N(), classes, nil), t.Test.Y), nil
	}
	train, test, err := t.columns(a.Raw)
	if err != nil {
		return 0, err
	}
	c := a.classifier()
	if tuned, ok := c.(Tuned); ok {
		tuned.group, tuned.missing = train.Group, train.Missing
		c = tuned
	}
	var predicted []int
	var of *mat.Dense
	if a.Measure == evaluation.AUC {
		of, err = scores(ctx, c, train.X, train.Y, classes, test.X, t.Seed)
	} else {
		predicted, err = predict(ctx, c, train.X, train.Y, classes, test.X, t.Seed)
	}
	if err != nil {
		return 0, err
	}
	return a.Measure.Rate(predicted, of, test.Y), nil
}

// mostFrequent predicts the most frequent class of train, the first of equal ones, for each sample
// of test.
func mostFrequent(train, test *datasets.Dataset) []int {
	counts := train.ClassCounts()
	return slices.Repeat([]int{slices.Index(counts, slices.Max(counts))}, test.N())
}

// taken returns the given columns of d, in memory.
func taken(d *datasets.Dataset, columns []int) (*datasets.Dataset, error) {
	part, err := d.Take(columns)
	if err != nil {
		return nil, err
	}
	return part, part.NeedDense()
}

// Redundancy is one of the four redundancy measures of the chosen features, on
// the training part.
type Redundancy struct {
	// Kind is "squared" (the mean squared correlation, the default), "absolute" or
	// "signed" (of the correlation), or "cosine" (the mean squared cosine of the
	// columns as they are).
	Kind string
}

func (r Redundancy) kind() string { return cmp.Or(r.Kind, "squared") }

// Key implements Measure.
func (r Redundancy) Key() string { return "redundancy 1 " + r.kind() }

// Label implements Measure.
func (r Redundancy) Label() string {
	return map[string]string{
		"squared": "mean squared correlation", "absolute": "mean |correlation|",
		"signed": "mean correlation", "cosine": "mean squared cosine",
	}[r.kind()]
}

// Better implements Measure.
func (Redundancy) Better() int { return -1 }

// Value implements Measure. One feature, or none, has no pair: its redundancy is 0.
func (r Redundancy) Value(ctx context.Context, t *Trial) (float64, error) {
	if len(t.Features) < 2 {
		return 0, nil
	}
	part, at := t.Train, t.Features
	if part.Stored != nil {
		var err error
		if part, err = taken(part, at); err != nil {
			return 0, err
		}
		at = every(len(at))
	}
	m, err := redundancy.Of(ctx, part, at, 1)
	if err != nil {
		return 0, err
	}
	switch r.kind() {
	case "squared":
		return m.SqCosCentered, nil
	case "absolute":
		return m.AbsPearson, nil
	case "signed":
		return m.Pearson, nil
	case "cosine":
		return m.SqCosUncentered, nil
	}
	return 0, fmt.Errorf("redundancy of the kind %q; choose squared, absolute, signed or cosine",
		r.Kind)
}

// Seconds is the time of the selection. It differs from run to run; it is stored with the choice.
type Seconds struct{}

// Key implements Measure.
func (Seconds) Key() string { return secondsKey }

const secondsKey = "seconds 1"

// Label implements Measure.
func (Seconds) Label() string { return "seconds to choose" }

// Better implements Measure.
func (Seconds) Better() int { return -1 }

// Value implements Measure.
func (Seconds) Value(_ context.Context, t *Trial) (float64, error) { return t.Elapsed, nil }

// AllFeatures is the method that uses all features: the baseline. In a study it is measured once
// per split, whatever the numbers of features.
type AllFeatures struct{}

// Name implements algorithms.Namer.
func (AllFeatures) Name() string { return "all features" }

// Select implements algorithms.Selector: every feature in the order of the
// columns, whatever K is.
func (AllFeatures) Select(_ context.Context, d *datasets.Dataset, _ algorithms.Options) (
	*algorithms.Ranking, error) {
	return &algorithms.Ranking{Method: "all features", Label: "all features", D: d.D(),
		Features: every(d.D()), Names: d.Features}, nil
}

// finite replaces NaN and infinity in results.
func finite(v float64, m Measure) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Errorf("%s is not finite", strings.ToLower(m.Label()))
	}
	return nil
}

// A PerSample measure is a mean over the samples of the test part, as Accuracy is, so that
// View.Pooled can weight folds by their size. PerSample reports whether it is.
type PerSample interface {
	Measure
	PerSample() bool
}

// PerSample implements PerSample: other measures than accuracy are no means over samples.
func (a Accuracy) PerSample() bool {
	return cmp.Or(a.Measure, evaluation.ShareRight) == evaluation.ShareRight
}

func isPerSample(m Measure) bool {
	p, ok := m.(PerSample)
	return ok && p.PerSample()
}
