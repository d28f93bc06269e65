package evaluation

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/learn"
)

// classes predicts the test part from the first ks[i] features of a selection, for each i.
func (s *parts) classes(ctx context.Context, of selection) (predicted [][]int, warnings []string,
	err error) {
	y, count, ks := s.train.Y, len(s.train.Classes), of.ks
	if of.empty() {
		classes := s.train.ClassCounts()
		most := slices.Index(classes, slices.Max(classes)) // the first of equal ones
		return [][]int{slices.Repeat([]int{most}, s.test.N())}, []string{noFeatureOf +
			"the most frequent class is predicted there"}, nil
	}
	x, held, err := s.columns(of.used())
	if err != nil {
		return nil, nil, err
	}
	if s.protocol.Classifier == NearestNeighbors {
		predicted, err = s.nearest().Classes(ctx, x, y, count, held, ks)
		return predicted, nil, err
	}
	n, _ := x.Dims()
	m, _ := held.Dims()
	for _, k := range ks {
		model, err := s.trained(ctx, x.Slice(0, n, 0, k).(*mat.Dense), y, count)
		if err != nil {
			return nil, nil, err
		}
		of, err := model.Predict(held.Slice(0, m, 0, k).(*mat.Dense))
		if err != nil {
			return nil, nil, err
		}
		predicted, warnings = append(predicted, of), append(warnings, s.unsettled(model)...)
	}
	return predicted, warnings, nil
}

// noFeatureOf begins the warning about a method that chooses no feature.
const noFeatureOf = "no feature is chosen in some splits: "

// newtonFeatures is the number of features up to which Newton's method is faster than coordinate
// descent, for samples that are newtonSamples times as many.
const newtonFeatures, newtonSamples = 128, 4

func fewFeatures(n, d int) bool { return d <= newtonFeatures && n >= newtonSamples*d }

// trained is the linear machine of the protocol, trained on x.
func (s *parts) trained(ctx context.Context, x *mat.Dense, y []int, classes int) (
	*learn.LinearModel, error) {
	if fewFeatures(x.Dims()) {
		m, err := s.svm().TrainNewton(ctx, x, y, classes)
		if err != nil || s.unsettled(m) == nil {
			return m, err
		}
	}
	return s.svm().Train(ctx, x, y, classes)
}

// unsettled warns of a machine that was not trained to the end, with advice that is not followed
// yet.
func (s *parts) unsettled(m *learn.LinearModel) []string {
	for _, fit := range m.Fits {
		switch {
		case fit.Converged:
		case s.protocol.Raw:
			return []string{"the linear SVM has not converged: standardized features help"}
		default:
			return []string{fmt.Sprintf("the linear SVM has not converged in %d epochs",
				fit.Epochs)}
		}
	}
	return nil
}

// allClasses predicts the test part from all features. It calls tick allSteps times.
func (s *parts) allClasses(ctx context.Context, tick func(steps int)) (predicted []int,
	warnings []string, err error) {
	few := s.protocol.Classifier == LinearMachine && fewFeatures(s.train.N(), s.train.D())
	train, test, scaling, err := s.sparse(ctx)
	switch {
	case err != nil:
		return nil, nil, err
	case train != nil && !few:
		tick(1)
		return s.sparseClasses(ctx, train, test, scaling)
	}
	x, held, err := s.whole()
	if err != nil {
		return nil, nil, err
	}
	y, count := s.train.Y, len(s.train.Classes)
	if s.protocol.Classifier == LinearMachine {
		tick(1)
		model, err := s.trained(ctx, x, y, count)
		if err != nil {
			return nil, nil, err
		}
		predicted, err = model.Predict(held)
		return predicted, s.unsettled(model), err
	}
	n, d := x.Dims()
	m, _ := held.Dims()
	block := blockOf(n, d)
	for lo := 0; lo < m; lo += block {
		part := held.Slice(lo, min(lo+block, m), 0, d).(*mat.Dense)
		of, err := s.nearest().Classes(ctx, x, y, count, part, []int{d})
		if err != nil {
			return nil, nil, err
		}
		predicted = append(predicted, of[0]...)
		tick(1)
	}
	return predicted, nil, nil
}

func (s *parts) sparseClasses(ctx context.Context, train, test *storage.Sparse,
	scaling *learn.Scaling) (predicted []int, warnings []string, err error) {
	y, count := s.train.Y, len(s.train.Classes)
	if s.protocol.Classifier == NearestNeighbors {
		predicted, err = s.nearest().SparseClasses(ctx, train, y, count, test, scaling)
		return predicted, nil, err
	}
	model, err := s.svm().TrainSparse(ctx, train, y, count, scaling)
	if err != nil {
		return nil, nil, err
	}
	predicted, err = model.PredictSparse(test, scaling)
	return predicted, s.unsettled(model), err
}

// blockOf is the number of test samples between two steps of the progress: some tenths of a second.
func blockOf(train, features int) int { return max(1, (1<<28)/max(1, train*features)) }

// allSteps is the number of steps that the test part of a split takes with all features.
func allSteps(d *datasets.Dataset, p Protocol, s learn.Split) int {
	_, sparse := d.Stored.(*storage.Sparse)
	switch {
	case omitted(d) != "":
		return 0
	case sparse || p.Classifier == LinearMachine:
		return 1
	}
	block := blockOf(len(s.Train), d.D())
	return (len(s.Test) + block - 1) / block
}
