package wrapper

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"fsnb.example/algorithms"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/quickselect"
)

const (
	// nearestKept is the number of training samples in the list of a test sample, in addition to
	// eight times the neighbors.
	nearestKept = 88
	// nearestFailed is how often a list may not suffice in a step before another is made.
	nearestFailed = 8
	// nearestEnds is the number of samples at either end of a column that do not count in its inner
	// range.
	nearestEnds = 8
	// nearestWalk is the part of the samples at either end of a column, one in so many, that are
	// looked at one by one before all are.
	nearestWalk = 4
	// inTest and outside are no places: of a sample of the test part, and of one of another fold.
	inTest, outside = -1, -2
	// nearestRows is the number of test samples whose distances are computed together.
	nearestRows = 32
)

// nearestRoom is the number of squared distances that are kept: 64 MiB. Tests set it.
var nearestRoom = 8 << 20

// nearestSets judges sets by KNN. It keeps the squared distances in the columns of the set, for as
// many test samples as nearestRoom allows and computes those of others when needed, and for each
// test sample a list of the training samples that are nearest there, in which those nearest
// with a candidate mostly are: a column adds nothing negative, and takes no more than its range.
// Candidates race: one that has missed more than another does in all is given up.
type nearestSets struct {
	s        *samples
	folds    []fold
	k        int
	workers  int
	backward bool
	set      []bool // columns
	size     int
	measured []int   // columns of the set when the distances were computed from all of them
	changes  []int   // columns that were added, or taken out, since then
	all      float64 // accuracy or R² with all columns, of a backward search
	spread   float64

	least, most []float64   // of each column
	low, high   []float64   // of each column without the samples at its ends
	sorted      [][]int32   // the samples by the values of each column
	reach       []float64   // of each column, no less than what it adds to any squared distance
	widest      []int       // columns that may be left to judge, the largest reach first
	place       [][]int32   // by fold and sample, its place in train, or inTest, or outside
	values      []float64   // of each sample in all columns, if some distances are not kept
	scales      [][]float64 // by fold, of each column: 1/sd
	row         []int       // by sample, its place in test
	tests       []tested    // fold by fold
	recent      []float64   // of tests, how much they were missed lately
	failed      []int       // of tests, how often the list did not suffice since it was made
	touched     []bool      // of tests, whether the list was needed in the last step
	plans       plan
	promising   []int // columns that led in the last step, the best first

	racing sync.Mutex
	racers []*racer // that are free
}

// tested is a test sample. What is known of it holds for the set of the step; its distances and its
// list are brought up to date when they are needed.
type tested struct {
	sample, fold int
	known        settled
	squares      []float64 // from the training samples, with the changes done; nil if not kept

	mu     sync.Mutex
	fresh  atomic.Bool // what follows is up to date
	done   int         // the changes that it has
	list   []near      // rising
	beyond float64     // no larger than the squares of the others
	now    settled
}

// settled is what columns make of a test sample that change its squares by less than gap together.
type settled struct{ missed, gap float64 }

