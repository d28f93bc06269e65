package wrapper

import (
	"math"
	"slices"
	"sort"
)

// settle finds a gap of a test sample: whatever columns make of the squared distances, if it makes
// all of them smaller, or all of them larger, by less than the gap each, the sample is missed by
// as much as without them. The gap is -1 if there is none.
func (v *voter) settle(t *tested) {
	t.now.gap = -1
	if len(t.list) <= v.k || v.k == 0 {
		return
	}
	if v.s.y != nil {
		v.settleVotes(t)
		return
	}
	next := min(t.list[v.k].square, t.beyond)
	gap := next - t.list[v.k-1].square - 2*v.slack(next)
	if !(gap > 0) {
		return
	}
	v.dist, v.who = v.dist[:v.k], v.who[:v.k]
	for k, e := range t.list[:v.k] {
		v.dist[k], v.who[k] = e.square, int(e.place)
	}
	t.now.gap, t.now.missed = gap, v.missed(t.sample)
}

// settleVotes is settle of classes. While distances change by less than r, the samples that are
// nearer than the one after the nearest k by more than r are surely among the nearest, and those
// farther than the k-th by more than r are surely not. The class of the test sample wins, or loses,
// whatever the others do as long as it does with the worst votes of these.
func (v *voter) settleVotes(t *tested) {
	y, list, k := v.s.y, t.list, v.k
	clear(v.votes)
	if v.open == nil {
		v.open = make([]int, len(v.votes))
	}
	clear(v.open)
	rival, most := -1, 0 // another class with the most votes
	own := y[t.sample]
	for _, e := range list[:k] {
		c := y[e.sample]
		v.votes[c]++
		if c != own && v.votes[c] > most {
			rival, most = c, v.votes[c]
		}
	}
	win := v.votes[own] > most
	if v.votes[own] == most {
		return // the nearest one decides
	}
	last, next := list[k-1].square, list[k].square
	end := t.beyond - last - 2*v.slack(t.beyond)
	if math.IsInf(t.beyond, 1) {
		end = math.Inf(1)
	}
	free, others := 0, 0 // votes that are not sure, samples that may have them
	sure, maybe := k-1, k
	for {
		// The next sample that is not sure, or may come in.
		out, in := end, end
		if sure >= 0 {
			out = next - list[sure].square - 2*v.slack(next)
		}
		if maybe < len(list) {
			in = list[maybe].square - last - 2*v.slack(list[maybe].square)
		}
		gap := min(out, in, end)
		if gap < end {
			var c int
			if out <= in {
				c = y[list[sure].sample]
				v.votes[c]--
				free++
				sure--
			} else {
				c = y[list[maybe].sample]
				maybe++
			}
			v.open[c]++
			others++
		}
		if gap >= end || !v.stays(own, rival, free, others, win) {
			if gap > 0 {
				if t.now.gap, t.now.missed = gap, 1; win {
					t.now.missed = 0
				}
			}
			return
		}
	}
}

// stays reports whether a class has more votes than each other, or fewer than a rival, when any of
// those that are open have the free votes.
func (v *voter) stays(own, rival, free, others int, win bool) bool {
	if !win {
		best := v.votes[own] + min(free, v.open[own])
		return best == 0 || v.votes[rival]+max(0, free-(others-v.open[rival])) > best
	}
	if others == v.open[own] {
		return true
	}
	worst := v.votes[own] + max(0, free-(others-v.open[own]))
	for c, sure := range v.votes {
		if c != own && sure+min(free, v.open[c]) >= worst {
			return false
		}
	}
	return true
}

// plan is the order in which candidates meet the test samples: those that are missed, as long as
// their gap lasts, then those that are open, then those that are not missed as long as their gap
// lasts. Gaps fall in the first part. The last begins with gaps that are larger than what any
// column adds, in the order of the tests; the others fall.
type plan struct {
	parts        [4][]planned // of order: missed, open, the last in two
	order        []int        // of tests
	missed, open int          // ends of the first two parts
	sums         []float64
	gaps         []float64 // of order
}

// planned is a test and the number by which it is ordered.
type planned struct {
	by float64
	at int
}

func (e *nearestSets) plan() {
	p := &e.plans
	for len(e.widest) > 0 && e.set[e.widest[0]] != e.backward {
		e.widest = e.widest[1:]
	}
	reach := 0.0 // of any column that is left to judge
	if len(e.widest) > 0 {
		reach = e.reach[e.widest[0]]
	}
	for part := range p.parts {
		p.parts[part] = p.parts[part][:0]
	}
	for at := range e.tests {
		t, part, by := &e.tests[at], 0, e.tests[at].known.gap
		switch {
		case t.known.gap > 0 && t.known.missed > 0:
		case !(t.known.gap > 0) || e.recent[at] > 0:
			part, by = 1, e.recent[at]
		case t.known.gap > reach: // no column changes it
			part = 2
		default:
			part = 3
		}
		p.parts[part] = append(p.parts[part], planned{by, at})
	}
	p.order, p.sums, p.gaps = p.order[:0], append(p.sums[:0], 0), p.gaps[:0]
	for part, tests := range p.parts {
		if part != 2 {
			slices.SortFunc(tests, plannedBefore)
		}
		for _, x := range tests {
			t := &e.tests[x.at]
			p.order, p.gaps = append(p.order, x.at), append(p.gaps, t.known.gap)
			if part == 0 {
				p.sums = append(p.sums, p.sums[len(p.sums)-1]+t.known.missed)
			}
		}
	}
	p.missed = len(p.parts[0])
	p.open = p.missed + len(p.parts[1])
}

// plannedBefore puts the larger first, and of equal ones the lower test.
func plannedBefore(a, b planned) int {
	switch {
	case a.by > b.by:
		return -1
	case a.by < b.by:
		return 1
	}
	return a.at - b.at
}

// above is the number of gaps at the begin that are larger than a reach; no gap after a smaller one
// is.
func above(gaps []float64, reach float64) int {
	return sort.Search(len(gaps), func(k int) bool { return !(gaps[k] > reach) })
}
