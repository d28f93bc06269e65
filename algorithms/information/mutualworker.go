package information

import (
	"cmp"
	"math"
	"slices"
)

// worker estimates the information of one column at a time.
type worker struct {
	e       *estimator
	x       []float64
	order   []int
	sorted  []float64
	codes   []uint8
	tree    planeTree
	nearest []float64
}

func (e *estimator) newWorker() *worker {
	n := e.d.N()
	w := &worker{e: e, x: make([]float64, n), order: make([]int, n),
		nearest: make([]float64, 0, e.m.Neighbors)}
	if e.m.Discrete > 0 {
		w.codes = make([]uint8, n)
	}
	return w
}

// levels codes the column if it has few values; count is 0 if it does not.
func (w *worker) levels() (codes []uint8, count int) {
	if w.e.m.Discrete == 0 {
		return nil, 0
	}
	values := make([]float64, 0, w.e.m.Discrete)
	for _, v := range w.x {
		at, there := slices.BinarySearch(values, v)
		if there {
			continue
		}
		if len(values) == w.e.m.Discrete {
			return nil, 0
		}
		values = slices.Insert(values, at, v)
	}
	for i, v := range w.x {
		at, _ := slices.BinarySearch(values, v)
		w.codes[i] = uint8(at)
	}
	return w.codes, len(values)
}

// ofClasses is the estimate in nats for numbers and classes.
func (w *worker) ofClasses(x []float64, y []int, counts []int) float64 {
	order, n := w.order[:0], 0
	for i, c := range y {
		if counts[c] > 1 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	if n = len(order); n == 0 {
		return 0
	}
	w.sorted = w.sorted[:0]
	members := make([][]float64, len(counts)) // of each class, ascending
	for _, i := range order {
		w.sorted = append(w.sorted, x[i])
		members[y[i]] = append(members[y[i]], x[i])
	}
	psi := w.e.psi
	var sum float64
	for c, values := range members {
		if counts[c] < 2 {
			continue
		}
		k := min(w.e.m.Neighbors, counts[c]-1)
		var inside float64
		for p, v := range values {
			inside += psi[max(1, within(w.sorted, v, reach(values, p, k)))]
		}
		sum += float64(counts[c])*(psi[k]-psi[counts[c]]) - inside
	}
	return psi[n] + sum/float64(n)
}

// reach is the distance of the k-th nearest of ascending values to that at place p.
func reach(values []float64, p, k int) float64 {
	lo, hi := p, p // values[lo:hi+1] are the nearest so far
	var far float64
	for range k {
		below, above := math.Inf(1), math.Inf(1)
		if lo > 0 {
			below = values[p] - values[lo-1]
		}
		if hi+1 < len(values) {
			above = values[hi+1] - values[p]
		}
		if below <= above {
			lo--
			far = below
		} else {
			hi++
			far = above
		}
	}
	return far
}

// within counts the ascending values whose distance from v is less than r.
func within(sorted []float64, v, r float64) int {
	from := below(sorted, func(u float64) bool { return v-u >= r })
	return below(sorted, func(u float64) bool { return u-v < r }) - from
}

// below is the number of leading values for which a condition holds, which holds for no value after
// one for which it does not.
func below(sorted []float64, holds func(float64) bool) int {
	lo, hi := 0, len(sorted)
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); holds(sorted[mid]) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// ofNumbers is the estimate in nats for the column and the continuous target.
func (w *worker) ofNumbers() float64 {
	e, n, k := w.e, len(w.x), w.e.m.Neighbors
	w.sorted = append(w.sorted[:0], w.x...)
	slices.Sort(w.sorted)
	w.tree.build(w.x, e.y)
	var sum float64
	for i, p := range w.tree.points {
		w.nearest = w.tree.nearest(i, k, w.nearest[:0])
		r := w.nearest[k-1]
		// Both counts include the sample itself, where r is not 0.
		sum += e.psi[max(1, within(w.sorted, p[0], r))] + e.psi[max(1, within(e.sorted, p[1], r))]
	}
	return e.psi[n] + e.psi[k] - sum/float64(n)
}
