package study

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/learn"
)

// A Regressor predicts a continuous target. Key is its canonical text with every default written
// out: regressors with equal keys predict the same.
type Regressor interface {
	Key() string
	// Predict trains on x (n×d) with the target y and returns the numbers of the rows of test.
	Predict(ctx context.Context, x *mat.Dense, y []float64, test *mat.Dense, seed uint64) (
		[]float64, error)
}

// KNNRegressor predicts the mean of the nearest neighbors, learn.KNNMean.
type KNNRegressor struct {
	Neighbors int // 0 means 5
}

func (r KNNRegressor) neighbors() int { return cmp.Or(r.Neighbors, 5) }

// Key implements Regressor.
func (r KNNRegressor) Key() string { return fmt.Sprintf("mean of %d-NN", r.neighbors()) }

// Predict implements Regressor. More neighbors than training samples are an error.
func (r KNNRegressor) Predict(ctx context.Context, x *mat.Dense, y []float64, test *mat.Dense,
	_ uint64) ([]float64, error) {
	if k := r.neighbors(); k < 0 || k > len(y) {
		return nil, fmt.Errorf("%d neighbors of %d training samples; give 1 to %d", k, len(y),
			len(y))
	}
	return learn.KNNMean(ctx, x, y, test, r.neighbors())
}

// RidgeRegressor is learn.FitRidge.
type RidgeRegressor struct {
	Penalty float64 // 0 means 1
}

// Key implements Regressor.
func (r RidgeRegressor) Key() string {
	return fmt.Sprintf("ridge regression, penalty=%g", cmp.Or(r.Penalty, 1))
}

// Predict implements Regressor.
func (r RidgeRegressor) Predict(_ context.Context, x *mat.Dense, y []float64, test *mat.Dense,
	_ uint64) ([]float64, error) {
	m, err := learn.FitRidge(x, y, cmp.Or(r.Penalty, 1))
	if err != nil {
		return nil, err
	}
	return m.Predict(test), nil
}

// ForestRegressor is learn.Forest of means with its defaults.
type ForestRegressor struct {
	Trees int // 0 means 100
}

// Key implements Regressor.
func (r ForestRegressor) Key() string {
	return fmt.Sprintf("regression forest, trees=%d", cmp.Or(r.Trees, learn.DefaultTrees))
}

// Predict implements Regressor.
func (r ForestRegressor) Predict(ctx context.Context, x *mat.Dense, y []float64, test *mat.Dense,
	seed uint64) ([]float64, error) {
	m, err := learn.Forest{Trees: r.Trees, Seed: seed, Workers: 1}.TrainMeans(ctx, x, y)
	if err != nil {
		return nil, err
	}
	return m.Means(ctx, test, 1)
}

// R2 is the coefficient of determination of a regressor, trained on the chosen features of the
// training part, on the test part,
//
//	1 - Σ(y - ŷ)² / Σ(y - m)²
//
// with the sums over the test samples, target y, prediction ŷ, and m the mean of y over the test
// part. It is 1 for perfect predictions, and negative, without a bound, for those that are worse
// than m. A choice of no feature predicts the mean of the training part.
type R2 struct {
	Regressor Regressor // nil is KNNRegressor{}
	Raw       bool      // do not standardize the features by their training samples
	// Sets takes the chosen features as a set, as Accuracy.Sets.
	Sets bool
}

func (r R2) regressor() Regressor {
	if r.Regressor == nil {
		return KNNRegressor{}
	}
	return r.Regressor
}

// Key implements Measure.
func (r R2) Key() string {
	key := fmt.Sprintf("R2 1 (%s) raw=%v", r.regressor().Key(), r.Raw)
	if r.Sets {
		key += " sets"
	}
	return key
}

// Label implements Measure.
func (r R2) Label() string {
	label := r2Name + ", " + r.regressor().Key()
	if r.Raw {
		label += rawLabel
	}
	return label
}

// Better implements Measure.
func (R2) Better() int { return +1 }

// Value implements Measure. It returns an error for data without a continuous target, for a target
// that is the same in all test samples, and those of the regressor.
func (r R2) Value(ctx context.Context, t *Trial) (float64, error) {
	return t.ofSet(r.Sets, r.Key(), func(t *Trial) (float64, error) { return r.value(ctx, t) })
}

const r2Name = "R²"

func (r R2) value(ctx context.Context, t *Trial) (float64, error) {
	if !t.Train.Continuous() {
		return 0, fmt.Errorf("%s: %w", r2Name, algorithms.ErrNoTarget)
	}
	y := t.Test.Target
	if len(y) == 0 {
		return 0, fmt.Errorf("%s: the test part is empty", r2Name)
	}
	if slices.Min(y) == slices.Max(y) {
		return 0, fmt.Errorf("%s: the target of all %s of the test part is %g; take "+
			"larger test parts", r2Name, samples(len(y)), y[0])
	}
	if len(t.Features) == 0 {
		return learn.R2(slices.Repeat([]float64{meanOf(t.Train.Target)}, len(y)), y), nil
	}
	train, test, err := t.columns(r.Raw)
	if err != nil {
		return 0, err
	}
	predicted, err := r.regressor().Predict(ctx, train.X, train.Target, test.X, t.Seed)
	if err != nil {
		return 0, err
	}
	if len(predicted) != len(y) {
		return 0, fmt.Errorf("%s: %s predicts %d numbers for %s; return one for each row",
			r2Name, r.regressor().Key(), len(predicted), samples(len(y)))
	}
	return learn.R2(predicted, y), nil
}

// meanOf is the mean, about the first number so that equal numbers have it exactly.
func meanOf(y []float64) float64 {
	var sum float64
	for _, v := range y {
		sum += v - y[0]
	}
	return y[0] + sum/float64(len(y))
}
