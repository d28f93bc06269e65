package display

import (
	"fmt"
	"math"
	"slices"

	"fsnb.example/display/figure"
	"fsnb.example/evaluation/study"
	"fsnb.example/internal/wording"
)

// ShowStudy shows a study: a table a measure, times last, then the curves of each measure except
// time, where there are several numbers of features, and the ranks over the data sets.
func (s *Screen) ShowStudy(r *study.Result) {
	if !s.begin(r) {
		return
	}
	for _, t := range studyTables(r) {
		s.table(t)
	}
	for _, f := range studyFigures(r) {
		s.figure(f)
	}
}

// StudyTable is the table of one measure of a study: a row for each data set and a column for each
// method, or the other way round when there are more than seven methods and fewer data sets. Below
// them stand the mean and the average rank over the data sets, and the numbers of data sets on
// which a method is significantly better than, not different from, or worse than the first.
//
// Bold cells are the best of a data set and those not significantly worse by the corrected test
// (study.Result.Marks), unless these are all; a dagger marks those that the plain test finds worse.
// A missing value is a dash with the number of a note that gives the reason. Where neither more nor
// less is better, and for times, nothing is bold or ranked. A study stopped before its first value
// is a one-line message.
func StudyTable(r *study.Result, measure int, v study.View) *Table {
	s := newStudyTable(r, measure, v)
	if done, all := finishedValues(r); r.Partial && done == 0 {
		t := nothingYet(studyTitle(r, measure), "value", all)
		t.Rows[0][0] += " Run it again to go on."
		return t
	}
	t := s.layOut()
	t.Title = studyTitle(r, measure) + ", " + s.about()
	t.Notes = s.notes()
	return t
}

// studyTable is the content of a table of a study.
type studyTable struct {
	r       *study.Result
	measure int
	view    study.View
	info    study.MeasureInfo
	cells   [][]study.Cell // by data set and method
	marks   [][]study.Mark
	shown   []int // methods with a value somewhere
	whole   []int // data sets on which all of these have one
	reasons []string
	daggers bool
	bold    boldGroups
}

func newStudyTable(r *study.Result, measure int, v study.View) *studyTable {
	s := &studyTable{r: r, measure: measure, view: v, info: r.Measures[measure]}
	for set := range r.Sets {
		row := make([]study.Cell, len(r.Methods))
		for m := range r.Methods {
			row[m] = r.At(set, m, measure, v)
			if len(row[m].Values) > 0 && !slices.Contains(s.shown, m) {
				s.shown = append(s.shown, m)
			}
		}
		s.cells = append(s.cells, row)
		if s.ranked() {
			s.marks = append(s.marks, r.Marks(set, measure, v))
		} else {
			s.marks = append(s.marks, make([]study.Mark, len(r.Methods)))
		}
	}
	slices.Sort(s.shown)
	if !s.compared() {
		for set := range s.marks {
			clear(s.marks[set])
		}
	}
	for set, row := range s.cells {
		if len(s.shown) > 0 &&
			!slices.ContainsFunc(s.shown, func(m int) bool { return len(row[m].Values) == 0 }) {
			s.whole = append(s.whole, set)
		}
	}
	return s
}

// ranked reports whether a ranking is meaningful.
func (s *studyTable) ranked() bool { return s.info.Better != 0 && !s.info.Time }

// compared reports whether there is a best: a single method has none.
func (s *studyTable) compared() bool { return s.ranked() && len(s.shown) > 1 }

// tested reports whether there are splits to test over.
func (s *studyTable) tested() bool { return s.ranked() && !s.info.Overall && s.r.Splits > 1 }

// studyLine is a row or a column of the table.
type studyLine struct {
	head  string
	cells []string
	bold  []bool
}

