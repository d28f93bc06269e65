package linear

import "math"

const (
	// expSteps is the number of powers of 2 between two whole ones.
	expSteps = 64
	// expLeast is where exp(-q) counts as 0.
	expLeast = 700
	// ln2High has few enough bits that its products with whole numbers below 2¹⁷ are exact.
	ln2High = 0.69314718036912381649 / expSteps
	ln2Low  = 1.90821492927058770002e-10 / expSteps
)

// expTable are 2^(-i/expSteps).
var expTable = func() (t [expSteps]float64) {
	for i := range t {
		t[i] = math.Exp2(-float64(i) / expSteps)
	}
	return t
}()

// lessOnes replaces each q >= 0 by exp(-q) - 1, to some 1e-14 of it: with q = (k/64) ln 2 - r and
// |r| <= 1/184, it is (s - 1) + s(exp(r) - 1), s = 2^(-k/64). Kernels of many features spend most
// of their time here; that of math.Exp and math.Expm1 is two times as long and more.
func lessOnes(values []float64) {
	for i, q := range values {
		if q > expLeast {
			values[i] = -1
			continue
		}
		k := uint64(int64(q*(expSteps/math.Ln2) + .5))
		f := float64(int64(k))
		r := float64(f*ln2High) - q + float64(f*ln2Low)
		s := math.Float64frombits(math.Float64bits(expTable[k%expSteps]) - k/expSteps<<52)
		square := r * r
		values[i] = (s - 1) + s*(r+square*(1./2+r*(1./6))+square*square*(1./24+r*(1./120)))
	}
}
