package study

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/suggest"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// ShowOn shows methods over data sets: the table, and the heat map.
func (o *Overview) ShowOn(screen any) {
	display.Parts{
		Tables: func() ([]*table.Table, error) {
			t, err := o.table()
			return []*table.Table{t}, err
		},
		Figures: func() []*figure.Figure { return []*figure.Figure{o.figure()} },
	}.ShowOf(o, screen)
}

// table is the table of methods over data sets: a row for each method, the best average
// rank first, with its family, the number of data sets on which it has a value, on how many it is
// the first (several are where they are equal), the mean difference to the median of the methods,
// and the comparison with the first: on how many data sets it is better and worse, and Wilcoxon's
// p-value, adjusted by Holm for all comparisons (Overview.Against). Methods that do not
// differ from the first at 5% are bold; one without a data set in common with it has no comparison.
// Methods without any value are named in a note. It returns an error for fewer than two methods or
// data sets, and for a measure of which neither more nor less is better.
func (o *Overview) table() (*table.Table, error) {
	o, without := answered(o)
	r, err := o.Ranks(evaluation.RankOptions{})
	if err != nil {
		return nil, err
	}
	first := r.Order[0]
	versus, err := o.Against(o.Methods[first])
	if err != nil {
		return nil, err
	}
	by := map[string]Versus{}
	for _, v := range versus {
		by[v.Method] = v
	}
	t := &table.Table{Title: overviewTitle(o)}
	families := slices.ContainsFunc(o.Families, func(f string) bool {
		return f != "" && !slices.Contains(o.Methods, f)
	})
	t.Groups = []table.Group{{Span: 5}, {Name: "against the first", Span: 3}}
	t.Columns = append([]table.Column{{Name: "method"}}, table.Numbers("data sets", "average rank",
		"first on", "mean difference", "better", "worse", "adjusted p")...)
	if families {
		t.Groups[0].Span++
		t.Columns = slices.Insert(t.Columns, 1, table.Column{Name: "family"})
	}
	means := o.Relative().Means()
	labels := wording.Distinct(o.Methods, nil)
	differs := false // a method from the first
	for _, m := range r.Order {
		v, other := by[o.Methods[m]]
		row := []string{labels[m]}
		if families {
			row = append(row, o.Families[m])
		}
		mean := "–"
		if !math.IsNaN(means[m]) {
			mean = wording.Signed(means[m], 3)
		}
		row = append(row, wording.Itoa(len(o.known(m))), wording.Fixed(r.Friedman.Average[m], 1),
			wording.Itoa(r.Wins[m]), mean)
		good := !other
		if other && v.Sets > 0 {
			row = append(row, wording.Itoa(v.Won), wording.Itoa(v.Lost), wording.PValue(v.Adjusted))
			good = v.Adjusted > Alpha
			differs = differs || !good
		} else {
			row = append(row, "–", "–", "–")
		}
		strong := make([]bool, len(row))
		strong[0] = good
		t.Rows, t.Strong = append(t.Rows, row), append(t.Strong, strong)
	}
	t.Notes = overviewNotes(o, r)
	if len(without) > 0 {
		t.Notes = append(t.Notes, "Without any value: "+strings.Join(without, ", ")+".")
	}
	bold := "Bold (* in text): does not differ"
	if !differs {
		bold = "No method is bold: none differs"
		for _, strong := range t.Strong {
			strong[0] = false
		}
	}
	t.Notes = append(t.Notes, bold+" significantly from the first (Wilcoxon's signed ranks over "+
		"the data sets at 5%, adjusted by Holm).")
	return t, nil
}

func answered(o *Overview) (kept *Overview, without []string) {
	kept = o.Complete(0)
	for _, name := range o.Methods {
		if !slices.Contains(kept.Methods, name) {
			without = append(without, name)
		}
	}
	return kept, without
}

func overviewTitle(o *Overview) string {
	return fmt.Sprintf("%s over %s: %s", wording.Plural(len(o.Methods), "method", "methods"),
		wording.Plural(len(o.Sets), "data set", "data sets"), wording.CleanSentence(o.Measure))
}

func overviewNotes(o *Overview, r *evaluation.RankComparison) []string {
	better := "more is better"
	if o.Better < 0 {
		better = "less is better"
	}
	return []string{"Rank 1 is the best on a data set; " + better + ". A method without a " +
		"value on a data set shares the last rank there.",
		"Mean difference: to the median of the methods on each data set, over those where the " +
			"method has a value.", display.FriedmanNote(r), display.NemenyiNote(r)}
}

