package display

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/number"
	"fsnb.example/internal/wording"
)

const (
	// mostLines is the number of features of a path that its table lists, and mostNamed that of
	// lines with a color and a name.
	mostLines, mostNamed = 30, 7
)

// ShowCoefficientPath shows a path: its table and its figure.
func (s *screen) ShowCoefficientPath(p *evaluation.CoefficientPath) {
	if s.begin(p) {
		s.table(coefficientPathTable(p))
		s.figure(coefficientPathFigure(p))
	}
}

func pathTitle(p *evaluation.CoefficientPath) string {
	return ofData("Coefficients of "+wording.Clean(p.Label), p.Dataset)
}

// coefficientPathTable is the table of a path: the features in the order in which they enter, with
// the λ at which they do and their coefficients at the chosen λ and that of the least error, or at
// the last λ without cross-validation. The notes have the errors and the numbers of features.
func coefficientPathTable(p *evaluation.CoefficientPath) *Table {
	t := &Table{Title: pathTitle(p), Columns: []Column{{Name: "#", Align: Right},
		{Name: "feature"}, {Name: "enters at λ", Align: Right}}}
	at := shownPoints(p)
	for _, i := range at {
		t.Columns = append(t.Columns, Column{Name: pointName(p, i), Align: Right})
	}
	lines := p.Lines[:min(len(p.Lines), mostLines)]
	names, columns := make([]string, len(lines)), make([]int, len(lines))
	for i, l := range lines {
		names[i], columns[i] = l.Name, l.Feature
	}
	features := wording.NameFeatures(wording.Features(names, columns), wording.InTable)
	for k, l := range lines {
		row := []string{wording.Itoa(k + 1), features.Of(l.Name, l.Feature),
			significant(p.Points[l.Enters].Lambda)}
		for _, i := range at {
			cell := "–"
			if l.Values[i] != 0 {
				cell = significant(l.Values[i])
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	if more := len(p.Lines) - len(lines); more > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s more on the path.",
			wording.Plural(more, "feature", "features")))
	}
	t.Notes = append(t.Notes, "Coefficients are in the units of the features and of the target: "+
		wording.Clean(p.Target)+".", countsNote(p))
	if p.Best >= 0 {
		t.Notes = append(t.Notes, errorsNote(p))
	}
	if p.Partial {
		t.Notes = append(t.Notes, "Stopped before all folds were done: no λ is chosen.")
	}
	if p.Filled != "" {
		t.Notes = append(t.Notes, wording.FilledNote(p.Filled, "fold"))
	}
	t.Notes = append(t.Notes, wording.WarningNotes(p.Warnings)...)
	return t
}

// significant writes a number with three digits.
func significant(v float64) string {
	return wording.Minus(strconv.FormatFloat(v, 'g', 3, 64))
}

// shownPoints are the points whose coefficients the table has.
func shownPoints(p *evaluation.CoefficientPath) []int {
	switch {
	case p.Best < 0 && len(p.Points) == 0:
		return nil
	case p.Best < 0:
		return []int{len(p.Points) - 1}
	case p.Best == p.Chosen:
		return []int{p.Best}
	}
	return []int{p.Chosen, p.Best}
}

func pointName(p *evaluation.CoefficientPath, i int) string {
	switch i {
	case p.Chosen:
		return "one standard error"
	case p.Best:
		return "least error"
	}
	return "last λ"
}

// countsNote lists the numbers of features at some λ.
func countsNote(p *evaluation.CoefficientPath) string {
	const shown = 6
	var parts []string
	for k := range min(shown, len(p.Points)) {
		i := k
		if len(p.Points) > shown {
			i = int(math.Round(float64(k*(len(p.Points)-1)) / (shown - 1)))
		}
		q := p.Points[i]
		parts = append(parts, fmt.Sprintf("%d at %s", q.NonZero, significant(q.Lambda)))
	}
	return "Features with a coefficient, by λ: " + strings.Join(parts, ", ") + "."
}

func errorsNote(p *evaluation.CoefficientPath) string {
	best, chosen := p.Points[p.Best], p.Points[p.Chosen]
	standardError := best.Error.SD / math.Sqrt(float64(max(1, len(best.Error.Values))))
	note := fmt.Sprintf(
		"Mean squared error of %d folds: least, %s ± %s (standard error), at λ = %s "+
			"with %s; within one standard error of it, %s, at λ = %s with %s, the choice.", p.Folds,
		significant(best.Error.Mean), significant(standardError), significant(best.Lambda),
		wording.Plural(best.NonZero, "feature", "features"), significant(chosen.Error.Mean),
		significant(chosen.Lambda), wording.Plural(chosen.NonZero, "feature", "features"))
	if p.Groups != "" {
		note += " " + wording.GroupNote(p.Groups)
	}
	return note
}

