package display

import (
	"fmt"
	"strings"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/stability"
	"fsnb.example/internal/table"
	"fsnb.example/internal/terms"
	"fsnb.example/internal/wording"
)

// maxStability is the largest number of rows in the table of a stability report.
const maxStability = 24

// maxBetween is the largest number of methods for which the table compares all pairs.
const maxBetween = 6

// ShowStability shows a report: its tables, and a figure of each.
func (s *screen) ShowStability(r *evaluation.StabilityReport) {
	if s.begin(r) {
		s.table(stabilityTable(r))
		s.table(FrequencyTable(r))
		s.figure(stabilityFigure(r))
		s.figure(frequencyFigure(r))
	}
}

// stabilityTable is the table of a stability report: a row for each number of features and method,
// with Nogueira's stability and its interval, the mean Jaccard index of the choices, the features
// that are always and ever chosen, and how alike the methods are. Of many numbers of features only
// the round ones are listed. Too few subsamples have no interval; without any it is a one-line
// message.
func stabilityTable(r *evaluation.StabilityReport) *Table {
	if r.Done == 0 {
		return table.NothingYet(stabilityTitle(r), "subsample", r.Protocol.Repeats)
	}
	t := &Table{Title: stabilityTitle(r), Columns: []Column{
		{Name: "features", Align: Right}, {Name: "method"}, {Name: "stability", Align: Right},
		{Name: "95% interval", Align: Right},
		{Name: "Jaccard", Align: Right}, {Name: "always", Align: Right},
		{Name: "ever", Align: Right},
	}}
	labels := stabilityLabels(r)
	n := len(labels)
	pairs := n > 1 && n <= maxBetween
	if pairs {
		t.Groups = []Group{{Span: 2}, {Name: "between subsamples", Span: 5},
			{Name: "Jaccard between methods", Span: n}}
		for _, label := range labels {
			t.Columns = append(t.Columns, Column{Name: label, Align: Right})
		}
	}
	var counts []int
	for _, p := range r.Points {
		counts = append(counts, p.K)
	}
	var listed []int
	if len(counts) > 0 {
		listed = wording.Roundest(counts, max(1, maxStability/n), wording.LeastRound,
			func(int, int) bool { return false })
	}
	for _, i := range listed {
		p := r.Points[i]
		for m, s := range p.Methods {
			row := []string{wording.Itoa(p.K), labels[m], "–", "–", "–", wording.Itoa(s.Always),
				wording.Itoa(s.Ever)}
			if r.Done > 1 {
				row[2], row[3], row[4] = wording.Fixed(s.Nogueira.Value, 3), tooFew,
					wording.Fixed(s.Jaccard, 3)
			}
			if !tooFewSplits(r) {
				row[3] = wording.Fixed(s.Nogueira.Low, 2) + " to " + wording.Fixed(s.Nogueira.High,
					2)
			}
			for o := 0; pairs && o < n; o++ {
				cell := "–"
				if o != m {
					cell = wording.Fixed(p.Between[m*n+o], 3)
				}
				row = append(row, cell)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	t.Notes = append(t.Notes, listedNote(listed, counts)...)
	t.Notes = append(t.Notes, "Stability: 1 when the same features are chosen from every "+
		"subsample, 0 as for features drawn at random (Nogueira 2018; at one number of features "+
		"it is Kuncheva's index, too).",
		"Always, ever: features that are chosen from every subsample, and from at least one.",
		subsampleNote(r))
	t.Notes = append(t.Notes, runNotes(&r.Run, stabilityStopped(r))...)
	return t
}

// tooFew replaces an interval.
const tooFew = "too few repeats"

// FrequencyTable is the table of the features that the methods of a stability report
// chose most often, at the number of features nearest to 10: the share of the
// subsamples with its interval for each method. It returns nil when no subsample was
// finished.
func FrequencyTable(r *evaluation.StabilityReport) *Table {
	p := shownPoint(r)
	if p == nil {
		return nil
	}
	t := &Table{Title: frequencyTitle(r, p), Columns: []Column{{Name: "feature"}}}
	for _, label := range stabilityLabels(r) {
		t.Columns = append(t.Columns, Column{Name: label, Align: Right})
	}
	names := frequencyNames(p, wording.InTable)
	for i, f := range shownFeatures(p) {
		t.SetWhole(i, 0, names.WholeOf(f.Name, f.Feature))
		row := []string{names.Of(f.Name, f.Feature)}
		for _, m := range f.Methods {
			cell := wording.Percent(m.Share)
			if m.Hits > 0 {
				cell += fmt.Sprintf(" (%s to %s)", wording.Percent(m.Low), wording.Percent(m.High))
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append(t.Notes, fmt.Sprintf("Share of %s from which a feature is chosen, with its "+
		"95%% interval (Wilson).", wording.Plural(r.Done, "subsample", "subsamples")))
	if more := moreFeatures(p); more != "" {
		t.Notes = append(t.Notes, more)
	}
	return t
}

// maxFrequent is the number of features whose frequencies are shown.
const maxFrequent = 20

func shownFeatures(p *evaluation.StabilityPoint) []evaluation.FeatureFrequency {
	return p.Features[:min(len(p.Features), maxFrequent)]
}

// frequencyNames are the names of the features whose frequencies are shown.
func frequencyNames(
	p *evaluation.StabilityPoint, fits func(wording.Feature, string) bool,
) wording.FeatureNames {
	var all []wording.Feature
	for _, f := range shownFeatures(p) {
		all = append(all, wording.Feature{Name: f.Name, Column: f.Feature})
	}
	return wording.NameFeatures(all, fits)
}

// moreFeatures notes that some features are omitted. A report lists only the most frequent ones.
func moreFeatures(p *evaluation.StabilityPoint) string {
	if len(p.Features) <= maxFrequent {
		return ""
	}
	return fmt.Sprintf("The %d most often chosen by all methods together.", maxFrequent)
}

// shownPoint is the point with the number of features nearest to 10.
func shownPoint(r *evaluation.StabilityReport) *evaluation.StabilityPoint {
	var best *evaluation.StabilityPoint
	for i := range r.Points {
		p := &r.Points[i]
		if best == nil || abs(p.K-10) < abs(best.K-10) {
			best = p
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

func stabilityTitle(r *evaluation.StabilityReport) string {
	return ofData("Stability of the chosen features", r.Dataset)
}

func frequencyTitle(r *evaluation.StabilityReport, p *evaluation.StabilityPoint) string {
	title := "How often features are among the best " + wording.Itoa(p.K)
	if p.K == 1 {
		title = "How often features are the best"
	}
	return ofData(title, r.Dataset)
}

func stabilityLabels(r *evaluation.StabilityReport) []string {
	return wording.Distinct(r.Labels, nil)
}

func subsampleNote(r *evaluation.StabilityReport) string {
	note := fmt.Sprintf("%s of %s of the samples each, seed %d. They overlap, so that "+
		"independent samples would agree less.", wording.Plural(r.Done, "subsample", "subsamples"),
		wording.Percent(r.Protocol.Train), r.Protocol.Seed)
	return withFilled(withGroups(note, r.Groups), r.Filled, "each subsample")
}

func stabilityStopped(r *evaluation.StabilityReport) string {
	return fmt.Sprintf("Stopped after %d of %d subsamples.", r.Done, r.Protocol.Repeats)
}

// stabilityFigure draws stability against the number of features: a line with a
// glyph for each method in a band of its 95% interval. A single number has a bar for
// each method. Too few subsamples have neither. The axis of the numbers is that of
// accuracyFigure; 0 is always seen. It returns nil when fewer than two subsamples were
// finished.
func stabilityFigure(r *evaluation.StabilityReport) *figure.Figure {
	if r.Done < 2 || len(r.Points) == 0 {
		return nil
	}
	labels := stabilityLabels(r)
	what := "Bands"
	if len(r.Points) == 1 {
		what = "Bars"
	}
	note := fmt.Sprintf("%s: 95%% intervals over %d subsamples.", what, r.Done)
	if tooFewSplits(r) {
		note = fmt.Sprintf("%d subsamples: too few repeats for an interval.", r.Done)
	}
	note += " 1: the same features from every subsample; 0: as at random."
	if r.Partial {
		note += " " + stabilityStopped(r)
	}
	mark := chart.Curves{Names: curveNames(labels), Panels: []chart.CurvePanel{stabilityPanel(r)}}
	return mark.Figure(stabilityAlt(r, labels), figure.Caption{Text: note})
}

func stabilityAlt(r *evaluation.StabilityReport, labels []string) string {
	parts := make([]string, len(labels))
	first, last := r.Points[0], r.Points[len(r.Points)-1]
	for m, label := range labels {
		parts[m] = fmt.Sprintf("%s %s with %s", label,
			wording.Fixed(first.Methods[m].Nogueira.Value, 2),
			wording.Plural(first.K, "feature", "features"))
		if last.K > first.K {
			parts[m] += fmt.Sprintf(", %s with %d",
				wording.Fixed(last.Methods[m].Nogueira.Value, 2), last.K)
		}
	}
	return stabilityTitle(r) + " against their number: " + strings.Join(parts, "; ")
}

func stabilityPanel(r *evaluation.StabilityReport) chart.CurvePanel {
	panel := chart.CurvePanel{Title: stabilityTitle(r), Y: "stability", Level: new(float64),
		LevelBelow: true, Bands: !tooFewSplits(r)}
	for m := range r.Labels {
		panel.Series = append(panel.Series, chart.CurveSeries{Place: m})
	}
	lowest, highest := 0.0, 0.2
	for _, p := range r.Points {
		panel.Counts = append(panel.Counts, p.K)
		for m, one := range p.Methods {
			index := shownIndex(r, one)
			lowest, highest = min(lowest, index.Low), max(highest, index.High)
			panel.Series[m].Points = append(panel.Series[m].Points, chart.CurvePoint{Count: p.K,
				Value: index.Value, Low: index.Low, High: index.High})
		}
	}
	margin := 0.04 * (highest - lowest)
	panel.From, panel.To, panel.Top = lowest-margin, highest+margin, 1
	return panel
}

// shownIndex is the stability of a method, without an interval when there are too few
// subsamples for one.
func shownIndex(
	r *evaluation.StabilityReport, m evaluation.MethodStability,
) stability.Index {
	s := m.Nogueira
	if tooFewSplits(r) {
		s.Low, s.High = s.Value, s.Value
	}
	return s
}

// frequencyFigure draws how often each method of a stability report chose the
// features that were chosen most often, at the number of features nearest to 10: a
// row for each feature, a column of bars for each method, with 95% intervals. It
// returns nil when no subsample was finished.
func frequencyFigure(r *evaluation.StabilityReport) *figure.Figure {
	p := shownPoint(r)
	if p == nil || len(p.Features) == 0 {
		return nil
	}
	labels := stabilityLabels(r)
	labels = labels[:min(len(labels), chart.MaxPanels)]
	mark := chart.Shares{Title: frequencyTitle(r, p)}
	for _, f := range shownFeatures(p) {
		mark.Rows = append(mark.Rows, wording.Feature{Name: f.Name, Column: f.Feature})
	}
	for m, label := range labels {
		column := chart.ShareColumn{Name: label}
		for _, f := range shownFeatures(p) {
			v := f.Methods[m]
			column.Shares = append(column.Shares,
				chart.Share{Value: v.Share, Low: v.Low, High: v.High, None: v.Hits == 0})
		}
		mark.Columns = append(mark.Columns, column)
	}
	return mark.Figure(frequencyAlt(r, p, labels), figure.Caption{Text: frequencyNote(r, p)})
}

func frequencyNote(r *evaluation.StabilityReport, p *evaluation.StabilityPoint) string {
	note := fmt.Sprintf("Share of %s with 95%% intervals.",
		wording.Plural(r.Done, "subsample", "subsamples"))
	if more := moreFeatures(p); more != "" {
		note += " " + more
	}
	if more := len(r.Labels) - chart.MaxPanels; more > 0 {
		note += fmt.Sprintf(" %s in the table.",
			wording.Plural(more, "method more", "methods more"))
	}
	if r.Partial {
		note += " " + stabilityStopped(r)
	}
	return note
}

func frequencyAlt(
	r *evaluation.StabilityReport, p *evaluation.StabilityPoint, labels []string,
) string {
	parts := make([]string, len(labels))
	favorites := make([]wording.Feature, len(labels))
	for m := range labels {
		best := 0
		for i, f := range p.Features {
			if f.Methods[m].Hits > p.Features[best].Methods[m].Hits {
				best = i
			}
		}
		f := p.Features[best]
		favorites[m] = wording.Feature{Name: f.Name, Column: f.Feature}
		parts[m] = fmt.Sprintf("(%s), %d always, %d ever", wording.Percent(f.Methods[m].Share),
			p.Methods[m].Always, p.Methods[m].Ever)
	}
	names := wording.NameFeatures(favorites, wording.InTable)
	for m, label := range labels {
		parts[m] = fmt.Sprintf("%s most often %s %s", label, names.Shown[favorites[m]], parts[m])
	}
	return frequencyTitle(r, p) + ": " + strings.Join(parts, "; ")
}

// tooFewSplits reports whether fewer subsamples were finished than an interval needs.
func tooFewSplits(r *evaluation.StabilityReport) bool { return r.Done < terms.FewRepeats }
