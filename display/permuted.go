package display

import (
	"cmp"
	"fmt"
	"slices"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/number"
	"fsnb.example/internal/table"
	"fsnb.example/internal/wording"
)

// ShowPermuted shows permutation importance: its table, and the bars.
func (s *screen) ShowPermuted(c *evaluation.PermutedImportance) {
	if s.begin(c) {
		s.table(permutedTable(c))
		s.figure(permutedFigure(c))
	}
}

// ShowPermuted keeps the CSV form of permutation importance.
func (s *sheet) ShowPermuted(c *evaluation.PermutedImportance) {
	if c != nil && whole[evaluation.PermutedImportance](s) {
		s.records(permutedCSV(c), nil)
	} else {
		s.screen.ShowPermuted(c)
	}
}

// permutedOrder are the places of the features by their mean fall, the largest first.
func permutedOrder(c *evaluation.PermutedImportance) []int {
	order := make([]int, len(c.Falls))
	for f := range order {
		order[f] = f
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(c.Falls[b].Mean, c.Falls[a].Mean)
	})
	return order
}

// permutedTable is the table of permutation importance: a row for each feature with the fall of the
// measure as mean ± standard deviation, the largest first. Of many features the first are listed.
// Without a finished split it is a one-line message.
func permutedTable(c *evaluation.PermutedImportance) *Table {
	if c.Done == 0 {
		return table.NothingYet(permutedTitle(c), "split", c.Protocol.Repeats)
	}
	t := &Table{Title: permutedTitle(c), Columns: []Column{{Name: "feature"},
		{Name: "rank", Align: Right}, {Name: "importance", Align: Right}, {Name: ""}}}
	order := permutedOrder(c)
	listed := order[:min(len(order), maxRows)]
	names := wording.NameFeatures(permutedFeatures(c, listed), wording.InTable)
	largest := max(0, c.Falls[order[0]].Mean)
	for _, f := range listed {
		v := c.Falls[f]
		bar := ""
		if v.Mean > 0 {
			bar = table.Bar(v.Mean, largest, 10)
		}
		t.Rows = append(t.Rows, []string{names.Of(c.Names[f], c.Features[f]), wording.Itoa(f + 1),
			permutedCell(v), bar})
	}
	if len(listed) < len(order) {
		t.Notes = append(t.Notes, fmt.Sprintf("%d of the %d features are listed.", len(listed),
			len(order)))
	}
	t.Notes = append(t.Notes, permutedNote(c))
	t.Notes = append(t.Notes, measureNote(c.Protocol)...)
	t.Notes = append(t.Notes, "Of features that stand in for each other none may be important. "+
		"Rank: the place in the ranking.")
	t.Notes = append(t.Notes, runNotes(&c.Run, stoppedNote(c.Done, c.Protocol))...)
	return t
}

func permutedFeatures(c *evaluation.PermutedImportance, at []int) (out []wording.Feature) {
	for _, f := range at {
		out = append(out, wording.Feature{Name: c.Names[f], Column: c.Features[f]})
	}
	return out
}

// permutedCell is mean ± standard deviation; of one permutation there is none.
func permutedCell(s evaluation.Spread) string {
	if len(s.Values) == 1 {
		return wording.Fixed(s.Mean, 4)
	}
	return wording.Fixed(s.Mean, 4) + " ± " + wording.Fixed(s.SD, 4)
}

func permutedTitle(c *evaluation.PermutedImportance) string {
	return ofData("Permutation importance of "+wording.Clean(c.Label), c.Dataset)
}

// permutedNote says what was measured.
func permutedNote(c *evaluation.PermutedImportance) string {
	baseline := wording.Fixed(c.Baseline.Mean, 3)
	if c.Done > 1 {
		baseline += " ± " + wording.Fixed(c.Baseline.SD, 3)
	}
	note := fmt.Sprintf(
		"Fall of the %s, which is %s with %s, when a feature is permuted among the "+
			"test samples; mean ± standard deviation over %s of %s, %s for training, %s, seed %d.",
		c.Measure, baseline, wording.Plural(len(c.Features), "feature", "features"),
		wording.Plural(c.Permutations, "permutation", "permutations"),
		wording.Plural(c.Done, "split", "splits"), wording.Percent(c.Protocol.Train),
		scalingText(c.Protocol), c.Protocol.Seed)
	return withFilled(withGroups(note, c.Groups), c.Filled, "the training part of each split")
}

// maxPermuted is the largest number of features that the figure draws.
const maxPermuted = 30

// permutedFigure draws the importance of features as bars with whiskers of a standard deviation,
// the largest first; nil when no split was finished.
func permutedFigure(c *evaluation.PermutedImportance) *figure.Figure {
	if c.Done == 0 || len(c.Falls) == 0 {
		return nil
	}
	order := permutedOrder(c)
	drawn := order[:min(len(order), maxPermuted)]
	mark := chart.Bars{Title: permutedTitle(c), X: "fall of " + wording.Clean(c.Measure),
		Rows: permutedFeatures(c, drawn)}
	for _, f := range drawn {
		v := c.Falls[f]
		mark.Bars = append(mark.Bars, chart.Bar{Value: v.Mean, Low: v.Mean - v.SD,
			High: v.Mean + v.SD})
	}
	best := order[0]
	names := wording.NameFeatures(mark.Rows, wording.InTable)
	alt := fmt.Sprintf("%s, %s: %s most, %s; baseline %s", permutedTitle(c),
		"fall of "+wording.Clean(c.Measure), names.Of(c.Names[best], c.Features[best]),
		permutedCell(c.Falls[best]), wording.Fixed(c.Baseline.Mean, 3))
	text := fmt.Sprintf("Whiskers: ± one standard deviation over %s of %s.",
		wording.Plural(c.Permutations, "permutation", "permutations"),
		wording.Plural(c.Done, "split", "splits"))
	if len(drawn) < len(order) {
		text += fmt.Sprintf(" %d of %d features.", len(drawn), len(order))
	}
	if c.Partial {
		text += " " + stoppedNote(c.Done, c.Protocol)
	}
	return mark.Figure(alt, figure.Caption{Text: text})
}

// permutedCSV returns permutation importance as lines of a file, all features and digits, in the
// order of the ranking. The deviation is empty where there is one value.
func permutedCSV(c *evaluation.PermutedImportance) [][]string {
	rows := [][]string{{"feature", "rank", "importance", "importance sd"}}
	if c.Done == 0 {
		return rows
	}
	for f, v := range c.Falls {
		sd := ""
		if len(v.Values) > 1 {
			sd = number.Text(v.SD)
		}
		rows = append(rows, []string{c.Names[f], wording.Itoa(f + 1), number.Text(v.Mean), sd})
	}
	return rows
}
