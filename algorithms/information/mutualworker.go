package information

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/sampleid"
)

// worker estimates the information of one column at a time.
type worker struct {
	e       *estimator
	x       []float64 // of unit variance, with noise
	split   split     // of the column
	order   []int     // the samples by x
	base    []int     // the samples by x without noise, and those of equal x by the target
	place   []int     // of the samples in base
	own     aim       // the target, whose noise is that beside this column
	rows    []int
	table   []uint32
	sorted  []float64 // ascending; of classes without those of samples that are alone
	members []float64 // the same, class by class
	places  []int     // of the classes in members
	sizes   []int
	xs, ys  []float64
	tree    planeTree
	nearest []float64

	shuffled aim
}

func (e *estimator) newWorker() *worker {
	n := e.d.N()
	w := &worker{e: e, x: make([]float64, n), order: make([]int, n), base: make([]int, n),
		place: make([]int, n), members: make([]float64, n), own: e.target,
		nearest: make([]float64, 0, min(e.m.Neighbors, n))}
	w.split.codes = make([]int, n)
	if e.target.numbers != nil && !e.distinct {
		w.own.numbers = slices.Clone(e.target.numbers)
	}
	if e.m.Permutations > 0 {
		w.shuffled = aim{slices.Clone(e.target.codes), slices.Clone(e.target.numbers)}
	}
	return w
}

// take makes column j, which varies, that of the estimates.
func (w *worker) take(j int) {
	e := w.e
	mat.Col(w.x, j, e.d.X)
	sortBy(w.base, w.x)
	w.split.find(w.base, w.x, e.m, e.d.Coded(j))
	w.settle()
	if e.target.numbers != nil && !e.distinct {
		e.noise.add(w.own.numbers, e.target.numbers, e.equals(w.place), ofTarget)
	}
	if w.split.rest < 0 {
		return
	}
	runs := runsOf(w.base, w.x)
	standardize(w.x)
	e.noise.add(w.x, w.x, runs, ofColumn)
	copy(w.order, w.base)
	slices.SortFunc(w.order, func(a, b int) int { return cmp.Compare(w.x[a], w.x[b]) })
}

// settle puts the samples into an order that depends on neither their rows nor on the names of
// classes and levels: by x, and where x is equal by the target, of which classes are known by what
// the column has in them; if all of x are levels, by these, largest first, which are known by what
// the target has in them. Classes and levels that are alike may be exchanged.
func (w *worker) settle() {
	e := w.e
	class, level := make([]uint64, e.split.count), make([]uint64, w.split.count)
	if e.target.numbers == nil {
		for run, rows := range runsOf(w.base, w.x) {
			for _, i := range rows {
				class[e.target.codes[i]] += sampleid.Mix(uint64(run) + 1)
			}
		}
	}
	byTarget := func(a, b int) int {
		if e.target.numbers != nil {
			return cmp.Compare(e.d.Target[a], e.d.Target[b])
		}
		a, b = e.target.codes[a], e.target.codes[b]
		return cmp.Or(cmp.Compare(class[a], class[b]), a-b)
	}
	if w.split.rest >= 0 {
		for _, rows := range runsOf(w.base, w.x) {
			slices.SortFunc(rows, byTarget)
		}
	} else {
		for i, run := range e.runs {
			level[w.split.codes[i]] += sampleid.Mix(uint64(run) + 1)
		}
		slices.SortFunc(w.base, func(a, b int) int {
			l, m := w.split.codes[a], w.split.codes[b]
			return cmp.Or(cmp.Compare(w.split.counts[m], w.split.counts[l]),
				cmp.Compare(level[l], level[m]), l-m, byTarget(a, b))
		})
	}
	for p, i := range w.base {
		w.place[i] = p
	}
}

// bits is the estimate for the column and a target, rounded; it may be below 0. With L and M what
// levels have of the column and of the target, and x and y the numbers of the other samples, it is
//
//	I(L; M) + P(x) I(x; M) + P(y) I(L; y) + P(x, y) I(x; y)
func (w *worker) bits(y aim) float64 {
	e, n := w.e, float64(len(w.x))
	bits := w.counted(y.codes)
	var nats float64
	if w.split.rest >= 0 && e.split.count > 1 {
		rows := w.among(w.order, w.split.codes, w.split.rest)
		nats += float64(len(rows)) / n * w.ofClasses(rows, w.x, y.codes, e.split.count)
	}
	if e.split.rest >= 0 && w.split.count > 1 {
		rows := w.among(w.base, y.codes, e.split.rest)
		slices.SortFunc(rows, func(a, b int) int {
			return cmp.Compare(y.numbers[a], y.numbers[b])
		})
		nats += float64(len(rows)) / n * w.ofClasses(rows, y.numbers, w.split.codes, w.split.count)
	}
	if e.split.rest >= 0 && w.split.rest >= 0 {
		rows := w.among(w.order, w.split.codes, w.split.rest)
		rows = slices.DeleteFunc(rows, func(i int) bool { return y.codes[i] != e.split.rest })
		nats += float64(len(rows)) / n * w.ofNumbers(rows, y.numbers)
	}
	return math.Round((bits+nats/math.Ln2)/gainStep) * gainStep
}

