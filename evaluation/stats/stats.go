// Package stats has significance tests for experiments on feature selection: two methods over
// paired results, several methods over data sets, and intervals of shares. Every result is plain
// data, safe for gob and JSON, and holds no NaN: degenerate samples are described at each test.
//
// Tails of distributions are computed directly, by the regularized incomplete beta and gamma
// functions, erfc and quadrature, and never as 1 minus a distribution function, so that small
// p-values keep their digits.
//
// J. Demšar, "Statistical Comparisons of Classifiers over Multiple Data Sets", JMLR 7 (2006), 1-30,
// explains which test to use.
package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// Level is the confidence of the intervals in results.
const Level = 0.95

// sameValue is the relative difference up to which values count as equal: sums in different orders
// differ by rounding.
const sameValue = 1e-12

// checkPairs returns an error unless a and b are two or more pairs of finite
// numbers. It returns the largest magnitude.
func checkPairs(a, b []float64) (largest float64, err error) {
	if len(a) != len(b) {
		return 0, fmt.Errorf("%d values and %d are not pairs; give as many of each", len(a), len(b))
	}
	if len(a) < 2 {
		return 0, fmt.Errorf("%d pairs of values; give at least 2", len(a))
	}
	for i := range a {
		if !isFinite(a[i]) || !isFinite(b[i]) {
			return 0, fmt.Errorf("pair %d is %g and %g; give finite numbers", i+1, a[i], b[i])
		}
		largest = max(largest, math.Abs(a[i]), math.Abs(b[i]))
	}
	return largest, nil
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func checkShare(what string, v, usual float64) error {
	if !(v > 0 && v < 1) {
		return fmt.Errorf("%s %g; give a number between 0 and 1, such as %g", what, v, usual)
	}
	return nil
}

// midranks returns the ranks of the values from 1, the smallest first, the mean
// rank for those that are equal, and Σ(t³ - t) over the groups of t equals.
// Neighbors in order that differ by at most tolerance are equal.
func midranks(values []float64, tolerance float64) (ranks []float64, ties float64) {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	ranks = make([]float64, len(values))
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for hi < len(order) && values[order[hi]]-values[order[hi-1]] <= tolerance {
			hi++
		}
		for _, i := range order[lo:hi] {
			ranks[i] = float64(lo+hi+1) / 2
		}
		t := float64(hi - lo)
		ties += t*t*t - t
		lo = hi
	}
	return ranks, ties
}

// tQuantile is the t with P(|T| <= t) = level.
func tQuantile(level, df float64) float64 {
	x := mathext.InvRegIncBeta(df/2, 0.5, 1-level)
	return math.Sqrt(df * (1 - x) / x)
}

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
