package information

import "math"

// exact computes informations from sums of c·log₂ c over counts c, which are integers: such sums
// have the same bits in any order, so neither the names of codes nor the order of the samples
// change a bit.
type exact struct {
	n     int
	terms []int64 // c·log₂ c times unit, for c = 0 … n
	unit  float64 // a power of 2, such that n·log₂ n is below 2⁶¹
	part  float64 // the same for n
}

// noBits is the size below which an information is rounding, and 0.
const noBits = 1e-12

func newExact(n int) *exact {
	_, most := math.Frexp(float64(n) * math.Log2(float64(max(2, n))))
	_, size := math.Frexp(float64(n))
	e := &exact{n: n, terms: make([]int64, n+1), unit: math.Ldexp(1, 61-most),
		part: math.Ldexp(1, 61-size)}
	for c := 2; c <= n; c++ {
		term := float64(c) * math.Log2(float64(c))
		e.terms[c] = int64(math.RoundToEven(term * e.unit)) // a product with a power of 2 is exact
	}
	return e
}

// all is the sum for one count of all samples.
func (e *exact) all() int64 { return e.terms[e.n] }

// bits is an information, of a sum that is n times as large.
func (e *exact) bits(sum int64) float64 {
	return atLeastZero(float64(sum) / e.unit / float64(e.n))
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
