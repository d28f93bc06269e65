package information

import (
	"context"

	"fsnb.example/datasets"
)

// leastUncertainty is the symmetric uncertainty below which two variables are independent, and
// within which two scores tie.
const leastUncertainty = 1e-12

// uncertainty computes symmetric uncertainties of coded features and classes,
//
//	SU(a, b) = 2 I(a; b)/(H(a) + H(b)),   0/0 = 0,
//
// from 0 for independent variables to 1 for those that determine each other. It does not depend on
// the order of the codes or of the variables, to the last bit.
type uncertainty struct {
	*held
	entropy []float64 // of each feature, in bits: exactly 0 for one level
}

// newUncertainty codes d, and its continuous target as the features.
func newUncertainty(ctx context.Context, d *datasets.Dataset, coding Coding, bins, workers int) (
	*uncertainty, error) {
	if err := checkHeld(d, onDiskLimits); err != nil {
		return nil, err
	}
	coded, err := codedTarget(ctx, d, coding, bins)
	if err != nil {
		return nil, err
	}
	h, err := newHeld(ctx, coded, coding, bins, workers, true)
	if err != nil {
		return nil, err
	}
	u := &uncertainty{held: h, entropy: make([]float64, len(h.Count))}
	for j, sum := range h.sums {
		u.entropy[j] = h.exact.bits(h.exact.all() - sum)
	}
	return u, nil
}

// with calls use with the symmetric uncertainty of v and each of the columns. Calls for several
// columns may run at the same time.
func (u *uncertainty) with(ctx context.Context, v *variable, columns []int,
	use func(j int, su float64)) error {
	h := u.exact.bits(u.exact.all() - v.sum)
	return u.against(ctx, v, columns, func(j int, bits float64) {
		use(j, symmetric(bits, h, u.entropy[j]))
	})
}

// symmetric is the symmetric uncertainty of two variables by their mutual information and their
// entropies.
func symmetric(bits, a, b float64) float64 {
	su := min(1, 2*bits/(a+b))
	if !(su >= leastUncertainty) { // or 0/0
		return 0
	}
	return su
}

// relevance is the symmetric uncertainty of each feature and the classes.
func (u *uncertainty) relevance(ctx context.Context) ([]float64, error) {
	out := make([]float64, len(u.Count))
	return out, u.with(ctx, u.target(), nil, func(j int, su float64) { out[j] = su })
}
