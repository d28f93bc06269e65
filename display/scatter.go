package display

import (
	"fmt"

	"fsnb.example/display/chart"
	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

// ShowScatter shows a scatter plot.
func (s *Screen) ShowScatter(p *evaluation.ScatterPlot) {
	if s.begin(p) {
		s.figure(ScatterFigure(p))
	}
}

// ScatterFigure draws the samples on the first two principal components of each
// ranking's features: one panel a ranking, one legend for all, the share of the
// variance on the axes. Classes differ in color and in glyph. Features that have
// one component only are drawn as a strip, in which each class has a row.
func ScatterFigure(s *evaluation.ScatterPlot) *figure.Figure {
	if len(s.Panels) == 0 {
		return nil
	}
	labels, features := make([]string, len(s.Panels)), make([]int, len(s.Panels))
	for i, p := range s.Panels {
		labels[i], features[i] = p.Label, p.K
	}
	labels = wording.Distinct(labels, features)
	mark := chart.Scatter{Classes: wording.Distinct(s.Classes, nil), Class: s.Y}
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
	return mark.Figure(scatterAlt(s, labels), scatterNote(s))
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
	if len(s.Panels) > 1 {
		note += " Same samples in every panel."
	}
	return figure.Caption{Dataset: s.Dataset, Text: note}
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
	for i, p := range s.Panels {
		text += fmt.Sprintf("; %s, %s: PC 1 %s", labels[i],
			wording.Plural(p.K, "feature", "features"), wording.Percent(p.Explained[0]))
		if !oneComponent(p) {
			text += ", PC 2 " + wording.Percent(p.Explained[1])
		}
		text += " of variance"
	}
	return text
}
