package display

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation"
	"fsnb.example/evaluation/study"
	"fsnb.example/internal/wording"
)

// maxStudyPanels is the number of data sets whose curves a figure shows.
const maxStudyPanels = 12

// StudyFigure draws a measure of a study against the number of features: a panel for each of the
// first twelve data sets that have values, in each a line with a glyph for each method, a band of
// one standard deviation around it, and a dashed line for all features. The axes are those of
// AccuracyFigure. It returns nil when there is no value.
func StudyFigure(r *study.Result, measure int) *figure.Figure {
	s := newStudyCurves(r, measure)
	if len(s.sets) == 0 {
		return nil
	}
	shown := s.sets[:min(len(s.sets), maxStudyPanels)]
	grid := figure.GridOf(len(shown))
	if len(shown) == 1 {
		grid = figure.Panels{Columns: 1, Rows: 1, Width: 7.6 * vg.Inch, Height: 4.2 * vg.Inch}
	}
	titles := make([]string, len(shown))
	for i, one := range shown {
		titles[i] = r.Sets[one.set].Name
	}
	titles = wording.Distinct(titles, nil)
	if len(shown) == 1 {
		titles[0] = studyTitle(r, measure) + ", " + titles[0]
	}
	legend := figure.NewLegend(s.entries(shown), grid.Total()-vg.Points(30))
	return grid.Figure(s.alt(shown), titles, legend, figure.Caption{Text: s.note(shown)},
		func() []*plot.Plot {
			plots := make([]*plot.Plot, len(shown))
			for i, one := range shown {
				plots[i] = one.curves.plot(grid)
			}
			return plots
		})
}

// studyCurves is what the curves of a study show.
type studyCurves struct {
	r       *study.Result
	measure int
	labels  []string
	places  []int // of the methods in the palette
	sets    []setCurves
}

type setCurves struct {
	set    int
	curves countCurves
}

func newStudyCurves(r *study.Result, measure int) *studyCurves {
	s := &studyCurves{r: r, measure: measure}
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
		c := countCurves{counts: r.Sets[set].Counts, y: axisLabel(r.Measures[measure].Label)}
		for m, method := range r.Methods {
			if method.All {
				if cell := r.Cell(set, m, 0, measure); cell != nil && len(cell.Values) > 0 &&
					c.level == nil {
					c.level = &cell.Spread
				}
				continue
			}
			one := countSeries{place: s.places[m]}
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
			c.least, c.most = valueLimits(c)
			s.sets = append(s.sets, setCurves{set, c})
		}
	}
	return s
}

// axisLabel is the label of a measure as far as an axis has room for it.
func axisLabel(label string) string {
	label = wording.Clean(label)
	if head, _, ok := strings.Cut(label, ", "); ok && len([]rune(label)) > 24 {
		return head
	}
	return figure.Fit(figure.TextStyle(figure.TextSize), label, vg.Points(150))
}

// valueLimits are 0 and 1 where all values lie between: bands are cut there.
func valueLimits(c countCurves) (least, most float64) {
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

// entries are those of the methods and of the line for all features, as far as
// they are drawn.
func (s *studyCurves) entries(shown []setCurves) []figure.LegendEntry {
	var out []figure.LegendEntry
	all := ""
	for m, method := range s.r.Methods {
		drawn := false
		for _, one := range shown {
			if method.All {
				drawn = drawn || one.curves.level != nil
				continue
			}
			for _, series := range one.curves.series {
				drawn = drawn || series.place == s.places[m]
			}
		}
		switch i := s.places[m]; {
		case drawn && method.All && all == "":
			all = s.labels[m]
		case drawn && !method.All:
			out = append(out, figure.LegendEntry{Name: s.labels[m], Color: figure.SeriesColor(i),
				Glyph: figure.SeriesGlyph(i), Line: true, Dash: seriesDash(i)})
		}
	}
	if all != "" {
		out = append(out, figure.LegendEntry{Name: all, Color: figure.SoftInk, Line: true,
			Dash: figure.Dashes})
	}
	return out
}

func (s *studyCurves) note(shown []setCurves) string {
	splits, several := 0, false
	for _, one := range shown {
		several = several || len(one.curves.counts) > 1
		for _, series := range one.curves.series {
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
		for _, series := range one.curves.series {
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
				fmt.Sprintf("%s %s%s at %d", s.labelOf(series.place), what,
					wording.FormatNumber(series.points[at].Mean,
						max(1, math.Abs(series.points[at].Mean))), series.counts[at]))
		}
		if l := one.curves.level; l != nil {
			words = append(words,
				"all features "+wording.FormatNumber(l.Mean, max(1, math.Abs(l.Mean))))
		}
		parts = append(parts, wording.Clean(s.r.Sets[one.set].Name)+": "+strings.Join(words, ", "))
	}
	return studyTitle(s.r, s.measure) + " against the number of features: " + strings.Join(parts,
		"; ")
}

// labelOf is the label of the method with a place in the palette.
func (s *studyCurves) labelOf(place int) string {
	for m, method := range s.r.Methods {
		if !method.All && s.places[m] == place {
			return s.labels[m]
		}
	}
	return ""
}
