package stats

import (
	"math"

	"fsnb.example/internal/tails"
)

// SignedRank is the result of Wilcoxon's signed-rank test.
type SignedRank struct {
	N           int     // pairs
	Used        int     // pairs that differ
	Plus, Minus float64 // sums of the ranks of pairs with a larger, and with b larger
	P           float64 // two-sided
	Exact       bool    // whether P is exact, not the normal approximation
}

// maxExact is the largest number of differing pairs for which Wilcoxon is exact: a few
// milliseconds.
const maxExact = 100

// Wilcoxon tests the null hypothesis that the differences a_i - b_i are distributed symmetrically
// about 0, against that they are not, by the signed-rank test. The absolute differences that are
// not 0 are ranked, the smallest first, equal ones with their mean rank; Plus is the sum of the
// ranks of the positive ones.
//
// Up to 100 differing pairs P is exact, given the ranks as they are, ties included: under the
// hypothesis each of the 2^n patterns of signs is as likely. Above, Plus is taken as normal with
// variance (n(n+1)(2n+1) - Σ(t³-t)/2) / 24 over the groups of t ties, without a correction for
// continuity. No pair that differs means P = 1. Differences within rounding of each other are
// equal. The cost is O(n³) when exact, else O(n log n).
//
// F. Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics Bulletin 1 (1945), 80-83,
// for two methods over data sets: Demšar 2006, section 3.1.3, which divides the ranks of zeros
// between the signs, where this drops those pairs. It returns an error for fewer than two pairs,
// slices that differ in length, and values that are not finite.
func Wilcoxon(a, b []float64) (*SignedRank, error) {
	largest, err := checkPairs(a, b)
	if err != nil {
		return nil, err
	}
	w := &SignedRank{N: len(a), P: 1, Exact: true}
	var size []float64 // of the differences, in units of the largest value
	var positive []bool
	for i := range a {
		if largest == 0 {
			break
		}
		if d := a[i]/largest - b[i]/largest; math.Abs(d) > sameValue {
			size, positive = append(size, math.Abs(d)), append(positive, d > 0)
		}
	}
	w.Used = len(size)
	if w.Used == 0 {
		return w, nil
	}
	ranks, ties := midranks(size, sameValue)
	for i, r := range ranks {
		if positive[i] {
			w.Plus += r
		} else {
			w.Minus += r
		}
	}
	if w.Used <= maxExact {
		w.P = min(1, 2*signTail(ranks, min(w.Plus, w.Minus)))
		return w, nil
	}
	n := float64(w.Used)
	w.Exact = false
	w.P = tails.Normal((w.Plus - n*(n+1)/4) / math.Sqrt((n*(n+1)*(2*n+1)-ties/2)/24))
	return w, nil
}

// signTail is the probability that ranks with random signs have a positive sum of
// at most s. Twice a rank is a whole number.
func signTail(ranks []float64, s float64) float64 {
	limit := int(2 * s)
	p := make([]float64, limit+1) // of twice the sum
	p[0] = 1
	for _, r := range ranks {
		step := int(2 * r)
		for at := limit; at >= 0; at-- {
			p[at] /= 2
			if at >= step {
				p[at] += p[at-step] / 2
			}
		}
	}
	var tail float64
	for _, v := range p {
		tail += v
	}
	return tail
}
