package display

import (
	"fmt"

	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
)

// maxStability is the largest number of rows in the table of a stability report.
const maxStability = 24

// maxBetween is the largest number of methods for which the table compares all pairs.
const maxBetween = 6

// ShowStability shows a report: its tables, and a figure of each.
func (s *Screen) ShowStability(r *evaluation.StabilityReport) {
	if s.begin(r) {
		s.table(StabilityTable(r))
		s.table(FrequencyTable(r))
		s.figure(StabilityFigure(r))
		s.figure(FrequencyFigure(r))
	}
}

// StabilityTable is the table of a stability report: a row for each number of features and method,
// with Nogueira's stability and its interval, the mean Jaccard index of the choices, the features
// that are always and ever chosen, and how alike the methods are. Of many numbers of features only
// the round ones are listed. Too few subsamples have no interval; without any it is a one-line
// message.
func StabilityTable(r *evaluation.StabilityReport) *Table {
	if r.Done == 0 {
		return nothingYet(stabilityTitle(r), "subsample", r.Protocol.Repeats)
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
			if !r.Few() {
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
	if len(listed) < len(counts) {
		t.Notes = append(t.Notes,
			fmt.Sprintf("%d of the %d numbers of features are listed.", len(listed), len(counts)))
	}
	t.Notes = append(t.Notes, "Stability: 1 when the same features are chosen from every "+
		"subsample, 0 as for features drawn at random (Nogueira 2018; at one number of features "+
		"it is Kuncheva's index, too).",
		"Always, ever: features that are chosen from every subsample, and from at least one.",
		subsampleNote(r))
	if r.Cached {
		t.Notes = append(t.Notes, cachedNote)
	}
	if r.Partial {
		t.Notes = append(t.Notes, stabilityStopped(r))
	}
	t.Notes = append(t.Notes, wording.WarningNotes(r.Warnings)...)
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
	title := "Stability of the chosen features"
	if r.Dataset != "" {
		title += ", " + wording.Clean(r.Dataset)
	}
	return title
}

func frequencyTitle(r *evaluation.StabilityReport, p *evaluation.StabilityPoint) string {
	title := "How often features are among the best " + wording.Itoa(p.K)
	if p.K == 1 {
		title = "How often features are the best"
	}
	if r.Dataset != "" {
		title += ", " + wording.Clean(r.Dataset)
	}
	return title
}

func stabilityLabels(r *evaluation.StabilityReport) []string {
	return wording.Distinct(r.Labels, nil)
}

func subsampleNote(r *evaluation.StabilityReport) string {
	return fmt.Sprintf("%s of %s of the samples each, seed %d. They overlap, so that "+
		"independent samples would agree less.", wording.Plural(r.Done, "subsample", "subsamples"),
		wording.Percent(r.Protocol.Train), r.Protocol.Seed)
}

func stabilityStopped(r *evaluation.StabilityReport) string {
	return fmt.Sprintf("Stopped after %d of %d subsamples.", r.Done, r.Protocol.Repeats)
}
