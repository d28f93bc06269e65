package filter

import (
	"context"
	"math"
	"slices"

	"fsnb.example/internal/parallel"
	"fsnb.example/internal/quickselect"
	"gonum.org/v1/gonum/mat"
)

const (
	// Bounds of fewer samples, candidates, or exponentials to sum cost more than they save.
	screenLeast  = 32
	screenFewest = 48
	screenSum    = 3 << 19
	screenTile   = 32 // samples, and candidates, at a time
	// Errors of bounds are about rough/size of the largest possible HSIC, as the differences of
	// candidates are. It begins as screenBegin, falls when many have to be evaluated, and rises
	// when few.
	screenBegin  = 5e-3
	screenMost   = 4 * screenBegin
	screenFinest = screenBegin / 32
	// screenCoarse is the error of the bounds of all candidates, relative to that of those that
	// remain after them.
	screenCoarse = 4
	// screenFiner is the error of fine bounds relative to that of the finest.
	screenFiner = 16
	// screenRounding is the part of the sum of all absolute terms that covers rounding.
	screenRounding = 1e-11
	// screenTie is the part of the same sum that covers ties.
	screenTie = 4e-12
	// Fine bounds are to leave at least screenFew candidates undecided and at most screenMany, or
	// these parts of 320 candidates.
	screenFew  = 20
	screenMany = 40
)

// A change is what a step of a search asks: the HSIC of a set after each candidate is added (sign
// 1) or removed (sign -1). size is the number of its features then.
type change struct {
	*set
	candidates []int
	sign       float64
	size       int
}

// screen bounds the HSIC of many candidates in less time than their sums take. With the weights of
// the pairs times the kernel of the set, W (n×n), the HSIC with candidate u is half the sum of
// W∘K less the diagonal, where the kernel of u, of size m and the sign s of the change, is a
// series,
//
//	K = exp(-s(u_a - u_b)²/(2m)) = Σ_p s^p φ_p φ_p',  φ_p = exp(-su²/(2m)) (u/√m)^p/√p!
//
// Of φ = c1 + ψ, c the mean, φ'Wφ = c²·1'W1 + 2c·1'Wψ + ψ'Wψ, of which only the last term is
// bounded. With orthonormal Q (n×rank), P = QQ' and Y = WQ,
//
//	ψ'Wψ = (Q'ψ)'((2Y - QQ'Y)'ψ) + ψ'(I - P)W(I - P)ψ,
//
// and the last term is at most ‖(I - P)W(I - P)‖_F·‖(I - P)ψ‖². The terms after the first few are
// at most ‖W‖_∞ Σ‖φ_p‖². Q follows W from round to round by a step of subspace iteration.
type screen struct {
	dep   *dependence
	basis *mat.Dense // Q of the next round

	rest, wait int // rounds without bounds that follow, and that follow when bounds do not help

	rank  int        // dimensions of Q
	rough float64    // screenBegin
	tail  float64    // the last of tails, relative to norm, in the round before
	q, g  *mat.Dense // Q, and 2Y - QQ'Y
	sumQ  []float64  // the sums of the columns of q
	sumG  []float64  // and of g
	tails []float64  // ‖(I - P)W(I - P)‖_F of the first columns of Q
	norm  float64    // ‖W‖_∞
	trace float64    // of W
	row   []float64  // W1
	total float64    // 1'W1

	open int // candidates that fine bounds leave undecided

	coarse, fine, finest []int // columns of Q for each term of the series
}

// best returns the places of candidates, ascending, and what each computes of them: of all, or at
// least of those that can be among the wanted best or tie with one of them (dependence.falling).
func (s *screen) best(ctx context.Context, c *change, wanted, workers int) (
	places []int, values []float64, err error) {
	all := len(c.candidates)
	wanted = min(wanted, all)
	lower, upper := make([]float64, all), make([]float64, all)
	bounded, err := s.bound(ctx, lower, upper, c, wanted, workers)
	if err != nil {
		return nil, nil, err
	}
	least := math.Inf(-1)
	if bounded {
		// The most promising ones, whose sums show how good others have to be.
		least = quickselect.Largest(slices.Clone(upper), min(wanted+1, all))
	}
	for {
		some := c.possible(lower, upper, least, false)
		if some == nil {
			break
		}
		features := c.features(some)
		sums := make([]float64, len(some))
		if err := s.dep.each(ctx, sums, c, features, workers); err != nil {
			return nil, nil, err
		}
		for k, place := range some {
			lower[place], upper[place] = sums[k], sums[k]
		}
		least = s.needed(lower, upper, wanted)
	}
	for k, v := range upper {
		if v == lower[k] {
			places, values = append(places, k), append(values, v)
		}
	}
	if bounded {
		s.helped(len(places), all)
	}
	return places, values, nil
}

