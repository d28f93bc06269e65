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

// maxScoreColumns is the largest number of data sets for which the table of ranks has a column
// each.
const maxScoreColumns = 12

// ShowRanks shows a comparison: its table, and a critical-difference plot.
func (s *screen) ShowRanks(r *evaluation.RankComparison) {
	if s.begin(r) {
		s.table(ranksTable(r))
		s.figure(RanksFigure(r))
	}
}

// ranksTable is the table of methods over data sets: a row for each method, the best average rank
// first, with its score on each data set (of few), the best in bold, its average rank, wins, and
// Nemenyi's p-value against the first. Average ranks that do not differ significantly from the
// first are bold, unless these are all.
func ranksTable(r *evaluation.RankComparison) *Table {
	t := &Table{Title: ranksTitle(r), Columns: []Column{{Name: "method"}}}
	labels, n, k := wording.Distinct(r.Methods, nil), len(r.Datasets), len(r.Methods)
	scores := n <= maxScoreColumns
	var shown [][]string // by data set and method
	if scores {
		t.Groups = []Group{{Span: 1}, {Name: "score", Span: n}, {Name: "over all", Span: 3}}
		for i, name := range wording.Distinct(r.Datasets, nil) {
			t.Columns = append(t.Columns, Column{Name: name, Align: Right})
			shown = append(shown, wording.FormatColumn(r.Scores[i]))
		}
	}
	t.Columns = append(t.Columns, Column{Name: "average rank", Align: Right},
		Column{Name: "wins", Align: Right}, Column{Name: "p against the first", Align: Right})
	var boldScores, boldAverages table.BoldGroups
	var best [][]bool // by data set and method
	for i := range shown {
		best = append(best, boldScores.Of(bestRanks(r.Friedman.Ranks[i]), nil))
	}
	average := boldAverages.Of(notWorseRanks(r), nil)
	for place, m := range r.Order {
		row, strong := []string{labels[m]}, []bool{false}
		for i := range shown {
			row = append(row, shown[i][m])
			strong = append(strong, best[i][m])
		}
		p := "–"
		if place > 0 {
			p = wording.PValue(r.P[r.Order[0]*k+m])
		}
		row = append(row, wording.Fixed(r.Friedman.Average[m], 3), wording.Itoa(r.Wins[m]), p)
		t.Rows, t.Strong = append(t.Rows, row), append(t.Strong, append(strong, average[m]))
	}
	t.Notes = append(t.Notes, ranksBold(&boldAverages, &boldScores, n)...)
	t.Notes = append(t.Notes,
		"Rank 1 is the best on a data set, "+better(r)+"; equal scores share a rank, and a win.",
		FriedmanNote(r), NemenyiNote(r))
	if n <= 10 || k <= 5 {
		t.Notes = append(t.Notes, "These tests are approximations that want more than 10 data "+
			"sets and 5 methods.")
	}
	return t
}

// bestRanks returns the methods with the best rank on a data set.
func bestRanks(ranks []float64) []bool {
	best, least := make([]bool, len(ranks)), lowest(ranks)
	for m, rank := range ranks {
		best[m] = rank == least
	}
	return best
}

// notWorseRanks returns the average ranks that do not differ significantly from the first.
func notWorseRanks(r *evaluation.RankComparison) []bool {
	good := make([]bool, len(r.Methods))
	for m, average := range r.Friedman.Average {
		good[m] = average-r.Friedman.Average[r.Order[0]] < r.Difference
	}
	return good
}

// ranksBold returns the bold average ranks and scores, and the note where there are none.
func ranksBold(averages, scores *table.BoldGroups, sets int) []string {
	note := ""
	switch {
	case averages.Some && scores.Some:
		note = "Bold (* in text): average ranks that do not differ significantly from the first, " +
			"and the best scores."
	case averages.Some:
		note = "Bold (* in text): average ranks that do not differ significantly from the first."
	case scores.Some:
		note = "Bold (* in text): the best scores."
	}
	if averages.Alike {
		note += fmt.Sprintf(" No average rank is bold: they have no difference to the first that "+
			"%d data sets can show.", sets)
	}
	if scores.Alike {
		note += " A data set without a bold score has equal ones."
	}
	return []string{strings.TrimSpace(note)}
}

