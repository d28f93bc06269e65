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

// raceBlock is the number of candidates that one goroutine takes at a time.
const raceBlock = 16

// racer is the room of a goroutine in a race.
type racer struct {
	voters []*voter  // by fold
	misses []float64 // by test
}

func (e *nearestSets) newRacer() *racer {
	return &racer{e.voters(), make([]float64, len(e.tests))}
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
	err := parallel.For(ctx, e.workers, len(order), raceBlock, func(lo, hi int) {
		own := e.newRacer()
		for k := lo; k < hi; k++ {
			to[order[k]] = r.run(candidates[order[k]], own)
		}
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
func (r *race) run(column int, own *racer) float64 {
	e := r.e
	sum, best := 0.0, r.best.Load()
	for seen, at := range e.order {
		if seen%4 == 0 {
			best = r.best.Load()
		}
		if best != nil && r.behind(column, sum, best) {
			return math.Inf(-1)
		}
		t := &e.tests[at]
		own.misses[at] = e.miss(own.voters[t.fold], t, column)
		sum += own.misses[at]
	}
	sum = 0 // in an order that does not depend on the steps before
	for _, v := range own.misses {
		sum += v
	}
	good := 1 - sum/e.spread
	var lead *leader
	for {
		best = r.best.Load()
		if best != nil && !(sum < best.miss || sum == best.miss && r.before(column, best.column)) {
			return good
		}
		if lead == nil {
			lead = &leader{column, sum, sum + 2*tie*max(1, math.Abs(good))*e.spread,
				slices.Clone(own.misses)}
		}
		if r.best.CompareAndSwap(best, lead) {
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
	reach := square(max(e.most[column]-value, value-e.least[column]), scale)
	if reach < t.gap {
		return t.missed
	}
	sign := 1.0
	if e.backward {
		sign = -1
	} else {
		reach = 0 // nothing comes nearer
	}
	if v.among(t.list, x, value, scale, sign, reach, t.beyond) {
		return v.missed(t.sample)
	}
	if e.backward {
		inner := square(max(e.high[column]-value, value-e.low[column]), scale)
		if v.among(t.list, x, value, scale, sign, inner, t.beyond) &&
			e.farAway(v, t, x, scale, column) {
			return v.missed(t.sample)
		}
	}
	t.failed.Add(1)
	row, squares := e.squares[t.fold].RawRowView(t.row), v.room(len(fold.train))
	for k, sample := range fold.train {
		a := (x[sample] - value) * scale
		squares[k] = max(0, row[k]+sign*float64(a*a))
	}
	v.nearest(squares)
	return v.missed(t.sample)
}

// square is slightly more than that of a scaled distance.
func square(distance, scale float64) float64 {
	a := distance * scale
	return a * a * (1 + 1e-12)
}

// farAway reports whether the samples at either end of a column, without it, are farther from a
// test sample than those that were found among its list.
func (e *nearestSets) farAway(v *voter, t *tested, x []float64, scale float64, column int) bool {
	row := e.squares[t.fold].RawRowView(t.row)
	for _, end := range e.ends[column] {
		place := e.place[t.fold][end]
		if place < 0 {
			continue
		}
		a := (x[end] - x[t.sample]) * scale
		if row[place]-float64(a*a) <= v.bar && !isAmong(t.list[:v.seen], place) {
			return false
		}
	}
	return true
}

// isAmong reports whether a list has the training sample at a place.
func isAmong(list []near, place int32) bool {
	return slices.ContainsFunc(list, func(n near) bool { return n.place == place })
}
