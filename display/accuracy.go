package display

import (
	"fmt"
	"math"
	"strings"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// maxCounts is the largest number of rows in the table of accuracy curves.
const maxCounts = 30

// ShowAccuracy shows accuracy curves: their table, and the curves.
func (s *screen) ShowAccuracy(a *evaluation.AccuracyCurves) {
	if s.begin(a) {
		s.table(AccuracyTable(a))
		s.figure(accuracyFigure(a))
	}
}

// AccuracyTable is the table of curves of accuracy, or another measure of the protocol: a row for
// each number of features, mean ± standard deviation for each method. Of many numbers only the
// round ones are listed. Without a finished split it is a one-line message.
func AccuracyTable(a *evaluation.AccuracyCurves) *Table {
	if a.Done == 0 {
		return table.NothingYet(accuracyTitle(a), "split", a.Protocol.Repeats)
	}
	t := &Table{Title: accuracyTitle(a), Columns: []Column{{Name: "features", Align: Right}}}
	for _, label := range curveLabels(a) {
		t.Columns = append(t.Columns, Column{Name: label, Align: Right})
	}
	counts := a.Protocol.Counts
	listed := wording.Roundest(counts, maxCounts, wording.LeastRound,
		func(int, int) bool { return false })
	var bold table.BoldGroups
	for _, i := range listed {
		row := []string{wording.Itoa(counts[i])}
		for _, c := range a.Curves {
			row = append(row, spread(c.Points[i], a.Done))
		}
		t.Rows, t.Strong = append(t.Rows, row), append(t.Strong, boldCurves(a, i, &bold))
	}
	if len(listed) < len(counts) {
		t.Notes = append(t.Notes,
			fmt.Sprintf("%d of the %d numbers of features are listed.", len(listed), len(counts)))
	}
	t.Notes = append(t.Notes, levelsNote(a))
	t.Notes = append(t.Notes, measureNote(a.Protocol)...)
	t.Notes = append(t.Notes, protocolNote(a))
	t.Notes = append(t.Notes, accuracyBold(&bold, a.Done)...)
	if a.Cached {
		t.Notes = append(t.Notes, cachedNote)
	}
	if a.Partial {
		t.Notes = append(t.Notes, stoppedNote(a))
	}
	t.Notes = append(t.Notes, wording.WarningNotes(a.Warnings)...)
	return t
}

// levelsNote gives the measure with all features, and of guessing.
func levelsNote(a *evaluation.AccuracyCurves) string {
	all := spread(a.All, a.Done)
	if a.AllOmitted != "" {
		all = "not measured, since " + wording.CleanSentence(a.AllOmitted)
	}
	return fmt.Sprintf("All %s: %s. Guessing the largest class: %.3f.",
		wording.Plural(a.D, "feature", "features"), all, a.Chance)
}

// accuracyBold returns the bold cells, and the note where there are none.
func accuracyBold(bold *table.BoldGroups, splits int) []string {
	const test = "(paired t-test at 5%, corrected for splits that overlap)"
	shows := fmt.Sprintf("difference to the best that %d splits can show", splits)
	return bold.Note(
		"Bold (* in text): the best, and what is not significantly worse "+test+".",
		"A row without bold has no "+shows+".",
		"No cell is bold: no row has a "+shows+" "+test+".")
}

// boldCurves returns the bold cells of a row: the best method, and those that are not significantly
// worse by the test of Nadeau and Bengio; none if these are all, nil if nothing can be compared.
func boldCurves(a *evaluation.AccuracyCurves, count int, bold *table.BoldGroups) []bool {
	if len(a.Curves) < 2 || a.Done < 2 {
		return nil
	}
	results := make([][]float64, len(a.Curves))
	for m, c := range a.Curves {
		results[m] = c.Points[count].Values
	}
	train := a.Training
	if train < 1 || train >= a.N { // a hand-made result
		train = min(max(int(math.Round(a.Protocol.Train*float64(a.N))), 1), a.N-1)
	}
	w, err := evaluation.NotWorse(results,
		evaluation.WinnerOptions{Train: train, Test: a.N - train})
	if err != nil { // a hand-made result of means only
		return nil
	}
	return append([]bool{false}, bold.Of(w.Bold, nil)...) // after the number of features
}

func accuracyTitle(a *evaluation.AccuracyCurves) string {
	title := ratedBy(a.Protocol)
	if a.Dataset != "" {
		title += ", " + wording.Clean(a.Dataset)
	}
	return title
}

// ratedBy is the measure and the classifier of a protocol: "Accuracy of 1-NN".
func ratedBy(p evaluation.Protocol) string {
	measure := wording.Clean(p.Measure.Text())
	return strings.ToUpper(measure[:1]) + measure[1:] + " of " + wording.Clean(p.Predictor())
}

// measureNote says what a measure other than accuracy is; nil for accuracy.
func measureNote(p evaluation.Protocol) []string {
	switch p.Measure {
	case evaluation.BalancedAccuracy:
		return []string{"Balanced accuracy: the mean over the classes of the share of their " +
			"samples that are predicted correctly."}
	case evaluation.MacroF1:
		return []string{"Macro F1: the mean over the classes of 2 × precision × recall / " +
			"(precision + recall)."}
	case evaluation.AUC:
		return []string{"AUC: the share of the pairs of a sample of a class and another one in " +
			"which it has the higher score, equal scores counting a half; of several classes the " +
			"mean. Scores are " + scoresOf(p) + "."}
	}
	return nil
}

// scoresOf says what the scores of a classifier are.
func scoresOf(p evaluation.Protocol) string {
	switch p.Classifier {
	case evaluation.LogisticClassifier, evaluation.ForestClassifier:
		return "probabilities"
	case evaluation.LinearMachine, evaluation.RidgeClassifier:
		return "values of the linear functions"
	}
	return "shares of the classes among the neighbors; 1-NN has no other scores than 0 and 1"
}

func curveLabels(a *evaluation.AccuracyCurves) []string {
	labels := make([]string, len(a.Curves))
	for i, c := range a.Curves {
		labels[i] = c.Label
	}
	return wording.Distinct(labels, nil)
}

// scalingText says how the features are scaled.
func scalingText(p evaluation.Protocol) string {
	if p.Raw {
		return "features as they are"
	}
	return "features standardized by the training part"
}

// selectionText says which samples chose the features.
func selectionText(chosen string) string {
	if chosen != "" {
		return "selection among " + wording.Clean(chosen) + ", chosen on all samples"
	}
	return "selection on the training part only"
}

func protocolNote(a *evaluation.AccuracyCurves) string {
	p := a.Protocol
	scaling := scalingText(p)
	what := "Mean ± standard deviation over " + wording.Plural(a.Done, "stratified split",
		"stratified splits")
	if a.Done == 1 {
		what = "One stratified split"
	}
	note := fmt.Sprintf("%s, %s for training, %s, %s, seed %d.",
		what, wording.Percent(p.Train), selectionText(a.Chosen), scaling, p.Seed)
	return withFilled(withGroups(note, a.Groups), a.Filled, "the training part of each split")
}

// withFilled adds to a note where missing values are filled from.
func withFilled(note, filled, from string) string {
	if filled == "" {
		return note
	}
	return note + " " + wording.FilledNote(filled, from)
}

// withGroups adds to a note that no split parts a group.
func withGroups(note, groups string) string {
	if groups == "" {
		return note
	}
	return note + " " + wording.GroupNote(groups)
}

func stoppedNote(a *evaluation.AccuracyCurves) string {
	return fmt.Sprintf("Stopped after %d of %d splits.", a.Done, a.Protocol.Repeats)
}

// spread formats mean ± standard deviation; one split has no deviation.
func spread(s evaluation.Spread, splits int) string {
	if splits == 1 {
		return fmt.Sprintf("%.3f", s.Mean)
	}
	return fmt.Sprintf("%.3f ± %.3f", s.Mean, s.SD)
}

// accuracyFigure draws accuracy against the number of features: a line with a
// glyph for each method, a band of one standard deviation around it, and a dashed
// line for all features. The axis of the numbers is logarithmic when they span
// more than a factor of 12. A single number has a bar of one standard deviation
// for each method. It returns nil when no split was finished.
func accuracyFigure(a *evaluation.AccuracyCurves) *figure.Figure {
	if a.Done == 0 || len(a.Protocol.Counts) == 0 {
		return nil
	}
	labels := curveLabels(a)
	mark := chart.Curves{Names: curveNames(labels)}
	panel := chart.CurvePanel{Title: accuracyTitle(a), Counts: a.Protocol.Counts,
		Y:     a.Protocol.Measure.Text(),
		Bands: true}
	if a.AllOmitted == "" {
		mark.Level = "all " + wording.Plural(a.D, "feature", "features")
		panel.Level = &a.All.Mean
	}
	for i, c := range a.Curves {
		panel.Series = append(panel.Series, spreadSeries(i, a.Protocol.Counts, c.Points, 0, 1))
	}
	panel.Fit(0, 1)
	mark.Panels = []chart.CurvePanel{panel}
	return mark.Figure(accuracyAlt(a, labels), figure.Caption{Text: bandNote(a)})
}

// curveNames puts labels into a legend, with the places of the palette in order.
func curveNames(labels []string) []chart.CurveName {
	names := make([]chart.CurveName, len(labels))
	for i, label := range labels {
		names[i] = chart.CurveName{Name: label, Place: i}
	}
	return names
}

// spreadSeries is a series of means, with one standard deviation to both sides as far as values can
// lie between least and most.
func spreadSeries(
	place int, counts []int, points []evaluation.Spread, least, most float64,
) chart.CurveSeries {
	out := chart.CurveSeries{Place: place}
	for i, s := range points {
		out.Points = append(out.Points, chart.CurvePoint{Count: counts[i], Value: s.Mean,
			Low: max(least, s.Mean-s.SD), High: min(most, s.Mean+s.SD)})
	}
	return out
}

func bandNote(a *evaluation.AccuracyCurves) string {
	note := fmt.Sprintf("Bands: ± one standard deviation over %d splits.", a.Done)
	switch {
	case a.Done == 1:
		note = "One split: no bands."
	case len(a.Protocol.Counts) == 1:
		note = strings.Replace(note, "Bands", "Bars", 1)
	}
	if a.Partial {
		note += " " + stoppedNote(a)
	}
	return note
}

func accuracyAlt(a *evaluation.AccuracyCurves, labels []string) string {
	parts := make([]string, len(a.Curves))
	for i, c := range a.Curves {
		best := 0
		for k := range c.Points {
			if c.Points[k].Mean > c.Points[best].Mean {
				best = k
			}
		}
		parts[i] = fmt.Sprintf("%s best %.3f at %s", labels[i], c.Points[best].Mean,
			wording.Plural(a.Protocol.Counts[best], "feature", "features"))
	}
	text := fmt.Sprintf("%s against the number of features: %s", accuracyTitle(a),
		strings.Join(parts, "; "))
	if a.AllOmitted != "" {
		return text
	}
	return fmt.Sprintf("%s; all %s %.3f", text, wording.Plural(a.D, "feature", "features"),
		a.All.Mean)
}
