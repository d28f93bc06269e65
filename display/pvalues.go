package display

import (
	"fmt"
	"strconv"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
	"fsnb.example/internal/wording"
)

// leastP is the p-value below which tables give it as a bound.
const leastP = 1e-300

// smallP writes a p-value so that small ones keep their size: "0.0312", "4.7e-12", "<1e-300". The
// hyphen is that of programs, so that a copied value is a number.
func smallP(p float64) string {
	switch {
	case p < leastP:
		return "<1e-300"
	case p < 0.001:
		return strings.Replace(strconv.FormatFloat(p, 'e', 1, 64), "e-0", "e-", 1)
	}
	return wording.Fixed(p, 4)
}

// adjustedHead is the heading of adjusted p-values: "adjusted p (BH)". A file of another program
// may not say which adjustment that is.
func adjustedHead(by adjust.Kind) string {
	if by == "" {
		return "adjusted p"
	}
	return "adjusted p (" + wording.CleanSentence(by.Short()) + ")"
}

// addPValues adds columns for p-values and adjusted ones to the rows of a table, where there are
// some. Unadjusted ones are not repeated.
func addPValues(t *Table, p, adjusted algorithms.Numbers, by adjust.Kind) {
	add := func(head string, values algorithms.Numbers) {
		if values == nil {
			return
		}
		t.Columns = append(t.Columns, Column{Name: head, Align: Right})
		for i := range t.Rows {
			text := ""
			if i < len(values) {
				text = smallP(values[i])
			}
			t.Rows[i] = append(t.Rows[i], text)
		}
	}
	add("p", p)
	if by != adjust.KindNone {
		add(adjustedHead(by), adjusted)
	}
}

// pValueNotes say how the p-values of a ranking are adjusted.
func pValueNotes(r *algorithms.Ranking) []string {
	if r.AdjustedPValues == nil || r.Adjustment == "" || r.Adjustment == adjust.KindNone {
		return nil
	}
	return []string{fmt.Sprintf("Adjusted p: %s, for the tests of all %s.",
		wording.CleanSentence(r.Adjustment.Title()), wording.Plural(r.D, "feature", "features"))}
}

// pValueHeads are the headings of p-values in the CSV of a ranking.
func pValueHeads(r *algorithms.Ranking) (heads []string) {
	if r.PValues != nil {
		heads = append(heads, "p_value")
	}
	if r.AdjustedPValues != nil {
		heads = append(heads, "adjusted_p_value", "adjustment")
	}
	return heads
}