// coefficientPathFigure draws the coefficients, times the standard deviations of their features,
// against λ on a logarithmic axis: one line a feature, the largest ones at the chosen λ in colors
// with their names, the others in gray. Vertical lines are the chosen λ and that of the least
// error. It returns nil for a path without features or with one λ.
func coefficientPathFigure(p *evaluation.CoefficientPath) *figure.Figure {
	if len(p.Lines) == 0 || len(p.Points) < 2 {
		return nil
	}
	c := &chart.Chart{Title: pathTitle(p), X: "λ", Y: "coefficient × standard deviation",
		LogX: true}
	named, others := largestLines(p)
	names := make([]string, len(named))
	for i, k := range named {
		names[i] = p.Lines[k].Name
	}
	for i, name := range wording.Distinct(names, nil) {
		s := chart.Series{Name: wording.Clean(name), Line: true}
		s.X, s.Y = pathLine(p, p.Lines[named[i]])
		c.Series = append(c.Series, s)
	}
	if len(others) > 0 {
		s := chart.Series{Name: wording.Plural(len(others), "other feature", "other features"),
			Line: true, Muted: true}
		for _, k := range others {
			x, y := pathLine(p, p.Lines[k])
			s.X, s.Y = append(append(s.X, x...), math.NaN()), append(append(s.Y, y...), 0)
			for range len(x) + 1 {
				s.Names = append(s.Names, p.Lines[k].Name)
			}
		}
		c.Series = append(c.Series, s)
	}
	for _, i := range shownPoints(p) {
		if p.Best >= 0 {
			name := "least error"
			if i == p.Chosen {
				name = "chosen"
			}
			c.Levels = append(c.Levels, chart.Level{Value: p.Points[i].Lambda, Vertical: true,
				Name: name + ": " + wording.Plural(p.Points[i].NonZero, "feature", "features")})
		}
	}
	c.Note = countsNote(p)
	if len(others) > 0 {
		where := "the chosen λ"
		if p.Best < 0 {
			where = "the last λ"
		}
		c.Note += " Named: the largest at " + where + "."
	}
	f, err := chart.ChartFigure(c)
	if err != nil {
		return nil
	}
	f.Alt = pathAlt(p)
	return f
}

// pathLine is the points of a line from before it enters, by rising λ.
func pathLine(p *evaluation.CoefficientPath, l evaluation.CoefficientLine) (x, y number.Numbers) {
	for i := len(p.Points) - 1; i >= max(0, l.Enters-1); i-- {
		x, y = append(x, p.Points[i].Lambda), append(y, l.Values[i]*l.Deviation)
	}
	return x, y
}

// largestLines are the features with the largest coefficients at the chosen λ, or the last one,
// times their standard deviation, and the others in their order.
func largestLines(p *evaluation.CoefficientPath) (named, others []int) {
	at := shownPoints(p)[0]
	for k := range p.Lines {
		named = append(named, k)
	}
	slices.SortStableFunc(named, func(a, b int) int {
		size := func(k int) float64 {
			return math.Abs(p.Lines[k].Values[at] * p.Lines[k].Deviation)
		}
		return cmp.Compare(size(b), size(a))
	})
	if len(named) > mostNamed {
		others = slices.Clone(named[mostNamed:])
		slices.Sort(others)
		named = named[:mostNamed]
	}
	return named, others
}

// pathAlt describes the figure.
func pathAlt(p *evaluation.CoefficientPath) string {
	var names []string
	for _, l := range p.Lines[:min(3, len(p.Lines))] {
		names = append(names, wording.Shorten(l.Name, 60))
	}
	text := fmt.Sprintf("%s against λ, %s: first %s", pathTitle(p),
		wording.Plural(len(p.Lines), "feature", "features"), strings.Join(names, ", "))
	if p.Best >= 0 {
		text += fmt.Sprintf("; chosen λ %s with %s, least error at %s with %d",
			significant(p.Points[p.Chosen].Lambda),
			wording.Plural(p.Points[p.Chosen].NonZero, "feature", "features"),
			significant(p.Points[p.Best].Lambda), p.Points[p.Best].NonZero)
	}
	return text
}
