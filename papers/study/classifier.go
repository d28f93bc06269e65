package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
)

// A Classifier predicts classes. Key is its canonical text with every default written out:
// classifiers with equal keys predict the same.
type Classifier interface {
	Key() string
	// Train learns from x (n×d) with classes y, indices below classes.
	Train(ctx context.Context, x *mat.Dense, y []int, classes int, seed uint64) (*Model, error)
}

// Model is what a Classifier learned.
type Model struct {
	// Classes are those of the rows of test.
	Classes func(ctx context.Context, test *mat.Dense) ([]int, error)
	// Scores, from which Accuracy computes AUC, have a row for each row of test and a number for
	// each class, larger where the class is more likely; nil if there are none. All classifiers of
	// this package but SVC have scores.
	Scores func(ctx context.Context, test *mat.Dense) (*mat.Dense, error)
}

// KNN is the k nearest neighbors classifier of learn.KNN.
type KNN struct {
	Neighbors int          // 0 means 1
	Metric    learn.Metric // "" means learn.Euclidean
}

// Key implements Classifier.
func (c KNN) Key() string {
	key := fmt.Sprintf("%d-NN", max(c.Neighbors, 1))
	if c.Metric != "" && c.Metric != learn.Euclidean {
		key += " (" + string(c.Metric) + ")"
	}
	return key
}

// stored identifies a classifier in stored pieces: its key, and a number that rises when its
// predictions change.
func stored(c Classifier) string {
	if _, ok := c.(KNN); ok {
		return c.Key() + " 2"
	}
	return c.Key()
}

// Train implements Classifier. Scores are the shares of the classes among the neighbors. More
// neighbors than training samples are an error.
func (c KNN) Train(_ context.Context, x *mat.Dense, y []int, classes int, _ uint64) (
	*Model, error) {
	n, d := x.Dims()
	if c.Neighbors < 0 || c.Neighbors > n {
		return nil, fmt.Errorf("%d neighbors of %d training samples; give 1 to %d",
			c.Neighbors, n, n)
	}
	near := learn.Nearest{K: c.Neighbors, Metric: c.Metric}
	return &Model{
		Classes: func(ctx context.Context, test *mat.Dense) ([]int, error) {
			out, err := near.Classes(ctx, x, y, classes, test, []int{d})
			if err != nil {
				return nil, err
			}
			return out[0], nil
		},
		Scores: func(ctx context.Context, test *mat.Dense) (*mat.Dense, error) {
			out, err := near.Shares(ctx, x, y, classes, test, []int{d})
			if err != nil {
				return nil, err
			}
			return out[0], nil
		},
	}, nil
}

// SVC is the support vector classifier of learn.SVC, with LIBSVM's defaults: an
// RBF kernel with C = 1 and gamma = 1/d.
type SVC struct {
	Linear bool    // a linear kernel instead
	C      float64 // 0 means 1
	Gamma  float64 // of the RBF kernel; 0 means 1/d
}

// Key implements Classifier.
func (c SVC) Key() string {
	weight := cmp.Or(c.C, 1)
	if c.Linear {
		return fmt.Sprintf("linear SVC, C=%g", weight)
	}
	gamma := "1/d"
	if c.Gamma != 0 {
		gamma = fmt.Sprintf("%g", c.Gamma)
	}
	return fmt.Sprintf("RBF SVC, C=%g, gamma=%s", weight, gamma)
}

// Train implements Classifier.
func (c SVC) Train(ctx context.Context, x *mat.Dense, y []int, classes int, _ uint64) (
	*Model, error) {
	p := learn.SVC{Kernel: learn.RBF, C: c.C, Gamma: c.Gamma, Workers: 1}
	if c.Linear {
		p.Kernel, p.Gamma = learn.Linear, 0
	}
	m, err := p.Train(ctx, x, y, classes)
	if err != nil {
		return nil, err
	}
	return &Model{Classes: m.Predict}, nil
}

// Tuned chooses among classifiers by stratified cross-validation inside the training part: the one
// with the most correct predictions, the first of equal ones. In a study its folds part no group,
// and fill missing values from their training part. The training part is scaled once, before.
type Tuned struct {
	Among []Classifier
	Folds int   // 0 means 5, at most the training samples
	group []int // of the training samples, which no fold parts; nil without
	// missing are the cells of the training samples that each fold fills from its training part.
	missing *datasets.MissingCells
}

// Key implements Classifier.
func (t Tuned) Key() string {
	text := fmt.Sprintf("tuned 2 in %d folds among", t.folds())
	for _, c := range t.Among {
		text += " [" + c.Key() + "]"
	}
	return text
}

