// Package caution has the warnings that several packages give.
package caution

import (
	"fmt"
	"slices"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/internal/suggest"
)

// Constant is the warning that names constant columns; empty if there are none.
func Constant(d *datasets.Dataset, constant []int) []string {
	return columnsWarning(d, constant, "constant column is ranked last",
		"constant columns are ranked last")
}

// NeverChosen is Constant for a method that chooses how many features (Facts.Fewer),
// whose answers have no constant column.
func NeverChosen(d *datasets.Dataset, constant []int) []string {
	return columnsWarning(d, constant, "constant column is not chosen",
		"constant columns are not chosen")
}

// Flat is the warning that names the columns that vary only at samples without an edge in
// the graph; empty if there are none.
func Flat(d *datasets.Dataset, flat []int) []string {
	const why = " only at samples that no edge of any weight joins (a larger heat gives them " +
		"one), so the score is the lowest"
	return columnsWarning(d, flat, "column varies"+why, "columns vary"+why)
}

// Asked is the warning that fewer than K features have what the method chooses by, such as
// "a weight": the others follow by something else. It is empty if there are enough, or if K is 0,
// which asks for all in order.
func Asked(have, k int, what, others string) []string {
	if have >= k {
		return nil
	}
	return []string{fmt.Sprintf("%d of the %d features asked for have %s: the others%s", have, k,
		what, others)}
}

// columnsWarning names the first few columns in one line.
func columnsWarning(d *datasets.Dataset, columns []int, one, many string) []string {
	if len(columns) == 0 {
		return nil
	}
	names := make([]string, len(columns))
	for i, j := range columns {
		names[i] = d.Features[j]
	}
	what := many
	if len(columns) == 1 {
		what = one
	}
	return []string{fmt.Sprintf("%d %s: %s", len(columns), what, suggest.List(names, 5))}
}

// Chosen is the warning of a result that judges features on the samples by which they were
// chosen (Dataset.Chosen); "" if chosen is empty. what is the quantity that is off, and how, such
// as "this accuracy is too high"; honest is the remedy.
func Chosen(chosen, what, honest string) string {
	if chosen == "" {
		return ""
	}
	were := "were"
	if strings.HasPrefix(chosen, "1 ") {
		were = "was"
	}
	return fmt.Sprintf("the %s %s chosen on all samples, so %s; %s", chosen, were, what, honest)
}

// AddChosen adds the Chosen of d to warnings, if there is one and they lack it.
func AddChosen(warnings []string, d *datasets.Dataset, what, honest string) []string {
	w := Chosen(d.Chosen, what, honest)
	if w == "" || slices.Contains(warnings, w) {
		return warnings
	}
	return append(slices.Clone(warnings), w)
}

// OfCodes is in the warning of Codes.
const OfCodes = " of categories, whose order and distances may mean nothing, but "

// Codes is the warning that who, such as "the classifier", takes the codes of categories in
// d as numbers; empty if there are none. Two levels have no order and no distances that could
// mislead. instead names further remedies, such as ", or use infogain".
func Codes(d *datasets.Dataset, who, instead string) []string {
	var columns []int
	for _, c := range d.Codes {
		if len(c.Levels) > 2 {
			columns = append(columns, c.Column)
		}
	}
	what := OfCodes + who + " uses them as numbers; read the words with Code \"one-hot\"" + instead
	return columnsWarning(d, columns, "column has codes"+what, "columns have codes"+what)
}