// figure is a heat map of the methods, the best average rank on top, and the data sets:
// the difference of each value to the median of the methods on the data set. It returns nil for
// fewer than two methods or data sets, for more than 5,000 cells, and for a measure of which
// neither more nor less is better.
func (o *Overview) figure() *figure.Figure {
	const most = 5000
	o, _ = answered(o)
	r, err := o.Ranks(evaluation.RankOptions{})
	if err != nil || len(o.Methods)*len(o.Sets) > most {
		return nil
	}
	relative := o.Relative()
	mark := &chart.Differences{Title: overviewTitle(o), Values: "less the median",
		Of: "value", Less: "median", Gray: true}
	for _, s := range o.Sets {
		mark.Columns = append(mark.Columns, s.Name)
	}
	labels := wording.Distinct(o.Methods, nil)
	for _, m := range r.Order {
		mark.Rows = append(mark.Rows, labels[m])
		line := make([]chart.Difference, len(o.Sets))
		for s := range o.Sets {
			if v := relative.Values[s][m]; o.Known[s][m] {
				line[s] = chart.Difference{Known: true, Value: v, Text: wording.SignedShort(v, 3),
					Printed: wording.Fixed(o.Values[s][m]-v, 3),
					Ours:    wording.Fixed(o.Values[s][m], 3)}
			}
		}
		mark.Cells = append(mark.Cells, line)
	}
	best := strings.Join(mark.Rows[:min(3, len(mark.Rows))], ", ")
	better := map[bool]string{true: "orange", false: "blue"}[o.Better > 0]
	text := "Each value less the median of the methods on the data set; rows by average rank, " +
		"the best on top. Better than the median is " + better + "."
	if slices.ContainsFunc(o.Known, func(known []bool) bool {
		return slices.Contains(known, false)
	}) {
		text += " Gray: no value, because the method took too long or does not take the data."
	}
	return mark.Figure(overviewTitle(o)+": heat map of differences to the median of the methods; "+
		"best average ranks: "+best, figure.Caption{Text: text})
}

// FrontChart draws methods by the means of two overviews: a across, b upwards. The Pareto front,
// those that no other beats in both, has names and is joined by a line; more names can be given.
// Means are over the data sets where a method has values of both (Overview.common); methods
// without any are left out. It returns the errors of Overview.Front, one for a name that the
// overviews do not have, and one where no method has values of both.
func FrontChart(a, b *Overview, named ...string) (*display.Chart, error) {
	for _, name := range named {
		if !slices.Contains(a.Methods, name) {
			return nil, errors.New(suggest.Unknown("method", name, a.Methods))
		}
	}
	a, b, err := a.common(b)
	if err != nil {
		return nil, err
	}
	front, err := a.Front(b)
	if err != nil {
		return nil, err
	}
	xs, ys := a.Means(), b.Means()
	best := display.Series{Name: "no other is better in both"}
	rest := display.Series{Name: "other methods", Points: true, Muted: true}
	if len(front) == 0 { // then none has a value
		return nil, fmt.Errorf("no method has values of both %s and %s on a data set; give other "+
			"measures", a.Measure, b.Measure)
	}
	var order []int
	for m := range a.Methods {
		if !math.IsNaN(xs[m]) { // then neither is the other
			order = append(order, m)
		}
	}
	slices.SortStableFunc(order, func(m, n int) int { return cmp.Compare(xs[m], xs[n]) })
	for _, m := range order {
		name := a.Methods[m]
		to, label := &rest, ""
		if slices.Contains(front, name) {
			to, label = &best, name
		} else if slices.Contains(named, name) {
			label = name
		}
		to.X, to.Y = append(to.X, xs[m]), append(to.Y, ys[m])
		to.Labels, to.Names = append(to.Labels, label), append(to.Names, name)
	}
	c := &display.Chart{X: a.Measure, Y: b.Measure, Title: fmt.Sprintf("%s over %s",
		wording.Plural(len(best.Y)+len(rest.Y), "method", "methods"),
		wording.Plural(len(a.Sets), "data set", "data sets"))}
	for _, s := range []display.Series{rest, best} {
		if len(s.Y) > 0 {
			c.Series = append(c.Series, s)
		}
	}
	return c, nil
}
