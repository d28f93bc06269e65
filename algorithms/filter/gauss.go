package filter

import "math"

// Powers of 2 in steps of 1/gaussSteps: half a step is so short that a polynomial of degree 4 is
// exact but for rounding.
const (
	gaussBits  = 9
	gaussSteps = 1 << gaussBits
	// gaussMost is the largest exponent in steps: terms below 2^-976 count as much as that.
	gaussMost = 976 * gaussSteps
	// gaussShift rounds a number of less than 2^51 that is added to it to an integer, which is
	// then in the last bits of the sum.
	gaussShift = 3 << 51
)

// gaussTable has the bits of 2^(-i/gaussSteps), plus i at the end of the exponent: the bits of
// 2^(-i/gaussSteps) for any i are those of i modulo gaussSteps minus i there.
var gaussTable = func() (t [gaussSteps]uint64) {
	for i := range t {
		t[i] = math.Float64bits(math.Exp2(-float64(i)/gaussSteps)) + uint64(i)<<(52-gaussBits)
	}
	return t
}()

// gaussRate is the rate of gaussSum for exp(-s/(2·size)).
func gaussRate(size int) float64 { return gaussSteps / (2 * math.Ln2 * float64(size)) }

// gauss is 2^(-y/gaussSteps), y at least 0, with a relative error of at most 4e-16; math.Exp takes
// about three times as long.
func gauss(y float64) float64 {
	const (
		l  = math.Ln2 / gaussSteps
		c2 = l * l / 2
		c3 = l * l * l / 6
		c4 = l * l * l * l / 24
	)
	if y > gaussMost {
		y = gaussMost
	}
	shifted := y + gaussShift
	i := math.Float64bits(shifted)
	p := y - (shifted - gaussShift) // -½ to ½
	pp := p * p
	return math.Float64frombits(gaussTable[i&(gaussSteps-1)]-i<<(52-gaussBits)) *
		(1 - l*p + pp*(c2-c3*p+c4*pp))
}

// gaussSum is the sum over k of
//
//	w_k·exp(-(b_k + sign·(u - f_k)²)·rate·ln 2/gaussSteps)
//
// The relative error of an exponential is at most 4e-16·(1 + t) for exp(-t), t < 676: that of t is
// as large when it is rounded three times.
func gaussSum(w, b, f []float64, u, sign, rate float64) float64 {
	w, b = w[:len(f)], b[:len(f)]
	sum := 0.0
	for k, v := range f {
		r := u - v
		sum += w[k] * gauss(float64(rate*(b[k]+sign*(r*r))))
	}
	return sum
}

// gaussTo sets to_k to w_k·exp(-b_k·rate·ln 2/gaussSteps), with the error of gaussSum; b is at
// least 0.
func gaussTo(to, w, b []float64, rate float64) {
	w, b = w[:len(to)], b[:len(to)]
	for k := range to {
		to[k] = w[k] * gauss(float64(rate*b[k]))
	}
}
