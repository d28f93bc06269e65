package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fsnb.example/display"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// worstLabeled is the number of points of a scatter that have a label.
const worstLabeled = 5

// AgreementChart has a point for each printed number of a table that is comparable with ours,
// printed against ours, with the diagonal and a series for each method. The five points furthest
// from it have the data set's name; the note has these in full, and says how closely the numbers
// agree. It returns an error for a table without such numbers, and for one that describes the data
// sets.
func (c *Comparison) AgreementChart() (*display.Chart, error) {
	points := c.points()
	if c.describes() || len(points) == 0 {
		return nil, fmt.Errorf("%s, Table %s has no numbers of ours to draw beside the printed "+
			"ones", c.Paper, c.Table)
	}
	out := &display.Chart{Title: comparisonTitle(c), X: "printed", Y: "ours", Diagonal: true}
	worst := furthest(points, worstLabeled)
	at := map[string]int{}
	for _, p := range points {
		i, ok := at[p.Method]
		if !ok {
			i = len(out.Series)
			at[p.Method] = i
			out.Series = append(out.Series, display.Series{Name: p.Method, Points: true})
		}
		s := &out.Series[i]
		s.X, s.Y = append(s.X, p.Printed), append(s.Y, p.Row.Ours)
		label := ""
		if slices.ContainsFunc(worst, func(w point) bool {
			return w.Row.Entry == p.Row.Entry
		}) {
			label = p.Set // the color is the method's
		}
		s.Labels = append(s.Labels, label)
	}
	out.Note = agreementCaption(c)
	if len(worst) > 0 {
		out.Note += " Furthest from the diagonal: " + worstText(worst) + "."
	}
	return out, nil
}

func worstText(worst []point) string {
	var parts []string
	for _, p := range worst {
		parts = append(parts, fmt.Sprintf("%s on %s (%s)", wording.Clean(p.Method),
			wording.Clean(p.Set), wording.Signed(p.Row.Difference, p.Row.Entry.Decimals())))
	}
	return strings.Join(parts, ", ")
}

// agreementCaption says in words how closely the comparable numbers agree.
func agreementCaption(c *Comparison) string {
	a := c.Agreement()
	decimals := c.Rows[a.Least].Entry.Decimals() + 1
	text := fmt.Sprintf("%s: mean absolute difference %s, mean difference %s",
		wording.Plural(a.N, "number", "numbers"), wording.Fixed(a.MeanAbsolute, decimals),
		wording.Signed(a.Mean, decimals))
	if !math.IsNaN(a.Correlation) {
		text += ", correlation " + wording.Fixed(a.Correlation, 2)
	}
	text += "."
	if a.Contests > 0 {
		text += fmt.Sprintf(" The paper's best method is the best here, too, in %d of %d "+
			"comparisons on a data set.", a.SameBest, a.Contests)
	}
	return text + " " + wording.Sentence(c.Units+betterIs(c.Better))
}

// DifferencesFigure is a heat map of ours less the printed numbers, with the rows and columns of
// the printed table that have a comparable number, and the difference in each cell. Colors diverge
// from white at 0, up to the largest absolute difference. Cells without a comparable number are
// empty. Parts of a table stand below each other. It returns an error for a table without
// comparable numbers, and for one that describes the data sets.
func (c *Comparison) DifferencesFigure() (*figure.Figure, error) {
	points := c.points()
	if c.describes() || len(points) == 0 {
		return nil, fmt.Errorf("%s, Table %s has no numbers of ours to subtract from the printed "+
			"ones", c.Paper, c.Table)
	}
	mark := differencesOf(c, points)
	worst := furthest(points, 1)
	alt := comparisonTitle(c) + ": heat map of ours less the printed numbers"
	if len(worst) > 0 {
		alt += fmt.Sprintf("; largest %s (%s, %s)", wording.Signed(worst[0].Row.Difference,
			worst[0].Row.Entry.Decimals()), worst[0].Method, worst[0].Set)
	}
	return mark.Figure(alt, figure.Caption{Text: "Ours less the printed number; " +
		"white: no difference. " + wording.Sentence(c.Units+betterIs(c.Better))}), nil
}

func differencesOf(c *Comparison, points []point) *chart.Differences {
	mark := &chart.Differences{Title: comparisonTitle(c), Values: "ours less printed"}
	parts := slices.ContainsFunc(points, func(p point) bool {
		return p.Row.Entry.Section != points[0].Row.Entry.Section
	})
	heads, lines := c.grid(Compared.single)
	mark.Columns = heads
	for _, l := range lines {
		if parts && l.section != "" {
			l.row += ", " + l.section
		}
		var cells []chart.Difference
		for _, r := range l.cells {
			cell := chart.Difference{}
			if r.single() {
				decimals := r.Entry.Decimals()
				cell = chart.Difference{Known: true, Value: r.Difference,
					Text:    wording.SignedShort(r.Difference, decimals),
					Printed: r.Entry.Printed, Ours: wording.Fixed(r.Ours, decimals)}
			}
			cells = append(cells, cell)
		}
		mark.Rows, mark.Cells = append(mark.Rows, l.row), append(mark.Cells, cells)
	}
	return mark
}

// MeansTable is the means of each method over the data sets for which both the paper and we
// have a comparable number, and on how many of them it is the best. It returns an error where there
// is none.
func (c *Comparison) MeansTable() (*table.Table, error) {
	means := c.MethodMeans()
	if len(means) == 0 {
		return nil, fmt.Errorf("%s, Table %s has no methods with numbers of ours", c.Paper,
			c.Table)
	}
	t := &table.Table{Title: comparisonTitle(c) + ", means",
		Columns: []table.Column{{Name: "method"}}}
	several := slices.ContainsFunc(means,
		func(m MethodMean) bool { return m.Measure != means[0].Measure })
	if several {
		t.Columns = append(t.Columns, table.Column{Name: "measure"})
	}
	t.Columns = append(t.Columns, table.Numbers("data sets", "printed", "ours", "difference")...)
	if c.Better != "" {
		t.Columns = append(t.Columns, table.Numbers("best on, printed", "ours")...)
	}
	decimals := c.points()[0].Row.Entry.Decimals() + 1
	for _, m := range means {
		row := []string{m.Method}
		if several {
			row = append(row, m.Measure)
		}
		row = append(row, wording.Itoa(m.N), wording.Fixed(m.Printed, decimals),
			wording.Fixed(m.Ours, decimals), wording.Signed(m.Ours-m.Printed, decimals))
		if c.Better != "" {
			row = append(row, wording.Itoa(m.BestPrinted), wording.Itoa(m.BestOurs))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = []string{"Means over the data sets for which both the paper and we have a number. " +
		wording.Sentence(c.Units+betterIs(c.Better))}
	return t, nil
}
