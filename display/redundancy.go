package display

import (
	"fmt"

	"fsnb.example/evaluation"
)

// Redundancy is the table of a redundancy report.
func Redundancy(r *evaluation.RedundancyReport) *Table {
	t := &Table{
		Title: "Redundancy of the chosen features",
		Columns: []Column{
			{Name: "ranking"}, {Name: "k", Align: Right},
			{Name: "mean squared correlation", Align: Right}, {Name: "mean |correlation|", Align: Right},
			{Name: "mean correlation", Align: Right}, {Name: "mean squared cosine", Align: Right}, {Name: "most alike"},
		},
	}
	if r.Dataset != "" {
		t.Title += ", " + clean(r.Dataset)
	}
	labels := reportLabels(r.Rows)
	for i, row := range r.Rows {
		cells := []string{labels[i], itoa(row.K)}
		for _, v := range []float64{row.SqCosCentered, row.AbsPearson, row.Pearson, row.SqCosUncentered} {
			cells = append(cells, fixed(v, 3))
		}
		alike := fmt.Sprintf("%s ~ %s (%s)", clean(row.MostAlike[0]), clean(row.MostAlike[1]), fixed(row.Alike, 2))
		t.Rows = append(t.Rows, append(cells, alike))
		if len(row.Constant) > 0 {
			t.Notes = append(t.Notes, labels[i]+": "+constantNote(len(row.Constant)))
		}
	}
	t.Notes = append(t.Notes, "Means over all pairs of chosen features: 0 when they share nothing, 1 when they are copies. The squared cosine is of the features as they are, the correlations of the centred ones.")
	return t
}

func constantNote(n int) string {
	return plural(n, "constant column", "constant columns") + " among the chosen: no correlation with anything."
}

// reportLabels names the rankings of a report so that no two look alike. The
// table has a column for their numbers of features, a heat map has not.
func reportLabels(rows []evaluation.RedundancyRow) []string {
	labels, features := make([]string, len(rows)), make([]int, len(rows))
	for i, row := range rows {
		labels[i], features[i] = row.Label, row.K
	}
	return distinct(labels, features)
}
