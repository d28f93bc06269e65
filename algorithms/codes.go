package algorithms

import (
	"slices"

	"fsnb.example/datasets"
)

// warnCodes adds to warnings, unless it is there, that of a method that takes codes of categories
// as numbers (Facts.ByValue). Two levels have no order and no distances that could mislead.
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
	what := " of categories, whose order and distances mean nothing, but " + Name(m) +
		" uses them as numbers; read the words with Code \"one-hot\""
	if facts.Targets != NoTarget {
		what += ", or use contingency or an information method, such as infogain"
	}
	for _, w := range columnsWarning(d, columns, "column has codes"+what, "columns have codes"+what) {
		if !slices.Contains(warnings, w) {
			warnings = append(slices.Clip(warnings), w)
		}
	}
	return warnings
}
