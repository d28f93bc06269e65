package algorithms

import (
	"slices"
	"strings"

	"fsnb.example/datasets"
)

// ofCodes is in the warning of warnCodes.
const ofCodes = " of categories, whose order and distances mean nothing, but "

// warnCodes adds to warnings that of a method that takes codes of categories as numbers
// (Facts.ByValue), unless they have one, such as that of a method inside. Two levels have no order
// and no distances that could mislead.
func warnCodes(warnings []string, m Selector, d *datasets.Dataset) []string {
	facts, known := FactsOf(m)
	if !known || facts.ByValue || d.Codes == nil {
		return warnings
	}
	var columns []int
	for _, c := range d.Codes {
		if len(c.Levels) > 2 {
			columns = append(columns, c.Column)
		}
	}
	what := ofCodes + Name(m) + " uses them as numbers; read the words with Code \"one-hot\""
	if facts.Targets != NoTarget {
		what += ", or use contingency or an information method, such as infogain"
	}
	if slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, ofCodes) }) {
		return warnings
	}
	return append(slices.Clip(warnings),
		columnsWarning(d, columns, "column has codes"+what, "columns have codes"+what)...)
}