func lowest(values []float64) float64 {
	least := math.Inf(1)
	for _, v := range values {
		least = min(least, v)
	}
	return least
}

func better(r *evaluation.RankComparison) string {
	if r.Smaller {
		return "where the smallest score is the best"
	}
	return "where the largest score is the best"
}

func ranksTitle(r *evaluation.RankComparison) string {
	title := fmt.Sprintf("%s by rank over %d data sets",
		wording.Plural(len(r.Methods), "method", "methods"), len(r.Datasets))
	if r.Score != "" {
		title += ": " + wording.CleanSentence(r.Score)
	}
	return title
}

// FriedmanNote is a sentence with Friedman's test that all methods are alike.
func FriedmanNote(r *evaluation.RankComparison) string {
	f := r.Friedman
	note := fmt.Sprintf("Friedman's test that all are alike: χ² = %s with %s of freedom, p %s; ",
		wording.Fixed(f.ChiSquared, 2), wording.Plural(f.DF, "degree", "degrees"), isValue(f.P))
	if math.IsInf(float64(f.F), 1) {
		return note + "all data sets have the same ranks."
	}
	return note + fmt.Sprintf("Iman and Davenport's F = %s with %d and %d, p %s.",
		wording.Fixed(float64(f.F), 2), f.DF1, f.DF2, isValue(f.PF))
}

// NemenyiNote is a sentence with the critical difference of Nemenyi's test.
func NemenyiNote(r *evaluation.RankComparison) string {
	return fmt.Sprintf("Nemenyi's test at %s: average ranks differ significantly from a "+
		"difference of %s on.", level100(r.Alpha), wording.Fixed(r.Difference, 3))
}

// level100 writes a level of significance as a percentage with the digits it has.
func level100(alpha float64) string { return fmt.Sprintf("%.4g%%", 100*alpha) }

// isValue is PValue in a sentence.
func isValue(p float64) string {
	if p < 0.0005 {
		return "< 0.001"
	}
	return "= " + wording.Fixed(p, 3)
}

// RanksFigure draws the plot of Demšar (2006, figure 1): an axis of average
// ranks, the best on the left; a line from each method's rank to its name, the better
// half on the left; thick bars over methods of which none differs significantly from
// another; and the critical difference above the axis. It returns nil for more than
// 60 methods.
func RanksFigure(r *evaluation.RankComparison) *figure.Figure {
	if k := len(r.Methods); k > chart.MaxRanked || k < 2 {
		return nil
	}
	mark := chart.CriticalDifference{Title: ranksTitle(r), Names: wording.Distinct(r.Methods, nil),
		Average: r.Friedman.Average, Order: r.Order, Groups: r.Groups, Difference: r.Difference}
	return mark.Figure(criticalAlt(r), figure.Caption{Text: criticalNote(r)})
}

func criticalNote(r *evaluation.RankComparison) string {
	note := fmt.Sprintf("Bars join methods that do not differ significantly (Nemenyi, %s). ",
		level100(r.Alpha))
	if len(r.Groups) == 0 {
		note = fmt.Sprintf("All methods differ significantly from each other (Nemenyi, %s). ",
			level100(r.Alpha))
	}
	if r.Friedman.PF > r.Alpha {
		return note + fmt.Sprintf("Friedman's test finds no difference between the methods: p %s.",
			isValue(r.Friedman.PF))
	}
	return note + fmt.Sprintf("Friedman's test that all are alike: p %s.", isValue(r.Friedman.PF))
}

func criticalAlt(r *evaluation.RankComparison) string {
	labels := wording.Distinct(r.Methods, nil)
	var parts []string
	for _, m := range r.Order {
		parts = append(parts, labels[m]+" "+wording.Fixed(r.Friedman.Average[m], 2))
	}
	return fmt.Sprintf("Critical-difference plot of %s, average ranks: %s; critical difference %s",
		ranksTitle(r), strings.Join(parts, ", "), wording.Fixed(r.Difference, 2))
}
