package information

import (
	"cmp"
	"iter"
	"math/rand/v2"
	"slices"

	"fsnb.example/internal/sampleid"
)

// split tells the values that many samples share, which are counted as levels, from the others,
// which are numbers. Noise tells few equal values apart; among many it says nothing, and has too
// few digits.
type split struct {
	codes  []int // the level of each sample, or rest
	count  int   // above the largest code
	rest   int   // the code of the samples that are numbers, the last one; -1 for none
	counts []uint32
}

// find splits values, by which order lists the samples: a level is a value of more than √n samples
// and more than the neighbors, so that at most √n levels are counted; every value is one if they
// are codes, or at most Discrete.
func (s *split) find(order []int, values []float64, m MutualInfo, all bool) {
	if !all && m.Discrete > 0 {
		different := 0
		for range runsOf(order, values) {
			different++
		}
		all = different <= m.Discrete
	}
	s.rest, s.counts = -1, s.counts[:0]
	for _, rows := range runsOf(order, values) {
		size := len(rows)
		code := -1
		if all || size > m.Neighbors && size*size > len(order) {
			code = len(s.counts)
			s.counts = append(s.counts, uint32(size))
		}
		for _, i := range rows {
			s.codes[i] = code
		}
	}
	var others uint32
	for i, c := range s.codes {
		if c < 0 {
			s.codes[i], s.rest = len(s.counts), len(s.counts)
			others++
		}
	}
	if others > 0 {
		s.counts = append(s.counts, others)
	}
	s.count = len(s.counts)
}

// sum is the sum of terms of the counts.
func (s *split) sum(e *exact) int64 { return e.sum(s.counts) }

// sortBy lists the samples by their values, those of equal values by row.
func sortBy(order []int, values []float64) {
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(values[a], values[b]), a-b)
	})
}

// runsOf are the samples of each value, ascending, which order lists.
func runsOf(order []int, values []float64) iter.Seq2[int, []int] {
	return func(yield func(int, []int) bool) {
		run := 0
		for lo := 0; lo < len(order); run++ {
			hi := lo + 1
			for hi < len(order) && values[order[hi]] == values[order[lo]] {
				hi++
			}
			if !yield(run, order[lo:hi]) {
				return
			}
			lo = hi
		}
	}
}

// tieNoise tells equal values apart. That of a sample depends on the seed, the place of its value
// among the different ones, and its own among the samples of this value, in an order that the
// column and the target determine. So neither other columns nor the order of the rows have an
// effect.
type tieNoise struct{ seed uint64 }

const (
	noiseSize = 1e-10
	// ofColumn and ofTarget tell the noise of these apart.
	ofColumn = 0
	ofTarget = sampleid.Target
)

func newTieNoise(seed uint64) tieNoise { return tieNoise{sampleid.Mix(seed)} }

// add sets dst to values of unit variance with noise; runs are the samples of equal values.
func (z tieNoise) add(dst, values []float64, runs iter.Seq2[int, []int], of uint64) {
	var state splitMix
	draw := rand.New(&state)
	for run, rows := range runs {
		key := sampleid.Mix(z.seed + of + uint64(run))
		for p, i := range rows {
			state = splitMix(key ^ uint64(p))
			dst[i] = values[i] + float64(noiseSize*draw.NormFloat64())
		}
	}
}

// splitMix is a source of random numbers that takes no time to begin.
type splitMix uint64

// Uint64 implements rand.Source.
func (s *splitMix) Uint64() uint64 {
	*s += 0x9E3779B97F4A7C15
	return sampleid.Mix(uint64(*s))
}
