package display

import (
	"fmt"
	"strconv"
	"strings"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
)

// ShowSpectrum shows score spectra: their table, and a panel for each ranking.
func (s *screen) ShowSpectrum(p *evaluation.ScoreSpectrum) {
	if s.begin(p) {
		s.table(spectrumTable(p))
		s.figure(SpectrumFigure(p))
	}
}

// spectrumTable is the table of a score spectrum: each ranking's best score, its knee,
// and what lies before the knee.
func spectrumTable(s *evaluation.ScoreSpectrum) *Table {
	t := &Table{
		Title: spectrumTitle(s),
		Columns: []Column{
			{Name: "ranking"}, {Name: "features", Align: Right}, {Name: "best score", Align: Right},
			{Name: "last score", Align: Right},
			{Name: "knee at rank", Align: Right}, {Name: "score there", Align: Right},
			{Name: "depth", Align: Right}, {Name: "before the knee", Align: Right},
		},
	}
	labels := spectrumLabels(s)
	slight, measured := false, false
	for i, c := range s.Curves {
		features := wording.Itoa(len(c.Scores))
		if c.D > len(c.Scores) {
			features = fmt.Sprintf("%d of %d", len(c.Scores), c.D)
		}
		scores := []float64{c.Scores[0], c.Scores[len(c.Scores)-1]}
		knee := []string{"none", "–", "–", "–"}
		if c.Knee.Rank > 0 {
			scores = append(scores, c.Knee.Score)
			knee = []string{wording.Itoa(c.Knee.Rank), "", wording.Fixed(c.Knee.Depth, 2),
				wording.Plural(c.Knee.Rank-1, "feature", "features")}
			if c.Knee.Share > 0 {
				knee[3] += ", " + wording.Percent(c.Knee.Share)
			}
			if c.Knee.Slight {
				knee[0] += " (slight)"
				slight = true
			}
		} else {
			t.Notes = append(t.Notes, fmt.Sprintf("%s: no knee, as %s.", labels[i], c.NoKnee))
		}
		written := wording.FormatColumn(scores)
		if c.OrderOnly {
			written = []string{"–", "–"}
		}
		measured = measured || !c.OrderOnly
		if len(written) > 2 {
			knee[1] = written[2]
		}
		t.Rows = append(t.Rows,
			append([]string{labels[i], features, written[0], written[1]}, knee...))
		if c.Reordered > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("%s: sorted by score, which is not the "+
				"ranking's order from rank %d on.", labels[i], c.Reordered))
		}
	}
	if !measured {
		return t
	}
	t.Notes = append(t.Notes, "The knee is the score furthest below the straight line from the "+
		"first to the last finite score: before it the scores fall fast, "+
		"from it on slowly. Its depth is 0 on that line and 1 for a drop to the last score at "+
		"once. Percentages are of the sum of the finite scores.")
	if slight {
		t.Notes = append(t.Notes, "A slight knee is no deeper than evenly spread scores have by "+
			"chance, one time in twenty.")
	}
	return t
}

func spectrumTitle(s *evaluation.ScoreSpectrum) string {
	title := "Score spectrum"
	if name := s.Curves[0].Dataset; name != "" && oneDataset(s) {
		title += ", " + wording.Clean(name)
	}
	return title
}

func oneDataset(s *evaluation.ScoreSpectrum) bool {
	for _, c := range s.Curves {
		if c.Dataset != s.Curves[0].Dataset {
			return false
		}
	}
	return true
}

// spectrumLabels names the rankings so that all are distinct: by their data when these differ.
func spectrumLabels(s *evaluation.ScoreSpectrum) []string {
	labels, features := make([]string, len(s.Curves)), make([]int, len(s.Curves))
	for i, c := range s.Curves {
		labels[i], features[i] = c.Label, len(c.Scores)
		if !oneDataset(s) {
			labels[i] += ", " + c.Dataset
		}
	}
	return wording.Distinct(labels, features)
}

// SpectrumFigure draws the scores of each ranking against their rank, one panel a ranking with axes
// of its own, since methods have different units: the curve, the straight line between its ends,
// and the knee, the area before it tinted. The axis of the ranks is linear, since the knee is a
// point of the linear curve. Rankings without scores have no panel; it returns nil when there is no
// other.
func SpectrumFigure(s *evaluation.ScoreSpectrum) *figure.Figure {
	var mark chart.Spectra
	for i, label := range spectrumLabels(s) {
		c := s.Curves[i]
		if c.OrderOnly || len(mark) == chart.MaxPanels {
			continue
		}
		ranks := fmt.Sprintf("rank of %s", wording.Plural(len(c.Scores), "feature", "features"))
		if len(c.Scores) < c.D {
			ranks = fmt.Sprintf("rank, the best %d of %d features", len(c.Scores), c.D)
		}
		mark = append(mark, chart.Spectrum{Title: label, Ranks: ranks, Text: kneeText(c),
			Scores: c.Scores, PlusInf: c.PlusInf, MinusInf: c.MinusInf, Knee: c.Knee.Rank,
			Slight: c.Knee.Slight, Names: spectrumNames(c)})
	}
	if len(mark) == 0 {
		return nil
	}
	return mark.Figure(spectrumAlt(s), spectrumNote(s)).Titled(spectrumTitle(s))
}

// spectrumNames are the names of the features of a curve as they are shown, or nil.
func spectrumNames(c evaluation.ScoreCurve) []string {
	if len(c.Names) != len(c.Scores) {
		return nil
	}
	out := make([]string, len(c.Names))
	for i, name := range c.Names {
		out[i] = wording.Shorten(name, wording.MaxName)
	}
	return out
}

func spectrumNote(s *evaluation.ScoreSpectrum) figure.Caption {
	note := "Scores, largest first."
	ordered := 0
	for _, c := range s.Curves {
		if c.OrderOnly {
			ordered++
		}
	}
	scored := len(s.Curves) - ordered
	if scored > 1 {
		note += " Each panel has axes of its own."
	}
	if more := scored - chart.MaxPanels; more > 0 {
		note += fmt.Sprintf(" %s more in the table.", wording.Plural(more, "ranking", "rankings"))
	}
	if ordered > 0 {
		note += fmt.Sprintf(" %s of an order without scores not drawn.",
			wording.Plural(ordered, "ranking", "rankings"))
	}
	return figure.Caption{Text: note}
}

func spectrumAlt(s *evaluation.ScoreSpectrum) string {
	var parts []string
	for i, label := range spectrumLabels(s) {
		if i == chart.MaxPanels {
			parts = append(parts, fmt.Sprintf("and %d more", len(s.Curves)-i))
			break
		}
		parts = append(parts, label+" "+kneeText(s.Curves[i]))
	}
	return spectrumTitle(s) + ": " + strings.Join(parts, "; ")
}

// kneeText says where the knee is.
func kneeText(c evaluation.ScoreCurve) string {
	if c.OrderOnly {
		return "order only"
	}
	if c.Knee.Rank == 0 {
		return "no knee"
	}
	text := fmt.Sprintf("knee at rank %d, score %s", c.Knee.Rank,
		wording.Minus(strconv.FormatFloat(c.Knee.Score, 'g', 4, 64)))
	if c.Knee.Slight {
		return "slight " + text
	}
	return text
}