func (s *studyTable) layOut() *Table {
	methods := make([]string, len(s.r.Methods))
	for m, method := range s.r.Methods {
		methods[m] = method.Label
	}
	methods = wording.Distinct(methods, nil)
	lines := append(s.setLines(), s.summaries()...)
	t := &Table{}
	if len(methods) > 7 && len(s.r.Sets) < len(methods) {
		t.Columns = []Column{{Name: "method"}}
		for _, l := range lines {
			t.Columns = append(t.Columns, Column{Name: l.head, Align: Right})
		}
		for m, name := range methods {
			row, bold := []string{name}, []bool{false}
			for _, l := range lines {
				row, bold = append(row, l.cells[m]), append(bold, l.bold[m])
			}
			t.Rows, t.Strong = append(t.Rows, row), append(t.Strong, bold)
		}
		return t
	}
	t.Columns = []Column{{Name: "data set"}}
	for _, name := range methods {
		t.Columns = append(t.Columns, Column{Name: name, Align: Right})
	}
	for _, l := range lines {
		t.Rows = append(t.Rows, append([]string{l.head}, l.cells...))
		t.Strong = append(t.Strong, append([]bool{false}, l.bold...))
	}
	return t
}

func (s *studyTable) setLines() []studyLine {
	var lines []studyLine
	for set, name := range s.setNames() {
		l := studyLine{head: name, bold: make([]bool, len(s.r.Methods))}
		if note := s.r.Sets[set].Note; note != "" {
			l.head += " " + s.reason(note)
		}
		write := s.format(s.cells[set])
		good, there := make([]bool, len(l.bold)), make([]bool, len(l.bold))
		for m, c := range s.cells[set] {
			l.cells = append(l.cells, s.cellText(set, m, c, write))
			good[m], there[m] = s.marks[set][m].Good, len(c.Values) > 0
		}
		if s.compared() {
			l.bold = s.bold.of(good, there)
		}
		lines = append(lines, l)
	}
	return lines
}

// setNames are the names of the data sets, with their numbers of features when each
// has one of its own.
func (s *studyTable) setNames() []string {
	names := make([]string, len(s.r.Sets))
	for i, set := range s.r.Sets {
		names[i] = set.Name
	}
	names = wording.Distinct(names, nil)
	if !s.view.Best && s.view.K == 0 && s.r.Single() && len(s.r.AllCounts()) > 1 {
		for i, set := range s.r.Sets {
			if len(set.Counts) == 1 {
				names[i] += fmt.Sprintf(" (%s)",
					wording.Plural(set.Counts[0], "feature", "features"))
			}
		}
	}
	return names
}

func (s *studyTable) cellText(set, m int, c study.Cell, write func(float64) string) string {
	if len(c.Values) == 0 {
		if c.Failed == "" || s.r.Sets[set].Note != "" { // its reason stands at its name
			return "–"
		}
		return "– " + s.reason(c.Failed)
	}
	text := write(c.Mean)
	if len(c.Values) > 1 {
		text += " ± " + write(c.SD)
	}
	if s.info.Time {
		text = timeText(c)
	}
	if s.view.Best && c.K > 0 {
		text += fmt.Sprintf(" (%d)", c.K)
	}
	if s.marks[set][m].Plain {
		text = "† " + text
		s.daggers = true
	}
	if c.Failed != "" {
		text += " " + s.reason(c.Failed)
	}
	return text
}

// reason is the number of the note with the reason of a missing value.
func (s *studyTable) reason(why string) string {
	at := slices.Index(s.reasons, why)
	if at < 0 {
		at = len(s.reasons)
		s.reasons = append(s.reasons, why)
	}
	return fmt.Sprintf("[%d]", at+1)
}

func largestMean(row []study.Cell) float64 {
	largest := 0.0
	for _, c := range row {
		if len(c.Values) > 0 {
			largest = max(largest, math.Abs(c.Mean))
		}
	}
	return largest
}

// timeText formats seconds in a unit that suits the mean, with three digits.
func timeText(c study.Cell) string {
	unit, name := 1e-6, " µs"
	switch {
	case c.Mean >= 1:
		unit, name = 1, " s"
	case c.Mean >= 1e-3:
		unit, name = 1e-3, " ms"
	}
	decimals := 0
	if v := c.Mean / unit; v > 0 {
		decimals = min(2, max(0, 2-int(math.Floor(math.Log10(v)))))
	}
	text := wording.Fixed(c.Mean/unit, decimals)
	if len(c.Values) > 1 {
		text += " ± " + wording.Fixed(c.SD/unit, decimals)
	}
	return text + name
}

