package stats

import (
	"fmt"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/internal/tails"
)

// FriedmanTest is the result of Friedman's test.
type FriedmanTest struct {
	Ranks      [][]float64 // of each method on each data set, 1 the best
	Average    []float64   // rank of each method
	ChiSquared float64     // corrected for ties
	DF         int
	P          float64 // by the chi-squared distribution
	// F is Iman and Davenport's statistic with DF1 and DF2 degrees of freedom and
	// PF its p-value; it is infinite when all data sets have the same ranks.
	F        algorithms.Number
	DF1, DF2 int
	PF       float64
}

// Friedman tests the null hypothesis that k methods are alike on N data sets, against that some are
// better, by their ranks: scores has a row for each data set and a column for each method, larger
// is better (negate what should be small). Equal scores of a row share their mean rank. With r_ij
// the ranks, R_j their sum over the data sets:
//
//	χ²  = (k - 1) Σ_j (R_j - N(k+1)/2)² / (Σ_ij r_ij² - Nk(k+1)²/4)
//	F   = (N - 1) χ² / (N(k - 1) - χ²)
//
// The first is Friedman's with the correction for ties (W. J. Conover, Practical Nonparametric
// Statistics, 3rd edition, 1999, section 5.8), which is taken as chi-squared with k - 1 degrees of
// freedom; Iman and Davenport (1980) found that too conservative, and take F as Fisher's with k - 1
// and (k - 1)(N - 1). Both need about N > 10 and k > 5 (Demšar 2006, section 3.2.2).
//
// Ties everywhere mean χ² = F = 0 and both p-values 1. It returns an error for fewer than two data
// sets or methods, rows that differ in length, and scores that are not finite. The cost is O(Nk log
// k).
func Friedman(scores [][]float64) (*FriedmanTest, error) {
	if len(scores) < 2 {
		return nil, fmt.Errorf("%d data sets; give at least 2", len(scores))
	}
	n, k := len(scores), len(scores[0])
	if k < 2 {
		return nil, fmt.Errorf("%d methods; give at least 2", k)
	}
	f := &FriedmanTest{Average: make([]float64, k), P: 1, PF: 1, DF: k - 1, DF1: k - 1,
		DF2: (k - 1) * (n - 1)}
	var squares float64
	for i, row := range scores {
		if len(row) != k {
			return nil, fmt.Errorf(
				"data set %d has %d scores, the first has %d; give one for each method", i+1,
				len(row), k)
		}
		negative := make([]float64, k)
		var largest float64
		for j, v := range row {
			if !isFinite(v) {
				return nil, fmt.Errorf(
					"the score of method %d on data set %d is %g; give a finite number",
					j+1, i+1, v)
			}
			negative[j] = -v
			largest = max(largest, math.Abs(v))
		}
		ranks, _ := midranks(negative, sameValue*largest)
		f.Ranks = append(f.Ranks, ranks)
		for j, r := range ranks {
			f.Average[j] += r
			squares += r * r
		}
	}
	nf, kf := float64(n), float64(k)
	var between float64
	for j, sum := range f.Average {
		between += (sum - nf*(kf+1)/2) * (sum - nf*(kf+1)/2)
		f.Average[j] = sum / nf
	}
	// Ranks are halves: all sums are exact.
	within := squares - nf*kf*(kf+1)*(kf+1)/4
	if within == 0 {
		return f, nil
	}
	f.ChiSquared = (kf - 1) * between / within
	f.P = tails.ChiSquared(f.ChiSquared, kf-1)
	// N(k-1) - χ², which is 0 when every data set has the same ranks.
	left := (kf - 1) * (nf*within - between)
	if left == 0 {
		f.F, f.PF = algorithms.Number(math.Inf(1)), 0
		return f, nil
	}
	ratio := (nf - 1) * (kf - 1) * between / left
	f.F, f.PF = algorithms.Number(ratio), tails.F(ratio*float64(f.DF1), float64(f.DF2),
		float64(f.DF1), float64(f.DF2))
	return f, nil
}

// NemenyiDifference is the critical difference of Nemenyi's test: two of k methods
// differ over n data sets at level alpha when their average ranks differ by at
// least
//
//	CD = q sqrt(k(k+1) / 6n),
//
// q the upper alpha quantile of the studentized range of k means with infinite
// degrees of freedom, over sqrt(2) (Demšar 2006, section 3.2.2). It compares all
// pairs at once, after Friedman's test has found a difference; it is asymptotic in
// n. It returns an error for fewer than two methods or data sets and for an alpha
// that is not between 0 and 1.
func NemenyiDifference(k, n int, alpha float64) (float64, error) {
	if n < 2 {
		return 0, fmt.Errorf("%d data sets; give at least 2", n)
	}
	q, err := rangeQuantile(alpha, k)
	return q / math.Sqrt2 * rankError(k, n), err
}

// NemenyiP is the p-value of Nemenyi's test for a difference of two average ranks
// of k methods over n data sets: that of the largest of all such differences. Its
// errors are those of NemenyiDifference.
func NemenyiP(difference float64, k, n int) (float64, error) {
	if n < 2 {
		return 0, fmt.Errorf("%d data sets; give at least 2", n)
	}
	return rangeTail(math.Abs(difference)/rankError(k, n)*math.Sqrt2, k)
}

// rankError is the standard error of a difference of two average ranks.
func rankError(k, n int) float64 { return math.Sqrt(float64(k) * float64(k+1) / (6 * float64(n))) }
