package wrapper

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
)

// pairs are the halves of so many random divisions, one after another. They part no group.
func (s *samples) pairs(d *datasets.Dataset, count int, seed uint64) ([][]int, error) {
	out := make([][]int, 0, 2*count)
	if s.group != nil {
		if err := d.SingleGroups(); err != nil {
			return nil, err
		}
		folds, err := learn.NewGroupFolds(s.strata(s.groups/groupStratum), s.group, 2, seed)
		if err != nil {
			return nil, err
		}
		for b := range count {
			half := folds.Split(2 * b)
			out = append(out, half.Train, half.Test)
		}
		return out, nil
	}
	for b := range count {
		one, other := s.halves(rand.New(rand.NewPCG(seed, mixed(uint64(b), 5))))
		out = append(out, one, other)
	}
	return out, nil
}

// halves divides the samples at random into two parts of equal size, of each class or of each pair
// of neighbors in the order of a continuous target. One sample is in neither if their number is
// odd.
func (s *samples) halves(rng *rand.Rand) (one, other []int) {
	n := len(s.rows)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	switch {
	case s.y != nil:
		order = rng.Perm(n)
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.y[a], s.y[b]) })
		return s.dealt(order, rng)
	case s.target != nil:
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Compare(s.target[a], s.target[b])
		})
		if n%2 == 1 {
			at := rng.IntN(n)
			order = slices.Delete(order, at, at+1)
		}
	default:
		order = rng.Perm(n)
	}
	for k := 0; k+1 < len(order); k += 2 {
		a, b := order[k], order[k+1]
		if rng.IntN(2) == 1 {
			a, b = b, a
		}
		one, other = append(one, a), append(other, b)
	}
	return sorted(one, other)
}

// dealt gives each part half of each class, and the odd ones in turn. order has the classes one
// after another.
func (s *samples) dealt(order []int, rng *rand.Rand) (one, other []int) {
	var odd []int
	for k := 0; k < len(order); {
		switch {
		case k+1 < len(order) && s.y[order[k]] == s.y[order[k+1]]:
			one, other = append(one, order[k]), append(other, order[k+1])
			k += 2
		default:
			odd = append(odd, order[k])
			k++
		}
	}
	rng.Shuffle(len(odd), func(a, b int) { odd[a], odd[b] = odd[b], odd[a] })
	for k := 0; k+1 < len(odd); k += 2 {
		one, other = append(one, odd[k]), append(other, odd[k+1])
	}
	return sorted(one, other)
}

func sorted(a, b []int) ([]int, []int) {
	slices.Sort(a)
	slices.Sort(b)
	return a, b
}

// exchangeableBound is Meinshausen and Bühlmann's bound on the expected number of false features.
func exchangeableBound(q, d int, threshold float64) float64 {
	return float64(q) * float64(q) / ((2*threshold - 1) * float64(d))
}

// unimodalBound is Shah and Samworth's, of features whose probability is at most q/d, for B pairs;
// infinite where it does not hold, for thresholds below those of their condition.
func unimodalBound(q, d int, threshold float64, pairs int) float64 {
	b, theta := float64(pairs), float64(q)/float64(d)
	least := min(.5+theta*theta, .5+1/(2*b)+.75*theta*theta)
	if theta > 1/math.Sqrt(3) || !(threshold > least) {
		return math.Inf(1)
	}
	share := float64(q) * float64(q) / float64(d)
	if threshold <= .75 {
		if slack := 2*threshold - 1 - 1/(2*b); slack > 0 {
			return share / (2 * slack)
		}
		return math.Inf(1)
	}
	return share * 4 * (1 - threshold + 1/(2*b)) / (1 + 1/b)
}

// explain adds the choice and its bounds to scores of d features that vary.
func (m StabilitySelection) explain(s *algorithms.Scores, q, d, fits int) {
	chosen := 0
	for _, v := range s.Values {
		if v >= m.Threshold {
			chosen++
		}
	}
	g := &s.Diagnostics
	g.Iterations = fits
	general := exchangeableBound(q, d, m.Threshold)
	g.Extra = []algorithms.Value{
		{Name: "chosen", Value: algorithms.Number(chosen)},
		{Name: "q", Value: algorithms.Number(q)},
		{Name: "bound on false features", Value: algorithms.Number(general)},
	}
	g.Notes = []string{fmt.Sprintf("%d of %d features are chosen: they are among the best %d of "+
		"%s in at least %g of %d fits.", chosen, d, q, algorithms.Name(m.Selector), m.Threshold,
		fits),
		fmt.Sprintf("At most q²/((2π − 1)d) = %.3g false features are expected among them, if "+
			"the false ones are exchangeable and the method is no worse than guessing "+
			"(Meinshausen, Bühlmann 2010).", general)}
	if fits%2 == 1 {
		return // the second bound is for pairs
	}
	unimodal := unimodalBound(q, d, m.Threshold, fits/2)
	if math.IsInf(unimodal, 1) {
		return
	}
	g.Extra = append(g.Extra, algorithms.Value{Name: "unimodal bound on false features",
		Value: algorithms.Number(unimodal)})
	formula := "q²/d / (2(2π − 1 − 1/(2B)))"
	if m.Threshold > .75 {
		formula = "q²/d · 4(1 − π + 1/(2B))/(1 + 1/B)"
	}
	g.Notes = append(g.Notes, fmt.Sprintf("At most %s = %.3g of those whose probability is at "+
		"most q/d, if shares are unimodal (Shah, Samworth 2013).", formula, unimodal))
}
