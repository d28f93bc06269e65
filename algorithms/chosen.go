package algorithms

import (
	"fmt"
	"slices"
	"strings"

	"fsnb.example/datasets"
)

// ChosenWarning is the warning of a result that judges features on the samples by which they were
// chosen (Dataset.Chosen); "" if chosen is empty. what is the quantity that is off, and how, such
// as "this accuracy is too high"; honest is the remedy.
func ChosenWarning(chosen, what, honest string) string {
	if chosen == "" {
		return ""
	}
	were := "were"
	if strings.HasPrefix(chosen, "1 ") {
		were = "was"
	}
	return fmt.Sprintf("the %s %s chosen on all samples, so %s; %s", chosen, were, what, honest)
}

// WarnChosen adds the ChosenWarning of d to warnings, if there is one and they lack it.
func WarnChosen(warnings []string, d *datasets.Dataset, what, honest string) []string {
	w := ChosenWarning(d.Chosen, what, honest)
	if w == "" || slices.Contains(warnings, w) {
		return warnings
	}
	return append(slices.Clone(warnings), w)
}

// warnPValues adds the warnings of p-values that take samples in groups for independent ones, and
// of those of features that were chosen on the same samples.
func warnPValues(warnings []string, m Selector, d *datasets.Dataset, p Numbers) []string {
	if p == nil {
		return warnings
	}
	return WarnChosen(warnGroups(warnings, m, d, p), d,
		"their p-values are too small, adjusted or not", "test all features")
}
