package wrapper

import (
	"math"
	"slices"
)

// voter predicts from the nearest of some training samples.
type voter struct {
	s     *samples
	k     int   // at most the training samples
	train []int // samples
	// absolute is the rounding of the squared distances that does not shrink with them.
	absolute float64

	dist  []float64 // the least k+1, rising
	who   []int     // their places in train
	votes []int     // by class
	open  []int     // of settle, samples by class that may have a vote

	// Of among: squares as they are changed, those that tie, how many of the list were seen, and
	// the square up to which another sample would have a part.
	changed []float64
	tied    []near
	seen    int
	bar     float64
}

func newVoter(s *samples, k int, train []int, absolute float64) *voter {
	k = min(k, len(train))
	return &voter{s: s, k: k, train: train, absolute: absolute, dist: make([]float64, k+1),
		who: make([]int, k+1), votes: make([]int, s.classes)}
}

// slack is the difference at which a squared distance counts as equal to v.
func (v *voter) slack(square float64) float64 { return 1e-12*square + v.absolute }

// nearest keeps the k least of squared distances. Where several are the k-th but for rounding, the
// first of them are kept.
func (v *voter) nearest(squares []float64) {
	room := v.k + 1
	dist, who := v.dist[:room], v.who[:room]
	for at := range dist {
		dist[at] = math.Inf(1)
	}
	for t, d := range squares {
		if d >= dist[room-1] {
			continue
		}
		at := room - 1
		for ; at > 0 && dist[at-1] > d; at-- {
			dist[at], who[at] = dist[at-1], who[at-1]
		}
		dist[at], who[at] = d, t
	}
	v.dist, v.who = dist[:min(room, len(squares))], who[:min(room, len(squares))]
	if len(v.dist) <= v.k {
		return
	}
	cut := v.dist[v.k-1]
	slack := v.slack(cut)
	if v.dist[v.k] <= cut+slack {
		v.resolve(squares, cut-slack, cut+slack)
	}
	v.dist, v.who = v.dist[:v.k], v.who[:v.k]
}

// resolve takes those below least, and then the first of those up to most.
func (v *voter) resolve(squares []float64, least, most float64) {
	v.dist, v.who = v.dist[:0], v.who[:0]
	for _, inside := range []bool{true, false} {
		for t, d := range squares {
			if len(v.dist) < v.k && d <= most && (d < least) == inside {
				v.dist, v.who = append(v.dist, d), append(v.who, t)
			}
		}
	}
}

// class is that of most of the nearest samples; of several the one with the nearest sample, the
// first of them.
func (v *voter) class() int {
	clear(v.votes)
	most := 0
	for _, t := range v.who {
		c := v.s.y[v.train[t]]
		v.votes[c]++
		most = max(most, v.votes[c])
	}
	least := math.Inf(1)
	for a, t := range v.who {
		if v.votes[v.s.y[v.train[t]]] == most {
			least = min(least, v.dist[a])
		}
	}
	best, first := -1, 0
	for a, t := range v.who {
		c := v.s.y[v.train[t]]
		if v.votes[c] == most && v.dist[a] <= least+v.slack(least) && (best < 0 || t < first) {
			best, first = c, t
		}
	}
	return best
}

// mean is that of the targets of the nearest samples.
func (v *voter) mean() float64 {
	slices.Sort(v.who) // so that the sum does not depend on rounding
	sum := 0.0
	for _, t := range v.who {
		sum += v.s.target[v.train[t]]
	}
	return sum / float64(len(v.who))
}

// miss is 1 if the class of a sample is predicted wrong, or the square of the error, with these
// squared distances from the training samples.
func (v *voter) miss(sample int, squares []float64) float64 {
	v.nearest(squares)
	return v.missed(sample)
}

// missed is miss once the nearest samples are known.
func (v *voter) missed(sample int) float64 {
	if v.s.y == nil {
		e := v.s.target[sample] - v.mean()
		return e * e
	}
	if v.class() != v.s.y[sample] {
		return 1
	}
	return 0
}

// near is a training sample that is near a test sample.
type near struct {
	square float64 // distance
	place  int32   // in train
	sample int32
}

// among keeps the k nearest as nearest does, when the squared distances of list, which rise, change
// by sign·((x_t - value)·scale)², at most by most where they shrink. All training samples that are
// not in the list are beyond that square at least. It reports whether they have no part in it.
func (v *voter) among(list []near, x []float64, value, scale, sign, most, beyond float64) bool {
	room := v.k + 1
	dist, who := v.dist[:room], v.who[:room]
	for at := range dist {
		dist[at] = math.Inf(1)
	}
	v.room(len(list))
	seen := 0
	for ; seen < len(list); seen++ {
		e := &list[seen]
		if e.square-most >= dist[room-1] {
			break
		}
		a := (x[e.sample] - value) * scale
		d := max(0, e.square+sign*float64(a*a))
		v.changed[seen] = d
		if d >= dist[room-1] {
			continue
		}
		at := room - 1
		for ; at > 0 && dist[at-1] > d; at-- {
			dist[at], who[at] = dist[at-1], who[at-1]
		}
		dist[at], who[at] = d, int(e.place)
	}
	v.seen, v.bar = seen, dist[room-1]
	if !(beyond-most >= v.bar) {
		return false
	}
	v.dist, v.who = dist[:min(room, len(v.train))], who[:min(room, len(v.train))]
	if len(v.dist) <= v.k {
		return true
	}
	cut := v.dist[v.k-1]
	slack := v.slack(cut)
	if v.dist[v.k] > cut+slack {
		v.dist, v.who = v.dist[:v.k], v.who[:v.k]
		return true
	}
	for ; seen < len(list) && list[seen].square-most <= cut+slack; seen++ {
		a := (x[list[seen].sample] - value) * scale
		v.changed[seen] = max(0, list[seen].square+sign*float64(a*a))
	}
	v.seen, v.bar = seen, cut+slack
	if !(beyond-most > v.bar) {
		return false
	}
	v.resolveAmong(list[:seen], cut-slack, cut+slack)
	return true
}

// room is the part of changed for so many squares.
func (v *voter) room(count int) []float64 {
	if len(v.changed) < count {
		v.changed = make([]float64, count)
	}
	return v.changed[:count]
}

// resolveAmong is resolve for a list of any order.
func (v *voter) resolveAmong(list []near, least, most float64) {
	v.dist, v.who, v.tied = v.dist[:0], v.who[:0], v.tied[:0]
	for at, d := range v.changed[:len(list)] {
		switch {
		case d < least:
			v.dist, v.who = append(v.dist, d), append(v.who, int(list[at].place))
		case d <= most:
			v.tied = append(v.tied, near{d, list[at].place, list[at].sample})
		}
	}
	slices.SortFunc(v.tied, func(a, b near) int { return int(a.place - b.place) })
	for _, e := range v.tied[:v.k-len(v.dist)] {
		v.dist, v.who = append(v.dist, e.square), append(v.who, int(e.place))
	}
}

// goodness turns the sum of miss over all samples into accuracy, or R².
func (s *samples) goodness(miss float64) float64 {
	return 1 - miss/s.spread()
}

// spread is the sum of miss over all samples for which goodness is 0.
func (s *samples) spread() float64 {
	once := len(s.rows) / max(1, s.times)
	n := float64(once)
	if s.y != nil {
		return n
	}
	mean, all := 0.0, 0.0
	for _, v := range s.target[:once] {
		mean += v / n
	}
	for _, v := range s.target[:once] {
		all += (v - mean) * (v - mean)
	}
	return all
}
