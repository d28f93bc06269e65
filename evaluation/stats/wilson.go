package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Wilson is the interval of a probability with hits successes in n trials, at a level of confidence
// between 0 and 1: the values p with
//
//	|hits/n - p| <= z sqrt(p(1-p)/n),
//
// z the two-sided normal quantile (E. B. Wilson, "Probable Inference, the Law of Succession, and
// Statistical Inference", JASA 22 (1927), 209-212). It is asymptotic and, unlike hits/n ± z·sd,
// right for small n and for shares near 0 and 1. It returns an error when hits is not between 0 and
// n, or n is below 1.
func Wilson(hits, n int, level float64) (low, high float64, err error) {
	if n < 1 || hits < 0 || hits > n {
		return 0, 0, fmt.Errorf("%d of %d trials; give 0 to n of at least 1", hits, n)
	}
	if err := checkShare("level", level, Level); err != nil {
		return 0, 0, err
	}
	z, m, p := NormalQuantile(level), float64(n), float64(hits)/float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	low, high = max(0, middle-half), min(1, middle+half)
	// Remove rounding at the ends.
	if hits == 0 {
		low = 0
	}
	if hits == n {
		high = 1
	}
	return low, high, nil
}

// NormalQuantile is the z with P(|Z| <= z) = level for a standard normal Z.
func NormalQuantile(level float64) float64 { return -mathext.NormalQuantile((1 - level) / 2) }