func newNearestSets(ctx context.Context, s *samples, folds []fold, m KNN, opt algorithms.Options,
	backward bool) (*nearestSets, error) {
	e := &nearestSets{s: s, folds: folds, k: m.Neighbors, workers: opt.Workers,
		backward: backward, set: make([]bool, len(s.live)), spread: s.spread()}
	e.ranges()
	count := 0
	for f := range folds {
		count += len(folds[f].test)
	}
	e.tests, e.touched = make([]tested, count), make([]bool, count)
	e.recent, e.failed = make([]float64, count), make([]int, count)
	e.row = make([]int, len(s.rows))
	at, room := 0, nearestRoom
	for f := range folds {
		for row, sample := range folds[f].test {
			t := &e.tests[at]
			t.sample, t.fold, e.row[sample] = sample, f, row
			if train := len(folds[f].train); train <= room {
				t.squares = make([]float64, train)
				room -= train
			}
			e.touched[at] = true
			at++
		}
	}
	e.bySample()
	if !backward {
		return e, nil
	}
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

// ranges finds those of the columns. One that is not a number is made smaller.
func (e *nearestSets) ranges() {
	columns, n := len(e.s.live), len(e.s.rows)
	e.least, e.most = make([]float64, columns), make([]float64, columns)
	e.low, e.high = make([]float64, columns), make([]float64, columns)
	e.sorted, e.reach = make([][]int32, columns), make([]float64, columns)
	parallel.Whole(e.workers, columns, 16, func(lo, hi int) {
		for c := lo; c < hi; c++ {
			column, order := e.s.x.RawRowView(c), make([]int32, n)
			for i := range order {
				order[i] = int32(i)
			}
			slices.SortFunc(order, func(a, b int32) int {
				return cmp.Compare(column[a], column[b])
			})
			if math.IsInf(column[order[n-1]]-column[order[0]], 0) {
				const smaller = .25 // exact
				for i := range column {
					column[i] *= smaller
				}
				for _, f := range e.folds {
					f.mean[c] *= smaller
					f.sd[c] *= smaller
				}
			}
			e.least[c], e.most[c] = column[order[0]], column[order[n-1]]
			ends := min(nearestEnds, (n-1)/2)
			e.low[c], e.high[c] = column[order[ends]], column[order[n-1-ends]]
			e.sorted[c] = order
			for _, f := range e.folds {
				e.reach[c] = max(e.reach[c], square(e.most[c]-e.least[c], 1/f.sd[c]))
			}
		}
	})
	e.widest = make([]int, columns)
	for c := range e.widest {
		e.widest[c] = c
	}
	slices.SortFunc(e.widest, func(a, b int) int { return cmp.Compare(e.reach[b], e.reach[a]) })
	e.place = make([][]int32, len(e.folds))
	for f := range e.folds {
		places := slices.Repeat([]int32{outside}, n)
		for _, sample := range e.folds[f].test {
			places[sample] = inTest
		}
		for at, sample := range e.folds[f].train {
			places[sample] = int32(at)
		}
		e.place[f] = places
	}
}

// measure computes the distances in the columns of the set, and the lists.
func (e *nearestSets) measure(ctx context.Context) error {
	e.measured, e.changes = e.measured[:0], e.changes[:0]
	for c, in := range e.set {
		if in {
			e.measured = append(e.measured, c)
		}
	}
	err := parallel.For(ctx, e.workers, len(e.tests), nearestRows, func(lo, hi int) {
		for at := lo; at < hi; at++ {
			if t := &e.tests[at]; t.squares != nil {
				e.compute(t, t.squares)
			}
		}
	})
	if err != nil {
		return err
	}
	for at := range e.tests {
		t := &e.tests[at]
		t.done, t.list, e.touched[at] = 0, nil, true
		t.known.gap = -1
		t.fresh.Store(false)
	}
	return e.refreshAll(ctx)
}

// rounding is what subtraction leaves of standardized distances.
func (e *nearestSets) rounding() float64 {
	if !e.backward {
		return 0
	}
	return 1e-13 * float64(e.size)
}

// voters predict from the training samples of each fold.
func (e *nearestSets) voters() []*voter {
	out := make([]*voter, len(e.folds))
	for f := range e.folds {
		out[f] = newVoter(e.s, e.k, e.folds[f].train, e.rounding())
	}
	return out
}

// current is accuracy, or R², with the set as it is.
func (e *nearestSets) current() float64 {
	own := e.racer()
	defer e.free(own)
	sum := 0.0
	for at := range e.tests {
		t := &e.tests[at]
		sum += own.voters[t.fold].miss(t.sample, e.rows(t, own))
	}
	return e.s.goodness(sum)
}

// whole is accuracy, or R², with all columns.
func (e *nearestSets) whole() float64 { return e.all }

// take adds the column, or takes it out.
func (e *nearestSets) take(ctx context.Context, column int) error {
	e.set[column] = !e.backward
	if e.size++; e.backward {
		if e.size -= 2; 2*e.size < len(e.measured) { // what rounding leaves is well below the slack
			return e.measure(ctx)
		}
	}
	e.changes = append(e.changes, column)
	for at := range e.tests {
		t := &e.tests[at]
		if t.fresh.Load() {
			t.known = t.now
			t.fresh.Store(false)
		}
		t.known.gap -= e.reachOf(t, column)
	}
	return e.refreshAll(ctx)
}

// reachOf is no less than what a column adds to any squared distance of a test sample.
func (e *nearestSets) reachOf(t *tested, column int) float64 {
	value := e.s.x.At(column, t.sample)
	return square(max(e.most[column]-value, value-e.least[column]), 1/e.folds[t.fold].sd[column])
}

// refreshAll brings the samples up to date of which the lists were needed in the last step, which
// most likely are in this one, and plans a race.
func (e *nearestSets) refreshAll(ctx context.Context) error {
	var due []int
	for at, touched := range e.touched {
		if touched {
			due = append(due, at)
		}
	}
	err := parallel.For(ctx, e.workers, len(due), nearestRows, func(lo, hi int) {
		own := e.racer()
		defer e.free(own)
		for _, at := range due[lo:hi] {
			t := &e.tests[at]
			e.refresh(t, own, e.failed[at] > nearestFailed)
			t.known = t.now
			e.failed[at] = 0
		}
	})
	e.plan()
	return err
}

// refresh brings the distances and the list of a test sample up to date, or makes another list.
func (e *nearestSets) refresh(t *tested, own *racer, another bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.fresh.Load() {
		return
	}
	columns := e.changes[t.done:]
	if t.squares != nil {
		e.shift(t, t.squares, columns, e.sign())
	}
	t.done = len(e.changes)
	another = another || t.list == nil
	if !another {
		t.update(e)
		if e.backward && !math.IsInf(t.beyond, 1) {
			e.approach(t, columns)
			if short := t.part(e.k, 2); t.beyond < short {
				own.marks = t.look(e.rows(t, own), own.marks)
				another = t.beyond < t.part(e.k, 4)
			}
		}
	}
	if another {
		row := e.rows(t, own)
		own.room = append(own.room[:0], row...)
		t.make(row, own.room, e.folds[t.fold].train, nearestKept+8*e.k)
	}
	own.voters[t.fold].settle(t)
	t.fresh.Store(true)
}

// approach lowers what is beyond the list of a test sample by what the others can lose with some
// columns.
func (e *nearestSets) approach(t *tested, columns []int) {
	for _, c := range columns {
		value, scale := e.s.x.At(c, t.sample), 1/e.folds[t.fold].sd[c]
		t.beyond -= square(max(e.high[c]-value, value-e.low[c]), scale)
	}
	for _, c := range columns {
		order := e.sorted[c]
		ends := min(nearestEnds, (len(order)-1)/2)
		for _, end := range [][]int32{order[:ends], order[len(order)-ends:]} {
			for _, sample := range end {
				place := e.place[t.fold][sample]
				if place < 0 || isAmong(t.list, place) {
					continue
				}
				t.beyond = min(t.beyond, e.squareAt(t, place, t.beyond))
			}
		}
	}
}

// make lists the nearest of all training samples. It reorders room, a copy of their squares.
func (t *tested) make(squares, room []float64, train []int, count int) {
	t.list, t.beyond = t.list[:0], math.Inf(1)
	limit := math.Inf(1)
	if count < len(squares) {
		limit = quickselect.Smallest(room, count+1)
		t.beyond = limit
	}
	for place, v := range squares {
		if v < limit {
			t.list = append(t.list, near{v, int32(place), int32(train[place])})
		}
	}
	slices.SortFunc(t.list, func(a, b near) int {
		return cmp.Or(cmp.Compare(a.square, b.square), cmp.Compare(a.place, b.place))
	})
	if t.list == nil {
		t.list = []near{} // all are as far as the nearest
	}
}

// part is the square in the list at one in so many of those after the nearest k.
func (t *tested) part(k, so int) float64 {
	if len(t.list) <= k {
		return 0
	}
	return t.list[k+(len(t.list)-1-k)/so].square
}

// look finds what is beyond the list.
func (t *tested) look(squares []float64, marks []bool) []bool {
	if len(marks) < len(squares) {
		marks = make([]bool, len(squares))
	}
	for _, e := range t.list {
		marks[e.place] = true
	}
	t.beyond = math.Inf(1)
	for place, v := range squares {
		if v < t.beyond && !marks[place] {
			t.beyond = v
		}
	}
	for _, e := range t.list {
		marks[e.place] = false
	}
	return marks
}

// update takes over new squares, whose order is almost the old one.
func (t *tested) update(all *nearestSets) {
	for k := range t.list {
		e := t.list[k]
		e.square = all.squareAt(t, e.place, math.Inf(1))
		at := k
		for ; at > 0 && t.list[at-1].square > e.square; at-- {
			t.list[at] = t.list[at-1]
		}
		t.list[at] = e
	}
}
