package spfs

import (
	"container/heap"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/internal/parallel"
)

// greedy finds, one at a time, the feature that lowers ‖R‖² most, with R = K - Σ ff' over the
// selected features. For a unit f
//
//	‖R - ff'‖² = ‖R‖² - 2 f'Rf + 1,  f'Rf = f'Kf - Σ_{s selected} (f's)²
//
// f'Rf only falls, so a value of an earlier step is an upper bound: only candidates with the
// largest bound are recomputed. The answer is that of the full search.
type greedy struct {
	c       *columns
	workers int
	taken   []int     // selected features, in order
	gain    []float64 // by feature: f'Rf after the first known[j] selected features
	known   []int     // by feature
	queue   []int     // candidates, a heap by gain, then by lower index
	tiny    float64
	// products, if it is not nil, is that of columns with the features that are taken from
	// elsewhere.
	products func(ctx context.Context, features, from []int, use func(a int, v float64)) error
}

// rounding is the rounding error of a gain relative to the largest f'Kf and to 1. Smaller gains
// become 0: when K is explained, all gains are rounding errors, which must not order features.
const rounding = 1e-13

// refreshed is the number of candidates recomputed together.
const refreshed = 256

// newGreedy starts with forms, f'Kf of each feature, which it overwrites, and with selected
// features, which are not among the candidates.
func newGreedy(c *columns, forms []float64, taken, candidates []int, workers int) *greedy {
	g := &greedy{c: c, workers: workers, taken: taken, gain: forms, known: make([]int, len(forms)),
		queue: candidates}
	for _, j := range candidates {
		g.tiny = max(g.tiny, rounding*math.Abs(forms[j]))
	}
	for _, j := range candidates {
		g.snap(j)
	}
	g.tiny = max(g.tiny, rounding)
	heap.Init(g)
	return g
}

// next selects the best candidate, the first in a tie, and returns it with its f'Rf. There must be
// a candidate.
func (g *greedy) next(ctx context.Context) (j int, gain float64, err error) {
	if err := g.renew(ctx); err != nil {
		return 0, 0, err
	}
	j = heap.Pop(g).(int)
	g.taken = append(g.taken, j)
	return j, g.gain[j], nil
}

// renew brings the gain of the best candidate up to date, which is first in the queue then.
func (g *greedy) renew(ctx context.Context) error {
	var stale []int
	most := refreshed
	if g.c.file != nil {
		most = max(1, min(most, held/g.c.n))
	}
	for g.known[g.queue[0]] < len(g.taken) {
		stale = stale[:0]
		for len(stale) < most && len(g.queue) > 0 && g.known[g.queue[0]] < len(g.taken) {
			stale = append(stale, heap.Pop(g).(int))
		}
		if err := g.refreshAll(ctx, stale); err != nil {
			return err
		}
		for _, j := range stale {
			heap.Push(g, j)
		}
	}
	return ctx.Err()
}

// refreshAll brings the gains of some candidates up to date.
func (g *greedy) refreshAll(ctx context.Context, stale []int) error {
	if g.c.data != nil && g.products == nil {
		return parallel.For(ctx, g.workers, len(stale), 16, func(lo, hi int) {
			for _, j := range stale[lo:hi] {
				g.refresh(j)
			}
		})
	}
	slices.Sort(stale)
	from := make([]int, len(stale))
	for a, j := range stale {
		from[a] = g.known[j]
	}
	use := func(a int, v float64) { g.gain[stale[a]] -= v * v }
	var err error
	if g.products != nil {
		err = g.products(ctx, stale, from, use)
	} else {
		err = g.c.products(ctx, stale, from, g.taken, g.workers, use)
	}
	if err != nil {
		return err
	}
	for _, j := range stale {
		g.known[j] = len(g.taken)
		g.snap(j)
	}
	return nil
}

func (g *greedy) refresh(j int) {
	f := g.c.at(j)
	for _, s := range g.taken[g.known[j]:] {
		v := floats.Dot(f, g.c.at(s))
		g.gain[j] -= v * v
	}
	g.known[j] = len(g.taken)
	g.snap(j)
}

func (g *greedy) snap(j int) {
	if math.Abs(g.gain[j]) < g.tiny {
		g.gain[j] = 0
	}
}

// Len, Less, Swap, Push and Pop are for container/heap.
func (g *greedy) Len() int { return len(g.queue) }

// Less orders by gain, the largest first, then by lower index.
func (g *greedy) Less(a, b int) bool {
	i, j := g.queue[a], g.queue[b]
	return g.gain[i] > g.gain[j] || g.gain[i] == g.gain[j] && i < j
}

// Swap exchanges two places of the heap.
func (g *greedy) Swap(a, b int) { g.queue[a], g.queue[b] = g.queue[b], g.queue[a] }

// Push adds a candidate at the end.
func (g *greedy) Push(j any) { g.queue = append(g.queue, j.(int)) }

// Pop removes the candidate at the end.
func (g *greedy) Pop() any {
	last := len(g.queue) - 1
	j := g.queue[last]
	g.queue = g.queue[:last]
	return j
}
