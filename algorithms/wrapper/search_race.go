package wrapper

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync/atomic"

	"fsnb.example/internal/parallel"
)

// leader is the best candidate so far of a race.
type leader struct {
	column int
	miss   float64   // of all tests
	limit  float64   // another that misses more is worse than those that tie with the best
	misses []float64 // by test
}

// race is one step of a search by nearestSets.
type race struct {
	e      *nearestSets
	last   bool
	best   atomic.Pointer[leader]
	second atomic.Int64 // column that led before
}

// judge lets the candidates race.
func (e *nearestSets) judge(ctx context.Context, candidates []int, last bool, to []float64) error {
	if e.size == 0 {
		return e.judgeFirst(ctx, candidates, to)
	}
	r := &race{e: e, last: last}
	r.second.Store(-1)
	order := make([]int, len(candidates)) // those first that win ties
	for k := range order {
		order[k] = k
		if last {
			order[k] = len(order) - 1 - k
		}
	}
	if at, ok := slices.BinarySearch(candidates, e.promising); ok {
		k := slices.Index(order, at)
		copy(order[1:], order[:k])
		order[0] = at
	}
	err := parallel.For(ctx, e.workers, len(order), 1, func(k, _ int) {
		to[order[k]] = r.run(candidates[order[k]])
	})
	if err != nil {
		return err
	}
	e.promising = int(r.second.Load())
	if won := r.best.Load(); won != nil {
		for at, v := range won.misses {
			e.recent[at] = e.recent[at]/2 + v
		}
		slices.SortFunc(e.order, func(a, b int) int {
			return cmp.Or(cmp.Compare(e.recent[b], e.recent[a]), cmp.Compare(a, b))
		})
	}
	return nil
}

// run is accuracy, or R², of a candidate, or -Inf once it is behind.
func (r *race) run(column int) float64 {
	e := r.e
	voters := e.voters()
	misses := make([]float64, len(e.tests))
	sum := 0.0
	for _, at := range e.order {
		if best := r.best.Load(); best != nil && r.behind(column, sum, best) {
			return math.Inf(-1)
		}
		t := &e.tests[at]
		misses[at] = e.miss(voters[t.fold], t, column)
		sum += misses[at]
	}
	sum = 0 // in an order that does not depend on the steps before
	for _, v := range misses {
		sum += v
	}
	good := 1 - sum/e.spread
	own := &leader{column, sum, sum + 2*tie*max(1, math.Abs(good))*e.spread, misses}
	for {
		best := r.best.Load()
		if best != nil && !(sum < best.miss || sum == best.miss && r.before(column, best.column)) {
			return good
		}
		if r.best.CompareAndSwap(best, own) {
			if best != nil {
				r.second.Store(int64(best.column))
			}
			return good
		}
	}
}

// before reports whether a column wins a tie.
func (r *race) before(column, other int) bool { return (column < other) != r.last }

// behind reports whether a candidate that misses so much cannot win. The misses of classes are
// whole numbers, of which equal ones tie.
func (r *race) behind(column int, sum float64, best *leader) bool {
	if r.e.s.y != nil && sum >= best.miss && r.before(best.column, column) {
		return true
	}
	return sum > best.limit
}

// miss is that of a test sample with the column added, or taken out.
func (e *nearestSets) miss(v *voter, t *tested, column int) float64 {
	x, fold := e.s.x.RawRowView(column), &e.folds[t.fold]
	value, scale := x[t.sample], 1/fold.sd[column]
	sign, reach := 1.0, 0.0
	if e.backward {
		sign, reach = -1, e.reach(t, column)
	}
	if !v.among(t.list, x, value, scale, sign, reach, t.beyond) {
		t.failed.Add(1)
		squares := append(v.changed[:0], e.squares[t.fold].RawRowView(t.row)...)
		for k, sample := range fold.train {
			a := (x[sample] - value) * scale
			squares[k] = max(0, squares[k]+sign*float64(a*a))
		}
		v.changed = squares
		v.nearest(squares)
	}
	return v.missed(t.sample)
}

// judgeFirst judges single columns.
func (e *nearestSets) judgeFirst(ctx context.Context, candidates []int, to []float64) error {
	return parallel.For(ctx, e.workers, len(candidates), 1, func(k, _ int) {
		r := &race{e: e}
		to[k] = r.run(candidates[k])
	})
}
