package display

import (
	"fmt"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/terms"
	"fsnb.example/internal/wording"
)

// ShowPValues shows a histogram of p-values: its table, and the figure.
func (s *screen) ShowPValues(h *evaluation.PValueHistogram) {
	if s.begin(h) {
		s.table(pValuesTable(h))
		s.figure(pValuesFigure(h))
	}
}

// pValuesTable is the table of a histogram of p-values: the features of each bin, beside those that
// would be expected without any effect.
func pValuesTable(h *evaluation.PValueHistogram) *Table {
	t := &Table{Title: pValuesTitle(h), Columns: []Column{{Name: "p from", Align: Right},
		{Name: "to", Align: Right}, {Name: "features", Align: Right},
		{Name: "without any effect", Align: Right}}}
	for i, n := range h.Counts {
		edge := func(i int) string { return wording.Fixed(float64(i)/float64(len(h.Counts)), 2) }
		t.Rows = append(t.Rows, []string{edge(i), edge(i + 1), wording.Itoa(n),
			expected(uniform(h))})
	}
	t.Notes = append(t.Notes, nullsNote(h))
	return t
}

// expected is a number of features with three digits.
func expected(features float64) string {
	if features >= 100 {
		return wording.Fixed(features, 0)
	}
	return fmt.Sprintf("%.3g", features)
}

func pValuesTitle(h *evaluation.PValueHistogram) string {
	return ofData("p-values by "+wording.Clean(h.Label), h.Dataset)
}

// nullsNote says what share of the features has no effect by estimate.
func nullsNote(h *evaluation.PValueHistogram) string {
	note := fmt.Sprintf("Estimated share of the %s without an effect: %s (twice the share with "+
		"p > %g; Storey 2002).", wording.Plural(h.D, "feature", "features"),
		wording.Percent(h.Nulls), terms.NullAbove)
	if h.Ones > 0 {
		note += " p = 1, as constant features have: " +
			wording.Plural(h.Ones, "feature", "features") + "."
	}
	return note
}

// pValuesFigure draws the histogram, with the level of each bin without any effect, and that of the
// features that have none by estimate.
func pValuesFigure(h *evaluation.PValueHistogram) *figure.Figure {
	if len(h.Counts) == 0 {
		return nil
	}
	mark := chart.Histogram{Title: pValuesTitle(h), X: "p", Y: "features", To: 1, Counts: h.Counts,
		Bars: fmt.Sprintf("features in a bin of %g", 1/float64(len(h.Counts))),
		Levels: []chart.Level{{Name: fmt.Sprintf("without any effect: %s a bin",
			expected(uniform(h))), Value: uniform(h)}}}
	if h.Nulls > 0 && h.Nulls < 1 {
		mark.Levels = append(mark.Levels, chart.Level{Name: fmt.Sprintf("%s without an effect: %s",
			wording.Percent(h.Nulls), expected(h.Nulls*uniform(h))),
			Value: h.Nulls * uniform(h)})
	}
	alt := fmt.Sprintf("Histogram of %s; %d below %g, where %s would be without any effect",
		pValuesTitle(h), h.Counts[0], 1/float64(len(h.Counts)), expected(uniform(h)))
	return mark.Figure(alt, figure.Caption{Text: nullsNote(h)})
}

// uniform is the number of features expected in a bin without any effect.
func uniform(h *evaluation.PValueHistogram) float64 { return float64(h.D) / float64(len(h.Counts)) }
