package wrapper

import (
	"slices"

	"fsnb.example/internal/parallel"
)

// compute writes the squared distances of a test sample, by the operations of those that are kept.
func (e *nearestSets) compute(t *tested, to []float64) {
	clear(to)
	e.shift(t, to, e.measured, 1)
	e.shift(t, to, e.changes, e.sign())
}

// rows are the squared distances of a test sample that is up to date, kept or computed.
func (e *nearestSets) rows(t *tested, own *racer) []float64 {
	if t.squares != nil {
		return t.squares
	}
	count := len(e.folds[t.fold].train)
	own.squares = slices.Grow(own.squares[:0], count)[:count]
	e.compute(t, own.squares)
	return own.squares
}

// bySample turns the columns, unless all distances are kept: the distance of two samples is then
// made of values that lie near each other.
func (e *nearestSets) bySample() {
	missing := false
	for at := range e.tests {
		missing = missing || e.tests[at].squares == nil
	}
	if !missing {
		return
	}
	columns, n := len(e.s.live), len(e.s.rows)
	e.values = make([]float64, n*columns)
	parallel.Whole(e.workers, n, 64, func(lo, hi int) {
		for c := range columns {
			x := e.s.x.RawRowView(c)
			for i := lo; i < hi; i++ {
				e.values[i*columns+c] = x[i]
			}
		}
	})
	for f := range e.folds {
		scales := make([]float64, columns)
		for c := range scales {
			scales[c] = 1 / e.folds[f].sd[c]
		}
		e.scales = append(e.scales, scales)
	}
}

// squareAt is the squared distance of a test sample that is up to date from one training sample, or
// a number above limit if that is larger.
func (e *nearestSets) squareAt(t *tested, place int32, limit float64) float64 {
	if t.squares != nil {
		return t.squares[place]
	}
	columns, scales := len(e.s.live), e.scales[t.fold]
	a := e.values[int(e.folds[t.fold].train[place])*columns:][:columns]
	b := e.values[t.sample*columns:][:columns]
	sum := 0.0
	for _, c := range e.measured {
		v := (a[c] - b[c]) * scales[c]
		sum += float64(v * v)
		if !e.backward && sum > limit {
			return sum
		}
	}
	sign := e.sign()
	for _, c := range e.changes {
		v := (a[c] - b[c]) * scales[c]
		sum = max(0, sum+sign*float64(v*v))
		if !e.backward && sum > limit {
			return sum
		}
	}
	return sum
}

// sign is that of the squares in a column that is added, or taken out.
func (e *nearestSets) sign() float64 {
	if e.backward {
		return -1
	}
	return 1
}

// shift adds the squares in some columns to the squared distances of a test sample, or takes them
// out, one after the other.
func (e *nearestSets) shift(t *tested, squares []float64, columns []int, sign float64) {
	fold := &e.folds[t.fold]
	train := fold.train[:len(squares)]
	for ; len(columns) > 1; columns = columns[2:] {
		x, y := e.s.x.RawRowView(columns[0]), e.s.x.RawRowView(columns[1])
		y = y[:len(x)]
		xt, yt := x[t.sample], y[t.sample]
		xs, ys := 1/fold.sd[columns[0]], 1/fold.sd[columns[1]]
		for k, i := range train {
			a, b := (x[i]-xt)*xs, (y[i]-yt)*ys
			v := squares[k] + sign*float64(a*a)
			if v < 0 {
				v = 0
			}
			if v += sign * float64(b*b); v < 0 {
				v = 0
			}
			squares[k] = v
		}
	}
	for _, c := range columns {
		x, scale := e.s.x.RawRowView(c), 1/fold.sd[c]
		value := x[t.sample]
		for k, i := range train {
			a := (x[i] - value) * scale
			if squares[k] += sign * float64(a*a); squares[k] < 0 {
				squares[k] = 0
			}
		}
	}
}
