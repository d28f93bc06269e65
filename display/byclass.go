package display

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

// maxGroups is the largest number of rows in the table of distributions.
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
			{Name: "rank", Align: Right}, {Name: "feature"}, {Name: "class"},
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
	return t
}

func byClassTitle(d *evaluation.ClassDistributions) string {
	title := "Best feature by "
	if k := len(d.Features); k > 1 {
		title = fmt.Sprintf("Best %d features by ", k)
	}
	title += wording.Clean(d.Label)
	if d.Classes != nil {
		title += " in each class"
	}
	if d.Dataset != "" {
		title += ", " + wording.Clean(d.Dataset)
	}
	return title
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

const (
	maxInFigure = 240  // rows of all panels
	maxDots     = 2400 // in a figure
	namesRoom   = 96   // points for the names of the classes, at most
	widestRow   = 26   // points for the row of a class
	leastHeight = 60   // points for the rows of a panel
)

// ByClassFigure draws how the values of the best features are distributed, one
// panel a feature, one row a class, in the color and glyph that the class has in
// a scatter plot. Up to 150 samples of a class are all drawn, spread over the
// height of the row; more than ten have a box of the quartiles with the median and
// Tukey's whiskers; of more samples only those beyond the whiskers are drawn.
// These numbers are lower where there are many classes and features.
func ByClassFigure(d *evaluation.ClassDistributions) *figure.Figure {
	if len(d.Features) == 0 {
		return nil
	}
	drawn, rows := byClassDrawn(d)
	row := vg.Points(max(9, min(widestRow, 170/float64(rows))))
	limits := newLimits(drawn, rows)
	grid := figure.GridOf(len(drawn))
	grid.Height = max(row*vg.Length(rows), vg.Points(leastHeight)) + vg.Points(62)
	titles := byClassTitles(d, drawn, grid)
	return grid.Figure(byClassAlt(d), titles, figure.NewLegend(nil, grid.Total()),
		byClassNote(d, limits), func() []*plot.Plot {
			plots := make([]*plot.Plot, len(drawn))
			for i, f := range drawn {
				plots[i] = byClassPanel(d, f.Groups[:rows], row, grid, i%grid.Columns == 0, limits)
			}
			return plots
		})
}

// byClassTitles are rank and name of the features that are drawn, as the panels of a
// grid have room for them.
func byClassTitles(
	d *evaluation.ClassDistributions, drawn []evaluation.FeatureDistributions, grid figure.Panels,
) []string {
	var left vg.Length // for the names of the classes
	for _, name := range groupNames(d) {
		left = max(left, figure.TextStyle(figure.TextSize).Width(figure.Drawable(name)))
	}
	// The margins of a row of panels, the gaps between them, the names and their glyphs.
	beside := vg.Points(38+16*float64(grid.Columns-1)) + min(left, vg.Points(namesRoom))
	rank := figure.TitleStyle().Width(wording.Itoa(d.Features[len(drawn)-1].Rank) + ". ")
	room := grid.Width - beside/vg.Length(grid.Columns) - rank
	fits := figure.InFigure(figure.TitleStyle(), room)
	names, _ := byClassNames(d, fits)
	titles := make([]string, len(drawn))
	for i, f := range drawn {
		titles[i] = wording.Itoa(f.Rank) + ". " + names[i]
	}
	return titles
}

// byClassDrawn returns the features that are drawn and the number of rows of each.
func byClassDrawn(
	d *evaluation.ClassDistributions,
) (features []evaluation.FeatureDistributions, rows int) {
	rows = max(1, min(len(d.Classes), maxLegend))
	return d.Features[:min(len(d.Features), maxPanels, maxInFigure/rows)], rows
}

func byClassNote(d *evaluation.ClassDistributions, l limits) figure.Caption {
	note := fmt.Sprintf("Best by %s, values as they are in the data.", wording.Clean(d.Label))
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
		note += " Boxes: the middle half and the median; lines: to the last values within 1.5 " +
			"lengths of the box."
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
		note += fmt.Sprintf(" And %s more.", wording.Plural(more, "class", "classes"))
	}
	drawn, _ := byClassDrawn(d)
	if more := len(d.Features) - len(drawn); more > 0 {
		note += fmt.Sprintf(" And %s more.", wording.Plural(more, "feature", "features"))
	}
	return figure.Caption{Dataset: d.Dataset, Text: note}
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
		parts = append(parts, fmt.Sprintf("and %s more",
			wording.Plural(more, "feature", "features")))
	}
	return byClassTitle(d) + ": " + strings.Join(parts, "; ")
}

func byClassPanel(
	d *evaluation.ClassDistributions, groups []evaluation.Distribution, row vg.Length,
	grid figure.Panels, first bool, l limits,
) *plot.Plot {
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
	s := figure.NewScale(lo, hi)
	p := figure.NewPlot("", "")
	p.X.Min, p.X.Max = s.Bounds(lo, hi, 0.04, 0.04)
	p.Y.Min, p.Y.Max = 0, float64(len(groups))
	across := grid.Width - vg.Points(40) - vg.Points(namesRoom)/vg.Length(grid.Columns)
	if label := s.Label("value"); label != "value" {
		p.X.Label.Text = figure.Fit(p.X.Label.TextStyle, label, across)
	}
	p.X.Tick.Marker = figure.AxisTicks{Room: across, Style: p.X.Tick.Label}
	p.Y.Tick.Marker = plot.ConstantTicks(nil)
	p.Y.LineStyle.Width, p.Y.Padding = 0, vg.Points(2)
	if first {
		style := &p.Y.Tick.Label
		style.Font.Size = min(style.Font.Size, row*0.95)
		names := figure.FitApart(*style, groupNames(d)[:len(groups)], vg.Points(namesRoom))
		var ticks []plot.Tick
		for c, name := range names {
			ticks = append(ticks, plot.Tick{Value: float64(len(groups)-c) - 0.5, Label: name})
		}
		p.Y.Tick.Marker = plot.ConstantTicks(ticks)
		// the glyphs stand there
		p.Y.Tick.Length, p.Y.Tick.LineStyle.Color = vg.Points(14), color.Transparent
	}
	p.Add(&distributions{groups: groups, limits: l, scale: s, keys: first})
	return p
}
