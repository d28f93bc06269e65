package evaluation

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/processor"
	"fsnb.example/internal/terms"
)

// rated is what is measured on the test part, predicted from the first ks[i] features of a
// selection, for each i.
func (s *parts) rated(ctx context.Context, of selection) (values [][]float64, warnings []string,
	err error) {
	if of.empty() {
		v, what, err := s.ratedWithout()
		return [][]float64{v}, []string{noFeatureOf + what}, err
	}
	x, held, err := s.columns(of.used())
	if err != nil {
		return nil, nil, err
	}
	if s.protocol.byNeighbors() {
		values, err = s.ratedNeighbors(ctx, x, held, of.ks)
		return values, nil, err
	}
	n, _ := x.Dims()
	m, _ := held.Dims()
	for _, k := range of.ks {
		model, err := s.model(ctx, x.Slice(0, n, 0, k).(*mat.Dense))
		if err != nil {
			return nil, nil, err
		}
		v, err := s.rate(ctx, model, held.Slice(0, m, 0, k).(*mat.Dense))
		if err != nil {
			return nil, nil, err
		}
		values, warnings = append(values, v), append(warnings, model.warnings...)
	}
	return values, warnings, ctx.Err()
}

// ratedWithout is rated without any feature, and what is predicted then.
func (s *parts) ratedWithout() (values []float64, what string, err error) {
	if s.train.Continuous() {
		return guessErrors(s.train.Target, s.test.Target),
			"the mean of the training part is predicted there", nil
	}
	classes := s.train.ClassCounts()
	most := slices.Index(classes, slices.Max(classes)) // the first of equal ones
	scores, err := s.scores()
	if err != nil {
		return nil, "", err
	}
	same := slices.Repeat([]int{most}, len(s.test.Y))
	return []float64{s.protocol.Measure.Rate(same, scores, s.test.Y)},
		"the most frequent class is predicted there", nil
}

// scores has a row of 0 for each sample of the test part and a column for each class; nil if the
// measure does not use scores.
func (s *parts) scores() (*mat.Dense, error) {
	m, classes := len(s.test.Y), len(s.train.Classes)
	if s.protocol.Measure != terms.AUC {
		return nil, nil
	}
	if err := checkScores(m, classes, 2); err != nil {
		return nil, err
	}
	return mat.NewDense(m, classes, nil), nil
}

// checkScores returns an error if so many tables of a number for each sample and class take more
// memory than this process may take.
func checkScores(samples, classes, tables int) error {
	return processor.CheckMemory(8*float64(tables)*float64(samples)*float64(classes),
		fmt.Sprintf("the scores of %d samples for %d classes", samples, classes),
		"take fewer classes or samples (Subsample)")
}

