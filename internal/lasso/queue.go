package lasso

import (
	"cmp"
	"container/heap"
	"slices"
)

// queue orders the columns outside the features by bounds of their correlations, so that a step of
// the path measures few of them. A column sleeps until λ has fallen to its first correlation, which
// is a bound for good; after that its bound is the correlation measured last, and all that
// correlations may have risen since.
type queue struct {
	first  []float64
	asleep []int // by falling first correlation, the rest of them
	awake  byBound
	risen  float64 // sum of the rises that steps allow
	banned []int   // in the span of the features
	seen   []measured
	gone   []bool // features
}

// measured is a column with its bound less risen at the time, and in a step its correlation with
// the residual and with the direction.
type measured struct {
	column             int
	bound              float64
	correlation, slope float64
}

// byBound is a heap, the largest bound first.
type byBound []measured

func (b byBound) Len() int { return len(b) }
func (b byBound) Less(i, j int) bool {
	if b[i].bound != b[j].bound {
		return b[i].bound > b[j].bound
	}
	return b[i].column < b[j].column
}
func (b byBound) Swap(i, j int) { b[i], b[j] = b[j], b[i] }
func (b *byBound) Push(x any)   { *b = append(*b, x.(measured)) }
func (b *byBound) Pop() any {
	n := len(*b)
	last := (*b)[n-1]
	*b = (*b)[:n-1]
	return last
}

func newQueue(first []float64) *queue {
	q := &queue{first: first, asleep: make([]int, len(first)), gone: make([]bool, len(first))}
	for j := range first {
		q.asleep[j] = j
	}
	slices.SortStableFunc(q.asleep, func(a, b int) int { return cmp.Compare(first[b], first[a]) })
	return q
}

func (q *queue) begin() { q.seen = q.seen[:0] }

// candidates removes the columns whose correlation may reach that of the features, lambda - step,
// at a step of at most limit, if correlations rise by no more than fall a step: at most size of
// them, those of the earliest steps. They are in seen until end.
func (q *queue) candidates(lambda, fall, limit float64, size int) []measured {
	from := len(q.seen)
	for len(q.seen)-from < size {
		for len(q.asleep) > 0 && q.gone[q.asleep[0]] {
			q.asleep = q.asleep[1:]
		}
		dream, real := limit+1, limit+1
		if len(q.asleep) > 0 {
			dream = lambda - q.first[q.asleep[0]]
		}
		if len(q.awake) > 0 {
			real = (lambda - q.awake[0].bound - q.risen) / (1 + fall)
		}
		if min(dream, real) > limit {
			break
		}
		if dream <= real {
			q.seen = append(q.seen, measured{column: q.asleep[0]})
			q.asleep = q.asleep[1:]
			continue
		}
		q.seen = append(q.seen, heap.Pop(&q.awake).(measured))
	}
	return q.seen[from:]
}

// end puts the measured columns back after a step along which correlations rose by at most rise.
func (q *queue) end(step, rise float64) {
	q.risen += rise
	for _, m := range q.seen {
		q.put(m.column, m.correlation-float64(step*m.slope))
	}
	q.begin()
}

// put takes column j in, with its correlation, unless it is a feature.
func (q *queue) put(j int, correlation float64) {
	q.gone[j] = false
	heap.Push(&q.awake, measured{column: j, bound: correlation - q.risen})
}

// take removes column j, which becomes a feature.
func (q *queue) take(j int) {
	if at := slices.IndexFunc(q.awake, func(m measured) bool { return m.column == j }); at >= 0 {
		heap.Remove(&q.awake, at)
	}
	q.gone[j] = true
}

// ban keeps the column just taken out until a feature leaves.
func (q *queue) ban(j int) { q.banned = append(q.banned, j) }

// unban puts the columns back that were in the span of the features, whose correlations were λ.
func (q *queue) unban(lambda float64) {
	for _, j := range q.banned {
		q.put(j, lambda)
	}
	q.banned = q.banned[:0]
}
