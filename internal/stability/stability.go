// Package stability measures how alike choices of features are.
package stability

import (
	"errors"
	"fmt"
	"math"

	"fsnb.example/datasets"
	"fsnb.example/evaluation/stats"
)

// Index is a stability with its interval at stats.Level.
type Index struct {
	Value     float64
	Variance  float64 // of Value
	Low, High float64 // Value ± z·sqrt(Variance), at most 1
}

// Frequency is a share of choices with Wilson's interval at stats.Level.
type Frequency struct {
	Hits             int
	Share, Low, High float64
}

// Nogueira is the stability of M choices among d features (S. Nogueira, K. Sechidis, G. Brown, "On
// the Stability of Feature Selection Algorithms", JMLR 18(174), 2018, definition 4): with p_f the
// share of the choices that have feature f, k_i the size of choice i and k the mean size,
//
//	Φ = 1 - (1/d Σ_f M/(M-1) p_f (1 - p_f)) / (k/d (1 - k/d)).
//
// It is 1 for equal choices and 0 on average for random ones; sizes may differ. It is at least
// -1/(M-1). For equal sizes it is the mean of Kuncheva's index over all pairs. The variance is that
// of theorem 7, 4/M² Σ_i (φ_i - mean φ)² with
//
//	φ_i = (1/d Σ_{f in i} p_f - k_i k/d² + Φ/2 (2 k_i k/d² - k_i/d - k/d + 1)) / (k/d (1 - k/d)),
//
// asymptotic in M, for independent choices; those from overlapping samples vary more. For two
// choices it is 0: below terms.FewRepeats the interval is unreliable.
//
// It returns an error for fewer than two choices, a feature that is listed twice or out of range,
// and when all choices are empty or have all features. The cost is O(d + Σk_i).
func Nogueira(choices [][]int, d int) (*Index, error) {
	counts, err := countChoices(choices, d)
	if err != nil {
		return nil, err
	}
	m, df := float64(len(choices)), float64(d)
	var total, spread float64
	for _, c := range counts {
		total += float64(c)
		spread += float64(c) * (m - float64(c))
	}
	share := total / (m * df) // k/d
	if total == 0 || total == m*df {
		return nil, errNothingChosen(int(total/m), d)
	}
	most := share * (1 - share)
	s := &Index{Value: 1 - spread/(m*(m-1)*df*most)}
	phi := make([]float64, len(choices))
	for i, chosen := range choices {
		var sum float64
		for _, f := range chosen {
			sum += float64(counts[f]) / m
		}
		ki := float64(len(chosen)) / df
		phi[i] = (sum/df - ki*share + s.Value/2*(2*ki*share-ki-share+1)) / most
	}
	mean, squares := 0., 0.
	for _, v := range phi { // relative to the first, so that equal values do not vary
		mean += v - phi[0]
	}
	mean = phi[0] + mean/m
	for _, v := range phi {
		squares += (v - mean) * (v - mean)
	}
	sd := math.Sqrt(squares / (m - 1))
	s.Variance = 4 / (m * m) * sd * sd * (m - 1)
	half := stats.NormalQuantile(stats.Level) * math.Sqrt(s.Variance)
	s.Low, s.High = s.Value-half, min(1, s.Value+half)
	return s, nil
}

// Kuncheva is the mean over all pairs of choices of k among d features each of
// Kuncheva's consistency index (L. I. Kuncheva, "A Stability Index for Feature
// Selection", 2007, eq. 4): with r features in common,
//
//	I = (r d - k²) / (k (d - k)).
//
// It is 1 for equal choices and 0 on average for random ones. It returns an error
// for fewer than two choices, a feature that is listed twice or out of range,
// choices that differ in size (Nogueira takes those), and k = 0 or d. The cost is
// O(d + Mk), as the features in common over all pairs follow from how often each is
// chosen.
func Kuncheva(choices [][]int, d int) (float64, error) {
	counts, err := countChoices(choices, d)
	if err != nil {
		return 0, err
	}
	k := len(choices[0])
	for i, c := range choices {
		if len(c) != k {
			return 0, fmt.Errorf(
				"choice %d has %d features, the first has %d; Kuncheva's index is of choices of "+
					"one size", i+1, len(c), k)
		}
	}
	if k == 0 || k == d {
		return 0, errNothingChosen(k, d)
	}
	m, kf, df := float64(len(choices)), float64(k), float64(d)
	var common float64
	for _, c := range counts {
		common += float64(c) * float64(c-1) / 2
	}
	common /= m * (m - 1) / 2
	return (common*df - kf*kf) / (kf * (df - kf)), nil
}

// errNothingChosen is the error for choices that are all empty, or have all d features.
func errNothingChosen(k, d int) error {
	advice := "choose fewer than all"
	if k == 0 {
		advice = "choose some"
	}
	return fmt.Errorf("all choices have %d of %d features, so that nothing was chosen; %s", k, d,
		advice)
}

// MeanJaccard is the mean over all pairs of choices of |A∩B| / |A∪B|, 1 for two empty
// ones. Unlike Nogueira it is not corrected for chance: it grows with the number of
// features chosen. It returns an error for fewer than two choices, and a
// feature that is listed twice or out of range. The cost is O(d + M²k).
func MeanJaccard(choices [][]int, d int) (float64, error) {
	if _, err := countChoices(choices, d); err != nil {
		return 0, err
	}
	var sum float64
	in := make([]int, d) // 1 + the last choice that has the feature
	for a := range choices {
		for _, f := range choices[a] {
			in[f] = a + 1
		}
		for _, other := range choices[a+1:] {
			sum += Jaccard(in, a+1, len(choices[a]), other)
		}
	}
	m := float64(len(choices))
	return sum / (m * (m - 1) / 2), nil
}

// Jaccard is the index of a choice of the given size, whose features are marked, and
// another.
func Jaccard(in []int, mark, size int, other []int) float64 {
	common := 0
	for _, f := range other {
		if in[f] == mark {
			common++
		}
	}
	union := size + len(other) - common
	if union == 0 {
		return 1
	}
	return float64(common) / float64(union)
}

// countChoices says how often each of d features was chosen.
func countChoices(choices [][]int, d int) ([]int, error) {
	if len(choices) < 2 {
		return nil, errors.New("stability compares choices of features; give at least two")
	}
	counts := make([]int, d)
	for i, c := range choices {
		if len(c) > 0 {
			if err := datasets.CheckColumns(c, d); err != nil {
				return nil, fmt.Errorf("choice %d: %w", i+1, err)
			}
		}
		for _, f := range c {
			counts[f]++
		}
	}
	return counts, nil
}
