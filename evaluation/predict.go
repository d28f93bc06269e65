package evaluation

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/learn"
)

// classes predicts the test part from the first ks[i] of the features, for each i; ks ascend.
func (s *parts) classes(ctx context.Context, features, ks []int) (predicted [][]int,
	warnings []string, err error) {
	x, held, err := s.columns(features[:ks[len(ks)-1]])
	if err != nil {
		return nil, nil, err
	}
	y, count := s.train.Y, len(s.train.Classes)
	if s.protocol.Classifier == NearestNeighbors {
		predicted, err = s.nearest().Classes(ctx, x, y, count, held, ks)
		return predicted, nil, err
	}
	n, _ := x.Dims()
	m, _ := held.Dims()
	for _, k := range ks {
		model, err := s.svm().Train(ctx, x.Slice(0, n, 0, k).(*mat.Dense), y, count)
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
	if train, test, scaling, err := s.sparse(ctx); err != nil || train != nil {
		if err != nil {
			return nil, nil, err
		}
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
		model, err := s.svm().Train(ctx, x, y, count)
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
