package study

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"fsnb.example/display"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// ShowOn shows a study: a table a measure, times last, then the curves of each measure except
// time, where there are several numbers of features, and the ranks over the data sets. As CSV it is
// that of WriteCSV.
func (r *Result) ShowOn(screen any) {
	display.Parts{Tables: func() ([]*table.Table, error) { return r.tables(), nil },
		Figures: r.figures, CSV: func(w io.Writer) error { return r.WriteCSV(w, "") },
	}.ShowOf(r, screen)
}

// Table is the table of one measure of a study: a row for each data set and a column for each
// method, or the other way round when there are more than seven methods and fewer data sets. Below
// them stand the mean and the average rank over the data sets, and the numbers of data sets on
// which a method is significantly better than, not different from, or worse than the first.
//
// Bold cells are the best of a data set and those not significantly worse by the corrected test
// (Result.marks), unless these are all; a dagger marks those that the plain test finds worse.
// A missing value is a dash with the number of a note that gives the reason. Where neither more nor
// less is better, and for times, nothing is bold or ranked. A study stopped before its first value
// is a one-line message.
func (r *Result) Table(measure int, v View) *table.Table {
	return newShown(r, measure, v).table()
}

// tables are a table of each measure, and of its grids, those of times at the
// end.
func (r *Result) tables() []*table.Table {
	var out, times []*table.Table
	for m, info := range r.Measures {
		if info.Time {
			times = append(times, r.Table(m, View{}))
		} else {
			out = append(out, r.Table(m, View{}))
			if t := r.GridTable(m); t != nil {
				out = append(out, t)
			}
		}
	}
	return append(out, times...)
}

// figures are the curves of each measure but time, where there are several
// numbers of features, and then the ranks over the data sets.
func (r *Result) figures() []*figure.Figure {
	var out, ranks []*figure.Figure
	for m, info := range r.Measures {
		if info.Time {
			continue
		}
		if f := r.Figure(m); f != nil && !r.Single() {
			out = append(out, f)
		}
		if f := r.RanksFigure(m, View{}); f != nil {
			ranks = append(ranks, f)
		}
	}
	return append(out, ranks...)
}

