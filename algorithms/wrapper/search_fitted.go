package wrapper

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/parallel"
)

// fittedSets judges sets by models that are trained from the start for each candidate and fold.
type fittedSets struct {
	s        *samples
	folds    []fold
	model    Model
	opt      algorithms.Options
	backward bool
	set      []bool
	all      float64 // accuracy or R² with all columns, of a backward search
}

func newFittedSets(ctx context.Context, s *samples, folds []fold, m Model,
	opt algorithms.Options, backward bool) (e *fittedSets, err error) {
	e = &fittedSets{s: s, folds: folds, model: m, opt: opt, backward: backward,
		set: make([]bool, len(s.live))}
	if !backward {
		return e, nil
	}
	columns := make([]int, len(e.set))
	for c := range e.set {
		e.set[c], columns[c] = true, c
	}
	e.all, err = e.good(ctx, columns)
	return e, err
}

func (e *fittedSets) take(ctx context.Context, column int) error {
	e.set[column] = !e.backward
	return ctx.Err()
}

// whole is accuracy, or R², with all columns.
func (e *fittedSets) whole() float64 { return e.all }

func (e *fittedSets) judge(ctx context.Context, candidates []int, _ bool, to []float64) error {
	return parallel.Each(ctx, e.opt.Workers, len(candidates),
		func(ctx context.Context, k int) error {
			var columns []int
			for c, in := range e.set {
				if in != (c == candidates[k]) {
					columns = append(columns, c)
				}
			}
			v, err := e.good(ctx, columns)
			to[k] = v
			return err
		})
}

// good is accuracy, or R², with some columns.
func (e *fittedSets) good(ctx context.Context, columns []int) (float64, error) {
	sum := 0.0
	for f := range e.folds {
		missed, err := e.misses(ctx, &e.folds[f], columns)
		if err != nil {
			return 0, err
		}
		sum += missed
	}
	return e.s.goodness(sum), nil
}

// misses is the number of wrong classes, or the sum of squared errors, in the test part of a fold.
func (e *fittedSets) misses(ctx context.Context, f *fold, columns []int) (float64, error) {
	train, test := f.matrix(e.s, columns, f.train), f.matrix(e.s, columns, f.test)
	forest := learn.Forest{Seed: e.opt.Seed, Workers: 1}
	if m, ok := e.model.(Forest); ok {
		forest.Trees = m.Trees
	}
	if e.s.y == nil {
		model, err := forest.TrainMeans(ctx, train, at(e.s.target, f.train))
		if err != nil {
			return 0, err
		}
		means, err := model.Means(ctx, test, 1)
		sum := 0.0
		for k, v := range means {
			sum += (v - e.s.target[f.test[k]]) * (v - e.s.target[f.test[k]])
		}
		return sum, err
	}
	predicted, err := e.classes(ctx, forest, train, at(e.s.y, f.train), test)
	sum := 0.0
	for k, c := range predicted {
		if c != e.s.y[f.test[k]] {
			sum++
		}
	}
	return sum, err
}

// classes predicts those of the test rows.
func (e *fittedSets) classes(ctx context.Context, forest learn.Forest, train *mat.Dense, y []int,
	test *mat.Dense) ([]int, error) {
	single := true
	for _, c := range y {
		single = single && c == y[0]
	}
	if single { // no model has a choice
		m, _ := test.Dims()
		out := make([]int, m)
		for k := range out {
			out[k] = y[0]
		}
		return out, ctx.Err()
	}
	if m, ok := e.model.(SVM); ok {
		model, err := trainSVM(ctx, train, y, e.s.classes, m.C, 1)
		if err != nil {
			return nil, err
		}
		return model.Predict(test)
	}
	if m, ok := e.model.(Logistic); ok {
		model, err := learn.Logistic{C: m.C}.Train(ctx, train, y, e.s.classes)
		if err != nil {
			return nil, err
		}
		return model.Predict(test)
	}
	model, err := forest.Train(ctx, train, y, e.s.classes)
	if err != nil {
		return nil, err
	}
	return model.Predict(ctx, test, 1)
}

// matrix are the standardized values of some samples and columns.
func (f *fold) matrix(s *samples, columns, rows []int) *mat.Dense {
	out := mat.NewDense(len(rows), len(columns), nil)
	for k, c := range columns {
		column, mean, sd := s.x.RawRowView(c), f.mean[c], f.sd[c]
		for r, i := range rows {
			out.Set(r, k, (column[i]-mean)/sd)
		}
	}
	return out
}

// at are some of the values.
func at[T any](values []T, places []int) []T {
	out := make([]T, len(places))
	for k, i := range places {
		out[k] = values[i]
	}
	return out
}
