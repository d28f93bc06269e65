package information

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// worker estimates the information of one column at a time.
type worker struct {
	e       *estimator
	x       []float64
	codes   []uint8
	levels  int       // 0 if the column is not a list of levels
	order   []int     // the samples, by x
	sorted  []float64 // x, ascending; of classes without those of samples that are alone
	members []float64 // the same, class by class
	places  []int     // of the classes in members
	tree    planeTree
	nearest []float64

	shuffle  []int
	shuffled aim
}

func (e *estimator) newWorker() *worker {
	n := e.d.N()
	w := &worker{e: e, x: make([]float64, n), order: make([]int, n),
		members: make([]float64, n), nearest: make([]float64, 0, e.m.Neighbors)}
	if e.m.Discrete > 0 {
		w.codes = make([]uint8, n)
	}
	if e.m.Permutations > 0 {
		w.shuffle = make([]int, n)
		w.shuffled = aim{slices.Clone(e.target.classes), slices.Clone(e.target.numbers)}
	}
	return w
}

// take makes column j, which varies, that of the estimates.
func (w *worker) take(j int) {
	e := w.e
	mat.Col(w.x, j, e.d.X)
	if w.levels = w.code(); w.levels > 0 {
		return
	}
	standardize(w.x)
	e.noise.add(w.x, e.noise.names[j])
	if e.target.numbers == nil {
		w.sort(w.x)
		return
	}
	w.sorted = append(w.sorted[:0], w.x...)
	slices.Sort(w.sorted)
}

// bits is the estimate for the column and a target, rounded; it may be below 0.
func (w *worker) bits(y aim) float64 {
	var bits float64
	switch {
	case w.levels > 0:
		bits = w.ofLevels(y)
	case y.numbers == nil:
		bits = w.ofClasses(w.x, y.classes, w.e.counts) / math.Ln2
	default:
		bits = w.ofNumbers(y.numbers) / math.Ln2
	}
	return math.Round(bits/gainStep) * gainStep
}

// p is the p-value of a score above 0 by permutations of the target, the same ones for every
// column. They are of the samples ordered by what they hold, so that the order of the rows has no
// effect.
func (w *worker) p(ctx context.Context, score float64) float64 {
	e, large := w.e, 0
	for b := range e.m.Permutations {
		if ctx.Err() != nil {
			return 1
		}
		for i := range w.shuffle {
			w.shuffle[i] = e.order[i]
		}
		rand.New(rand.NewPCG(e.seed, uint64(b))).Shuffle(len(w.shuffle), func(i, j int) {
			w.shuffle[i], w.shuffle[j] = w.shuffle[j], w.shuffle[i]
		})
		for i, from := range w.shuffle {
			if to := e.order[i]; e.target.numbers == nil {
				w.shuffled.classes[to] = e.target.classes[from]
			} else {
				w.shuffled.numbers[to] = e.target.numbers[from]
			}
		}
		if w.bits(w.shuffled) >= score {
			large++
		}
	}
	return float64(1+large) / float64(1+e.m.Permutations)
}

// code codes the column if it has few values, and returns their number, 0 if it has many.
func (w *worker) code() int {
	if w.e.m.Discrete == 0 {
		return 0
	}
	values := make([]float64, 0, w.e.m.Discrete)
	for _, v := range w.x {
		at, there := slices.BinarySearch(values, v)
		if there {
			continue
		}
		if len(values) == w.e.m.Discrete {
			return 0
		}
		values = slices.Insert(values, at, v)
	}
	for i, v := range w.x {
		at, _ := slices.BinarySearch(values, v)
		w.codes[i] = uint8(at)
	}
	return len(values)
}

// ofLevels is the information of a column of levels.
func (w *worker) ofLevels(y aim) float64 {
	e := w.e
	if y.numbers == nil {
		return newCounter(e.exact).with(newVariable(e.exact, y.classes, len(e.d.Classes)),
			&codedColumn{count: w.levels, all: w.codes}, e.exact.marginal(w.codes))
	}
	of, counts := make([]int, len(w.codes)), make([]int, w.levels)
	for i, c := range w.codes {
		of[i] = int(c)
		counts[c]++
	}
	w.sort(y.numbers)
	return w.ofClasses(y.numbers, of, counts) / math.Ln2
}

// sort orders the samples by x.
func (w *worker) sort(x []float64) {
	for i := range w.order {
		w.order[i] = i
	}
	slices.SortFunc(w.order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
}

// ofClasses is the estimate in nats for numbers, by which the samples are sorted, and classes.
func (w *worker) ofClasses(x []float64, y []int, counts []int) float64 {
	w.places = append(w.places[:0], make([]int, len(counts))...)
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
	for _, i := range w.order {
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

// ofNumbers is the estimate in nats for the column and a continuous target.
func (w *worker) ofNumbers(y []float64) float64 {
	e, n, k := w.e, len(w.x), w.e.m.Neighbors
	w.tree.build(w.x, y)
	var sum float64
	for i, p := range w.tree.points {
		w.nearest = w.tree.nearest(i, k, w.nearest[:0])
		r := w.nearest[k-1]
		// Both counts include the sample itself, where r is not 0.
		sum += e.psi[max(1, within(w.sorted, p[0], r))] + e.psi[max(1, within(e.sorted, p[1], r))]
	}
	return e.psi[n] + e.psi[k] - sum/float64(n)
}
