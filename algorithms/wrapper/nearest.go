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
func (v *voter) class(squares []float64) int {
	v.nearest(squares)
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
func (v *voter) mean(squares []float64) float64 {
	v.nearest(squares)
	slices.Sort(v.who) // so that the sum does not depend on rounding
	sum := 0.0
	for _, t := range v.who {
		sum += v.s.target[v.train[t]]
	}
	return sum / float64(len(v.who))
}

// miss is 1 if the class of a sample is predicted wrong, or the square of the error.
func (v *voter) miss(sample int, squares []float64) float64 {
	if v.s.y == nil {
		e := v.s.target[sample] - v.mean(squares)
		return e * e
	}
	if v.class(squares) != v.s.y[sample] {
		return 1
	}
	return 0
}

// goodness turns the sum of miss over all samples into accuracy, or R².
func (s *samples) goodness(miss float64) float64 {
	n := float64(len(s.rows))
	if s.y != nil {
		return 1 - miss/n
	}
	mean, all := 0.0, 0.0
	for _, v := range s.target {
		mean += v / n
	}
	for _, v := range s.target {
		all += (v - mean) * (v - mean)
	}
	return 1 - miss/all
}
