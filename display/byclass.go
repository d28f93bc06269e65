package display

import (
	"fmt"
	"strings"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/terms"
	"fsnb.example/internal/wording"
)

// maxGroups is the largest number of rows in the table of distributions.
const maxGroups = 60

// ShowByClass shows distributions: their table, and a panel for each feature.
func (s *screen) ShowByClass(d *evaluation.ClassDistributions) {
	if s.begin(d) {
		s.table(byClassTable(d))
		s.figure(byClassFigure(d))
	}
}

// byClassTable is the table of the values of the best features in each class, or in each quartile
// of a continuous target: number of samples, median, quartiles, smallest and largest.
func byClassTable(d *evaluation.ClassDistributions) *Table {
	group := "class"
	if d.Target != "" {
		group = wording.Clean(d.Target)
	}
	t := &Table{
		Title: byClassTitle(d),
		Columns: []Column{
			{Name: "rank", Align: Right}, {Name: "feature"}, {Name: group},
			{Name: "samples", Align: Right}, {Name: "min", Align: Right},
			{Name: "lower quartile", Align: Right}, {Name: "median", Align: Right},
			{Name: "upper quartile", Align: Right}, {Name: "max", Align: Right},
		},
	}
	classes := groupNames(d)
	names, whole := byClassNames(d, wording.InTable)
	total := 0
	for i, f := range d.Features {
		var numbers []float64
		for _, g := range f.Groups {
			numbers = append(numbers, g.Min, g.Q1, g.Median, g.Q3, g.Max)
		}
		written := wording.FormatColumn(numbers)
		for c, g := range f.Groups {
			if total++; total > maxGroups {
				continue
			}
			row := []string{wording.Itoa(f.Rank), names[i], classes[c], wording.Itoa(g.N)}
			t.SetWhole(len(t.Rows), 1, whole[i])
			if g.N > 0 {
				row = append(row, written[5*c:5*c+5]...)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	if total > maxGroups {
		t.Notes = append(t.Notes,
			fmt.Sprintf("The first %d of %d rows are listed.", maxGroups, total))
	}
	if d.Target != "" {
		t.Notes = append(t.Notes, quartileNote(d))
	}
	return t
}

// quartileNote says what the rows are with a continuous target.
func quartileNote(d *evaluation.ClassDistributions) string {
	name := wording.Clean(d.Target)
	switch len(d.Classes) {
	case 1:
		return fmt.Sprintf("One row: %s is the same in all samples.", name)
	case 4:
		return fmt.Sprintf("Rows: the samples in the quartiles of %s, from its smallest to its "+
			"largest value in each.", name)
	}
	return fmt.Sprintf(
		"Rows: the samples in the quartiles of %s, from its smallest to its largest "+
			"value in each; %d instead of 4, since equal values are in one.", name, len(d.Classes))
}

func byClassTitle(d *evaluation.ClassDistributions) string {
	title := "Best feature by "
	if k := len(d.Features); k > 1 {
		title = fmt.Sprintf("Best %d features by ", k)
	}
	title += wording.Clean(d.Label)
	switch {
	case d.Target != "":
		title += " by quartile of " + wording.Clean(d.Target)
	case d.Classes != nil:
		title += " in each class"
	}
	return ofData(title, d.Dataset)
}

func groupNames(d *evaluation.ClassDistributions) []string {
	if d.Classes == nil {
		return []string{"all samples"}
	}
	return wording.Distinct(d.Classes, nil)
}

// byClassNames are the names of the features, best first.
func byClassNames(
	d *evaluation.ClassDistributions, fits func(wording.Feature, string) bool,
) (shown, whole []string) {
	var all []wording.Feature
	for _, f := range d.Features {
		all = append(all, wording.Feature{Name: f.Name, Column: f.Feature})
	}
	names := wording.NameFeatures(all, fits)
	for _, f := range all {
		shown = append(shown, names.Shown[f])
		whole = append(whole, names.WholeOf(f.Name, f.Column))
	}
	return shown, whole
}

// byClassFigure draws how the values of the best features are distributed, one
// panel a feature, one row a class, in the color and glyph that the class has in
// a scatter plot. Up to 150 samples of a class are all drawn, spread over the
// height of the row; more than ten have a box of the quartiles with the median and
// Tukey's whiskers; of more samples only those beyond the whiskers are drawn.
// These numbers are lower where there are many classes and features.
func byClassFigure(d *evaluation.ClassDistributions) *figure.Figure {
	if len(d.Features) == 0 {
		return nil
	}
	mark := distributions(d)
	return mark.Figure(byClassAlt(d), byClassNote(d, mark)).Titled(byClassTitle(d))
}

// distributions is the mark of a result.
func distributions(d *evaluation.ClassDistributions) *chart.Boxes {
	mark := &chart.Boxes{Rows: groupNames(d), MostValues: terms.MaxValues,
		MostOutliers: terms.MaxOutliers}
	for _, f := range d.Features {
		panel := chart.BoxPanel{Rank: f.Rank,
			Feature: wording.Feature{Name: f.Name, Column: f.Feature}}
		for _, g := range f.Groups {
			panel.Boxes = append(panel.Boxes, chart.Box{N: g.N, Min: g.Min, Q1: g.Q1,
				Median: g.Median, Q3: g.Q3, Max: g.Max, Low: g.Low, High: g.High,
				Outliers: g.Outliers, Values: g.Values})
		}
		mark.Panels = append(mark.Panels, panel)
	}
	return mark
}

func byClassNote(d *evaluation.ClassDistributions, mark *chart.Boxes) figure.Caption {
	l := mark.Limits()
	note := "Values as they are in the data."
	if d.Target != "" {
		note += " " + quartileNote(d)
	}
	var boxes, beyond, all, thinned bool
	for _, f := range d.Features {
		for _, g := range f.Groups {
			all = all || g.N > 0 && g.N <= l.All
			boxes = boxes || g.N > l.Few
			beyond = beyond || g.N > l.All && g.Beyond > 0
			thinned = thinned || g.N > l.All && g.Beyond > l.Beyond
		}
	}
	if boxes {
		note += " Boxes: the middle half and the median; lines: to the last values within 1.5 " +
			"lengths of the box."
	}
	switch {
	case all && !beyond:
		note += " Dots: samples."
	case all:
		note += fmt.Sprintf(" Dots: samples; of more than %d those beyond the lines.", l.All)
	case beyond:
		note += " Dots: samples beyond the lines."
	}
	if all || beyond {
		note += " The height of a dot in its row means nothing."
	}
	if thinned {
		note += fmt.Sprintf(" At most %d a class are drawn.", l.Beyond)
	}
	if more := len(d.Classes) - chart.MaxLegend; more > 0 {
		note += fmt.Sprintf(" And %s more.", wording.Plural(more, "class", "classes"))
	}
	drawn, _ := mark.Drawn()
	if more := len(d.Features) - drawn; more > 0 {
		note += fmt.Sprintf(" And %s more.", wording.Plural(more, "feature", "features"))
	}
	return figure.Caption{Text: note}
}

func byClassAlt(d *evaluation.ClassDistributions) string {
	const most = 3 // features, and twice as many classes
	classes := groupNames(d)
	names, _ := byClassNames(d, wording.InTable)
	var parts []string
	for i, f := range d.Features[:min(most, len(d.Features))] {
		var medians []float64
		for _, g := range f.Groups[:min(2*most, len(f.Groups))] {
			medians = append(medians, g.Median)
		}
		texts := wording.FormatColumn(medians)
		for c := range texts {
			name := classes[c]
			if d.Target != "" { // a range: more numbers follow
				name += ":"
			}
			texts[c] = name + " " + texts[c]
			if f.Groups[c].N == 0 {
				texts[c] = name + " none"
			}
		}
		if more := len(f.Groups) - len(texts); more > 0 {
			texts = append(texts, fmt.Sprintf("and %d more", more))
		}
		parts = append(parts, names[i]+" median "+strings.Join(texts, ", "))
	}
	if more := len(d.Features) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("and %s more",
			wording.Plural(more, "feature", "features")))
	}
	return byClassTitle(d) + ": " + strings.Join(parts, "; ")
}
