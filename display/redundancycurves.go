package display

import (
	"fmt"
	"strings"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// mostCounts is the number of columns of numbers that a table has room for.
const mostCounts = 13

// ShowRedundancyCurves shows curves: their table, and the curves.
func (s *screen) ShowRedundancyCurves(r *evaluation.RedundancyCurves) {
	if s.begin(r) {
		s.table(redundancyCurvesTable(r))
		s.figure(redundancyCurvesFigure(r))
	}
}

// redundancyCurvesTable is the table of redundancy curves: a row for each method, the mean squared
// correlation of its best features for each number of them. Of many numbers only the round ones are
// listed. Without a finished point it is a one-line message.
func redundancyCurvesTable(r *evaluation.RedundancyCurves) *Table {
	if done, all := finishedPoints(r); r.Partial && done == 0 {
		return table.NothingYet(redundancyTitle(r), "point", all)
	}
	t := &Table{Title: redundancyTitle(r), Columns: []Column{{Name: "method"}}}
	listed := wording.Roundest(r.Counts, mostCounts, wording.LeastRound,
		func(int, int) bool { return false })
	for _, i := range listed {
		t.Columns = append(t.Columns, Column{Name: wording.Itoa(r.Counts[i]), Align: Right})
	}
	t.Groups = []Group{{Span: 1}, {Name: "number of features", Span: len(listed)}}
	row := func(label string, value func(k int) (float64, bool)) {
		cells := []string{label}
		for _, i := range listed {
			cell := "–"
			if v, ok := value(r.Counts[i]); ok {
				cell = wording.Fixed(v, 3)
			}
			cells = append(cells, cell)
		}
		t.Rows = append(t.Rows, cells)
	}
	labels := curveLabels(r.Curves)
	for m, c := range r.Curves {
		row(labels[m], func(k int) (float64, bool) {
			for _, p := range c.Points {
				if p.K == k {
					return p.SqCosCentered, true
				}
			}
			return 0, false
		})
	}
	if r.Varying > 1 {
		row(atRandom, func(int) (float64, bool) { return r.Overall, true })
	}
	t.Notes = append(t.Notes, listedNote(listed, r.Counts)...)
	t.Notes = append(t.Notes, pairsNote)
	if r.Varying > 1 {
		t.Notes = append(t.Notes, randomNote(r))
	}
	t.Notes = append(t.Notes, runNotes(&r.Run, unfinishedNote(r))...)
	return t
}

const pairsNote = "Mean squared correlation over all pairs of the best features: 0 when they " +
	"share nothing, 1 when they are duplicates."

// atRandom describes the expected value for random features.
const atRandom = "expected at random"

func randomNote(r *evaluation.RedundancyCurves) string {
	return fmt.Sprintf("Expected at random: the mean over all pairs of the %d features that "+
		"vary, which any number of them, drawn at random, have on average.", r.Varying)
}

func finishedPoints(r *evaluation.RedundancyCurves) (done, all int) {
	for _, c := range r.Curves {
		done += len(c.Points)
	}
	return done, len(r.Curves) * len(r.Counts)
}

func unfinishedNote(r *evaluation.RedundancyCurves) string {
	done, all := finishedPoints(r)
	return fmt.Sprintf("Stopped after %d of %d points.", done, all)
}

func redundancyTitle(r *evaluation.RedundancyCurves) string {
	return ofData("Redundancy of the best features", r.Dataset)
}

// redundancyCurvesFigure draws the mean squared correlation of the best features
// against their number, from 0: a line with a glyph for each method, and a dashed
// line for features drawn at random. The axis of the numbers is that of
// accuracyFigure. It returns nil when no point was finished.
func redundancyCurvesFigure(r *evaluation.RedundancyCurves) *figure.Figure {
	if done, _ := finishedPoints(r); done == 0 {
		return nil
	}
	labels := curveLabels(r.Curves)
	mark := chart.Curves{Names: curveNames(labels)}
	note := pairsNote
	if r.Varying > 1 {
		mark.Level = atRandom
		note += " " + randomNote(r)
	}
	if r.Partial {
		note += " " + unfinishedNote(r)
	}
	mark.Panels = []chart.CurvePanel{redundancyPanel(r)}
	return mark.Figure(redundancyAlt(r, labels), figure.Caption{Text: note})
}

func redundancyPanel(r *evaluation.RedundancyCurves) chart.CurvePanel {
	panel := chart.CurvePanel{Title: redundancyTitle(r), Counts: r.Counts,
		Y: "mean squared correlation", Plain: true}
	top := r.Overall
	for i, c := range r.Curves {
		series := chart.CurveSeries{Place: i}
		for _, p := range c.Points {
			series.Points = append(series.Points,
				chart.CurvePoint{Count: p.K, Value: p.SqCosCentered})
			top = max(top, p.SqCosCentered)
		}
		panel.Series = append(panel.Series, series)
	}
	// The axis reaches at least .1, so that small values look small.
	panel.From, panel.To, panel.Top = 0, 1.06*max(top, 0.1), 1
	if r.Varying > 1 {
		panel.Level = &r.Overall
	}
	return panel
}

func redundancyAlt(r *evaluation.RedundancyCurves, labels []string) string {
	var parts []string
	for i, c := range r.Curves {
		if len(c.Points) == 0 {
			continue
		}
		first, last := c.Points[0], c.Points[len(c.Points)-1]
		part := fmt.Sprintf("%s %s at %d features", labels[i],
			wording.Fixed(first.SqCosCentered, 3), first.K)
		if last.K > first.K {
			part += fmt.Sprintf(", %s at %d", wording.Fixed(last.SqCosCentered, 3), last.K)
		}
		parts = append(parts, part)
	}
	if r.Varying > 1 {
		parts = append(parts, atRandom+" "+wording.Fixed(r.Overall, 3))
	}
	return redundancyTitle(r) + ", mean squared correlation against their number: " +
		strings.Join(parts, "; ")
}
