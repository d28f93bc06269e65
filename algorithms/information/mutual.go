package information

import "math"

// counter computes mutual information from joint counts of codes. One goroutine at a
// time uses it.
type counter struct {
	n     int
	table []int32   // joint counts, room for the largest
	terms []float64 // c log₂ c for c = 0 … n
}

// countTerms returns c log₂ c for c = 0 … n.
func countTerms(n int) []float64 {
	terms := make([]float64, n+1)
	for c := 2; c <= n; c++ {
		terms[c] = float64(c) * math.Log2(float64(c))
	}
	return terms
}

// variable is one that has been made ready to be compared with many others.
type variable struct {
	offset []int32 // of each sample: its code times mostCodes
	counts []int   // of each code
	sum    float64 // Σ c log₂ c of these
}

func newVariable[T uint8 | int](codes []T, count int, terms []float64) variable {
	v := variable{make([]int32, len(codes)), make([]int, count), 0}
	for i, c := range codes {
		v.offset[i] = int32(c) * mostCodes
		v.counts[c]++
	}
	for _, c := range v.counts {
		v.sum += terms[c]
	}
	return v
}

// with returns the mutual information in bits of v and a feature of so many codes, by
//
//	n·MI = Σ c_ab log₂ c_ab - Σ c_a log₂ c_a - Σ c_b log₂ c_b + n log₂ n
//
// 0 exactly when they are independent in the sample.
func (k *counter) with(v variable, codes []uint8, count int) float64 {
	need := len(v.counts) * mostCodes
	if len(k.table) < need {
		k.table = make([]int32, need)
	}
	table := k.table[:need]
	offset := v.offset[:len(codes)]
	for i, c := range codes {
		table[offset[i]+int32(c)]++
	}
	var joint float64
	var marginal [mostCodes]int32
	for a, c := range v.counts {
		if c == 0 {
			continue
		}
		for b, c := range table[a*mostCodes:][:count] {
			joint += k.terms[c]
			marginal[b] += c
		}
	}
	var sum float64
	for _, c := range marginal[:count] {
		sum += k.terms[c]
	}
	n := float64(k.n)
	bits := (joint - v.sum - sum + k.terms[k.n]) / n
	if bits < 1e-9 && k.independent(v, marginal[:count]) {
		bits = 0
	}
	for a := range v.counts {
		clear(table[a*mostCodes:][:count])
	}
	return max(bits, 0)
}

// independent reports, in whole numbers, whether n·c_ab = c_a·c_b for all codes.
func (k *counter) independent(v variable, marginal []int32) bool {
	for a, ca := range v.counts {
		for b, cb := range marginal {
			if int64(k.n)*int64(k.table[a*mostCodes+b]) != int64(ca)*int64(cb) {
				return false
			}
		}
	}
	return true
}
