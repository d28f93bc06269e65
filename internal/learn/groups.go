package learn

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// groups are samples that belong together, such as those of one patient.
type groups struct {
	members [][]int   // samples of each group, ascending
	classes [][]int   // by group, how many samples it has of each class
	totals  []int     // samples of each class
	shares  []float64 // of each part: training and test part, or folds
}

// groupDraws bounds the orders of groups that are tried for one split.
const groupDraws = 100

func newGroups(y, group []int) (*groups, error) {
	if len(y) == 0 {
		return nil, errors.New("no labels to stratify by")
	}
	if len(group) != len(y) {
		return nil, fmt.Errorf("groups of %d samples, want %d", len(group), len(y))
	}
	members, err := membersOf(group)
	if err != nil {
		return nil, err
	}
	members = slices.DeleteFunc(members, func(m []int) bool { return len(m) == 0 })
	if len(members) < 2 {
		return nil, errors.New(
			"all samples are of one group, which cannot be in the training and " +
				"the test part; split without groups")
	}
	g := &groups{members: members, totals: make([]int, slices.Max(y)+1)}
	for _, m := range members {
		counts := make([]int, len(g.totals))
		for _, i := range m {
			counts[y[i]]++
			g.totals[y[i]]++
		}
		g.classes = append(g.classes, counts)
	}
	return g, nil
}

// groupsOf is the number of groups with a sample of the class.
func (g *groups) groupsOf(class int) (n int) {
	for _, counts := range g.classes {
		if counts[class] > 0 {
			n++
		}
	}
	return n
}

// NewGroupSplitter is NewSplitter for samples in groups (indices from 0, one for each sample): no
// group is in both parts. The groups come in random order, and each goes to the part that it brings
// nearest to its share of every class,
//
//	least Σ_c [(have_c + add_c - share·n_c)² - (have_c - share·n_c)²] / (share·n_c),
//
// over the classes of n_c samples, ties to the training part; with an order after which a class is
// missing from a part another order is drawn. So the shares of the classes hold as nearly as the
// sizes of the groups allow.
//
// It returns an error when fraction is not between 0 and 1, all samples are of one group, the
// samples of a class are all in one group, or 100 orders leave a part without a class. The cost is
// O(n) to prepare, and O(n log n + gc) a split of g groups and c classes.
func NewGroupSplitter(y, group []int, fraction float64, seed uint64) (*Splitter, error) {
	if !(fraction > 0 && fraction < 1) {
		return nil, fmt.Errorf("training fraction %g; give a number between 0 and 1, such as 0.5",
			fraction)
	}
	g, err := newGroups(y, group)
	if err != nil {
		return nil, err
	}
	for c, n := range g.totals {
		if n > 0 && g.groupsOf(c) == 1 {
			return nil, fmt.Errorf("class %d is in a single group, which cannot be in the "+
				"training and the test part; drop it or merge its class", c)
		}
	}
	g.shares = []float64{fraction, 1 - fraction}
	s := &Splitter{groups: g,
		stream: func(number int) [2]uint64 { return [2]uint64{seed, uint64(number)} }}
	if _, whole := s.deal(0); !whole {
		return nil, fmt.Errorf("%d random orders of the %d groups leave a class out of a part; "+
			"take a training fraction nearer to a half, or fewer classes", groupDraws,
			len(g.members))
	}
	return s, nil
}

// NewGroupFolds is NewFolds for samples in groups (indices from 0, one for each sample): no group
// is in two folds. The groups are dealt as NewGroupSplitter does it, to k parts of equal shares.
//
// A class that is in fewer groups than folds is missing from the test part of some, and one in a
// single group is missing from the training part that it is tested on: Warnings says so in one
// line. It returns an error when k is not between 2 and the number of groups. The cost is O(n) to
// prepare, and O(n log n + gck) a split of g groups and c classes.
func NewGroupFolds(y, group []int, k int, seed uint64) (*Splitter, error) {
	g, err := newGroups(y, group)
	if err != nil {
		return nil, err
	}
	if k < 2 || k > len(g.members) {
		return nil, fmt.Errorf("%d folds of %d groups; give 2 to %d", k, len(g.members),
			len(g.members))
	}
	g.shares = slices.Repeat([]float64{1 / float64(k)}, k)
	s := &Splitter{groups: g, folds: k,
		stream: func(number int) [2]uint64 { return [2]uint64{seed, uint64(number / k)} }}
	var small []string
	for c, n := range g.totals {
		if in := g.groupsOf(c); n > 0 && in < k {
			small = append(small, fmt.Sprintf("class %d (%d)", c, in))
		}
	}
	if len(small) > 0 {
		s.Warnings = []string{fmt.Sprintf("in fewer groups than the %d folds: %s; %s", k,
			strings.Join(small, ", "), FewGroups)}
	}
	return s, nil
}

// FewGroups describes what NewGroupFolds does when a class is in fewer groups than folds.
const FewGroups = "some folds test none of them"

// deal assigns each group to a part, and reports whether every class is in every part as far as the
// number of its groups allows.
func (s *Splitter) deal(number int) (parts []int, whole bool) {
	stream := s.stream(number)
	rng := rand.New(rand.NewPCG(stream[0], stream[1]))
	for range groupDraws {
		parts, whole = s.groups.assign(rng.Perm(len(s.groups.members)))
		if whole {
			break
		}
	}
	return parts, whole
}

// assign gives the groups, in that order, each to the part that it brings nearest to its shares.
func (g *groups) assign(order []int) (parts []int, whole bool) {
	parts = make([]int, len(g.members))
	have := make([][]int, len(g.shares))
	empty := len(have)
	for p := range have {
		have[p] = make([]int, len(g.totals))
	}
	filled := make([]bool, len(have))
	for at, u := range order {
		best, least := -1, 0.
		for p := range have {
			if filled[p] && len(order)-at <= empty {
				continue // what is left is one group for each empty part
			}
			var cost float64
			for c, add := range g.classes[u] {
				if add > 0 {
					want := g.shares[p] * float64(g.totals[c])
					before := float64(have[p][c]) - want
					after := before + float64(add)
					cost += (after*after - before*before) / want
				}
			}
			if best < 0 || cost < least {
				best, least = p, cost
			}
		}
		parts[u] = best
		for c, add := range g.classes[u] {
			have[best][c] += add
		}
		if !filled[best] {
			filled[best] = true
			empty--
		}
	}
	for c, n := range g.totals {
		if n > 0 && g.groupsOf(c) >= len(have) {
			for p := range have {
				if have[p][c] == 0 {
					return parts, false
				}
			}
		}
	}
	return parts, true
}

// splitGroups is Split of samples in groups.
func (s *Splitter) splitGroups(number int) Split {
	var out Split
	parts, _ := s.deal(number)
	for u, m := range s.groups.members {
		tested := parts[u] == 1
		if s.folds > 0 {
			tested = parts[u] == number%s.folds
		}
		if tested {
			out.Test = append(out.Test, m...)
		} else {
			out.Train = append(out.Train, m...)
		}
	}
	slices.Sort(out.Train)
	slices.Sort(out.Test)
	return out
}
