package algorithms

import (
	"slices"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
)

// warnCodes adds CodesWarning to warnings if m is not by value (Facts.ByValue), unless they have
// one, such as that of a method inside.
func warnCodes(warnings []string, m Selector, d *datasets.Dataset) []string {
	facts, known := FactsOf(m)
	if !known || facts.ByValue || d.Codes == nil ||
		slices.ContainsFunc(warnings, func(w string) bool {
			return strings.Contains(w, caution.OfCodes)
		}) {
		return warnings
	}
	instead := ""
	if facts.Targets != NoTarget {
		instead = ", or use contingency or an information method, such as infogain"
	}
	return append(slices.Clip(warnings), caution.Codes(d, Name(m), instead)...)
}
