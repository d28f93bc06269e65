package study

import (
	"fmt"
	"math"
	"slices"

	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// shown is one measure of a study, in one view, as a table shows it: a cell for each data set and
// method, what is bold, the lines over all data sets, and the notes.
type shown struct {
	r       *Result
	measure int
	view    View
	info    MeasureInfo
	cells   [][]Cell // by data set and method
	marks   [][]mark
	present []int // methods with a value somewhere
	whole   []int // data sets on which all of these have one
	reasons []string
	daggers bool
	bold    table.BoldGroups
}

func newShown(r *Result, measure int, v View) *shown {
	s := &shown{r: r, measure: measure, view: v, info: r.Measures[measure]}
	sets, methods := every(len(r.Sets)), every(len(r.Methods))
	for set := range sets {
		row := make([]Cell, len(methods))
		for m := range methods {
			row[m] = r.At(set, m, measure, v)
		}
		s.cells = append(s.cells, row)
	}
	lacks := func(set, m int) bool { return len(s.cells[set][m].Values) == 0 }
	s.present = slices.DeleteFunc(methods, func(m int) bool {
		return !slices.ContainsFunc(sets, func(set int) bool { return !lacks(set, m) })
	})
	for set := range sets {
		marks := make([]mark, len(r.Methods))
		if s.compared() {
			marks = r.marks(set, measure, v)
		}
		s.marks = append(s.marks, marks)
	}
	if len(s.present) > 0 {
		s.whole = slices.DeleteFunc(sets, func(set int) bool {
			return slices.ContainsFunc(s.present, func(m int) bool { return lacks(set, m) })
		})
	}
	return s
}

// table is the table of the measure. A study stopped before its first value is a one-line message.
func (s *shown) table() *table.Table {
	title := titleOf(s.r, s.measure)
	if done, all := finishedValues(s.r); s.r.Partial && done == 0 {
		t := table.NothingYet(title, "value", all)
		t.Rows[0][0] += " Run it again to go on."
		return t
	}
	t := s.layOut()
	t.Title = title + ", " + s.about()
	t.Notes = s.notes()
	return t
}

func (s *shown) ranked() bool { return s.info.Better != 0 && !s.info.Time }

// compared reports whether there is a best: a single method has none.
func (s *shown) compared() bool { return s.ranked() && len(s.present) > 1 }

// tested reports whether there are splits to test over.
func (s *shown) tested() bool { return s.ranked() && !s.info.Overall && s.r.Splits > 1 }

// line is a row or a column of the table.
type line struct {
	head  string
	cells []string
	bold  []bool
}

func (s *shown) layOut() *table.Table {
	methods := wording.Distinct(s.r.methodLabels(), nil)
	lines := append(s.setLines(), s.summaries()...)
	t := &table.Table{}
	if len(methods) > 7 && len(s.r.Sets) < len(methods) {
		t.Columns = []table.Column{{Name: "method"}}
		for _, l := range lines {
			t.Columns = append(t.Columns, table.Numbers(l.head)...)
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
	t.Columns = append([]table.Column{{Name: "data set"}}, table.Numbers(methods...)...)
	for _, l := range lines {
		t.Rows = append(t.Rows, append([]string{l.head}, l.cells...))
		t.Strong = append(t.Strong, append([]bool{false}, l.bold...))
	}
	return t
}

func (s *shown) setLines() []line {
	var lines []line
	for set, name := range s.setNames() {
		l := line{head: name, bold: make([]bool, len(s.r.Methods))}
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
			l.bold = s.bold.Of(good, there)
		}
		lines = append(lines, l)
	}
	return lines
}

// setNames are the names of the data sets, with their numbers of features when each
// has one of its own.
func (s *shown) setNames() []string {
	names := wording.Distinct(s.r.setNames(), nil)
	if !s.view.Best && s.view.K == 0 && s.r.Single() && len(s.r.allCounts()) > 1 {
		for i, set := range s.r.Sets {
			if len(set.Counts) == 1 {
				names[i] += fmt.Sprintf(" (%s)",
					wording.Plural(set.Counts[0], "feature", "features"))
			}
		}
	}
	return names
}

func (s *shown) cellText(set, m int, c Cell, write func(float64) string) string {
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
func (s *shown) reason(why string) string {
	at := slices.Index(s.reasons, why)
	if at < 0 {
		at = len(s.reasons)
		s.reasons = append(s.reasons, why)
	}
	return fmt.Sprintf("[%d]", at+1)
}

func largestMean(row []Cell) float64 {
	largest := 0.0
	for _, c := range row {
		if len(c.Values) > 0 {
			largest = max(largest, math.Abs(c.Mean))
		}
	}
	return largest
}

// timeText formats seconds in a unit that suits the mean, with three digits.
func timeText(c Cell) string {
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
func (s *shown) format(row []Cell) func(v float64) string {
	largest := largestMean(row)
	if largest < 10 && (largest >= 0.01 || largest == 0) {
		return func(v float64) string { return wording.Fixed(v, 3) }
	}
	return func(v float64) string { return wording.FormatNumber(v, largest) }
}

func (s *shown) summaries() []line {
	if len(s.r.Sets) < 2 || len(s.whole) < 2 {
		return nil
	}
	means := make([]Cell, len(s.r.Methods))
	for _, m := range s.present {
		var sum float64
		for _, set := range s.whole {
			sum += s.cells[set][m].Mean
		}
		means[m].Values = []float64{sum / float64(len(s.whole))}
		means[m].Summarize()
	}
	write := s.format(means)
	lines := []line{s.summary("mean", func(m int) string {
		if s.info.Time {
			return timeText(means[m])
		}
		return write(means[m].Mean)
	})}
	if !s.ranked() || len(s.present) < 2 {
		return lines
	}
	if ranks, err := s.r.ranksOf(s.present, s.measure, s.view); err == nil {
		lines = append(lines, s.summary("average rank",
			func(m int) string {
				return wording.Fixed(ranks.Friedman.Average[slices.Index(s.present, m)], 2)
			}))
	}
	if s.tested() {
		lines = append(lines, s.summary("better/neither/worse", func(m int) string {
			if m == s.present[0] {
				return "–"
			}
			t := s.r.tallyOf(m, s.present[0], s.measure, s.view)
			return fmt.Sprintf("%d/%d/%d", t.Wins, t.Ties, t.Losses)
		}))
	}
	return lines
}

func (s *shown) summary(head string, cell func(m int) string) line {
	l := line{head: head, bold: make([]bool, len(s.r.Methods))}
	for m := range s.r.Methods {
		if slices.Contains(s.present, m) {
			l.cells = append(l.cells, cell(m))
		} else {
			l.cells = append(l.cells, "–")
		}
	}
	return l
}

func titleOf(r *Result, measure int) string {
	return wording.CleanSentence(r.Title) + ": " + wording.CleanSentence(r.Measures[measure].Label)
}
