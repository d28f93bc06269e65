package information

import "math"

// counter computes mutual information from joint counts of codes. It is for one goroutine at a
// time.
type counter struct {
	n      int
	stride int       // the largest number of codes of a feature
	terms  []float64 // c log₂ c for c = 0 … n
	// Samples of even and odd place are counted separately, so that an increment does not wait for
	// the previous one.
	even, odd []uint32
}

// newCounter returns a counter for n samples whose features have at most codes codes each.
func newCounter(n, codes int, terms []float64) *counter {
	return &counter{n: n, stride: codes, terms: terms}
}

// countTerms returns c log₂ c for c = 0 … n.
func countTerms(n int) []float64 {
	terms := make([]float64, n+1)
	for c := 2; c <= n; c++ {
		terms[c] = float64(c) * math.Log2(float64(c))
	}
	return terms
}

// marginal returns Σ c log₂ c over the counts c of the codes.
func marginal[T uint8 | int](codes []T, count int, terms []float64) float64 {
	counts := make([]int, count)
	for _, c := range codes {
		counts[c]++
	}
	var sum float64
	for _, c := range counts {
		sum += terms[c]
	}
	return sum
}

// variable is a feature that is prepared for comparison with many others.
type variable struct {
	offset []uint32 // of each sample: its code times the stride
	count  int      // of its codes
	counts []uint32 // of the samples of each code
	sum    float64  // its marginal
}

func newVariable[T uint8 | int](k *counter, codes []T, count int) variable {
	v := variable{make([]uint32, len(codes)), count, make([]uint32, count),
		marginal(codes, count, k.terms)}
	for i, c := range codes {
		v.offset[i] = uint32(int(c) * k.stride)
		v.counts[c]++
	}
	return v
}

// with returns the mutual information in bits of v and a feature with the given marginal, by
//
//	n·MI = Σ c_ab log₂ c_ab - Σ c_a log₂ c_a - Σ c_b log₂ c_b + n log₂ n
//
// It is exactly 0 if they are independent in the sample.
func (k *counter) with(v variable, codes []uint8, sum float64) float64 {
	even, odd := k.cells(v)
	offset := v.offset
	codes = codes[:len(offset)]
	for len(offset) >= 2 && len(codes) >= 2 {
		even[offset[0]+uint32(codes[0])]++
		odd[offset[1]+uint32(codes[1])]++
		offset, codes = offset[2:], codes[2:]
	}
	for i, o := range offset {
		even[o+uint32(codes[i])]++
	}
	return k.bits(v, even, odd, sum)
}

// cells returns the tables of the joint counts with v, which are 0.
func (k *counter) cells(v variable) (even, odd []uint32) {
	cells := (v.count*k.stride + 3) / 4 * 4
	if len(k.even) < cells {
		k.even, k.odd = make([]uint32, cells), make([]uint32, cells)
	}
	return k.even[:cells], k.odd[:cells]
}

// withEntries is with for a feature whose samples have the code rest, but for those of rows, in the
// time of these and of the table.
func (k *counter) withEntries(v variable, rows []int32, codes []uint8, rest uint8,
	sum float64) float64 {
	table, odd := k.cells(v)
	codes = codes[:len(rows)]
	for p, i := range rows {
		table[v.offset[i]+uint32(codes[p])]++
	}
	for a, count := range v.counts {
		row := table[a*k.stride:][:k.stride]
		for _, c := range row {
			count -= c
		}
		row[rest] += count
	}
	return k.bits(v, table, odd, sum)
}

// bits returns the mutual information of the joint counts with v, which are the sums of its cells,
// and sets these to 0.
func (k *counter) bits(v variable, even, odd []uint32, sum float64) float64 {
	// Four sums, so that an addition does not wait for the previous one.
	var s0, s1, s2, s3 float64
	terms := k.terms
	for e, o := even, odd; len(e) >= 4 && len(o) >= 4; e, o = e[4:], o[4:] {
		s0 += terms[e[0]+o[0]]
		s1 += terms[e[1]+o[1]]
		s2 += terms[e[2]+o[2]]
		s3 += terms[e[3]+o[3]]
	}
	joint := (s0 + s1) + (s2 + s3)
	bits := (joint - v.sum - sum + k.terms[k.n]) / float64(k.n)
	if bits < 1e-9 && k.independent(v.count) {
		bits = 0
	}
	clear(even)
	clear(odd)
	return max(bits, 0)
}

// independent reports, by integer arithmetic, whether n·c_ab = c_a·c_b for all codes of
// the tables.
func (k *counter) independent(count int) bool {
	rows, columns := make([]int64, count), make([]int64, k.stride)
	at := func(a, b int) int64 { return int64(k.even[a*k.stride+b]) + int64(k.odd[a*k.stride+b]) }
	for a := range rows {
		for b := range columns {
			rows[a] += at(a, b)
			columns[b] += at(a, b)
		}
	}
	for a, ca := range rows {
		for b, cb := range columns {
			if int64(k.n)*at(a, b) != ca*cb {
				return false
			}
		}
	}
	return true
}
