package display

import (
	"fmt"
	"math"
	"slices"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/terms"
	"fsnb.example/internal/wording"
)

// ShowChoice shows how many features are chosen: the ranking of these, the numbers that were tried,
// and the curve.
func (s *screen) ShowChoice(c *evaluation.Choice) {
	if !s.begin(c) {
		return
	}
	s.table(ChoiceTable(c))
	if r := c.Ranking; r != nil {
		short := *r // the reason stands above
		short.Diagnostics.Notes = short.Diagnostics.Notes[min(1, len(r.Diagnostics.Notes)):]
		s.table(rankingTable(&short))
	}
	s.figure(choiceFigure(c))
}

// ChoiceTable is the table of the numbers that were tried, with mean and standard deviation over
// the folds; the chosen one is marked. For rules that read the scores it is the rule, the number
// and the scores around the cut.
func ChoiceTable(c *evaluation.Choice) *Table {
	if c.Ranking == nil {
		return &Table{Title: "How many features",
			Notes: []string{"Interrupted before it had an answer."}}
	}
	t := &Table{Title: fmt.Sprintf("%s of %d: %s", wording.Plural(c.K, "feature", "features"),
		c.Ranking.D, choiceTitle(c))}
	if c.Points == nil {
		choiceScores(t, c)
	} else {
		choicePoints(t, c)
	}
	t.Notes = append(t.Notes, wording.Sentence(wording.CleanSentence("Rule "+string(c.Rule)+": "+
		c.Why)))
	t.Notes = append(t.Notes, runNotes(&c.Run, "")...)
	return t
}

// choiceTitle is the method and the data.
func choiceTitle(c *evaluation.Choice) string {
	return ofData(wording.Clean(c.Ranking.Label), c.Ranking.Dataset)
}

// choicePoints fills in the numbers that were tried. Of many only the round ones, the best and the
// chosen one are listed.
func choicePoints(t *Table, c *evaluation.Choice) {
	t.Columns = []Column{{Name: "features", Align: Right}, {Name: c.Measure, Align: Right},
		{Name: ""}}
	listed := wording.Roundest(c.Counts, maxRows, wording.LeastRound,
		func(int, int) bool { return false })
	listed = append(listed, c.Best, slices.Index(c.Counts, c.K))
	slices.Sort(listed)
	listed = slices.Compact(listed)
	for _, i := range listed {
		mark := ""
		switch {
		case c.Counts[i] == c.K && i == c.Best:
			mark = "chosen, the best"
		case c.Counts[i] == c.K:
			mark = "chosen"
		case i == c.Best:
			mark = "the best"
		}
		t.Rows = append(t.Rows, []string{wording.Itoa(c.Counts[i]),
			fmt.Sprintf("%s ± %s", wording.Fixed(c.Points[i].Mean, 3),
				wording.Fixed(c.Points[i].SD, 3)), mark})
		t.Strong = append(t.Strong, []bool{false, c.Counts[i] == c.K})
	}
	t.Notes = append(t.Notes, listedNote(listed, c.Counts)...)
	t.Notes = append(t.Notes, fmt.Sprintf("Mean ± standard deviation over %s; features are chosen "+
		"again in each.", wording.Plural(len(c.Points[0].Values), "fold", "folds")))
}

// choiceScores fills in the scores on both sides of the cut.
func choiceScores(t *Table, c *evaluation.Choice) {
	t.Columns = []Column{{Name: "rank", Align: Right}, {Name: "score", Align: Right}, {Name: ""}}
	from, to := max(0, c.K-3), min(len(c.Scores), c.K+3)
	written := wording.FormatColumn(c.Scores[from:to])
	for i := from; i < to; i++ {
		mark := ""
		if i+1 == c.K {
			mark = "the last one chosen"
		}
		t.Rows = append(t.Rows, []string{wording.Itoa(i + 1), written[i-from], mark})
	}
}

// choiceFigure draws what was measured, or the scores, with the chosen number; nil if there is
// nothing to draw.
func choiceFigure(c *evaluation.Choice) *figure.Figure {
	switch {
	case c.Ranking == nil:
		return nil
	case c.Points == nil:
		return choiceScoresFigure(c)
	}
	root := math.Sqrt(float64(len(c.Points[0].Values)))
	panel := chart.CurvePanel{Title: "How many features: " + choiceTitle(c), Counts: c.Counts,
		Y: c.Measure, Bands: true}
	line, chosen := chart.CurveSeries{}, chart.CurveSeries{Place: 1}
	for i, s := range c.Points {
		p := chart.CurvePoint{Count: c.Counts[i], Value: s.Mean, Low: s.Mean - s.SD/root,
			High: s.Mean + s.SD/root}
		line.Points = append(line.Points, p)
		if c.Counts[i] == c.K {
			p.Low, p.High = p.Value, p.Value
			chosen.Points = append(chosen.Points, p)
		}
	}
	panel.Series = []chart.CurveSeries{line, chosen}
	mark := chart.Curves{Names: []chart.CurveName{{Name: "mean over the folds"},
		{Name: fmt.Sprintf("chosen: %s", wording.Plural(c.K, "feature", "features")), Place: 1}}}
	if c.Rule == terms.OneError {
		mark.Level, panel.Level = "a standard error below the best", &c.Least
	}
	panel.Fit(math.Inf(-1), 1)
	mark.Panels = []chart.CurvePanel{panel}
	best := &c.Points[c.Best]
	alt := fmt.Sprintf(
		"How many features, %s: %s are chosen, by rule %s; the best %s, %s, is with %d",
		choiceTitle(c), wording.Itoa(c.K), c.Rule, c.Measure, wording.Fixed(best.Mean, 3),
		c.Counts[c.Best])
	return mark.Figure(alt, figure.Caption{Text: fmt.Sprintf("Band: ± one standard error of the "+
		"mean over %s.", wording.Plural(len(best.Values), "fold", "folds"))})
}

// choiceScoresFigure draws the finite scores, with those that are chosen.
func choiceScoresFigure(c *evaluation.Choice) *figure.Figure {
	all, chosen := chart.Series{Name: "score", Line: true}, chart.Series{Name: "chosen",
		Points: true}
	for i, v := range c.Scores {
		if math.IsInf(v, 0) {
			continue
		}
		all.X, all.Y = append(all.X, float64(i+1)), append(all.Y, v)
		if i < c.K {
			chosen.X, chosen.Y = append(chosen.X, float64(i+1)), append(chosen.Y, v)
		}
	}
	if len(all.Y) == 0 {
		return nil
	}
	drawn := chart.Chart{Title: "How many features: " + choiceTitle(c), X: "rank", Y: "score",
		Series: []chart.Series{all}, LogX: len(c.Scores) > 200}
	if len(chosen.Y) > 0 {
		drawn.Series = append(drawn.Series, chosen)
	}
	f, err := chart.ChartFigure(&drawn)
	if err != nil {
		return nil
	}
	return f
}
