package wrapper

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/learn"
)

// machines are support vector machines that are trained again after each round. They begin where
// those of the round before are: by their coefficients of the samples while these have products,
// and later by their weights.
type machines struct {
	dual     *learn.DualModel
	products *mat.Dense // of the samples in the columns left
	whole    int        // columns left when they were computed from all of them
	model    *learn.LinearModel
	wrong    int // the most samples with errors of a machine
}

// machines trains those of the columns left.
func (e *elimination) machines(ctx context.Context, c float64) (*learn.LinearModel, error) {
	x, s := e.matrix(), &e.svm
	n, p := x.Dims()
	svm := learn.LinearSVM{C: c, Eps: descentEps, MaxEpochs: descentEpochs, Workers: e.opt.Workers}
	if e.rounds == 0 && byProducts(n, p) {
		s.products, s.whole = products(x), p
	}
	if s.products != nil && p < s.wrong {
		s.products, s.dual = nil, nil
	}
	var err error
	switch {
	case s.products != nil:
		if 2*p < s.whole { // differences have lost a digit
			s.products, s.whole = products(x), p
		}
		s.dual, err = svm.TrainProducts(ctx, s.products, e.s.y, e.s.classes, s.dual)
		if err != nil {
			return nil, err
		}
		s.wrong = 0
		for m, fit := range s.dual.Fits {
			if fit.Converged {
				s.wrong = max(s.wrong, floats.Count(func(v float64) bool { return v != 0 },
					s.dual.Coefficients.RawRowView(m)))
			}
		}
		s.model = weighted(s.dual, x, e.s.y, c)
	case min(n, p) > newtonSize:
		s.model, err = svm.Train(ctx, x, e.s.y, e.s.classes)
	default:
		s.model, err = svm.TrainNewton(ctx, x, e.s.y, e.s.classes, s.model)
	}
	return s.model, err
}

// drop keeps the columns of stay, by their places among those left, and drops those of gone.
func (s *machines) drop(e *elimination, gone, stay []int) {
	if s.model == nil {
		return
	}
	c, _ := s.model.Weights.Dims()
	weights := mat.NewDense(c, len(stay), nil)
	for m := range c {
		weights.SetRow(m, at(s.model.Weights.RawRowView(m), stay))
	}
	s.model = &learn.LinearModel{Weights: weights, Bias: s.model.Bias, Wrong: s.model.Wrong}
	if s.products == nil {
		return
	}
	columns := make([]int, len(gone))
	for k, place := range slices.Sorted(slices.Values(gone)) {
		columns[k] = e.left[place]
	}
	subtractProducts(s.products, e.columns(columns))
}
