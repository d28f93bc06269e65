package information

import "math"

// exact computes informations from sums of c·log₂ c over counts c, which are integers: such sums
// have the same bits in any order, so neither the names of codes nor the order of the samples
// change a bit.
type exact struct {
	n     int
	terms []int64 // c·log₂ c times unit, for c = 0 … n
	rises []int64 // how much more the next term is, for c = 0 … n-1
	unit  float64 // a power of 2, such that n·log₂ n is below 2⁶¹
	scale float64 // its inverse, with which products are exact
	part  float64 // the same for n
	// pairs are, for two counts a and b, at a·(n+1) + b, the sum of their terms less the term of
	// their sum; nil for many samples.
	pairs *[1 << 16]int64
}

// noBits is the size below which an information is rounding, and 0.
const noBits = 1e-12

func newExact(n int) *exact {
	_, most := math.Frexp(float64(n) * math.Log2(float64(max(2, n))))
	_, size := math.Frexp(float64(n))
	e := &exact{n: n, terms: make([]int64, n+1), unit: math.Ldexp(1, 61-most),
		part: math.Ldexp(1, 61-size)}
	e.scale = 1 / e.unit
	for c := 2; c <= n; c++ {
		term := float64(c) * math.Log2(float64(c))
		e.terms[c] = int64(math.RoundToEven(term * e.unit)) // a product with a power of 2 is exact
	}
	e.rises = make([]int64, n)
	for c := range e.rises {
		e.rises[c] = e.terms[c+1] - e.terms[c]
	}
	return e
}

// mostPaired is the largest number of samples whose pairs of counts have a table.
const mostPaired = 255

// pair sets pairs.
func (e *exact) pair() {
	if e.n > mostPaired {
		return
	}
	e.pairs = new([1 << 16]int64) // the index of any 16 bits is in it
	for a := range e.n + 1 {
		for b := range e.n - a + 1 {
			e.pairs[a*(e.n+1)+b] = e.terms[a] + e.terms[b] - e.terms[a+b]
		}
	}
}

// sum is the sum of the terms of counts.
func (e *exact) sum(counts []uint32) (sum int64) {
	terms := e.terms
	for _, c := range counts {
		sum += terms[c]
	}
	return sum
}

// marginal is the sum of the terms of the counts of codes.
func (e *exact) marginal(codes []uint8) int64 {
	var even, odd [mostCodes]uint32 // so that an increment does not wait for the previous one
	for len(codes) >= 2 {
		even[codes[0]]++
		odd[codes[1]]++
		codes = codes[2:]
	}
	for _, c := range codes {
		even[c]++
	}
	for c := range even {
		even[c] += odd[c]
	}
	return e.sum(even[:])
}

// all is the sum for one count of all samples.
func (e *exact) all() int64 { return e.terms[e.n] }

// bits is an information, of a sum that is n times as large.
func (e *exact) bits(sum int64) float64 {
	return atLeastZero(float64(sum) * e.scale / float64(e.n))
}

// purity is the term of the impurity of a cell of x whose counts by class have the given sum and
// sum of squares.
func (e *exact) purity(sum uint32, squares uint64) int64 {
	return int64(math.RoundToEven(float64(squares) / float64(sum) * e.part))
}

// gain is the gain of Gini impurity, of the sum of purities of the cells of x, and that of one cell
// of all samples.
func (e *exact) gain(sum, alone int64) float64 {
	return atLeastZero(float64(sum-alone) / e.part / float64(e.n))
}

func atLeastZero(v float64) float64 {
	if v < noBits {
		return 0
	}
	return v
}
