package display

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"fsnb.example/evaluation"
)

// maxGroups is the number of rows that the table of distributions lists.
const maxGroups = 60

// ShowByClass shows distributions: their table, and a panel for each feature.
func (s *Screen) ShowByClass(d *evaluation.ClassDistributions) {
	if s.begin(d) {
		s.table(ByClassTable(d))
		s.figure(ByClassFigure(d))
	}
}

// ByClassTable is the table of the values of the best features in each class: number
// of samples, median, quartiles, smallest and largest.
func ByClassTable(d *evaluation.ClassDistributions) *Table {
	t := &Table{
		Title: byClassTitle(d),
		Columns: []Column{
			{Name: "rank", Align: Right}, {Name: "feature"}, {Name: "class"}, {Name: "samples", Align: Right}, {Name: "min", Align: Right},
			{Name: "lower quartile", Align: Right}, {Name: "median", Align: Right}, {Name: "upper quartile", Align: Right}, {Name: "max", Align: Right},
		},
	}
	classes := groupNames(d)
	names, whole := byClassNames(d, inTable)
	total := 0
	for i, f := range d.Features {
		var numbers []float64
		for _, g := range f.Groups {
			numbers = append(numbers, g.Min, g.Q1, g.Median, g.Q3, g.Max)
		}
		written := formatColumn(numbers)
		for c, g := range f.Groups {
			if total++; total > maxGroups {
				continue
			}
			row := []string{itoa(f.Rank), names[i], classes[c], itoa(g.N)}
			t.SetWhole(len(t.Rows), 1, whole[i])
			if g.N > 0 {
				row = append(row, written[5*c:5*c+5]...)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	if total > maxGroups {
		t.Notes = append(t.Notes, fmt.Sprintf("The first %d of %d rows are listed.", maxGroups, total))
	}
	return t
}

func byClassTitle(d *evaluation.ClassDistributions) string {
	title := "Best feature by "
	if k := len(d.Features); k > 1 {
		title = fmt.Sprintf("Best %d features by ", k)
	}
	title += clean(d.Label)
	if d.Classes != nil {
		title += " in each class"
	}
	if d.Dataset != "" {
		title += ", " + clean(d.Dataset)
	}
	return title
}

func groupNames(d *evaluation.ClassDistributions) []string {
	if d.Classes == nil {
		return []string{"all samples"}
	}
	return distinct(d.Classes, nil)
}

// byClassNames are the names of the features, best first.
func byClassNames(
	d *evaluation.ClassDistributions, fits func(feature, string) bool,
) (shown, whole []string) {
	var all []feature
	for _, f := range d.Features {
		all = append(all, feature{f.Name, f.Feature})
	}
	names := nameFeatures(all, fits)
	for _, f := range all {
		shown = append(shown, names.shown[f])
		whole = append(whole, names.wholeOf(f.name, f.column))
	}
	return shown, whole
}

const (
	maxInFigure = 240  // rows of all panels
	maxDots     = 2400 // in a figure
	namesRoom   = 96   // points for the names of the classes, at most
	widestRow   = 26   // points for the row of a class
	leastHeight = 60   // points for the rows of a panel
)

// ByClassFigure draws how the values of the best features are distributed, one
// panel a feature, one row a class, in the colour and glyph that the class has in
// a scatter plot. Up to 150 samples of a class are all drawn, spread over the
// height of the row; more than ten have a box of the quartiles with the median and
// Tukey's whiskers; of more samples only those beyond the whiskers are drawn.
// These numbers are lower where there are many classes and features.
func ByClassFigure(d *evaluation.ClassDistributions) *Figure {
	if len(d.Features) == 0 {
		return nil
	}
	drawn, rows := byClassDrawn(d)
	row := vg.Points(max(9, min(widestRow, 170/float64(rows))))
	limits := newLimits(drawn, rows)
	grid := gridOf(len(drawn))
	grid.height = max(row*vg.Length(rows), vg.Points(leastHeight)) + vg.Points(62)
	titles := byClassTitles(d, drawn, grid)
	return grid.figure(byClassAlt(d), titles, newLegend(nil, grid.total()), byClassNote(d, limits), func() []*plot.Plot {
		plots := make([]*plot.Plot, len(drawn))
		for i, f := range drawn {
			plots[i] = byClassPanel(d, f.Groups[:rows], row, grid, i%grid.columns == 0, limits)
		}
		return plots
	})
}

// byClassTitles are rank and name of the features that are drawn, as the panels of a
// grid have room for them.
func byClassTitles(
	d *evaluation.ClassDistributions, drawn []evaluation.FeatureDistributions, grid panels,
) []string {
	var left vg.Length // for the names of the classes
	for _, name := range groupNames(d) {
		left = max(left, textStyle(textSize).Width(drawable(name)))
	}
	// The margins of a row of panels, the gaps between them, the names and their glyphs.
	beside := vg.Points(38+16*float64(grid.columns-1)) + min(left, vg.Points(namesRoom))
	rank := titleStyle().Width(itoa(d.Features[len(drawn)-1].Rank) + ". ")
	room := grid.width - beside/vg.Length(grid.columns) - rank
	fits := inFigure(titleStyle(), room)
	names, _ := byClassNames(d, fits)
	titles := make([]string, len(drawn))
	for i, f := range drawn {
		titles[i] = itoa(f.Rank) + ". " + names[i]
	}
	return titles
}

// byClassDrawn returns the features that are drawn and the number of rows of each.
func byClassDrawn(d *evaluation.ClassDistributions) (features []evaluation.FeatureDistributions, rows int) {
	rows = max(1, min(len(d.Classes), maxLegend))
	return d.Features[:min(len(d.Features), maxPanels, maxInFigure/rows)], rows
}

func byClassNote(d *evaluation.ClassDistributions, l limits) caption {
	note := fmt.Sprintf("Best by %s, values as they are in the data.", clean(d.Label))
	var boxes, beyond, all, thinned bool
	for _, f := range d.Features {
		for _, g := range f.Groups {
			all = all || g.N > 0 && g.N <= l.all
			boxes = boxes || g.N > l.few
			beyond = beyond || g.N > l.all && g.Beyond > 0
			thinned = thinned || g.N > l.all && g.Beyond > l.beyond
		}
	}
	if boxes {
		note += " Boxes: the middle half and the median; lines: to the last values within 1.5 lengths of the box."
	}
	switch {
	case all && !beyond:
		note += " Dots: samples."
	case all:
		note += fmt.Sprintf(" Dots: samples; of more than %d those beyond the lines.", l.all)
	case beyond:
		note += " Dots: samples beyond the lines."
	}
	if all || beyond {
		note += " The height of a dot in its row means nothing."
	}
	if thinned {
		note += fmt.Sprintf(" At most %d a class are drawn.", l.beyond)
	}
	if more := len(d.Classes) - maxLegend; more > 0 {
		note += fmt.Sprintf(" And %s more.", plural(more, "class", "classes"))
	}
	drawn, _ := byClassDrawn(d)
	if more := len(d.Features) - len(drawn); more > 0 {
		note += fmt.Sprintf(" And %s more.", plural(more, "feature", "features"))
	}
	return caption{d.Dataset, note}
}

func byClassAlt(d *evaluation.ClassDistributions) string {
	const most = 3 // features, and twice as many classes
	classes := groupNames(d)
	names, _ := byClassNames(d, inTable)
	var parts []string
	for i, f := range d.Features[:min(most, len(d.Features))] {
		var medians []float64
		for _, g := range f.Groups[:min(2*most, len(f.Groups))] {
			medians = append(medians, g.Median)
		}
		texts := formatColumn(medians)
		for c := range texts {
			texts[c] = classes[c] + " " + texts[c]
			if f.Groups[c].N == 0 {
				texts[c] = classes[c] + " none"
			}
		}
		if more := len(f.Groups) - len(texts); more > 0 {
			texts = append(texts, fmt.Sprintf("and %d more", more))
		}
		parts = append(parts, names[i]+" median "+strings.Join(texts, ", "))
	}
	if more := len(d.Features) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("and %s more", plural(more, "feature", "features")))
	}
	return byClassTitle(d) + ": " + strings.Join(parts, "; ")
}

func byClassPanel(d *evaluation.ClassDistributions, groups []evaluation.Distribution, row vg.Length, grid panels, first bool, l limits) *plot.Plot {
	var lo, hi float64
	some := false
	for _, g := range groups {
		switch {
		case g.N == 0:
		case !some:
			lo, hi, some = g.Min, g.Max, true
		default:
			lo, hi = min(lo, g.Min), max(hi, g.Max)
		}
	}
	s := newScale(lo, hi)
	p := newPlot("", "")
	p.X.Min, p.X.Max = s.bounds(lo, hi, 0.04, 0.04)
	p.Y.Min, p.Y.Max = 0, float64(len(groups))
	across := grid.width - vg.Points(40) - vg.Points(namesRoom)/vg.Length(grid.columns)
	if label := s.label("value"); label != "value" {
		p.X.Label.Text = fit(p.X.Label.TextStyle, label, across)
	}
	p.X.Tick.Marker = axisTicks{room: across, style: p.X.Tick.Label}
	p.Y.Tick.Marker = plot.ConstantTicks(nil)
	p.Y.LineStyle.Width, p.Y.Padding = 0, vg.Points(2)
	if first {
		style := &p.Y.Tick.Label
		style.Font.Size = min(style.Font.Size, row*0.95)
		names := fitApart(*style, groupNames(d)[:len(groups)], vg.Points(namesRoom))
		var ticks []plot.Tick
		for c, name := range names {
			ticks = append(ticks, plot.Tick{Value: float64(len(groups)-c) - 0.5, Label: name})
		}
		p.Y.Tick.Marker = plot.ConstantTicks(ticks)
		p.Y.Tick.Length, p.Y.Tick.LineStyle.Color = vg.Points(14), color.Transparent // the glyphs stand there
	}
	p.Add(&distributions{groups: groups, limits: l, scale: s, keys: first})
	return p
}
