package display

import (
	"fmt"
	"slices"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/number"
	"fsnb.example/internal/wording"
)

// ShowScatter shows a scatter plot: its table, if there is a continuous target, and the figure.
func (s *screen) ShowScatter(p *evaluation.ScatterPlot) {
	if s.begin(p) {
		s.table(scatterTable(p))
		s.figure(scatterFigure(p))
	}
}

// ShowScatter keeps the CSV form of a scatter plot.
func (s *sheet) ShowScatter(p *evaluation.ScatterPlot) {
	if p != nil && len(p.Panels) > 0 && whole[evaluation.ScatterPlot](s) {
		s.records(scatterCSV(p), nil)
	} else {
		s.screen.ShowScatter(p)
	}
}

// scatterTable is the table of a scatter plot by a continuous target: for each ranking the share of
// the variance on the first two components, and their absolute correlation with the target. It
// returns nil without a continuous target, since the figure says it all.
func scatterTable(s *evaluation.ScatterPlot) *Table {
	if s.Target == nil || len(s.Panels) == 0 {
		return nil
	}
	labels, _ := panelLabels(s)
	t := &Table{Title: scatterTitle(s), Columns: []Column{{Name: "ranking"},
		{Name: "features", Align: Right}, {Name: "PC 1", Align: Right},
		{Name: "PC 2", Align: Right},
		{Name: "PC 1", Align: Right}, {Name: "PC 2", Align: Right}},
		Groups: []Group{{Span: 2}, {Name: "share of variance", Span: 2},
			{Name: "correlation", Span: 2}}}
	for i, p := range s.Panels {
		row := []string{labels[i], wording.Itoa(p.K), wording.Percent(p.Explained[0]), "–",
			wording.Fixed(p.Correlation[0], 3), "–"}
		if !oneComponent(p) {
			row[3], row[5] = wording.Percent(p.Explained[1]), wording.Fixed(p.Correlation[1], 3)
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append(t.Notes, fmt.Sprintf("Correlation: the absolute correlation of a principal "+
		"component with %s. %s", valuesOf(s), scatterNote(s).Text))
	if s.Cached {
		t.Notes = append(t.Notes, cachedNote)
	}
	return t
}

// scatterCSV returns the points of a scatter plot as lines of a file: a line for each ranking and
// sample, with the row of the sample, its components, and its class or its target.
func scatterCSV(s *evaluation.ScatterPlot) [][]string {
	head := []string{"ranking", "row", "PC 1", "PC 2"}
	switch {
	case s.Target != nil:
		head = append(head, wording.WholeName(targetName(s)))
	case s.Y != nil:
		head = append(head, "class")
	}
	labels, _ := panelLabels(s)
	rows := [][]string{head}
	for k, p := range s.Panels {
		for i := range p.X {
			row := []string{labels[k], wording.Itoa(i), number.Text(p.X[i]), number.Text(p.Y[i])}
			switch {
			case s.Target != nil:
				row = append(row, number.Text(s.Target[i]))
			case s.Y != nil:
				row = append(row, wording.WholeName(s.Classes[s.Y[i]]))
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// targetName is the name of the continuous target.
func targetName(s *evaluation.ScatterPlot) string {
	if s.TargetName == "" {
		return "target"
	}
	return s.TargetName
}

func scatterTitle(s *evaluation.ScatterPlot) string {
	title := "Principal components"
	if slices.ContainsFunc(s.Panels,
		func(p evaluation.Panel) bool { return p.Label != "all features" }) {
		title += " of the chosen features"
	}
	return ofData(title, s.Dataset)
}

// valuesOf names the continuous target in a sentence or a label.
func valuesOf(s *evaluation.ScatterPlot) string { return wording.Clean(targetName(s)) }

// panelLabels are the labels and the numbers of features of the panels.
func panelLabels(s *evaluation.ScatterPlot) (labels []string, features []int) {
	labels, features = make([]string, len(s.Panels)), make([]int, len(s.Panels))
	for i, p := range s.Panels {
		labels[i], features[i] = p.Label, p.K
	}
	return wording.Distinct(labels, features), features
}

// scatterFigure draws the samples on the first two principal components of each
// ranking's features: one panel a ranking, one legend for all, the share of the
// variance on the axes. Classes differ in color and in glyph; a continuous target is
// shown by color, from dark blue to yellow, with a color bar. Features that have
// one component only are drawn as a strip, in which each class has a row.
func scatterFigure(s *evaluation.ScatterPlot) *figure.Figure {
	if len(s.Panels) == 0 {
		return nil
	}
	labels, _ := panelLabels(s)
	mark := chart.Scatter{Classes: wording.Distinct(s.Classes, nil), Class: s.Y}
	if s.Target != nil {
		mark.Value, mark.Values = s.Target, valuesOf(s)
	}
	for i, p := range s.Panels {
		panel := chart.ScatterPanel{Title: labels[i], X: p.X, Y: p.Y,
			XAxis: component(1, p), YAxis: component(2, p), Strip: oneComponent(p)}
		if oneComponent(p) {
			panel.YAxis = chart.Axis{Name: "no PC 2"}
			if s.Y != nil {
				panel.YAxis.Name += ": a row for each class"
			}
		}
		mark.Panels = append(mark.Panels, panel)
	}
	return mark.Figure(scatterAlt(s, labels), scatterNote(s)).Titled(scatterTitle(s))
}

// component is the axis of a component, 1 or 2.
func component(number int, p evaluation.Panel) chart.Axis {
	return chart.Axis{Name: fmt.Sprintf("PC %d", number),
		Note: fmt.Sprintf("(%s of variance)", wording.Percent(p.Explained[number-1]))}
}

// oneComponent reports whether all samples of a panel are on one line.
func oneComponent(p evaluation.Panel) bool { return p.Explained[1] == 0 }

func scatterNote(s *evaluation.ScatterPlot) figure.Caption {
	note := "Features as they are."
	if s.Standardized {
		note = "Standardized features."
	}
	if s.Target != nil {
		note += fmt.Sprintf(" Color: %s, dark for the smallest, light for the largest.",
			valuesOf(s))
	}
	if len(s.Panels) > 1 {
		note += " Same samples in every panel."
	}
	return figure.Caption{Text: note}
}

func scatterAlt(s *evaluation.ScatterPlot, labels []string) string {
	text := "PCA scatter plot"
	if s.Dataset != "" {
		text += " of " + wording.Clean(s.Dataset)
	}
	if len(s.Panels) > 0 {
		text += ", " + wording.Plural(len(s.Panels[0].X), "sample", "samples")
	}
	if len(s.Classes) > 0 {
		text += " in " + wording.Plural(len(s.Classes), "class", "classes")
	}
	if s.Target != nil {
		ends := wording.FormatColumn([]float64{slices.Min(s.Target), slices.Max(s.Target)})
		text += fmt.Sprintf(", colored by %s from %s to %s", valuesOf(s), ends[0], ends[1])
	}
	for i, p := range s.Panels {
		text += fmt.Sprintf("; %s, %s: PC 1 %s", labels[i],
			wording.Plural(p.K, "feature", "features"), wording.Percent(p.Explained[0]))
		if !oneComponent(p) {
			text += ", PC 2 " + wording.Percent(p.Explained[1])
		}
		text += " of variance"
		if s.Target != nil {
			text += ", correlation with " + valuesOf(s) + " " + wording.Fixed(p.Correlation[0], 2)
			if !oneComponent(p) {
				text += " and " + wording.Fixed(p.Correlation[1], 2)
			}
		}
	}
	return text
}
