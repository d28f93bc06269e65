package algorithms

import (
	"slices"
	"strings"

	"fsnb.example/datasets"
)

// ofCodes is in the warning of CodesWarning.
const ofCodes = " of categories, whose order and distances may mean nothing, but "

// CodesWarning is the warning that who, such as "the classifier", takes the codes of categories in
// d as numbers; empty if there are none. Two levels have no order and no distances that could
// mislead. instead names further remedies, such as ", or use infogain".
func CodesWarning(d *datasets.Dataset, who, instead string) []string {
	var columns []int
	for _, c := range d.Codes {
		if len(c.Levels) > 2 {
			columns = append(columns, c.Column)
		}
	}
	what := ofCodes + who + " uses them as numbers; read the words with Code \"one-hot\"" + instead
	return columnsWarning(d, columns, "column has codes"+what, "columns have codes"+what)
}

// warnCodes adds CodesWarning to warnings if m is not by value (Facts.ByValue), unless they have
// one, such as that of a method inside.
func warnCodes(warnings []string, m Selector, d *datasets.Dataset) []string {
	facts, known := FactsOf(m)
	if !known || facts.ByValue || d.Codes == nil ||
		slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, ofCodes) }) {
		return warnings
	}
	instead := ""
	if facts.Targets != NoTarget {
		instead = ", or use contingency or an information method, such as infogain"
	}
	return append(slices.Clip(warnings), CodesWarning(d, Name(m), instead)...)
}