// ratedNeighbors is rated by k-NN, with one search for all numbers of columns.
func (s *parts) ratedNeighbors(ctx context.Context, x, held *mat.Dense, ks []int) (
	values [][]float64, err error) {
	y, count := s.train.Y, len(s.train.Classes)
	switch {
	case s.train.Continuous():
		predicted, err := s.nearest().Means(ctx, x, s.train.Target, held, ks)
		if err != nil {
			return nil, err
		}
		for _, of := range predicted {
			values = append(values, scoresOf(of, s.test.Target))
		}
	case s.protocol.Measure == terms.AUC:
		shares, err := s.nearest().Shares(ctx, x, y, count, held, ks)
		if err != nil {
			return nil, err
		}
		for _, scores := range shares {
			values = append(values, []float64{terms.AUC.Rate(nil, scores, s.test.Y)})
		}
	default:
		predicted, err := s.nearest().Classes(ctx, x, y, count, held, ks)
		if err != nil {
			return nil, err
		}
		for _, of := range predicted {
			values = append(values, []float64{s.protocol.Measure.Rate(of, nil, s.test.Y)})
		}
	}
	return values, nil
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
		m, err := s.svm().TrainNewton(ctx, x, y, classes, nil)
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

// allRated is what is measured on the test part, predicted from all features. It calls tick
// allSteps times.
func (s *parts) allRated(ctx context.Context, tick func(steps int)) (values []float64,
	warnings []string, err error) {
	few := s.protocol.Classifier == terms.LinearMachine && fewFeatures(s.train.N(), s.train.D())
	train, test, scaling, err := s.sparse(ctx)
	switch {
	case err != nil:
		return nil, nil, err
	case train != nil && !few && s.protocol.takesSparse():
		tick(1)
		return s.sparseRated(ctx, train, test, scaling)
	}
	x, held, err := s.whole()
	if err != nil {
		return nil, nil, err
	}
	if !s.protocol.byNeighbors() || s.train.Continuous() {
		tick(1)
		model, err := s.model(ctx, x)
		if err != nil {
			return nil, nil, err
		}
		values, err = s.rate(ctx, model, held)
		return values, model.warnings, err
	}
	model, err := s.model(ctx, x)
	if err != nil {
		return nil, nil, err
	}
	n, d := x.Dims()
	m, _ := held.Dims()
	var predicted []int
	scores, err := s.scores()
	if err != nil {
		return nil, nil, err
	}
	block := blockOf(n, d)
	for lo := 0; lo < m; lo += block {
		hi := min(lo+block, m)
		part := held.Slice(lo, hi, 0, d).(*mat.Dense)
		if s.protocol.Measure == terms.AUC {
			shares, err := model.scores(ctx, part)
			if err != nil {
				return nil, nil, err
			}
			scores.Slice(lo, hi, 0, len(s.train.Classes)).(*mat.Dense).Copy(shares)
		} else {
			of, err := model.classes(ctx, part)
			if err != nil {
				return nil, nil, err
			}
			predicted = append(predicted, of...)
		}
		tick(1)
	}
	return []float64{s.protocol.Measure.Rate(predicted, scores, s.test.Y)}, nil, nil
}

// sparseRated is allRated of sparse values, by k-NN or the linear machine.
func (s *parts) sparseRated(ctx context.Context, train, test *storage.Sparse,
	scaling *learn.Scaling) (values []float64, warnings []string, err error) {
	if s.train.Continuous() {
		numbers, err := s.nearest().SparseMeans(ctx, train, s.train.Target, test, scaling)
		if err != nil {
			return nil, nil, err
		}
		return scoresOf(numbers, s.test.Target), nil, nil
	}
	y, count := s.train.Y, len(s.train.Classes)
	var predicted []int
	var scores *mat.Dense
	if s.protocol.byNeighbors() {
		if s.protocol.Measure == terms.AUC {
			scores, err = s.nearest().SparseShares(ctx, train, y, count, test, scaling)
		} else {
			predicted, err = s.nearest().SparseClasses(ctx, train, y, count, test, scaling)
		}
	} else {
		var model *learn.LinearModel
		if model, err = s.svm().TrainSparse(ctx, train, y, count, scaling); err != nil {
			return nil, nil, err
		}
		warnings = s.unsettled(model)
		if s.protocol.Measure == terms.AUC {
			scores, err = model.DecisionSparse(test, scaling)
			scores, err = classScores(scores, err, model.Classes, count)
		} else {
			predicted, err = model.PredictSparse(test, scaling)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	return []float64{s.protocol.Measure.Rate(predicted, scores, s.test.Y)}, warnings, nil
}

// blockOf is the number of test samples between two steps of the progress: some tenths of a second.
func blockOf(train, features int) int { return max(1, (1<<28)/max(1, train*features)) }

// allSteps is the number of steps that the test part of a split takes with all features.
func allSteps(d *datasets.Dataset, p Protocol, s learn.Split) int {
	_, sparse := d.Stored.(*storage.Sparse)
	switch {
	case omitted(d, p) != "":
		return 0
	case sparse || !p.byNeighbors():
		return 1
	}
	block := blockOf(len(s.Train), d.D())
	return (len(s.Test) + block - 1) / block
}