// possible returns the places of the candidates that have no sum yet and may have one of least;
// those whose sum is above it for sure are left out if open is set.
func (c *change) possible(lower, upper []float64, least float64, open bool) (places []int) {
	for k, low := range lower {
		if low < upper[k] && upper[k] >= least && !(open && low > least) {
			places = append(places, k)
		}
	}
	return places
}

// features are the candidates at some places.
func (c *change) features(places []int) []int {
	features := make([]int, len(places))
	for k, place := range places {
		features[k] = c.candidates[place]
	}
	return features
}

// needed is the least HSIC that can be one of the wanted largest or tie with it.
func (s *screen) needed(lower, upper []float64, wanted int) float64 {
	margin := screenTie * s.dep.size
	least := quickselect.Largest(slices.Clone(lower), wanted)
	known := make([]float64, 0, len(lower))
	for k, v := range upper {
		if v == lower[k] && v <= least {
			known = append(known, v)
		}
	}
	slices.Sort(known)
	for _, v := range slices.Backward(known) {
		if least-v > margin {
			break
		}
		least = v
	}
	return least - margin
}

// screens reports whether there are bounds of some candidates.
func screens(n, candidates int) bool {
	return n >= screenLeast && candidates >= screenFewest && n*(n-1)/2*candidates >= screenSum
}

// bound sets lower and upper to bounds of what each computes: coarse ones of all, fine ones of
// those that they leave undecided, and then ones with the second term of the series computed. It
// reports whether there are any: there are none of few samples, candidates or exponentials, or when
// they did not help in the round before.
func (s *screen) bound(ctx context.Context, lower, upper []float64, c *change, wanted,
	workers int) (bool, error) {
	for k := range upper {
		lower[k], upper[k] = math.Inf(-1), math.Inf(1)
	}
	if s.dep.linear || !screens(s.dep.n, len(c.candidates)) {
		return false, nil
	}
	if s.rest > 0 {
		s.rest--
		return false, nil
	}
	if err := s.prepare(ctx, c, workers); err != nil {
		return false, err
	}
	levels := [][]int{s.coarse, s.fine}
	if slices.Max(s.coarse) == slices.Max(s.fine) {
		levels = levels[:1] // all of Q
	}
	for _, ranks := range levels {
		places := c.possible(lower, upper, s.needed(lower, upper, wanted), true)
		if err := s.narrow(ctx, lower, upper, c, places, ranks, nil, workers); err != nil {
			return false, err
		}
	}
	places := c.possible(lower, upper, s.needed(lower, upper, wanted), true)
	s.open = len(places)
	seconds, err := s.seconds(ctx, c, c.features(places), workers)
	if err != nil {
		return false, err
	}
	return true, s.narrow(ctx, lower, upper, c, places, s.finest, seconds, workers)
}

// narrow narrows lower and upper at some places to what of returns.
func (s *screen) narrow(ctx context.Context, lower, upper []float64, c *change, places, ranks []int,
	seconds []float64, workers int) error {
	features := c.features(places)
	return parallel.For(ctx, workers, len(places), screenTile, func(lo, hi int) {
		low, high := make([]float64, hi-lo), make([]float64, hi-lo)
		var known []float64
		if seconds != nil {
			known = seconds[lo:hi]
		}
		s.of(low, high, c, features[lo:hi], ranks, known)
		for k, place := range places[lo:hi] {
			lower[place] = max(lower[place], low[k])
			upper[place] = min(upper[place], high[k])
		}
	})
}

// helped says how many of the candidates had to be evaluated.
func (s *screen) helped(left, all int) {
	few := 2*left < all
	switch {
	case !few:
		s.rough /= 8
	case s.open > min(screenMany, screenMany*all/320):
		s.rough /= 2
	case s.open <= min(screenFew, screenFew*all/320):
		s.rough *= 2
	}
	finest := s.rough <= screenFinest
	s.rough = min(max(s.rough, screenFinest), screenMost)
	if few || !finest {
		s.wait = 0
		return
	}
	s.wait = min(2*s.wait+1, 15)
	s.rest = s.wait
}
