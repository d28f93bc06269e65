package study

import (
	"cmp"
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/learn"
)

// Logistic is learn.Logistic.
type Logistic struct {
	C float64 // 0 means 1
}

// Key implements Classifier.
func (c Logistic) Key() string { return fmt.Sprintf("logistic regression, C=%g", cmp.Or(c.C, 1)) }

func (c Logistic) train(ctx context.Context, x *mat.Dense, y []int, classes int) (
	*learn.LogisticModel, error) {
	return learn.Logistic{C: c.C}.Train(ctx, x, y, classes)
}

// Predict implements Classifier.
func (c Logistic) Predict(ctx context.Context, x *mat.Dense, y []int, classes int, test *mat.Dense,
	_ uint64) ([]int, error) {
	m, err := c.train(ctx, x, y, classes)
	if err != nil {
		return nil, err
	}
	return m.Predict(test)
}

// Scores implements Scorer: the probabilities.
func (c Logistic) Scores(ctx context.Context, x *mat.Dense, y []int, classes int, test *mat.Dense,
	_ uint64) (*mat.Dense, error) {
	m, err := c.train(ctx, x, y, classes)
	if err != nil {
		return nil, err
	}
	p, err := m.Probabilities(test)
	if err != nil {
		return nil, err
	}
	return learn.ClassScores(p, m.Classes, classes), nil
}

// RidgeClassifier is learn.FitRidgeClasses.
type RidgeClassifier struct {
	Penalty float64 // 0 means 1
}

// Key implements Classifier.
func (c RidgeClassifier) Key() string {
	return fmt.Sprintf("ridge classifier, penalty=%g", cmp.Or(c.Penalty, 1))
}

// Predict implements Classifier.
func (c RidgeClassifier) Predict(ctx context.Context, x *mat.Dense, y []int, classes int,
	test *mat.Dense, _ uint64) ([]int, error) {
	m, err := c.train(x, y, classes)
	if err != nil {
		return nil, err
	}
	return m.Predict(test)
}

func (c RidgeClassifier) train(x *mat.Dense, y []int, classes int) (*learn.LinearModel, error) {
	return learn.FitRidgeClasses(x, y, classes, cmp.Or(c.Penalty, 1))
}

// Scores implements Scorer: the values of the linear functions.
func (c RidgeClassifier) Scores(ctx context.Context, x *mat.Dense, y []int, classes int,
	test *mat.Dense, _ uint64) (*mat.Dense, error) {
	m, err := c.train(x, y, classes)
	if err != nil {
		return nil, err
	}
	return decisions(m, test, classes)
}

// Forest is learn.Forest with its defaults.
type Forest struct {
	Trees int // 0 means 100
}

// Key implements Classifier.
func (c Forest) Key() string {
	return fmt.Sprintf("random forest, trees=%d", cmp.Or(c.Trees, learn.DefaultTrees))
}

// Predict implements Classifier.
func (c Forest) Predict(ctx context.Context, x *mat.Dense, y []int, classes int, test *mat.Dense,
	seed uint64) ([]int, error) {
	m, err := c.train(ctx, x, y, classes, seed)
	if err != nil {
		return nil, err
	}
	return m.Predict(ctx, test, 1)
}

func (c Forest) train(ctx context.Context, x *mat.Dense, y []int, classes int, seed uint64) (
	*learn.ForestModel, error) {
	return learn.Forest{Trees: c.Trees, Seed: seed, Workers: 1}.Train(ctx, x, y, classes)
}

// Scores implements Scorer: the probabilities.
func (c Forest) Scores(ctx context.Context, x *mat.Dense, y []int, classes int, test *mat.Dense,
	seed uint64) (*mat.Dense, error) {
	m, err := c.train(ctx, x, y, classes, seed)
	if err != nil {
		return nil, err
	}
	p, err := m.Probabilities(ctx, test, 1)
	if err != nil {
		return nil, err
	}
	return learn.ClassScores(p, m.Classes, classes), nil
}
