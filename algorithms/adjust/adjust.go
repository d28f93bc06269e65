// Package adjust corrects p-values for the number of tests: Bonferroni, Holm, Benjamini–Hochberg
// and Benjamini–Yekutieli. Each function takes the p-values of all d tests in any order and returns
// the adjusted ones in the same order, between 0 and 1, so that a hypothesis is rejected where the
// adjusted value is at most the level. Tests of equal p have equal adjusted values. A constant
// feature counts as a test, with p = 1. The cost is O(d log d).
//
// The first two bound the probability of any false rejection (the family-wise error rate), whatever
// the dependence between the tests. The other two bound the expected share of false rejections
// among all rejections (the false discovery rate).
package adjust

import (
	"fmt"
	"slices"
)

// Bonferroni multiplies each of d p-values by d:
//
//	adjusted p_i = min(1, d·p_i).
//
// Rejecting where it is at most alpha rejects any true hypothesis with probability at most alpha,
// whatever the dependence between the tests. It returns an error for a value that is not between 0
// and 1.
func Bonferroni(p []float64) ([]float64, error) {
	if err := Check(p); err != nil {
		return nil, err
	}
	out := make([]float64, len(p))
	for i, v := range p {
		out[i] = min(1, v*float64(len(p)))
	}
	return out, nil
}

// Holm adjusts d p-values by Holm's step-down procedure: with p_(1) <= … <= p_(d),
//
//	adjusted p_(i) = max over j <= i of min(1, (d - j + 1) p_(j)).
//
// It guarantees what Bonferroni does, and no adjusted value is larger (S. Holm, "A Simple
// Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6 (1979),
// 65-70). It returns an error for a value that is not between 0 and 1.
func Holm(p []float64) ([]float64, error) {
	order, err := ascending(p)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(p))
	var least float64
	for before, t := range order {
		least = max(least, min(1, float64(len(p)-before)*t.p))
		out[t.at] = least
	}
	return out, nil
}

// BenjaminiHochberg adjusts d p-values by the step-up procedure for the false discovery rate: with
// p_(1) <= … <= p_(d),
//
//	adjusted p_(i) = min over j >= i of min(1, d·p_(j)/j).
//
// Rejecting where it is at most alpha keeps the expected share of true hypotheses among the
// rejected at most alpha, if the tests are independent or positively dependent (Y. Benjamini, Y.
// Hochberg, "Controlling the False Discovery Rate", Journal of the Royal Statistical Society B 57
// (1995), 289-300). It returns an error for a value that is not between 0 and 1.
func BenjaminiHochberg(p []float64) ([]float64, error) { return stepUp(p, 1) }

// BenjaminiYekutieli is BenjaminiHochberg times Σ 1/j over j = 1…d, about ln d + .58:
//
//	adjusted p_(i) = min over j >= i of min(1, d·p_(j)/j · Σ 1/j).
//
// It bounds the false discovery rate whatever the dependence between the tests (Y. Benjamini, D.
// Yekutieli, "The Control of the False Discovery Rate in Multiple Testing under Dependency", Annals
// of Statistics 29 (2001), 1165-1188). It returns an error for a value that is not between 0 and 1.
func BenjaminiYekutieli(p []float64) ([]float64, error) { return stepUp(p, harmonic(len(p))) }

// stepUp is the step-up procedure with all values times factor.
func stepUp(p []float64, factor float64) ([]float64, error) {
	order, err := ascending(p)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(p))
	least := 1.0
	for before, t := range slices.Backward(order) {
		// d/j first: rounding must not make an adjusted value less than p.
		least = min(least, t.p*(float64(len(p))/float64(before+1))*factor)
		out[t.at] = least
	}
	return out, nil
}

// harmonic is Σ 1/j over j = 1…d, the smallest terms first.
func harmonic(d int) float64 {
	sum := 0.0
	for j := d; j > 0; j-- {
		sum += 1 / float64(j)
	}
	return sum
}

// test is a p-value and its place.
type test struct {
	p  float64
	at int
}

// ascending are the tests in the order of p. Ties may have any order: no adjusted value depends on
// it.
func ascending(p []float64) ([]test, error) {
	if err := Check(p); err != nil {
		return nil, err
	}
	order := make([]test, len(p))
	for i, v := range p {
		order[i] = test{v, i}
	}
	slices.SortFunc(order, func(a, b test) int {
		switch {
		case a.p < b.p:
			return -1
		case a.p > b.p:
			return 1
		}
		return 0
	})
	return order, nil
}

// Check returns an error that names the first value that is not between 0 and 1.
func Check(p []float64) error {
	for i, v := range p {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("p-value %d is %g; give 0 to 1", i+1, v)
		}
	}
	return nil
}
