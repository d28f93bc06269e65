package algorithms

import (
	"fmt"
	"slices"

	"fsnb.example/algorithms/adjust"
	"fsnb.example/datasets"
)

// checkPValues returns an error unless there is no p-value, or one between 0 and 1 for each
// feature.
func (s *Scores) checkPValues(d *datasets.Dataset) error {
	if s.PValues == nil {
		return nil
	}
	if len(s.PValues) != d.D() {
		return fmt.Errorf("%d p-values for %d features; give one for each, or none",
			len(s.PValues), d.D())
	}
	return checkShares("p-value", s.PValues, d.Features)
}

// checkPValues returns an error unless the p-values, if there are some, are one between 0 and 1 for
// each feature of the ranking, and so the adjusted ones.
func (r *Ranking) checkPValues() error {
	switch {
	case r.PValues != nil && len(r.PValues) != len(r.Features):
		return fmt.Errorf("%d p-values for %d features; give one for each, or none",
			len(r.PValues), len(r.Features))
	case r.AdjustedPValues != nil && len(r.AdjustedPValues) != len(r.Features):
		return fmt.Errorf("%d adjusted p-values for %d features; give one for each, or none",
			len(r.AdjustedPValues), len(r.Features))
	}
	if _, err := adjust.ParseKind(string(r.Adjustment)); err != nil {
		return err
	}
	if err := checkShares("p-value", r.PValues, r.Names); err != nil {
		return err
	}
	return checkShares("adjusted p-value", r.AdjustedPValues, r.Names)
}

// warnGroups adds the warning of p-values that take samples in groups for independent ones.
func warnGroups(warnings []string, m Selector, d *datasets.Dataset, p Numbers) []string {
	facts, _ := FactsOf(m)
	if p == nil || !d.Grouped() || facts.GroupedPValues {
		return warnings
	}
	remedy := "take one sample for each group (Aggregate), or permute whole groups (Permutations " +
		"of anova-f and other tests)"
	permuted, err := SetParams(m, []Param{{Name: "permutations", Value: "9999"}}, nil)
	if facts, ok := FactsOf(permuted); err == nil && ok && facts.GroupedPValues {
		remedy = "take one sample for each group (Aggregate), or permute whole groups " +
			"(permutations=9999)"
	}
	w := fmt.Sprintf("p-values take the %d samples for independent, and they are in %s, so that "+
		"features without any effect look significant; %s", d.N(), d.GroupText(), remedy)
	if slices.Contains(warnings, w) {
		return warnings
	}
	return append(slices.Clone(warnings), w)
}

// checkShares returns an error that names the first value that is not between 0 and 1.
func checkShares(what string, values Numbers, names []string) error {
	for i, v := range values {
		if v >= 0 && v <= 1 {
			continue
		}
		name := fmt.Sprint("number ", i)
		if i < len(names) {
			name = names[i]
		}
		return fmt.Errorf("the %s of %s is %g; give 0 to 1", what, name, v)
	}
	return nil
}

// adjustOwn adjusts the p-values of a user-defined selector that ranks all features.
func (r *Ranking) adjustOwn() {
	if r.PValues == nil || r.AdjustedPValues != nil || r.Partial || len(r.Features) != r.D {
		return
	}
	if adjusted, err := adjust.Default.Adjust(r.PValues); err == nil {
		r.AdjustedPValues, r.Adjustment = adjusted, adjust.Default
	}
}
