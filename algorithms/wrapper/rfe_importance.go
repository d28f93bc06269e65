package wrapper

import (
	"context"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/parallel"
)

const (
	// permutations is how often each column is permuted in a fold.
	permutations = 5
	// permutedParts is the number of parts of the test samples, if these are few.
	permutedParts = 16
)

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
	before, out := 0.0, make([]float64, len(e.left))
	for f := range e.folds {
		base, after, err := e.permutedIn(ctx, m, f)
		if err != nil {
			return nil, err
		}
		before += base * permutations
		floats.Add(out, after)
	}
	for k, after := range out {
		out[k] = e.s.goodness(before/permutations) - e.s.goodness(after/permutations)
	}
	return out, nil
}

// permutedIn are the misses in a fold, and those with each column permuted in several ways. The
// distances of some test samples are computed at a time: their number does not depend on the
// workers, so that sums do not.
func (e *elimination) permutedIn(ctx context.Context, m KNN, f int) (base float64,
	after []float64, err error) {
	fold, columns := &e.folds[f], len(e.left)
	train, test := dense.New(columns, len(fold.train)), dense.New(columns, len(fold.test))
	parallel.Whole(e.opt.Workers, columns, 16, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			fold.column(train.RawRowView(k), e.s, e.left[k], fold.train)
			fold.column(test.RawRowView(k), e.s, e.left[k], fold.test)
		}
	})
	rng := rand.New(rand.NewPCG(mixed(e.opt.Seed, uint64(f)), uint64(f)))
	moves := make([][]int, permutations)
	for r := range moves {
		moves[r] = rng.Perm(len(fold.test))
	}
	tests := len(fold.test)
	block := min(nearestRows, (tests+permutedParts-1)/permutedParts)
	misses := mat.NewDense((tests+block-1)/block, 1+columns, nil) // the last are those of no column
	err = parallel.For(ctx, e.opt.Workers, tests, block, func(lo, hi int) {
		v := newVoter(e.s, m.Neighbors, fold.train, 1e-13*float64(columns))
		squares := mat.NewDense(hi-lo, len(fold.train), nil)
		for k := range columns {
			addSquares(squares, train.RawRowView(k), test.RawRowView(k)[lo:hi])
		}
		sums, room := misses.RawRowView(lo/block), make([]float64, len(fold.train))
		for i := lo; i < hi; i++ {
			sums[columns] += v.miss(fold.test[i], squares.RawRowView(i-lo))
		}
		for k := range columns {
			if ctx.Err() != nil {
				return
			}
			was := test.RawRowView(k)
			for _, move := range moves {
				for i := lo; i < hi; i++ {
					sums[k] += v.miss(fold.test[i], exchanged(room, squares.RawRowView(i-lo),
						train.RawRowView(k), was[i], was[move[i]]))
				}
			}
		}
	})
	after = make([]float64, 1+columns)
	for b := range (tests + block - 1) / block {
		floats.Add(after, misses.RawRowView(b))
	}
	if err == nil {
		err = ctx.Err()
	}
	return after[columns], after[:columns], err
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

// addSquares adds the squared distances of some test samples (rows) from the training samples in
// one column.
func addSquares(to *mat.Dense, train, test []float64) {
	for i, a := range test {
		row := to.RawRowView(i)
		for t, b := range train {
			row[t] += (a - b) * (a - b)
		}
	}
}
