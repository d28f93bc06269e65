package wrapper

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/parallel"
)

// nearestSets judges sets by KNN. It keeps the squared distances in the columns of the set, so that
// a candidate costs one pass over them.
type nearestSets struct {
	s        *samples
	folds    []fold
	k        int
	workers  int
	backward bool
	set      []bool // columns
	size     int
	squares  []*mat.Dense // of each fold, test×train
	all      float64      // accuracy or R² with all columns, of a backward search
}

func newNearestSets(ctx context.Context, s *samples, folds []fold, m KNN, opt algorithms.Options,
	backward bool) (*nearestSets, error) {
	e := &nearestSets{s: s, folds: folds, k: m.Neighbors, workers: opt.Workers,
		backward: backward, set: make([]bool, len(s.live)),
		squares: make([]*mat.Dense, len(folds))}
	if backward {
		for c := range e.set {
			e.set[c] = true
		}
		e.size = len(e.set)
		if err := e.measure(ctx); err != nil {
			return nil, err
		}
		e.all = e.current()
		return e, nil
	}
	for f := range folds {
		e.squares[f] = mat.NewDense(len(folds[f].test), len(folds[f].train), nil)
	}
	return e, nil
}

// measure computes the distances in the columns of the set.
func (e *nearestSets) measure(ctx context.Context) error {
	var columns []int
	for c, in := range e.set {
		if in {
			columns = append(columns, c)
		}
	}
	return parallel.Each(ctx, e.workers, len(e.folds),
		func(ctx context.Context, f int) (err error) {
			e.squares[f], err = e.folds[f].squares(ctx, e.s, columns)
			return err
		})
}

// rounding is what subtraction leaves of standardized distances.
func (e *nearestSets) rounding() float64 {
	if !e.backward {
		return 0
	}
	return 1e-13 * float64(e.size)
}

// current is accuracy, or R², with the set as it is.
func (e *nearestSets) current() float64 {
	sum := 0.0
	for f := range e.folds {
		fold := &e.folds[f]
		v := newVoter(e.s, e.k, fold.train, e.rounding())
		for i, sample := range fold.test {
			sum += v.miss(sample, e.squares[f].RawRowView(i))
		}
	}
	return e.s.goodness(sum)
}

// whole is accuracy, or R², with all columns.
func (e *nearestSets) whole() float64 { return e.all }

func (e *nearestSets) judge(ctx context.Context, candidates []int, to []float64) error {
	n := len(e.s.rows)
	sign := 1.0
	if e.backward {
		sign = -1
	}
	return parallel.For(ctx, e.workers, len(candidates), 8, func(lo, hi int) {
		room, train, test := make([]float64, n), make([]float64, n), make([]float64, n)
		sums := make([]float64, hi-lo)
		for f := range e.folds {
			fold := &e.folds[f]
			v := newVoter(e.s, e.k, fold.train, e.rounding())
			for k := lo; k < hi; k++ {
				own := fold.column(train, e.s, candidates[k], fold.train)
				for i, value := range fold.column(test, e.s, candidates[k], fold.test) {
					changed := shifted(room, e.squares[f].RawRowView(i), own, value, sign)
					sums[k-lo] += v.miss(fold.test[i], changed)
				}
			}
		}
		for k := lo; k < hi; k++ {
			to[k] = e.s.goodness(sums[k-lo])
		}
	})
}

// shifted are squared distances with those of one column added, or taken out.
func shifted(to, squares, train []float64, value, sign float64) []float64 {
	to = to[:len(squares)]
	train = train[:len(squares)]
	if sign < 0 {
		for t, v := range squares {
			a := train[t] - value
			to[t] = max(0, v-float64(a*a))
		}
		return to
	}
	for t, v := range squares {
		a := train[t] - value
		to[t] = v + float64(a*a)
	}
	return to
}

func (e *nearestSets) take(ctx context.Context, column int) error {
	e.set[column] = !e.backward
	if e.backward {
		e.size--
		return e.measure(ctx) // without the rounding of subtraction
	}
	e.size++
	return parallel.Each(ctx, e.workers, len(e.folds), func(_ context.Context, f int) error {
		fold := &e.folds[f]
		train, test := make([]float64, len(fold.train)), make([]float64, len(fold.test))
		fold.addSquares(e.squares[f], fold.column(train, e.s, column, fold.train),
			fold.column(test, e.s, column, fold.test))
		return nil
	})
}
