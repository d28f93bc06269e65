package learn

import (
	"math"
	"slices"
)

// neighbor is a training row, and its distance as the kernel has it.
type neighbor struct {
	row      int
	distance float64
}

// ranked collects the k nearest rows to one sample, offered in their order.
type ranked struct {
	k      int
	kernel kernel
	size   float64    // of the sample, as the kernel has it
	least  []float64  // the k smallest distances so far, ascending
	found  []neighbor // those that were among the k nearest when they came
	limit  int        // length of found at which it is thinned out
	// kth is the k-th smallest distance so far, at which a row comes too late: the k rows before it
	// are as near, and take all places. It is NaN while there are fewer: no distance is above that.
	kth float64
}

func (s *ranked) reset(kernel kernel, size float64) {
	s.kernel, s.size, s.kth = kernel, size, math.NaN()
	s.least, s.found, s.limit = s.least[:0], s.found[:0], 64
}

// offer adds a row that is nearer than the k-th.
func (s *ranked) offer(row int, v float64) {
	if len(s.least) == s.k {
		s.least = s.least[:s.k-1]
	}
	at, _ := slices.BinarySearch(s.least, v)
	s.least = slices.Insert(s.least, at, v)
	s.found = append(s.found, neighbor{row, v})
	if len(s.least) == s.k {
		s.kth = s.least[s.k-1]
	}
	if len(s.found) > s.limit {
		_, high := s.tie(s.least[len(s.least)-1])
		s.found = slices.DeleteFunc(s.found, func(n neighbor) bool { return n.distance > high })
		s.limit = 2*len(s.found) + 64
	}
}

// tie returns the least and the largest distance that count as equal to v.
func (s *ranked) tie(v float64) (low, high float64) { return s.kernel.tie(v, s.size) }

// nearest leaves the rows that are nearer than the k-th, and the first of those that tie with it.
func (s *ranked) nearest() *ranked {
	low, high := s.tie(s.kth)
	places := s.k // for those that tie
	for _, v := range s.least {
		if v < low {
			places--
		}
	}
	s.found = slices.DeleteFunc(s.found, func(n neighbor) bool {
		if n.distance < low {
			return false
		}
		if n.distance > high {
			return true
		}
		places--
		return places < 0
	})
	return s
}

// vote returns the most frequent class of the rows; votes is a buffer of zeros, and is left zero.
func (s *ranked) vote(y, votes []int) int {
	most := 0
	for _, n := range s.found {
		votes[y[n.row]]++
		most = max(most, votes[y[n.row]])
	}
	least := math.Inf(1) // of the most frequent classes
	for _, n := range s.found {
		if votes[y[n.row]] == most {
			least = min(least, n.distance)
		}
	}
	_, high := s.tie(least)
	winner := -1
	for _, n := range s.found {
		if winner < 0 && votes[y[n.row]] == most && n.distance <= high {
			winner = y[n.row]
		}
	}
	for _, n := range s.found {
		votes[y[n.row]] = 0
	}
	return winner
}

// share sets the shares of the classes of the rows; of zeros before.
func (s *ranked) share(y []int, shares []float64) {
	for _, n := range s.found {
		shares[y[n.row]]++
	}
	for c := range shares {
		shares[c] /= float64(len(s.found))
	}
}

// mean returns the mean of the numbers of the rows.
func (s *ranked) mean(y []float64) (mean float64) {
	for _, n := range s.found {
		mean += y[n.row] / float64(len(s.found))
	}
	return mean
}
