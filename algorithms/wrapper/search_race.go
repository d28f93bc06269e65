package wrapper

import (
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
	// previous led before.
	previous *leader
}

// race is one step of a search by nearestSets.
type race struct {
	e    *nearestSets
	last bool
	best atomic.Pointer[leader]
}

const (
	// raceBlock is the number of candidates that one goroutine takes at a time.
	raceBlock = 16
	// promising is the number of columns that led in the last step and are tried first.
	promising = 4
)

// racer is the room of a goroutine in a race.
type racer struct {
	voters []*voter  // by fold
	misses []float64 // by test
	failed []int     // by test, how often the list did not suffice
	// touched are those tests of which the list was needed.
	touched []bool
	room    []float64
	squares []float64 // of a test sample of which they are not kept
	marks   []bool
}

// racer is one that is free, or another.
func (e *nearestSets) racer() *racer {
	e.racing.Lock()
	defer e.racing.Unlock()
	if last := len(e.racers) - 1; last >= 0 {
		r := e.racers[last]
		e.racers = e.racers[:last]
		for _, v := range r.voters {
			v.absolute = e.rounding()
		}
		return r
	}
	return &racer{voters: e.voters(), misses: make([]float64, len(e.tests)),
		failed: make([]int, len(e.tests)), touched: make([]bool, len(e.tests))}
}

// free takes back a racer.
func (e *nearestSets) free(r *racer) {
	e.racing.Lock()
	defer e.racing.Unlock()
	e.racers = append(e.racers, r)
}

// judge lets the candidates race.
func (e *nearestSets) judge(ctx context.Context, candidates []int, last bool, to []float64) error {
	if e.size == 0 {
		return e.judgeFirst(ctx, candidates, to)
	}
	r := &race{e: e, last: last}
	for k := range to {
		to[k] = math.NaN()
	}
	err := parallel.For(ctx, e.workers, len(e.promising), 1, func(k, _ int) {
		if at, ok := slices.BinarySearch(candidates, e.promising[k]); ok {
			own := e.racer()
			to[at] = r.run(e.promising[k], own)
			e.free(own)
		}
	})
	if err != nil {
		return err
	}
	count := len(candidates)
	err = parallel.For(ctx, e.workers, count, raceBlock, func(lo, hi int) {
		own := e.racer()
		for k := lo; k < hi; k++ {
			at := k // those first that win ties
			if last {
				at = count - 1 - k
			}
			if math.IsNaN(to[at]) {
				to[at] = r.run(candidates[at], own)
			}
		}
		e.free(own)
	})
	if err != nil {
		return err
	}
	e.promising = e.promising[:0]
	for l := r.best.Load(); l != nil && len(e.promising) < promising; l = l.previous {
		e.promising = append(e.promising, l.column)
	}
	clear(e.touched)
	for _, own := range e.racers {
		for at, touched := range own.touched {
			if touched {
				e.touched[at] = true
				e.failed[at] += own.failed[at]
			}
		}
		clear(own.touched)
		clear(own.failed)
	}
	if won := r.best.Load(); won != nil {
		for at, v := range won.misses {
			e.recent[at] = e.recent[at]/2 + v
		}
	}
	return nil
}

// run is accuracy, or R², of a candidate, or -Inf once it is behind.
func (r *race) run(column int, own *racer) float64 {
	e := r.e
	p, best := &e.plans, r.best.Load()
	from := above(p.gaps[:p.missed], e.reach[column])
	sum := p.sums[from]
	if best != nil && r.behind(column, sum, best) {
		return math.Inf(-1)
	}
	to := len(p.order)
	for seen := from; seen < to; seen++ {
		if seen == p.open {
			if seen += above(p.gaps[p.open:], e.reach[column]); seen == to {
				break
			}
		}
		at := p.order[seen]
		missed := e.miss(own, at, column)
		if own.misses[at] = missed; missed == 0 {
			continue
		}
		sum += missed
		if best = r.best.Load(); best != nil && r.behind(column, sum, best) {
			return math.Inf(-1)
		}
	}
	return r.finish(column, from, own)
}

