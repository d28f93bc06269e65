package study

import (
	"fmt"
	"io"
	"math"
	"strings"

	"fsnb.example/display"
	"fsnb.example/evaluation"
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
		Columns: []table.Column{{Name: "data set"}, {Name: "method"},
			{Name: "tried", Align: table.Right}, {Name: "best", Align: table.Right},
			{Name: "with"}, {Name: "at each", Align: table.Right},
			{Name: "median", Align: table.Right}, {Name: "worst", Align: table.Right}},
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
		mark.Panels = append(mark.Panels, one.panel(titles[i], s.axis, s.places))
	}
	return mark.Figure(s.alt(shown), figure.Caption{Text: s.note(shown)})
}

// studyCurves is what the curves of a study show.
type studyCurves struct {
	r       *Result
	measure int
	axis    string // label of the values
	labels  []string
	places  []int // of the methods in the palette
	sets    []setCurves
}

// setCurves is the curves on one data set.
type setCurves struct {
	set    int
	counts []int
	level  *evaluation.Spread // with all features; nil for none
	series []setSeries
}

// setSeries is the values of one method.
type setSeries struct {
	method int
	counts []int
	points []evaluation.Spread
}

// panel is the mark of a data set.
func (c setCurves) panel(title, axis string, places []int) chart.CurvePanel {
	p := chart.CurvePanel{Title: title, Counts: c.counts, Y: axis, Bands: true}
	if c.level != nil {
		p.Level = &c.level.Mean
	}
	least, most := c.limits()
	for _, s := range c.series {
		p.Series = append(p.Series, display.SpreadSeries(places[s.method], s.counts, s.points,
			least, most))
	}
	p.Fit(least, most)
	return p
}

func newStudyCurves(r *Result, measure int) *studyCurves {
	s := &studyCurves{r: r, measure: measure,
		axis: chart.ShortLabel(r.Measures[measure].Label)}
	labels, place := make([]string, len(r.Methods)), 0
	for m, method := range r.Methods {
		labels[m] = method.Label
		s.places = append(s.places, place)
		if !method.All {
			place++
		}
	}
	s.labels = wording.Distinct(labels, nil)
	for set := range r.Sets {
		c := setCurves{set: set, counts: r.Sets[set].Counts}
		for m, method := range r.Methods {
			if method.All {
				if cell := r.Cell(set, m, 0, measure); cell != nil && len(cell.Values) > 0 &&
					c.level == nil {
					c.level = &cell.Spread
				}
				continue
			}
			one := setSeries{method: m}
			for _, k := range r.Sets[set].Counts {
				if cell := r.Cell(set, m, k, measure); cell != nil && len(cell.Values) > 0 {
					one.counts, one.points = append(one.counts, k), append(one.points, cell.Spread)
				}
			}
			if len(one.counts) > 0 {
				c.series = append(c.series, one)
			}
		}
		if len(c.series) > 0 {
			s.sets = append(s.sets, c)
		}
	}
	return s
}

// limits are 0 and 1 where all values lie between: bands are cut there.
func (c setCurves) limits() (least, most float64) {
	least, most = 0, 1
	look := func(s evaluation.Spread) {
		for _, v := range s.Values {
			if v < 0 {
				least = math.Inf(-1)
			}
			if v > 1 {
				most = math.Inf(1)
			}
		}
	}
	if c.level != nil {
		look(*c.level)
	}
	for _, s := range c.series {
		for _, p := range s.points {
			look(p)
		}
	}
	return least, most
}

// names are those of the methods, and of the line for all features, as far as they are drawn.
func (s *studyCurves) names(shown []setCurves) (names []chart.CurveName, all string) {
	for m, method := range s.r.Methods {
		drawn := false
		for _, one := range shown {
			if method.All {
				drawn = drawn || one.level != nil
				continue
			}
			for _, series := range one.series {
				drawn = drawn || series.method == m
			}
		}
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
		several = several || len(one.counts) > 1
		for _, series := range one.series {
			for _, p := range series.points {
				splits = max(splits, len(p.Values))
			}
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
	if s.r.Measures[s.measure].Better != 0 {
		note += " " + map[int]string{1: "More",
			-1: "Less"}[s.r.Measures[s.measure].Better] + " is better."
	}
	if len(s.sets) > len(shown) {
		note += fmt.Sprintf(" %d of %d data sets are shown.", len(shown), len(s.sets))
	}
	for _, w := range s.r.Warnings {
		note += " Warning: " + strings.TrimSuffix(wording.CleanSentence(w), ".") + "."
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
			at := len(series.points) - 1
			for i, p := range series.points {
				if better != 0 && better*(p.Mean-series.points[at].Mean) >= 0 &&
					(better*(p.Mean-series.points[at].Mean) > 0 || i < at) {
					at = i
				}
			}
			what := "best "
			if better == 0 {
				what = ""
			}
			words = append(words,
				fmt.Sprintf("%s %s%s at %d", s.labels[series.method], what,
					wording.FormatNumber(series.points[at].Mean,
						max(1, math.Abs(series.points[at].Mean))), series.counts[at]))
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
