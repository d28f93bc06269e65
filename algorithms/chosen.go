package algorithms

import (
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
)

// warnPValues adds the warnings of p-values that take samples in groups for independent ones, and
// of those of features that were chosen on the same samples.
func warnPValues(warnings []string, m Selector, d *datasets.Dataset, p Numbers) []string {
	if p == nil {
		return warnings
	}
	return caution.AddChosen(warnGroups(warnings, m, d, p), d,
		"their p-values are too small, adjusted or not", "test all features")
}
