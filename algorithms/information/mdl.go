package information

import (
	"math"
	"slices"
)

// mdlCuts returns the ascending cuts of values with classes y < c; x is below a cut if it is
// smaller. An interval of N samples is cut in two where the entropy of the classes falls most, if
// it falls by more than
//
//	(log₂(N-1) + log₂(3^k - 2) - k·Ent + k₁·Ent₁ + k₂·Ent₂) / N
//
// where k, k₁, k₂ classes are in the interval and its parts (Fayyad, Irani 1993).
// Of equal gains the lowest cut is taken. There are at most mostCodes - 1 cuts.
func mdlCuts(values []float64, y []int, c int) []float64 {
	return mdlCutsOf(values, y, nil, c)
}

// mdlCutsOf is mdlCuts of runs of samples of one value and class, of the given sizes; nil for one
// sample each.
func mdlCutsOf(values []float64, y, sizes []int, c int) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case values[a] < values[b]:
			return -1
		case values[a] > values[b]:
			return 1
		}
		return a - b
	})
	m := &mdl{values: make([]float64, len(values)), classes: make([]int, len(values)), count: c,
		starts: make([]int, len(values)+1)}
	for i, at := range order {
		m.values[i], m.classes[i] = values[at], y[at]
		m.starts[i+1] = i + 1
		if sizes != nil {
			m.starts[i+1] = m.starts[i] + sizes[at]
		}
	}
	m.split(0, len(values))
	slices.Sort(m.cuts)
	return m.cuts
}

type mdl struct {
	values  []float64 // of runs of samples, ascending
	classes []int
	starts  []int // samples before each run
	count   int
	cuts    []float64
}

// samples is the number of samples of runs lo to hi-1.
func (m *mdl) samples(lo, hi int) int { return m.starts[hi] - m.starts[lo] }

// split cuts the runs lo to hi-1 recursively. The larger part is split in the loop, so
// that the recursion is at most log₂ n deep.
func (m *mdl) split(lo, hi int) {
	for len(m.cuts) < mostCodes-1 {
		at := m.best(lo, hi)
		if at == 0 {
			return
		}
		m.cuts = append(m.cuts, m.values[at])
		if m.samples(lo, at) < m.samples(at, hi) {
			m.split(lo, at)
			lo = at
		} else {
			m.split(at, hi)
			hi = at
		}
	}
}

// best returns the first run of the upper part, or 0 if the interval is not cut.
func (m *mdl) best(lo, hi int) int {
	n := m.samples(lo, hi)
	left, right := make([]int, m.count), make([]int, m.count)
	for i := lo; i < hi; i++ {
		right[m.classes[i]] += m.samples(i, i+1)
	}
	all, kinds := entropy(right, n)
	if kinds < 2 {
		return 0
	}
	// Entropies are sums of n log n; two that differ only by rounding are equal.
	const same = 1e-12
	best, least := 0, math.Inf(1)
	for i := lo + 1; i < hi; i++ {
		size := m.samples(i-1, i)
		left[m.classes[i-1]] += size
		right[m.classes[i-1]] -= size
		if m.values[i] == m.values[i-1] {
			continue
		}
		below := m.samples(lo, i)
		l, _ := entropy(left, below)
		r, _ := entropy(right, n-below)
		if v := (float64(below)*l + float64(n-below)*r) / float64(n); v < least-same {
			best, least = i, v
		}
	}
	if best == 0 {
		return 0
	}
	clear(left)
	clear(right)
	for i := lo; i < hi; i++ {
		if i < best {
			left[m.classes[i]] += m.samples(i, i+1)
		} else {
			right[m.classes[i]] += m.samples(i, i+1)
		}
	}
	l, kl := entropy(left, m.samples(lo, best))
	r, kr := entropy(right, m.samples(best, hi))
	k := float64(kinds)
	power := k * math.Log2(3) // log₂(3^k - 2), where 3^k may overflow
	if kinds < 30 {
		power = math.Log2(math.Pow(3, k) - 2)
	}
	cost := math.Log2(float64(n-1)) + power - k*all + float64(kl)*l + float64(kr)*r
	if all-least <= cost/float64(n) {
		return 0
	}
	return best
}

// entropy returns the entropy in bits of counts that sum to n, and how many are not 0.
func entropy(counts []int, n int) (bits float64, kinds int) {
	for _, c := range counts {
		if c > 0 {
			p := float64(c) / float64(n)
			bits -= p * math.Log2(p)
			kinds++
		}
	}
	return bits, kinds
}
