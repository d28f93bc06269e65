package display

import (
	"fmt"
	"slices"
	"strings"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/terms"
	"fsnb.example/internal/wording"
)

// ShowRedundancy shows a report: its table, and a heat map.
func (s *screen) ShowRedundancy(r *evaluation.RedundancyReport) {
	if s.begin(r) {
		s.table(redundancyTable(r))
		s.figure(redundancyFigure(r))
	}
}

// redundancyTable is the table of a redundancy report.
func redundancyTable(r *evaluation.RedundancyReport) *Table {
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
	t.Title = ofData(t.Title, r.Dataset)
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
		"nothing, 1 when they are duplicates. The squared cosine is of the features as they "+
		"are, the correlations of the centered ones.")
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

// redundancyFigure draws the squared correlations of each ranking's features, one panel a ranking
// with one color scale for all. Values of at least .5 are printed if they fit. It returns nil when
// no ranking is small enough to draw.
func redundancyFigure(r *evaluation.RedundancyReport) *figure.Figure {
	var drawn []evaluation.RedundancyRow
	var maps []chart.HeatMap
	for i, label := range reportLabels(r.Rows) {
		if row := r.Rows[i]; row.Squared != nil {
			drawn = append(drawn, row)
			maps = append(maps, heatMap(label, row))
		}
	}
	if len(maps) == 0 {
		return nil
	}
	mark := chart.NewHeatMaps(squaredCorrelation, maps)
	note := "Squared correlation of the chosen features, best first." + cellNotes(mark)
	if large := len(r.Rows) - len(maps); large > 0 {
		note += fmt.Sprintf(" %s of more than %d features not drawn.",
			wording.Plural(large, "ranking", "rankings"), terms.MaxHeatMap)
	}
	return mark.Figure(redundancyReportAlt(r, drawn, maps), figure.Caption{Text: note}).Titled(
		figure.TitleOf("Squared correlation of the chosen features", r.Dataset))
}

// cellNotes say what the cells of heat maps hold.
func cellNotes(mark interface {
	Printed() bool
	Averaged() bool
}) string {
	note := ""
	if mark.Printed() {
		note += " Values of .5 and more are printed."
	}
	if mark.Averaged() {
		note += " A pixel is the mean of several pairs."
	}
	return note
}

// squaredCorrelation is what the colors of heat maps of features mean.
const squaredCorrelation = "squared correlation"

// heatMap is the mark of a ranking's features.
func heatMap(label string, row evaluation.RedundancyRow) chart.HeatMap {
	return chart.HeatMap{Label: label, Mean: row.SqCosCentered, K: row.K,
		Features: wording.Features(row.Names, row.Columns), Values: row.Squared}
}

func redundancyReportAlt(
	r *evaluation.RedundancyReport, drawn []evaluation.RedundancyRow, maps []chart.HeatMap,
) string {
	parts, names := make([]string, len(drawn)), alikeNames(drawn)
	for i, row := range drawn {
		a, b := row.MostAlike[0], row.MostAlike[1]
		parts[i] = fmt.Sprintf("%s mean %.2f, largest %s between %s and %s", maps[i].Label,
			row.SqCosCentered,
			wording.Fixed(row.Alike*row.Alike, 2),
			names.Of(a, columnIn(row, a)), names.Of(b, columnIn(row, b)))
	}
	text := "Heat map of squared correlations"
	text = ofData(text, r.Dataset)
	return text + ": " + strings.Join(parts, "; ")
}
