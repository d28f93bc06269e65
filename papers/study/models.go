package study

import (
	"cmp"
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/learn"
)

// LinearSVM is the linear machine of learn.LinearSVM, with LIBLINEAR's defaults.
type LinearSVM struct {
	C float64 // 0 means 1
}

// Key implements Classifier.
func (c LinearSVM) Key() string { return fmt.Sprintf("linear SVM, C=%g", cmp.Or(c.C, 1)) }

// Train implements Classifier. Scores are the decisions.
func (c LinearSVM) Train(ctx context.Context, x *mat.Dense, y []int, classes int, seed uint64) (
	*Model, error) {
	m, err := learn.LinearSVM{C: c.C, Seed: seed, Workers: 1}.Train(ctx, x, y, classes)
	if err != nil {
		return nil, err
	}
	return linearModel(m, m.Decision, classes), nil
}

// linearModel predicts by decisions, and scores by a function with a column for each class of m.
func linearModel(m *learn.LinearModel, score func(*mat.Dense) (*mat.Dense, error),
	classes int) *Model {
	return &Model{
		Classes: func(_ context.Context, test *mat.Dense) ([]int, error) { return m.Predict(test) },
		Scores: func(_ context.Context, test *mat.Dense) (*mat.Dense, error) {
			f, err := score(test)
			if err != nil {
				return nil, err
			}
			return learn.ClassScores(f, m.Classes, classes), nil
		},
	}
}

// Logistic is learn.Logistic.
type Logistic struct {
	C float64 // 0 means 1
}

// Key implements Classifier.
func (c Logistic) Key() string { return fmt.Sprintf("logistic regression, C=%g", cmp.Or(c.C, 1)) }

// Train implements Classifier. Scores are the probabilities.
func (c Logistic) Train(ctx context.Context, x *mat.Dense, y []int, classes int, _ uint64) (
	*Model, error) {
	m, err := learn.Logistic{C: c.C}.Train(ctx, x, y, classes)
	if err != nil {
		return nil, err
	}
	return linearModel(&m.LinearModel, m.Probabilities, classes), nil
}

// RidgeClassifier is learn.FitRidgeClasses.
type RidgeClassifier struct {
	Penalty float64 // 0 means 1
}

// Key implements Classifier.
func (c RidgeClassifier) Key() string {
	return fmt.Sprintf("ridge classifier, penalty=%g", cmp.Or(c.Penalty, 1))
}

// Train implements Classifier. Scores are the values of the linear functions.
func (c RidgeClassifier) Train(_ context.Context, x *mat.Dense, y []int, classes int, _ uint64) (
	*Model, error) {
	m, err := learn.FitRidgeClasses(x, y, classes, cmp.Or(c.Penalty, 1))
	if err != nil {
		return nil, err
	}
	return linearModel(m, m.Decision, classes), nil
}

// Forest is learn.Forest with its defaults.
type Forest struct {
	Trees int // 0 means 100
}

// Key implements Classifier.
func (c Forest) Key() string {
	return fmt.Sprintf("random forest, trees=%d", cmp.Or(c.Trees, learn.DefaultTrees))
}

// Train implements Classifier. Scores are the probabilities.
func (c Forest) Train(ctx context.Context, x *mat.Dense, y []int, classes int, seed uint64) (
	*Model, error) {
	m, err := learn.Forest{Trees: c.Trees, Seed: seed, Workers: 1}.Train(ctx, x, y, classes)
	if err != nil {
		return nil, err
	}
	return &Model{
		Classes: func(ctx context.Context, test *mat.Dense) ([]int, error) {
			return m.Predict(ctx, test, 1)
		},
		Scores: func(ctx context.Context, test *mat.Dense) (*mat.Dense, error) {
			p, err := m.Probabilities(ctx, test, 1)
			if err != nil {
				return nil, err
			}
			return learn.ClassScores(p, m.Classes, classes), nil
		},
	}, nil
}
