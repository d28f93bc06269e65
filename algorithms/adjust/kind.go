package adjust

import (
	"errors"
	"slices"

	"fsnb.example/internal/suggest"
)

// Kind names an adjustment. Its text is what the command line and files have: "bh". The zero value
// means KindBH.
type Kind string

// The adjustments.
const (
	KindNone       Kind = "none"       // p-values as they are
	KindBonferroni Kind = "bonferroni" // Bonferroni
	KindHolm       Kind = "holm"       // Holm
	KindBH         Kind = "bh"         // BenjaminiHochberg
	KindBY         Kind = "by"         // BenjaminiYekutieli
)

// Default is the adjustment of rankings.
const Default = KindBH

// Kinds lists the adjustments.
func Kinds() []Kind { return []Kind{KindNone, KindBonferroni, KindHolm, KindBH, KindBY} }

// ParseKind returns the adjustment of that name, Default for "". Another name is an error with the
// known ones.
func ParseKind(name string) (Kind, error) {
	if name == "" {
		return Default, nil
	}
	var known []string
	for _, k := range Kinds() {
		if string(k) == name {
			return k, nil
		}
		known = append(known, string(k))
	}
	return "", errors.New(suggest.Unknown("adjustment of p-values", name, known))
}

// Title is the name in sentences and headings: "Benjamini–Hochberg".
func (k Kind) Title() string {
	switch k {
	case KindNone:
		return "unadjusted"
	case KindBonferroni:
		return "Bonferroni"
	case KindHolm:
		return "Holm"
	case KindBH, "":
		return "Benjamini–Hochberg"
	case KindBY:
		return "Benjamini–Yekutieli"
	}
	return string(k)
}

// Short is the name in the heading of a column: "BH".
func (k Kind) Short() string {
	switch k {
	case KindBH, "":
		return "BH"
	case KindBY:
		return "BY"
	}
	return k.Title()
}

// NeedsAll reports whether the adjusted value of one test depends on the p-values of the others.
func (k Kind) NeedsAll() bool { return k != KindNone && k != KindBonferroni }

// Adjust returns the adjusted values of p, the p-values of all tests. It returns an error for a
// value that is not between 0 and 1, and for an unknown kind.
func (k Kind) Adjust(p []float64) ([]float64, error) {
	k, err := ParseKind(string(k))
	if err != nil {
		return nil, err
	}
	switch k {
	case KindNone:
		if err := Check(p); err != nil {
			return nil, err
		}
		return slices.Clone(p), nil
	case KindBonferroni:
		return Bonferroni(p)
	case KindHolm:
		return Holm(p)
	case KindBY:
		return BenjaminiYekutieli(p)
	}
	return BenjaminiHochberg(p)
}

// Threshold is the p-value up to which a test is rejected at a level, among those with the p-values
// p: with r rejected of d, level for KindNone, level/d for KindBonferroni, level/(d - r + 1) for
// KindHolm, and level·r/d for KindBH, divided by Σ 1/j for KindBY. Where nothing is rejected r is
// 1: the largest p that would be rejected alone. The errors are those of Adjust.
func (k Kind) Threshold(p []float64, level float64) (float64, error) {
	adjusted, err := k.Adjust(p)
	if err != nil || len(p) == 0 {
		return level, err
	}
	rejected, largest := 0, 0.0
	for i, v := range adjusted {
		if v <= level {
			rejected, largest = rejected+1, max(largest, p[i])
		}
	}
	d, r := float64(len(p)), float64(max(rejected, 1))
	switch k {
	case KindNone:
	case KindBonferroni:
		level /= d
	case KindHolm:
		level /= d - r + 1
	case KindBY:
		level *= r / d / harmonic(len(p))
	default:
		level *= r / d
	}
	return max(level, largest), nil // the bound of the largest one, but for rounding
}