// finish is accuracy, or R², of a candidate that is not behind after all samples.
func (r *race) finish(column, from int, own *racer) float64 {
	e := r.e
	p := &e.plans
	right := p.open + above(p.gaps[p.open:], e.reach[column])
	for _, known := range [][]int{p.order[:from], p.order[p.open:right]} {
		for _, at := range known {
			own.misses[at] = e.tests[at].known.missed
		}
	}
	sum := 0.0 // in an order that does not depend on the steps before
	for _, v := range own.misses {
		sum += v
	}
	good := 1 - sum/e.spread
	var lead *leader
	for {
		best := r.best.Load()
		if best != nil && !(sum < best.miss || sum == best.miss && r.before(column, best.column)) {
			return good
		}
		if lead == nil {
			lead = &leader{column, sum, sum + 2*tie*max(1, math.Abs(good))*e.spread,
				slices.Clone(own.misses), nil}
		}
		lead.previous = best
		if r.best.CompareAndSwap(best, lead) {
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
func (e *nearestSets) miss(own *racer, at, column int) float64 {
	t := &e.tests[at]
	x, fold := e.s.x.RawRowView(column), &e.folds[t.fold]
	value, scale := x[t.sample], 1/fold.sd[column]
	reach := square(max(e.most[column]-value, value-e.least[column]), scale)
	if reach < t.known.gap {
		return t.known.missed
	}
	own.touched[at] = true
	if !t.fresh.Load() {
		e.refresh(t, own, false)
	}
	if reach < t.now.gap {
		return t.now.missed
	}
	v, sign := own.voters[t.fold], 1.0
	if e.backward {
		sign = -1
		inner := reach
		if !math.IsInf(t.beyond, 1) {
			inner = square(max(e.high[column]-value, value-e.low[column]), scale)
			if len(t.list) > v.k {
				inner = min(reach, max(inner, t.beyond-t.list[v.k].square))
			}
		}
		if v.among(t.list, x, value, scale, sign, inner, math.Inf(1)) &&
			(reach <= inner && t.beyond-reach > v.bar ||
				e.farAway(v, t, column, min(inner, t.beyond-v.bar-v.slack(t.beyond)))) {
			return v.missed(t.sample)
		}
	} else if v.among(t.list, x, value, scale, sign, 0, t.beyond) { // nothing comes nearer
		return v.missed(t.sample)
	}
	own.failed[at]++
	row, squares := e.rows(t, own), v.room(len(fold.train))
	for k, sample := range fold.train {
		a := (x[sample] - value) * scale
		d := row[k] + sign*float64(a*a)
		if d < 0 {
			d = 0
		}
		squares[k] = d
	}
	v.nearest(squares)
	return v.missed(t.sample)
}

// square is slightly more than that of a scaled distance.
func square(distance, scale float64) float64 {
	a := distance * scale
	return a * a * (1 + 1e-12)
}

// farAway reports whether the samples that come nearer to a test sample by least or more without a
// column stay farther than those that were found among its list.
func (e *nearestSets) farAway(v *voter, t *tested, column int, least float64) bool {
	if !(least >= 0) {
		return false
	}
	order, x := e.sorted[column], e.s.x.RawRowView(column)
	place := e.place[t.fold]
	value, scale := x[t.sample], 1/e.folds[t.fold].sd[column]
	ends := len(order) / nearestWalk
	for _, step := range []int{1, -1} {
		at := 0
		if step < 0 {
			at = len(order) - 1
		}
		for left := ends; ; left-- {
			sample := order[at]
			a := (x[sample] - value) * scale
			if a*float64(step) >= 0 || square(a, 1) < least {
				break
			}
			if left == 0 {
				return false
			}
			at += step
			p := place[sample]
			if p >= 0 && e.squareAt(t, p, math.Inf(1))-float64(a*a) <= v.bar &&
				!isAmong(t.list[:v.seen], p) {
				return false
			}
		}
	}
	return true
}

// isAmong reports whether a list has the training sample at a place.
func isAmong(list []near, place int32) bool {
	return slices.ContainsFunc(list, func(n near) bool { return n.place == place })
}