// label is the common part of the classifiers' keys, or their number; Key has them all.
func (t Tuned) label() string {
	return tunedLabel(t.Among, " classifiers", func(c Classifier) string {
		kind, _, _ := strings.Cut(c.Key(), ",")
		return kind
	})
}

// tunedLabel has the name of all candidates, or else their number.
func tunedLabel[T any](among []T, what string, name func(T) string) string {
	if len(among) == 0 || slices.ContainsFunc(among,
		func(m T) bool { return name(m) != name(among[0]) }) {
		return fmt.Sprintf("tuned among %d%s", len(among), what)
	}
	return name(among[0]) + ", tuned"
}

func (t Tuned) folds() int { return cmp.Or(t.Folds, 5) }

// Train implements Classifier.
func (t Tuned) Train(ctx context.Context, x *mat.Dense, y []int, classes int, seed uint64) (
	*Model, error) {
	if len(t.Among) == 0 {
		return nil, errors.New("no classifier to tune among; give at least one")
	}
	best, err := t.choose(ctx, x, y, classes, seed)
	if err != nil {
		return nil, err
	}
	m, err := t.Among[best].Train(ctx, x, y, classes, seed)
	if err == nil && m.Scores == nil {
		return &Model{Classes: m.Classes, Scores: func(context.Context, *mat.Dense) (
			*mat.Dense, error) {
			return nil, noScores(t.Among[best])
		}}, nil
	}
	return m, err
}

func hits(predicted, truth []int) (n int) {
	for i, p := range predicted {
		if p == truth[i] {
			n++
		}
	}
	return n
}

// choose returns the index of the classifier that cross-validation on x prefers.
func (t Tuned) choose(ctx context.Context, x *mat.Dense, y []int, classes int, seed uint64) (
	best int, err error) {
	d := &datasets.Dataset{X: x, Y: y, Classes: make([]string, classes), Missing: t.missing}
	d.Group = t.group
	best, _, err = mostRight(d, t.folds(), len(t.Among), seed,
		func(i int, train, test *datasets.Dataset) (int, error) {
			predicted, err := predict(ctx, t.Among[i], train.X, train.Y, classes, test.X, seed)
			if err != nil {
				return 0, err
			}
			return hits(predicted, test.Y), nil
		})
	return best, err
}

// mostRight adds up, for each of some candidates, what right counts on each fold of d, of which
// there are as many as d has samples or groups at most. It returns the first of the largest sums.
func mostRight(d *datasets.Dataset, folds, candidates int, seed uint64,
	right func(i int, train, test *datasets.Dataset) (int, error)) (best, most int, err error) {
	folds = min(folds, evaluation.MostFolds(d))
	splitter, err := evaluation.NewFolds(d, folds, seed)
	if err != nil {
		return 0, 0, err
	}
	sums := make([]int, candidates)
	for f := range folds {
		s := splitter.Split(f)
		if len(s.Train) == 0 || len(s.Test) == 0 {
			continue
		}
		train, test, err := evaluation.Parts(d, s)
		if err != nil {
			return 0, 0, err
		}
		for i := range sums {
			n, err := right(i, train, test)
			if err != nil {
				return 0, 0, err
			}
			sums[i] += n
		}
	}
	most = slices.Max(sums)
	return slices.Index(sums, most), most, nil
}

// predict trains c, and predicts the classes of test; a training part of one class predicts it.
func predict(ctx context.Context, c Classifier, x *mat.Dense, y []int, classes int, test *mat.Dense,
	seed uint64) ([]int, error) {
	if slices.Min(y) == slices.Max(y) {
		m, _ := test.Dims()
		return slices.Repeat([]int{y[0]}, m), nil
	}
	m, err := c.Train(ctx, x, y, classes, seed)
	if err != nil {
		return nil, err
	}
	return m.Classes(ctx, test)
}

// scores are those of c, or an error if it has none. Of a training part of one class they are 0.
func scores(ctx context.Context, c Classifier, x *mat.Dense, y []int, classes int, test *mat.Dense,
	seed uint64) (*mat.Dense, error) {
	if _, without := c.(SVC); without { // before training, which may take long
		return nil, noScores(c)
	}
	if slices.Min(y) == slices.Max(y) {
		m, _ := test.Dims()
		return mat.NewDense(m, classes, nil), nil
	}
	m, err := c.Train(ctx, x, y, classes, seed)
	if err != nil {
		return nil, err
	}
	if m.Scores == nil {
		return nil, noScores(c)
	}
	return m.Scores(ctx, test)
}

func noScores(c Classifier) error {
	return fmt.Errorf("AUC: the classifier %s has no scores; give another one, such as "+
		"LinearSVM or Logistic", c.Key())
}