// GridTable shows the results of a study with Grids by one of its measures: for each data set and
// method the number of configurations, the value and the parameters of the best, the value with the
// best at each number of features, and the values of the median and the worst. It is nil for other
// studies.
func (r *Result) GridTable(measure int) *table.Table {
	t := &table.Table{
		Title: titleOf(r, measure) + ": the best of each grid",
		Columns: slices.Concat([]table.Column{{Name: "data set"}, {Name: "method"}},
			table.Numbers("tried", "best"), []table.Column{{Name: "with"}},
			table.Numbers("at each", "median", "worst")),
		Notes: []string{
			"Each value is the mean over the numbers of features and the splits; at each: with " +
				"the best configuration at each number of features.",
			"The best is chosen after the fact, on the values that are shown: it is too good " +
				"for new data. What the choice is worth is how far it lies above the median of " +
				"the same grid.",
		},
	}
	set := -1
	for _, g := range r.Grids {
		if g.Measure != measure {
			continue
		}
		name := ""
		if g.Set != set {
			set, name = g.Set, r.Sets[g.Set].Name
		}
		t.Rows = append(t.Rows,
			[]string{name, g.Name, wording.Itoa(g.Tried), gridNumber(g.Best), g.With,
				gridNumber(g.Each), gridNumber(g.Median), gridNumber(g.Last)})
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

func gridNumber(v float64) string { return fmt.Sprintf("%.3f", v) }

// fewData is the number of data sets from which Friedman's test is reliable (Demšar 2006, section
// 3.2.2), and leastRanked that from which ranks are drawn.
const fewData, leastRanked = 10, 3

// RanksFigure is the critical-difference plot of a measure of a study, of the
// methods that have a value somewhere over the data sets on which all of these
// have one. It returns nil for fewer than three such data sets or two methods, for
// times, and where neither more nor less is better.
func (r *Result) RanksFigure(measure int, v View) *figure.Figure {
	s := newShown(r, measure, v)
	if !s.ranked() || len(s.whole) < leastRanked || len(s.present) < 2 {
		return nil
	}
	ranks, err := r.ranksOf(s.present, measure, v)
	if err != nil {
		return nil
	}
	if len(s.whole) <= fewData {
		ranks.Score += fmt.Sprintf(" (few data sets: more than %d are wanted)", fewData)
	}
	return display.RanksFigure(ranks)
}

// maxStudyPanels is the number of data sets whose curves a figure shows.
const maxStudyPanels = 12

// Figure draws a measure of a study against the number of features: a panel for each of the
// first twelve data sets that have values, in each a line with a glyph for each method, a band of
// one standard deviation around it, and a dashed line for all features. The axes are those of
// accuracy curves. It returns nil when there is no value.
func (r *Result) Figure(measure int) *figure.Figure {
	s := newStudyCurves(r, measure)
	if len(s.sets) == 0 {
		return nil
	}
	shown := s.sets[:min(len(s.sets), maxStudyPanels)]
	titles := make([]string, len(shown))
	for i, one := range shown {
		titles[i] = r.Sets[one.set].Name
	}
	titles = wording.Distinct(titles, nil)
	if len(shown) == 1 {
		titles[0] = titleOf(r, measure) + ", " + titles[0]
	}
	var mark chart.Curves
	mark.Names, mark.Level = s.names(shown)
	for i, one := range shown {
		mark.Panels = append(mark.Panels, s.panel(one, titles[i]))
	}
	return mark.Figure(s.alt(shown), figure.Caption{Text: s.note(shown)})
}

// studyCurves is what the curves of a study show.
type studyCurves struct {
	r       *Result
	measure int
	labels  []string
	places  []int // of the methods in the palette
	sets    []setCurves
}

// setCurves is the curves on one data set, of cells with values.
type setCurves struct {
	set    int
	level  *Cell     // with all features; nil for none
	series [][]*Cell // of each method with values, by the number of features
}

// panel is the mark of a data set, with bands that are cut at the limits.
func (s *studyCurves) panel(c setCurves, title string) chart.CurvePanel {
	p := chart.CurvePanel{Title: title, Counts: s.r.Sets[c.set].Counts, Bands: true,
		Y: chart.ShortLabel(s.r.Measures[s.measure].Label)}
	all := slices.Concat(c.series...)
	if c.level != nil {
		p.Level = &c.level.Mean
		all = append(all, c.level)
	}
	least, most := limits(all)
	for _, cells := range c.series {
		line := chart.CurveSeries{Place: s.places[cells[0].Method]}
		for _, c := range cells {
			line.Points = append(line.Points, chart.CurvePoint{Count: c.K, Value: c.Mean,
				Low: max(least, c.Mean-c.SD), High: min(most, c.Mean+c.SD)})
		}
		p.Series = append(p.Series, line)
	}
	p.Fit(least, most)
	return p
}

// limits are 0 and 1 where all values lie between.
func limits(cells []*Cell) (least, most float64) {
	least, most = 0, 1
	for _, c := range cells {
		if slices.Min(c.Values) < 0 {
			least = math.Inf(-1)
		}
		if slices.Max(c.Values) > 1 {
			most = math.Inf(1)
		}
	}
	return least, most
}

func newStudyCurves(r *Result, measure int) *studyCurves {
	s := &studyCurves{r: r, measure: measure,
		labels: wording.Distinct(r.methodLabels(), nil)}
	place := 0
	for _, method := range r.Methods {
		s.places = append(s.places, place)
		if !method.All {
			place++
		}
	}
	for set := range r.Sets {
		c := setCurves{set: set}
		for m, method := range r.Methods {
			var cells []*Cell
			for _, k := range r.counts(set, m) {
				if cell := r.Cell(set, m, k, measure); cell != nil && len(cell.Values) > 0 {
					cells = append(cells, cell)
				}
			}
			switch {
			case len(cells) == 0:
			case !method.All:
				c.series = append(c.series, cells)
			case c.level == nil:
				c.level = cells[0]
			}
		}
		if len(c.series) > 0 {
			s.sets = append(s.sets, c)
		}
	}
	return s
}

// names are those of the methods, and of the line for all features, as far as they are drawn.
func (s *studyCurves) names(shown []setCurves) (names []chart.CurveName, all string) {
	for m, method := range s.r.Methods {
		drawn := slices.ContainsFunc(shown, func(one setCurves) bool {
			if method.All {
				return one.level != nil
			}
			return slices.ContainsFunc(one.series,
				func(cells []*Cell) bool { return cells[0].Method == m })
		})
		switch {
		case drawn && method.All && all == "":
			all = s.labels[m]
		case drawn && !method.All:
			names = append(names, chart.CurveName{Name: s.labels[m], Place: s.places[m]})
		}
	}
	return names, all
}

func (s *studyCurves) note(shown []setCurves) string {
	splits, several := 0, false
	for _, one := range shown {
		several = several || len(s.r.Sets[one.set].Counts) > 1
		for _, c := range slices.Concat(one.series...) {
			splits = max(splits, len(c.Values))
		}
	}
	note := fmt.Sprintf("Bands: ± one standard deviation over %d splits.", splits)
	switch {
	case s.r.Measures[s.measure].Overall:
		note = "One value for the choices from all splits: no bands."
	case splits == 1:
		note = "One split: no bands."
	case !several:
		note = strings.Replace(note, "Bands", "Bars", 1)
	}
	note += betterNote(s.r.Measures[s.measure].Better)
	if len(s.sets) > len(shown) {
		note += fmt.Sprintf(" %d of %d data sets are shown.", len(shown), len(s.sets))
	}
	for _, w := range s.r.Warnings {
		note += " " + warning(w)
	}
	if s.r.Partial {
		note += " Stopped before the end."
	}
	return note
}

// alt describes in words where each method is best, or the ends of the curves where there is no
// best.
func (s *studyCurves) alt(shown []setCurves) string {
	better := float64(s.r.Measures[s.measure].Better)
	var parts []string
	for _, one := range shown {
		var words []string
		for _, series := range one.series {
			at, what := series[len(series)-1], ""
			if better != 0 {
				what = "best "
				at = slices.MaxFunc(series,
					func(a, b *Cell) int { return cmp.Compare(better*a.Mean, better*b.Mean) })
			}
			words = append(words, fmt.Sprintf("%s %s%s at %d", s.labels[at.Method], what,
				wording.FormatNumber(at.Mean, max(1, math.Abs(at.Mean))), at.K))
		}
		if l := one.level; l != nil {
			words = append(words,
				"all features "+wording.FormatNumber(l.Mean, max(1, math.Abs(l.Mean))))
		}
		parts = append(parts, wording.Clean(s.r.Sets[one.set].Name)+": "+strings.Join(words, ", "))
	}
	return titleOf(s.r, s.measure) + " against the number of features: " +
		strings.Join(parts, "; ")
}
