package evaluation

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/terms"
)

// model is what was learned from a training part. Of classes and numbers one is nil.
type model struct {
	classes func(ctx context.Context, x *mat.Dense) ([]int, error)
	// scores has a column for each class of the data, larger where the class is more likely; -Inf
	// for those without training samples.
	scores   func(ctx context.Context, x *mat.Dense) (*mat.Dense, error)
	numbers  func(ctx context.Context, x *mat.Dense) ([]float64, error)
	warnings []string
}

// model trains that of the protocol on x, columns of the training part.
func (s *parts) model(ctx context.Context, x *mat.Dense) (*model, error) {
	if s.train.Continuous() {
		return s.regressor(ctx, x)
	}
	return s.classifier(ctx, x)
}

// classifier trains that of the protocol on x, columns of the training part.
func (s *parts) classifier(ctx context.Context, x *mat.Dense) (*model, error) {
	y, classes := s.train.Y, len(s.train.Classes)
	if s.protocol.Measure == terms.AUC { // before training, which may take long
		if err := checkScores(len(s.test.Y), classes, 2); err != nil {
			return nil, err
		}
	}
	switch s.protocol.Classifier {
	case terms.LinearMachine:
		m, err := s.trained(ctx, x, y, classes)
		if err != nil {
			return nil, err
		}
		return linearModel(m, classes, s.unsettled(m)), nil
	case terms.LogisticClassifier:
		m, err := learn.Logistic{C: s.protocol.C}.Train(ctx, x, y, classes)
		if err != nil {
			return nil, err
		}
		var warnings []string
		if !m.Fit.Converged {
			warnings = []string{fmt.Sprintf("the logistic regression has not converged in %d "+
				"steps: a smaller C and standardized features help", m.Fit.Steps)}
		}
		of := linearModel(&m.LinearModel, classes, warnings)
		of.scores = func(_ context.Context, x *mat.Dense) (*mat.Dense, error) {
			p, err := m.Probabilities(x)
			return classScores(p, err, m.Classes, classes)
		}
		return of, nil
	case terms.RidgeClassifier:
		m, err := learn.FitRidgeClasses(x, y, classes, s.protocol.Ridge)
		if err != nil {
			return nil, err
		}
		return linearModel(m, classes, nil), nil
	case terms.ForestClassifier:
		m, err := s.forest().Train(ctx, x, y, classes)
		if err != nil {
			return nil, err
		}
		return &model{
			classes: func(ctx context.Context, x *mat.Dense) ([]int, error) {
				return m.Predict(ctx, x, 1)
			},
			scores: func(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
				p, err := m.Probabilities(ctx, x, 1)
				return classScores(p, err, m.Classes, classes)
			},
		}, nil
	}
	_, d := x.Dims()
	return &model{
		classes: func(ctx context.Context, held *mat.Dense) ([]int, error) {
			of, err := s.nearest().Classes(ctx, x, y, classes, held, []int{d})
			if err != nil {
				return nil, err
			}
			return of[0], nil
		},
		scores: func(ctx context.Context, held *mat.Dense) (*mat.Dense, error) {
			of, err := s.nearest().Shares(ctx, x, y, classes, held, []int{d})
			if err != nil {
				return nil, err
			}
			return of[0], nil
		},
	}, nil
}

// linearModel predicts by decisions.
func linearModel(m *learn.LinearModel, classes int, warnings []string) *model {
	return &model{
		classes: func(_ context.Context, x *mat.Dense) ([]int, error) { return m.Predict(x) },
		scores: func(_ context.Context, x *mat.Dense) (*mat.Dense, error) {
			f, err := m.Decision(x)
			return classScores(f, err, m.Classes, classes)
		},
		warnings: warnings,
	}
}

// classScores are those of the classes of the data, from those of the classes that a model knows.
func classScores(f *mat.Dense, err error, present []int, classes int) (*mat.Dense, error) {
	if err != nil {
		return nil, err
	}
	return learn.ClassScores(f, present, classes), nil
}

// regressor trains that of the protocol on x, columns of the training part.
func (s *parts) regressor(ctx context.Context, x *mat.Dense) (*model, error) {
	switch s.protocol.Regressor {
	case terms.RidgeRegression:
		r, err := learn.FitRidge(x, s.train.Target, s.protocol.Ridge)
		if err != nil {
			return nil, err
		}
		return &model{numbers: func(_ context.Context, x *mat.Dense) ([]float64, error) {
			return r.Predict(x), nil
		}}, nil
	case terms.ForestRegression:
		m, err := s.forest().TrainMeans(ctx, x, s.train.Target)
		if err != nil {
			return nil, err
		}
		return &model{numbers: func(ctx context.Context, x *mat.Dense) ([]float64, error) {
			return m.Means(ctx, x, 1)
		}}, nil
	}
	_, d := x.Dims()
	return &model{numbers: func(ctx context.Context, held *mat.Dense) ([]float64, error) {
		of, err := s.nearest().Means(ctx, x, s.train.Target, held, []int{d})
		if err != nil {
			return nil, err
		}
		return of[0], nil
	}}, nil
}

// rate is what is measured of what m predicts for the test part.
func (s *parts) rate(ctx context.Context, m *model, held *mat.Dense) ([]float64, error) {
	if m.numbers != nil {
		numbers, err := m.numbers(ctx, held)
		if err != nil {
			return nil, err
		}
		return scoresOf(numbers, s.test.Target), nil
	}
	if s.protocol.Measure == terms.AUC {
		scores, err := m.scores(ctx, held)
		if err != nil {
			return nil, err
		}
		return []float64{terms.AUC.Rate(nil, scores, s.test.Y)}, nil
	}
	predicted, err := m.classes(ctx, held)
	if err != nil {
		return nil, err
	}
	return []float64{s.protocol.Measure.Rate(predicted, nil, s.test.Y)}, nil
}