// format formats the numbers of a row: shares with three decimals.
func (s *studyTable) format(row []study.Cell) func(v float64) string {
	largest := largestMean(row)
	if largest < 10 && (largest >= 0.01 || largest == 0) {
		return func(v float64) string { return wording.Fixed(v, 3) }
	}
	return func(v float64) string { return wording.FormatNumber(v, largest) }
}

// summaries are the lines over all data sets.
func (s *studyTable) summaries() []studyLine {
	if len(s.r.Sets) < 2 || len(s.whole) < 2 {
		return nil
	}
	means := make([]study.Cell, len(s.r.Methods))
	for _, m := range s.shown {
		var sum float64
		for _, set := range s.whole {
			sum += s.cells[set][m].Mean
		}
		means[m].Values = []float64{sum / float64(len(s.whole))}
		means[m].Summarize()
	}
	write := s.format(means)
	lines := []studyLine{s.summary("mean", func(m int) string {
		if s.info.Time {
			return timeText(means[m])
		}
		return write(means[m].Mean)
	})}
	if !s.ranked() || len(s.shown) < 2 {
		return lines
	}
	if ranks, err := s.r.RanksOf(s.shown, s.measure, s.view); err == nil {
		lines = append(lines, s.summary("average rank",
			func(m int) string {
				return wording.Fixed(ranks.Friedman.Average[slices.Index(s.shown, m)], 2)
			}))
	}
	if s.tested() {
		lines = append(lines, s.summary("better/neither/worse", func(m int) string {
			if m == s.shown[0] {
				return "–"
			}
			t := s.r.Against(m, s.shown[0], s.measure, s.view)
			return fmt.Sprintf("%d/%d/%d", t.Wins, t.Ties, t.Losses)
		}))
	}
	return lines
}

func (s *studyTable) summary(head string, cell func(m int) string) studyLine {
	l := studyLine{head: head, bold: make([]bool, len(s.r.Methods))}
	for m := range s.r.Methods {
		if slices.Contains(s.shown, m) {
			l.cells = append(l.cells, cell(m))
		} else {
			l.cells = append(l.cells, "–")
		}
	}
	return l
}

func studyTitle(r *study.Result, measure int) string {
	return wording.CleanSentence(r.Title) + ": " + wording.CleanSentence(r.Measures[measure].Label)
}

// studyTables are a table of each measure, and of its grids, those of times at the
// end.
func studyTables(r *study.Result) []*Table {
	var out, times []*Table
	for m, info := range r.Measures {
		if info.Time {
			times = append(times, StudyTable(r, m, study.View{}))
		} else {
			out = append(out, StudyTable(r, m, study.View{}))
			if t := GridTable(r, m); t != nil {
				out = append(out, t)
			}
		}
	}
	return append(out, times...)
}

// studyFigures are the curves of each measure but time, where there are several
// numbers of features, and then the ranks over the data sets.
func studyFigures(r *study.Result) []*figure.Figure {
	var out, ranks []*figure.Figure
	for m, info := range r.Measures {
		if info.Time {
			continue
		}
		if f := StudyFigure(r, m); f != nil && !r.Single() {
			out = append(out, f)
		}
		if f := StudyRanksFigure(r, m, study.View{}); f != nil {
			ranks = append(ranks, f)
		}
	}
	return append(out, ranks...)
}

// fewData is the number of data sets from which Friedman's test is reliable (Demšar 2006, section
// 3.2.2), and leastRanked that from which ranks are drawn.
const fewData, leastRanked = 10, 3

// StudyRanksFigure is the critical-difference plot of a measure of a study, of the
// methods that have a value somewhere over the data sets on which all of these
// have one. It returns nil for fewer than three such data sets or two methods, for
// times, and where neither more nor less is better.
func StudyRanksFigure(r *study.Result, measure int, v study.View) *figure.Figure {
	s := newStudyTable(r, measure, v)
	if !s.ranked() || len(s.whole) < leastRanked || len(s.shown) < 2 {
		return nil
	}
	ranks, err := r.RanksOf(s.shown, measure, v)
	if err != nil {
		return nil
	}
	if len(s.whole) <= fewData {
		ranks.Score += fmt.Sprintf(" (few data sets: more than %d are wanted)", fewData)
	}
	return RanksFigure(ranks)
}
