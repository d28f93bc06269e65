package display

import (
	"fmt"
	"slices"

	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

// ShowRedundancy shows a report: its table, and a heat map.
func (s *Screen) ShowRedundancy(r *evaluation.RedundancyReport) {
	if s.begin(r) {
		s.table(RedundancyTable(r))
		s.figure(RedundancyFigure(r))
	}
}

// RedundancyTable is the table of a redundancy report.
func RedundancyTable(r *evaluation.RedundancyReport) *Table {
	t := &Table{
		Title: "Redundancy of the chosen features",
		Columns: []Column{
			{Name: "ranking"}, {Name: "k", Align: Right},
			{Name: "mean squared correlation", Align: Right},
			{Name: "mean |correlation|", Align: Right},
			{Name: "mean correlation", Align: Right}, {Name: "mean squared cosine", Align: Right},
			{Name: "most alike"},
		},
	}
	if r.Dataset != "" {
		t.Title += ", " + wording.Clean(r.Dataset)
	}
	labels, names := reportLabels(r.Rows), alikeNames(r.Rows)
	for i, row := range r.Rows {
		cells := []string{labels[i], wording.Itoa(row.K)}
		for _, v := range []float64{row.SqCosCentered, row.AbsPearson, row.Pearson,
			row.SqCosUncentered} {
			cells = append(cells, wording.Fixed(v, 3))
		}
		a, b := row.MostAlike[0], row.MostAlike[1]
		pair := func(a, b string) string {
			return fmt.Sprintf("%s ~ %s (%s)", a, b, wording.Fixed(row.Alike, 2))
		}
		alike := pair(names.Of(a, columnIn(row, a)), names.Of(b, columnIn(row, b)))
		if whole := pair(wording.WholeName(a), wording.WholeName(b)); whole != alike {
			t.SetWhole(i, len(cells), whole)
		}
		t.Rows = append(t.Rows, append(cells, alike))
		if len(row.Constant) > 0 {
			t.Notes = append(t.Notes, labels[i]+": "+constantNote(len(row.Constant)))
		}
	}
	t.Notes = append(t.Notes, "Means over all pairs of chosen features: 0 when they share "+
		"nothing, 1 when they are copies. The squared cosine is of the features as they are, "+
		"the correlations of the centered ones.")
	return t
}

// alikeNames are the names of the most correlated pairs of features.
func alikeNames(rows []evaluation.RedundancyRow) wording.FeatureNames {
	var all []wording.Feature
	for _, row := range rows {
		for _, name := range row.MostAlike {
			all = append(all, wording.Feature{Name: name, Column: columnIn(row, name)})
		}
	}
	return wording.NameFeatures(all, wording.InTable)
}

// columnIn is the column of a feature of a ranking by its name.
func columnIn(row evaluation.RedundancyRow, name string) int {
	if i := slices.Index(row.Names, name); i >= 0 && i < len(row.Columns) {
		return row.Columns[i]
	}
	return wording.Unknown
}

func constantNote(n int) string {
	return wording.Plural(n, "constant column",
		"constant columns") + " among the chosen: no correlation with anything."
}

// reportLabels names the rankings of a report so that all are distinct. The table has a column for
// their numbers of features, a heat map does not.
func reportLabels(rows []evaluation.RedundancyRow) []string {
	labels, features := make([]string, len(rows)), make([]int, len(rows))
	for i, row := range rows {
		labels[i], features[i] = row.Label, row.K
	}
	return wording.Distinct(labels, features)
}
