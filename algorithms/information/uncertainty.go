package information

import (
	"context"
	"math"

	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
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
	terms   []float64
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
	h, err := newHeld(ctx, coded, coding, bins, workers)
	if err != nil {
		return nil, err
	}
	u := &uncertainty{held: h, terms: exactTerms(h.N), entropy: make([]float64, len(h.Count))}
	made := u.pool.New
	u.pool.New = func() any {
		k := made().(*counter)
		k.terms = u.terms
		return k
	}
	return u, u.sum(ctx)
}

// exactTerms is countTerms with terms rounded so that sums over the counts of up to n samples are
// exact, and do not depend on their order: n log₂ n and three sums of its size fit into the 53 bits
// of a float64.
func exactTerms(n int) []float64 {
	terms := countTerms(n)
	_, exponent := math.Frexp(4 * terms[n])
	for c, v := range terms {
		terms[c] = math.Ldexp(math.Round(math.Ldexp(v, 53-exponent)), exponent-53)
	}
	return terms
}

// sum computes the marginals of the features, in exact terms, and their entropies.
func (u *uncertainty) sum(ctx context.Context) error {
	s := &coder{terms: u.terms}
	return parallel.For(ctx, u.workers, len(u.Count), 256, func(lo, hi int) {
		w := &sparseWork{counts: make([]int, mostCodes)}
		for j := lo; j < hi; j++ {
			if u.sparse != nil {
				u.sums[j] = s.sparseMarginal(w, u.Codes, j)
			} else {
				u.sums[j] = marginal(u.Column(j), max(1, u.Count[j]), u.terms)
			}
			u.entropy[j] = u.entropyOf(u.sums[j])
		}
	})
}

// entropyOf is the entropy in bits of a variable with the given marginal.
func (u *uncertainty) entropyOf(sum float64) float64 {
	return (u.terms[u.N] - sum) / float64(u.N)
}

// with calls use with the symmetric uncertainty of v and each of the columns. Calls for several
// columns may run at the same time.
func (u *uncertainty) with(ctx context.Context, v variable, columns []int,
	use func(j int, su float64)) error {
	h := u.entropyOf(v.sum)
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