// among lists the samples of a code in the order of order.
func (w *worker) among(order, codes []int, code int) []int {
	w.rows = w.rows[:0]
	for _, i := range order {
		if codes[i] == code {
			w.rows = append(w.rows, i)
		}
	}
	return w.rows
}

// counted is the information in bits of the codes of the column and of a target.
func (w *worker) counted(y []int) float64 {
	e, width := w.e, w.e.split.count
	if w.split.count == 1 || width == 1 {
		return 0
	}
	table := room(&w.table, w.split.count*width)
	clear(table)
	for i, c := range w.split.codes {
		table[c*width+y[i]]++
	}
	return e.exact.bits(e.exact.sum(table) - w.split.sum(e.exact) - e.split.sum(e.exact) +
		e.exact.all())
}

// most is the largest score: the entropy in bits of a column, and of a target, of levels only.
func (w *worker) most() float64 {
	most := math.Inf(1)
	for _, s := range []*split{&w.split, &w.e.split} {
		if s.rest < 0 {
			h := w.e.exact.bits(w.e.exact.all() - s.sum(w.e.exact))
			most = min(most, math.Floor(h/gainStep)*gainStep)
		}
	}
	return most
}

// p is the p-value of an estimate above 0 by permutations of the target, the same ones for every
// column. They bring the samples in the order of the target to those in that of the column, so that
// neither rows nor names have an effect.
func (w *worker) p(ctx context.Context, bits float64) float64 {
	e, large := w.e, 0
	ordered, from := slices.Clone(e.order), make([]int, len(w.base))
	if y := w.own.numbers; y != nil {
		slices.SortFunc(ordered, func(a, b int) int { return cmp.Compare(y[a], y[b]) })
	}
	for b := range e.m.Permutations {
		if ctx.Err() != nil {
			return 1
		}
		copy(from, ordered)
		rand.New(rand.NewPCG(e.seed, uint64(b))).Shuffle(len(from), func(i, j int) {
			from[i], from[j] = from[j], from[i]
		})
		for i, to := range w.base {
			w.shuffled.codes[to] = w.own.codes[from[i]]
			if w.own.numbers != nil {
				w.shuffled.numbers[to] = w.own.numbers[from[i]]
			}
		}
		if w.bits(w.shuffled) >= bits {
			large++
		}
	}
	return float64(1+large) / float64(1+e.m.Permutations)
}

// ofClasses is the estimate in nats for the numbers x and the classes y of some samples, by x.
func (w *worker) ofClasses(rows []int, x []float64, y []int, classes int) float64 {
	counts := room(&w.sizes, classes)
	clear(counts)
	for _, i := range rows {
		counts[y[i]]++
	}
	w.places = append(w.places[:0], counts...)
	n := 0 // samples that are not alone in their class
	for c, count := range counts {
		w.places[c] = n
		if count > 1 {
			n += count
		}
	}
	if n == 0 {
		return 0
	}
	w.sorted = w.sorted[:0]
	for _, i := range rows {
		if c := y[i]; counts[c] > 1 {
			w.sorted = append(w.sorted, x[i])
			w.members[w.places[c]] = x[i]
			w.places[c]++
		}
	}
	psi := w.e.psi
	var sum float64
	for c, count := range counts {
		if count < 2 {
			continue
		}
		values := w.members[w.places[c]-count : w.places[c]]
		k := min(w.e.m.Neighbors, count-1)
		var inside float64
		for p, v := range values {
			inside += psi[max(1, within(w.sorted, v, reach(values, p, k)))]
		}
		sum += float64(count)*(psi[k]-psi[count]) - inside
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

// ofNumbers is the estimate in nats for the column and the numbers y of some samples, by x; 0 if
// they are too few.
func (w *worker) ofNumbers(rows []int, y []float64) float64 {
	e, n, k := w.e, len(rows), w.e.m.Neighbors
	if n <= k {
		return 0
	}
	w.xs, w.ys = w.xs[:0], w.ys[:0]
	for _, i := range rows {
		w.xs, w.ys = append(w.xs, w.x[i]), append(w.ys, y[i])
	}
	w.tree.build(w.xs, w.ys)
	ys := e.sorted
	if !e.distinct || n < len(w.x) {
		slices.Sort(w.ys)
		ys = w.ys
	}
	var sum float64
	for i, p := range w.tree.points {
		w.nearest = w.tree.nearest(i, k, w.nearest[:0])
		r := w.nearest[k-1]
		// Both counts include the sample itself, where r is not 0.
		sum += e.psi[max(1, within(w.xs, p[0], r))] + e.psi[max(1, within(ys, p[1], r))]
	}
	return e.psi[n] + e.psi[k] - sum/float64(n)
}
