package quickselect

import "math"

// Running finds the k-th smallest of numbers that come one by one, in O(1) on average for each and
// the memory of 2k.
type Running struct {
	k     int
	room  []float64
	limit float64 // k numbers are not above it
}

// Reset forgets all numbers, of which there may be any, and sets k, at least 1.
func (r *Running) Reset(k int) {
	*r = Running{k, r.room[:0], math.Inf(1)}
	if most := max(2*k, 64); cap(r.room) < most {
		r.room = make([]float64, 0, most)
	}
}

// Add takes a number that is not NaN.
func (r *Running) Add(v float64) {
	if v < r.limit {
		r.add(v)
	}
}

func (r *Running) add(v float64) {
	r.room = append(r.room, v)
	if len(r.room) == cap(r.room) {
		r.limit = Smallest(r.room, r.k)
		// Quickselect leaves what is not above its result behind it.
		r.room = r.room[:copy(r.room, r.room[len(r.room)-r.k:])]
	}
}

// Value returns the k-th smallest number, +Inf if there are fewer.
func (r *Running) Value() float64 {
	if len(r.room) < r.k {
		return math.Inf(1)
	}
	return Smallest(r.room, r.k)
}
