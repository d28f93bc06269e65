package information

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"fsnb.example/algorithms"
)

const (
	// mostFailures is the number of expansions in a row without a better set that end the search.
	mostFailures = 5
	// leastGain is the difference of merits above which a set is better.
	leastGain = 1e-5
)

// keptNumbers is the number of uncertainties that are kept, 32 MiB.
const keptNumbers = 1 << 22

// meritSearch is the best-first search of CFS.
type meritSearch struct {
	u         *uncertainty
	columns   []int     // the features of more than one level, ascending; places are in these
	relevance []float64 // of each place
	// rows are, by place, the uncertainties with the features of all places, of the last places for
	// which they were needed: kept numbers of them at most, but a few rows. Others are computed
	// again.
	rows map[int][]float64
	last []int // of rows, the oldest first
	kept int
	// open are the best sets that are not expanded, the earlier ones first: mostFailures of them,
	// since the search ends, or finds a better set, before it comes to another.
	open     []meritSet
	expanded [][]int // places, sorted
}

// meritSet is a set of features.
type meritSet struct {
	features         []int // columns, in the order in which the set grew
	places           []int // the same, as places
	relevance, pairs float64
	merits           algorithms.Numbers // of the prefixes of features
	// parent has the sums of the uncertainties of each place with the features but the last.
	parent []float64
}

// merit is that of the whole set.
func (s *meritSet) merit() float64 {
	if len(s.merits) == 0 {
		return 0
	}
	return s.merits[len(s.merits)-1]
}

// newMeritSearch computes the relevance of the features.
func newMeritSearch(ctx context.Context, u *uncertainty) (*meritSearch, error) {
	all, err := u.relevance(ctx)
	if err != nil {
		return nil, err
	}
	s := &meritSearch{u: u, kept: keptNumbers}
	for j, h := range u.entropy {
		if h > 0 {
			s.columns, s.relevance = append(s.columns, j), append(s.relevance, all[j])
		}
	}
	s.rows = make(map[int][]float64)
	s.open = []meritSet{{parent: make([]float64, len(s.columns))}}
	return s, nil
}

// run returns the best set that it finds. A context that ends leaves the best so far.
func (s *meritSearch) run(ctx context.Context, opt algorithms.Options) (meritSet, error) {
	var best meritSet
	for failures := 0; failures < mostFailures && len(s.open) > 0; {
		tick := opt.Meter(fmt.Sprintf("set %d", len(s.expanded)+1), 1)
		at := bestMerit(s.open, (*meritSet).merit)
		set := s.open[at]
		s.open = slices.Delete(s.open, at, at+1)
		child, err := s.expand(ctx, set)
		if err != nil {
			return best, err
		}
		tick(1)
		if failures++; child != nil && child.merit() > best.merit()+leastGain {
			best, failures = *child, 0
		}
	}
	return best, nil
}

// bestMerit returns the place of the largest merit, the first of those that tie.
func bestMerit[T any](list []T, merit func(*T) float64) int {
	largest := math.Inf(-1)
	for i := range list {
		largest = max(largest, merit(&list[i]))
	}
	least := largest - leastUncertainty*max(1, largest)
	at := 0
	for merit(&list[at]) < least {
		at++
	}
	return at
}

// child is a set with one feature more.
type child struct {
	of    *meritSet
	place int // of the feature; -1 for of itself
	value float64
}

func (c *child) merit() float64 { return c.value }

// expand adds each feature to the set, and keeps the best of these sets and of the open ones. It
// returns the best new set, nil if there is none.
func (s *meritSearch) expand(ctx context.Context, set meritSet) (*meritSet, error) {
	sums, err := s.sums(ctx, &set)
	if err != nil {
		return nil, err
	}
	all := make([]child, 0, len(s.open)+len(s.columns))
	for i := range s.open {
		all = append(all, child{&s.open[i], -1, s.open[i].merit()})
	}
	old := len(all)
	known := s.known(set.places)
	size := float64(len(set.places) + 1)
	for p, r := range s.relevance {
		if !known[p] {
			all = append(all, child{&set, p,
				(set.relevance + r) / math.Sqrt(size+2*(set.pairs+sums[p]))})
		}
	}
	s.expanded = append(s.expanded, slices.Sorted(slices.Values(set.places)))
	var best *meritSet
	if fresh := all[old:]; len(fresh) > 0 {
		best = s.grown(fresh[bestMerit(fresh, (*child).merit)], sums)
	}
	s.open = s.leading(all, sums)
	return best, nil
}

// leading are the best sets of a list, in its order. It changes the list.
func (s *meritSearch) leading(all []child, sums []float64) (out []meritSet) {
	best := make(map[int]child)
	for range min(mostFailures, len(all)) {
		at := bestMerit(all, (*child).merit)
		best[at] = all[at]
		all[at].value = math.Inf(-1)
	}
	for _, at := range slices.Sorted(maps.Keys(best)) {
		out = append(out, *s.grown(best[at], sums))
	}
	return out
}

// grown makes a set; sums are those of the set that it comes from.
func (s *meritSearch) grown(c child, sums []float64) *meritSet {
	if c.place < 0 {
		return c.of
	}
	return &meritSet{
		features:  append(slices.Clip(c.of.features), s.columns[c.place]),
		places:    append(slices.Clip(c.of.places), c.place),
		relevance: c.of.relevance + s.relevance[c.place],
		pairs:     c.of.pairs + sums[c.place],
		merits:    append(slices.Clip(c.of.merits), c.value),
		parent:    sums,
	}
}

// known marks the places of the set, and those with which it was seen: as the growth of another
// expanded set, which differs from it by one feature.
func (s *meritSearch) known(places []int) []bool {
	in, known := make([]bool, len(s.columns)), make([]bool, len(s.columns))
	for _, p := range places {
		in[p], known[p] = true, true
	}
	for _, other := range s.expanded {
		if len(other) != len(places) {
			continue
		}
		more, last := 0, 0
		for _, p := range other {
			if !in[p] {
				more, last = more+1, p
			}
		}
		if more == 1 {
			known[last] = true
		}
	}
	return known
}

// sums are, for each place, the sums of its uncertainties with the features of the set.
func (s *meritSearch) sums(ctx context.Context, set *meritSet) ([]float64, error) {
	if len(set.places) == 0 {
		return set.parent, nil
	}
	row, err := s.row(ctx, set.places[len(set.places)-1])
	if err != nil {
		return nil, err
	}
	out := slices.Clone(set.parent)
	for p, v := range row {
		out[p] += v
	}
	return out, nil
}

// row returns the uncertainties of a feature and all others.
func (s *meritSearch) row(ctx context.Context, place int) ([]float64, error) {
	if row := s.rows[place]; row != nil {
		return row, nil
	}
	v, err := s.u.variable(ctx, s.columns[place])
	if err != nil {
		return nil, err
	}
	of := make([]float64, len(s.u.Count))
	if err := s.u.with(ctx, v, s.columns, func(j int, su float64) { of[j] = su }); err != nil {
		return nil, err
	}
	row := make([]float64, len(s.columns))
	for p, j := range s.columns {
		row[p] = of[j]
	}
	s.rows[place], s.last = row, append(s.last, place)
	if len(s.last) > max(s.kept/len(row), mostFailures) {
		delete(s.rows, s.last[0])
		s.last = s.last[1:]
	}
	return row, nil
}
