package display

import (
	"fmt"
	"math"
	"strings"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/number"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// regressionMeasures are the measures of a point, in the order of the columns.
var regressionMeasures = []struct {
	name, csv string
	of        func(*evaluation.RegressionPoint) *evaluation.Spread
	larger    bool // is better
}{
	{"R²", "R2", func(p *evaluation.RegressionPoint) *evaluation.Spread { return &p.R2 }, true},
	{"MAE", "MAE", func(p *evaluation.RegressionPoint) *evaluation.Spread { return &p.MAE }, false},
	{"RMSE", "RMSE", func(p *evaluation.RegressionPoint) *evaluation.Spread { return &p.RMSE },
		false},
}

// ShowRegression shows regression errors: their table, and the curves.
func (s *screen) ShowRegression(r *evaluation.RegressionErrors) {
	if s.begin(r) {
		s.table(regressionTable(r))
		s.figure(regressionFigure(r))
	}
}

// ShowRegression keeps the CSV form of regression errors.
func (s *sheet) ShowRegression(r *evaluation.RegressionErrors) {
	if r != nil && whole[evaluation.RegressionErrors](s) {
		s.records(regressionCSV(r), nil)
	} else {
		s.screen.ShowRegression(r)
	}
}

// regressionTable is the table of regression errors: for each number of features a row for each
// method with R², mean absolute error and root mean squared error, as mean ± standard deviation. Of
// many numbers only the round ones are listed. Without a finished split it is a one-line message.
func regressionTable(r *evaluation.RegressionErrors) *Table {
	title := regressionTitle(r, "R², MAE and RMSE")
	if r.Done == 0 {
		return table.NothingYet(title, "split", r.Protocol.Repeats)
	}
	t := &Table{Title: title, Columns: []Column{{Name: "features", Align: Right}, {Name: "method"}}}
	for _, m := range regressionMeasures {
		t.Columns = append(t.Columns, Column{Name: m.name, Align: Right})
	}
	counts, labels, write := r.Protocol.Counts, regressionLabels(r), regressionNumbers(r)
	most := max(5, 2*maxCounts/max(1, len(r.Curves))) // rows of all methods in at most two screens
	listed := wording.Roundest(counts, min(maxCounts, most), wording.LeastRound,
		func(int, int) bool { return false })
	var bold table.BoldGroups
	for _, i := range listed {
		marks := boldRegression(r, i, &bold)
		for m := range r.Curves {
			row := []string{wording.Itoa(counts[i]), labels[m]}
			t.Rows = append(t.Rows, append(row, write(&r.Curves[m].Points[i])...))
			strong := []bool{false, false}
			for _, of := range marks {
				strong = append(strong, of[m])
			}
			t.Strong = append(t.Strong, strong)
		}
	}
	if len(listed) < len(counts) {
		t.Notes = append(t.Notes,
			fmt.Sprintf("%d of the %d numbers of features are listed.", len(listed), len(counts)))
	}
	t.Notes = append(t.Notes, fmt.Sprintf("All %s: %s. The mean of the training part, without "+
		"features: %s.", wording.Plural(r.D, "feature", "features"), inWords(write(&r.All)),
		inWords(write(&r.Guess))))
	t.Notes = append(t.Notes, targetSentence(r.Target)+
		" R² is about the mean of the test part; the mean absolute error (MAE) and the root mean "+
		"squared error (RMSE) are in the unit of the target.")
	t.Notes = append(t.Notes, regressionNote(r))
	t.Notes = append(t.Notes, regressionBold(&bold, r.Done)...)
	if r.Cached {
		t.Notes = append(t.Notes, cachedNote)
	}
	if r.Partial {
		t.Notes = append(t.Notes, regressionStopped(r))
	}
	t.Notes = append(t.Notes, wording.WarningNotes(r.Warnings)...)
	return t
}

// regressionNumbers returns what writes the cells of a point: R² with three decimals, and each
// error with as many decimals as suit all of its kind.
func regressionNumbers(r *evaluation.RegressionErrors) func(*evaluation.RegressionPoint) []string {
	largest := make([]float64, len(regressionMeasures))
	see := func(p *evaluation.RegressionPoint) {
		for k, m := range regressionMeasures {
			largest[k] = max(largest[k], math.Abs(m.of(p).Mean))
		}
	}
	see(&r.All)
	see(&r.Guess)
	for m := range r.Curves {
		for i := range r.Curves[m].Points {
			see(&r.Curves[m].Points[i])
		}
	}
	return func(p *evaluation.RegressionPoint) []string {
		var out []string
		for k, m := range regressionMeasures {
			s, number := m.of(p),
				func(v float64) string { return wording.FormatNumber(v, largest[k]) }
			if m.larger && largest[k] < 1e4 {
				number = func(v float64) string { return wording.Fixed(v, 3) }
			}
			cell := number(s.Mean)
			if r.Done > 1 {
				cell += " ± " + number(s.SD)
			}
			out = append(out, cell)
		}
		return out
	}
}

// inWords names the cells of a point.
func inWords(cells []string) string {
	parts := make([]string, len(cells))
	for k, m := range regressionMeasures {
		parts[k] = m.name + " " + cells[k]
	}
	return strings.Join(parts, ", ")
}

// boldRegression returns, for each measure, the methods that are best with a number of features, or
// not significantly worse by the test of Nadeau and Bengio; nil if nothing can be compared.
func boldRegression(r *evaluation.RegressionErrors, count int, bold *table.BoldGroups) [][]bool {
	if len(r.Curves) < 2 || r.Done < 2 || r.Training < 1 || r.Training >= r.N {
		return nil
	}
	var out [][]bool
	for _, m := range regressionMeasures {
		results := make([][]float64, len(r.Curves))
		for c := range r.Curves {
			results[c] = m.of(&r.Curves[c].Points[count]).Values
		}
		w, err := evaluation.NotWorse(results,
			evaluation.WinnerOptions{Smaller: !m.larger, Train: r.Training, Test: r.N - r.Training})
		if err != nil { // a hand-made result of means only
			return nil
		}
		out = append(out, bold.Of(w.Bold, nil))
	}
	return out
}

func regressionBold(bold *table.BoldGroups, splits int) []string {
	const test = "(paired t-test at 5%, corrected for splits that overlap)"
	shows := fmt.Sprintf("difference to the best that %d splits can show", splits)
	return bold.Note(
		"Bold (* in text): the best with that number of features, and what is not significantly "+
			"worse "+test+".",
		"Where none is bold there is no "+shows+".",
		"No cell is bold: there is no "+shows+" "+test+".")
}

func regressionTitle(r *evaluation.RegressionErrors, what string) string {
	model := r.Protocol.RegressorText()
	if r.Protocol.Regressor == evaluation.NearestMean || r.Protocol.Regressor == "" {
		model = fmt.Sprintf("%d-NN", r.Protocol.Neighbors)
	}
	title := what + " of " + model
	if r.Dataset != "" {
		title += ", " + wording.Clean(r.Dataset)
	}
	return title
}

func regressionLabels(r *evaluation.RegressionErrors) []string {
	labels := make([]string, len(r.Curves))
	for i, c := range r.Curves {
		labels[i] = c.Label
	}
	return wording.Distinct(labels, nil)
}

func regressionNote(r *evaluation.RegressionErrors) string {
	p := r.Protocol
	scaling := scalingText(p)
	what := fmt.Sprintf("Mean ± standard deviation over %s balanced over the quantiles of the "+
		"target", wording.Plural(r.Done, "split", "splits"))
	if r.Done == 1 {
		what = "One split balanced over the quantiles of the target"
	}
	model := "prediction by the mean of " + wording.Plural(p.Neighbors, "nearest neighbor",
		"nearest neighbors")
	switch p.Regressor {
	case evaluation.RidgeRegression:
		model = fmt.Sprintf("ridge regression with penalty %g", p.Ridge)
	case evaluation.ForestRegression:
		model = p.RegressorText()
	}
	note := fmt.Sprintf(
		"%s, %s for training, %s, %s, %s, seed %d.",
		what, wording.Percent(p.Train), selectionText(r.Chosen), scaling, model, p.Seed)
	return withGroups(note, r.Groups)
}

func regressionStopped(r *evaluation.RegressionErrors) string {
	return fmt.Sprintf("Stopped after %d of %d splits.", r.Done, r.Protocol.Repeats)
}

// regressionCSV returns regression errors as lines of a file, all numbers of features and digits: a
// line for each number and method, then one with all features, and one, with no feature, of the
// mean of the training part. The deviations are empty where one split was finished.
func regressionCSV(r *evaluation.RegressionErrors) [][]string {
	head := []string{"features", "method"}
	for _, m := range regressionMeasures {
		head = append(head, m.csv, m.csv+" sd")
	}
	rows := [][]string{head}
	line := func(features int, method string, p *evaluation.RegressionPoint) {
		row := []string{wording.Itoa(features), method}
		for _, m := range regressionMeasures {
			s, sd := m.of(p), ""
			if r.Done > 1 {
				sd = number.Text(s.SD)
			}
			row = append(row, number.Text(s.Mean), sd)
		}
		rows = append(rows, row)
	}
	if r.Done == 0 {
		return rows
	}
	labels := regressionLabels(r)
	for i, k := range r.Protocol.Counts {
		for m := range r.Curves {
			line(k, labels[m], &r.Curves[m].Points[i])
		}
	}
	line(r.D, "all features", &r.All)
	line(0, "mean of the training part", &r.Guess)
	return rows
}

// regressionFigure draws R² and the root mean squared error against the number of features, side by
// side with one legend: a line with a glyph for each method, a band of one standard deviation
// around it, and a dashed line for all features. The axis of the numbers is that of accuracyFigure.
// It returns nil when no split was finished.
func regressionFigure(r *evaluation.RegressionErrors) *figure.Figure {
	if r.Done == 0 || len(r.Protocol.Counts) == 0 {
		return nil
	}
	labels := regressionLabels(r)
	mark := chart.Curves{Names: curveNames(labels),
		Level: "all " + wording.Plural(r.D, "feature", "features")}
	for _, m := range regressionMeasures {
		if m.name == "MAE" {
			continue
		}
		least, most := math.Inf(-1), 1.
		y := "R²"
		if !m.larger {
			least, most = 0, math.Inf(1)
			y = m.name + " in the unit of the target"
		}
		panel := chart.CurvePanel{Title: regressionTitle(r, m.name), Counts: r.Protocol.Counts,
			Y: y, Level: &m.of(&r.All).Mean, Bands: true}
		for i, c := range r.Curves {
			points := make([]evaluation.Spread, len(c.Points))
			for k := range c.Points {
				points[k] = *m.of(&c.Points[k])
			}
			panel.Series = append(panel.Series,
				spreadSeries(i, r.Protocol.Counts, points, least, most))
		}
		panel.Fit(least, most)
		mark.Panels = append(mark.Panels, panel)
	}
	return mark.Figure(regressionAlt(r, labels),
		figure.Caption{Text: targetSentence(r.Target) + " " + regressionBands(r)})
}

// targetSentence says what the target is.
func targetSentence(target string) string {
	if name, ok := strings.CutPrefix(target, "continuous target "); ok {
		return wording.Sentence("target: " + wording.CleanSentence(name))
	}
	return "Continuous target."
}

func regressionBands(r *evaluation.RegressionErrors) string {
	note := fmt.Sprintf("Bands: ± one standard deviation over %d splits.", r.Done)
	switch {
	case r.Done == 1:
		note = "One split: no bands."
	case len(r.Protocol.Counts) == 1:
		note = strings.Replace(note, "Bands", "Bars", 1)
	}
	if r.Partial {
		note += " " + regressionStopped(r)
	}
	return note
}

func regressionAlt(r *evaluation.RegressionErrors, labels []string) string {
	parts := make([]string, len(r.Curves))
	write := regressionNumbers(r)
	for i, c := range r.Curves {
		best := 0
		for k := range c.Points {
			if c.Points[k].R2.Mean > c.Points[best].R2.Mean {
				best = k
			}
		}
		cells := write(&c.Points[best])
		parts[i] = fmt.Sprintf("%s best R² %s, RMSE %s at %s", labels[i], mean(cells[0]),
			mean(cells[2]), wording.Plural(r.Protocol.Counts[best], "feature", "features"))
	}
	all := write(&r.All)
	return fmt.Sprintf("%s against the number of features: %s; all %s R² %s, RMSE %s",
		regressionTitle(r, "R² and RMSE"), strings.Join(parts, "; "),
		wording.Plural(r.D, "feature", "features"), mean(all[0]), mean(all[2]))
}

// mean is that of a cell with mean ± standard deviation.
func mean(cell string) string {
	m, _, _ := strings.Cut(cell, " ± ")
	return m
}
