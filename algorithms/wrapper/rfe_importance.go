package wrapper

import (
	"context"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
	"fsnb.example/learn"
)

// permutations is how often each column is permuted in a fold.
const permutations = 5

// importances are those of the columns left.
func (e *elimination) importances(ctx context.Context) ([]float64, error) {
	switch m := e.model.(type) {
	case SVM:
		t, err := e.machines(ctx, m.C)
		if err != nil {
			return nil, err
		}
		for _, f := range t.Fits {
			e.gap, e.trained = max(e.gap, f.Gap/f.Objective), e.trained && f.Converged
		}
		return e.squares(t.Weights), nil
	case Logistic:
		t, err := learn.Logistic{C: m.C}.Train(ctx, e.matrix(), e.s.y, e.s.classes)
		if err != nil {
			return nil, err
		}
		if t.Fit.Start > 0 {
			e.gap = max(e.gap, t.Fit.Gradient/t.Fit.Start)
		}
		e.trained = e.trained && t.Fit.Converged
		return e.squares(t.Weights), nil
	case Ridge:
		all := make([]int, len(e.s.rows))
		for i := range all {
			all[i] = i
		}
		y, _ := codes(e.s, all)
		w, err := solveRidge(e.matrix(), y, m.Lambda)
		if err != nil {
			return nil, err
		}
		return e.squares(w), ctx.Err()
	case KNN:
		return e.permuted(ctx, m)
	}
	f := learn.Forest{Trees: e.model.(Forest).Trees, Seed: e.opt.Seed, Workers: e.opt.Workers,
		Group: e.s.group}
	var model *learn.ForestModel
	var err error
	if e.s.y == nil {
		model, err = f.TrainMeans(ctx, e.matrix(), e.s.target)
	} else {
		model, err = f.Train(ctx, e.matrix(), e.s.y, e.s.classes)
	}
	if err != nil {
		return nil, err
	}
	return model.Importance, nil
}

// squares are the sums of squared weights of each column. Those of proportional columns are equal
// on paper.
func (e *elimination) squares(w *mat.Dense) []float64 {
	c, p := w.Dims()
	out := make([]float64, p)
	for m := range c {
		for j, v := range w.RawRowView(m) {
			out[j] += v * v
		}
	}
	first := make(map[int]int, p) // place of the first proportional column that is left
	for k, column := range e.left {
		if at, seen := first[e.first[column]]; seen {
			out[k] = out[at]
		} else {
			first[e.first[column]] = k
		}
	}
	return out
}

// permuted is the loss of accuracy, or R², when a column is permuted within the test parts.
func (e *elimination) permuted(ctx context.Context, m KNN) ([]float64, error) {
	base := make([]float64, len(e.folds)) // misses
	squares := make([]*mat.Dense, len(e.folds))
	rounding := 1e-13 * float64(len(e.left))
	err := parallel.Each(ctx, e.opt.Workers, len(e.folds),
		func(ctx context.Context, f int) (err error) {
			v := newVoter(e.s, m.Neighbors, e.folds[f].train, rounding)
			if squares[f], err = e.folds[f].squares(ctx, e.s, e.left); err != nil {
				return err
			}
			for i, sample := range e.folds[f].test {
				base[f] += v.miss(sample, squares[f].RawRowView(i))
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	moves := make([][][]int, len(e.folds)) // by fold and repeat
	for f := range moves {
		rng := rand.New(rand.NewPCG(mixed(e.opt.Seed, uint64(f)), uint64(f)))
		for range permutations {
			moves[f] = append(moves[f], rng.Perm(len(e.folds[f].test)))
		}
	}
	out := make([]float64, len(e.left))
	n := len(e.s.rows)
	err = parallel.For(ctx, e.opt.Workers, len(e.left), 1, func(k, _ int) {
		room, train, test := make([]float64, n), make([]float64, n), make([]float64, n)
		before, after := 0.0, 0.0
		for f := range e.folds {
			fold := &e.folds[f]
			v := newVoter(e.s, m.Neighbors, fold.train, rounding)
			train = fold.column(train[:n], e.s, e.left[k], fold.train)
			test = fold.column(test[:n], e.s, e.left[k], fold.test)
			before += base[f] * permutations
			for _, move := range moves[f] {
				for i, sample := range fold.test {
					after += v.miss(sample, exchanged(room, squares[f].RawRowView(i), train,
						test[i], test[move[i]]))
				}
			}
		}
		out[k] = e.s.goodness(before/permutations) - e.s.goodness(after/permutations)
	})
	return out, err
}

// exchanged are squared distances in which a value of the sample is replaced.
func exchanged(to, squares, train []float64, was, is float64) []float64 {
	to = to[:len(squares)]
	for t, v := range squares {
		a, b := train[t]-was, train[t]-is
		to[t] = max(0, v-a*a+b*b)
	}
	return to
}

// squares are the squared distances of the test samples (rows) from the training samples in some
// columns.
func (f *fold) squares(ctx context.Context, s *samples, columns []int) (*mat.Dense, error) {
	out := mat.NewDense(len(f.test), len(f.train), nil)
	train, test := make([]float64, len(f.train)), make([]float64, len(f.test))
	for _, c := range columns {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.addSquares(out, f.column(train, s, c, f.train), f.column(test, s, c, f.test))
	}
	return out, nil
}

// addSquares adds those in one column.
func (f *fold) addSquares(to *mat.Dense, train, test []float64) {
	for i, a := range test {
		row := to.RawRowView(i)
		for t, b := range train {
			row[t] += (a - b) * (a - b)
		}
	}
}
