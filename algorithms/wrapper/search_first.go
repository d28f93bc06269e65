package wrapper

import (
	"cmp"
	"context"
	"math"
	"slices"

	"fsnb.example/internal/parallel"
)

// judgeFirst judges single columns, in which the nearest samples are neighbors in the order of
// their values.
func (e *nearestSets) judgeFirst(ctx context.Context, candidates []int, to []float64) error {
	return parallel.For(ctx, e.workers, len(candidates), raceBlock, func(lo, hi int) {
		own := e.racer()
		defer e.free(own)
		var line line
		for k := lo; k < hi; k++ {
			first := 0 // test of the fold
			for f := range e.folds {
				line.sort(e, f, candidates[k])
				line.judge(own.voters[f], own.misses[first:])
				first += len(e.folds[f].test)
			}
			sum := 0.0
			for _, v := range own.misses {
				sum += v
			}
			to[k] = e.s.goodness(sum)
		}
	})
}

// line are the samples of a fold in the order of their values in a column.
type line struct {
	x     []float64
	fold  *fold
	scale float64
	train []near // all of square 0
	test  []int  // places
}

func (l *line) sort(e *nearestSets, f, column int) {
	l.x, l.fold = e.s.x.RawRowView(column), &e.folds[f]
	l.scale = 1 / l.fold.sd[column]
	l.train, l.test = l.train[:0], l.test[:0]
	for _, sample := range e.sorted[column] {
		switch place := e.place[f][sample]; place {
		case inTest:
			l.test = append(l.test, e.row[sample])
		case outside:
		default:
			l.train = append(l.train, near{0, place, sample})
		}
	}
}

// judge writes what each test sample of the fold misses.
func (l *line) judge(v *voter, to []float64) {
	last := math.NaN() // the value for which the nearest are known
	for _, at := range l.test {
		sample := l.fold.test[at]
		if value := l.x[sample]; value != last {
			l.nearest(v, value)
			last = value
		}
		to[at] = v.missed(sample)
	}
}

// nearest keeps those of a value: most often among a few of either side.
func (l *line) nearest(v *voter, value float64) {
	at, _ := slices.BinarySearchFunc(l.train, value, func(n near, value float64) int {
		return cmp.Compare(l.x[n.sample], value)
	})
	lo, hi := max(0, at-4*v.k), min(at+4*v.k, len(l.train))
	beyond := math.Inf(1)
	for _, end := range []int{lo - 1, hi} {
		if end >= 0 && end < len(l.train) {
			a := (l.x[l.train[end].sample] - value) * l.scale
			beyond = min(beyond, a*a)
		}
	}
	if v.among(l.train[lo:hi], l.x, value, l.scale, 1, 0, beyond) {
		return
	}
	squares := v.room(len(l.train))
	for k, sample := range l.fold.train {
		a := (l.x[sample] - value) * l.scale
		squares[k] = a * a
	}
	v.nearest(squares)
}
