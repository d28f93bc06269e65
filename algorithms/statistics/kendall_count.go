package statistics

import "slices"

// pairCounter counts pairs of samples by their order in a column and in the target.
type pairCounter struct {
	target       *kendallTarget
	places, room []int32
}

// count returns C - D and the ties of a column: Knight's method for the listed entries, and for the
// pairs of an entry and a zero the number of zeros that are below and above it in the target.
func (k *pairCounter) count(o *ordered) (s int, ties tieSums) {
	k.places = k.places[:0]
	var both, listed int // pairs of entries that are equal in column and target, or in the column
	zero := -1           // the number of entries below 0
	for _, g := range o.groups {
		ties.add(g.size())
		if g.zeros > 0 {
			zero = g.lo
			continue
		}
		for _, e := range o.entries[g.lo:g.hi] {
			k.places = append(k.places, k.target.place[e.row])
		}
		own := k.places[g.lo:g.hi]
		if len(own) > 1 {
			slices.Sort(own)
			both += equalPairs(own)
			listed += len(own) * (len(own) - 1) / 2
		}
	}
	opposite := k.inversions()
	m := len(k.places)
	s = m*(m-1)/2 - listed - equalPairs(k.places) + both - 2*opposite
	if zero < 0 {
		return s, ties
	}
	for p, e := range o.entries {
		place := k.target.place[e.row]
		// The zeros that are below the sample in the target, less those that are above.
		among := k.target.rank[place] - k.rankAmongEntries(place)
		if p < zero {
			among = -among
		}
		s += among
	}
	return s, ties
}

// rankAmongEntries is the number of entries below a place of the target less that above, once the
// places are sorted.
func (k *pairCounter) rankAmongEntries(place int32) int {
	lo, _ := slices.BinarySearch(k.places, place)
	hi, _ := slices.BinarySearch(k.places, place+1)
	return lo - (len(k.places) - hi)
}

// equalPairs counts the pairs of equal numbers in an ascending list.
func equalPairs(sorted []int32) (pairs int) {
	run := 0
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			run++
		} else {
			run = 0
		}
		pairs += run
	}
	return pairs
}

// short is the length up to which places are sorted by insertion.
const short = 8

// inversions sorts the places and returns the number of pairs of which the first was larger.
func (k *pairCounter) inversions() (count int) {
	m := len(k.places)
	for lo := 0; lo < m; lo += short {
		part := k.places[lo:min(lo+short, m)]
		for i := 1; i < len(part); i++ {
			v, j := part[i], i
			for ; j > 0 && part[j-1] > v; j-- {
				part[j] = part[j-1]
			}
			part[j] = v
			count += i - j
		}
	}
	if cap(k.room) < m {
		k.room = make([]int32, m)
	}
	from, to := k.places, k.room[:m]
	for width := short; width < m; width *= 2 {
		for lo := 0; lo < m; lo += 2 * width {
			middle, hi := min(lo+width, m), min(lo+2*width, m)
			count += merge(to[lo:hi], from[lo:middle], from[middle:hi])
		}
		from, to = to, from
	}
	k.places, k.room = from, to
	return count
}

// merge merges two ascending lists, and returns the number of pairs of which the first is larger.
func merge(to, a, b []int32) (count int) {
	p, q := 0, 0
	for i := range to {
		if p == len(a) || q < len(b) && b[q] < a[p] {
			to[i] = b[q]
			q++
			count += len(a) - p
		} else {
			to[i] = a[p]
			p++
		}
	}
	return count
}
