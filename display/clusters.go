package display

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
)

// ShowClusters shows groups of features: their table, and a heat map with its tree.
func (s *screen) ShowClusters(c *evaluation.FeatureClusters) {
	if s.begin(c) {
		s.table(clustersTable(c))
		s.figure(clustersFigure(c))
	}
}

// clustersTable is the table of the groups among the features of a ranking, in the order of the
// map: their size, how much they repeat each other, and their features, best first. Of many groups
// only the largest are listed.
func clustersTable(f *evaluation.FeatureClusters) *Table {
	t := &Table{
		Title: clustersTitle(f),
		Columns: []Column{{Name: "group", Align: Right}, {Name: "features", Align: Right},
			{Name: "mean squared correlation", Align: Right}, {Name: "rank and name, best first"}},
		Notes: []string{clustersSummary(f) + "."},
	}
	all := wording.Features(f.Names, f.Columns)
	names := wording.NameFeatures(all, wording.InTable)
	// row adds a row whose last cell lists features, best first.
	row := func(features []int, cells ...string) {
		var shown, whole []string
		for _, a := range features[:min(len(features), 10)] {
			shown = append(shown, wording.Itoa(a+1)+" "+names.Shown[all[a]])
			whole = append(whole, wording.Itoa(a+1)+" "+names.Whole[all[a]])
		}
		list, full := listSome(shown, len(features)), listSome(whole, len(features))
		if full != list {
			t.SetWhole(len(t.Rows), len(cells), full)
		}
		t.Rows = append(t.Rows, append(cells, list))
	}
	listed := largestGroups(f.Groups, maxRows)
	for _, i := range listed {
		g := f.Groups[i]
		row(g.Features, wording.Itoa(i+1), wording.Itoa(len(g.Features)),
			wording.Fixed(g.MeanSquared, 3))
	}
	if len(f.Alone) > 0 {
		row(f.Alone, "alone", wording.Itoa(len(f.Alone)), "")
	}
	if len(listed) < len(f.Groups) {
		t.Notes = append(t.Notes,
			fmt.Sprintf("The %d largest of %d groups are listed.", len(listed), len(f.Groups)))
	}
	t.Notes = append(t.Notes, fmt.Sprintf("Average linkage: groups are joined while the mean "+
		"squared correlation between the features of the one and of the other is %s or more.",
		cutText(f.Cut)))
	if len(f.Constant) > 0 {
		t.Notes = append(t.Notes, constantNote(len(f.Constant)))
	}
	return t
}

// largestGroups returns the positions of at most most groups, ascending.
func largestGroups(groups []evaluation.FeatureGroup, most int) []int {
	at := make([]int, len(groups))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a,
		b int) int {
		return len(groups[b].Features) - len(groups[a].Features)
	})
	at = at[:min(len(at), most)]
	slices.Sort(at)
	return at
}

func clustersTitle(f *evaluation.FeatureClusters) string {
	title := "Groups of correlated features"
	title = ofData(title, f.Dataset)
	return fmt.Sprintf("%s: %s, %s", title, wording.Clean(f.Label),
		wording.Plural(f.K, "feature", "features"))
}

// cutText writes .5 for 0.5.
func cutText(cut float64) string {
	return strings.TrimPrefix(strconv.FormatFloat(cut, 'g', 4, 64), "0")
}

// clustersSummary states how many different things the features measure.
func clustersSummary(f *evaluation.FeatureClusters) string {
	if len(f.Groups) == 0 {
		return fmt.Sprintf("No two of the %d features are a group", f.K)
	}
	largest := f.Groups[largestGroups(f.Groups, 1)[0]]
	text := fmt.Sprintf("%d of the %d features are one group", len(largest.Features), f.K)
	if len(largest.Features) == f.K {
		text = fmt.Sprintf("All %d features are one group", f.K)
	}
	if len(f.Groups) > 1 || len(f.Alone) > 0 {
		are := "there are"
		if len(f.Groups) == 1 {
			are = "there is"
		}
		text += fmt.Sprintf("; in all %s %s and %s",
			are, wording.Plural(len(f.Groups), "group", "groups"),
			wording.Plural(len(f.Alone), "feature alone", "features alone"))
	}
	return text
}

// clustersFigure draws the squared correlations of the features of a ranking in the
// order of their clustering, with its tree: branches join at the mean squared
// correlation between them, and what is joined at the cut or more has the number
// and the color of its group. Up to 40 features are named, with their rank.
func clustersFigure(f *evaluation.FeatureClusters) *figure.Figure {
	if f.K < 2 || len(f.Order) != f.K {
		return nil
	}
	shown := chart.Clusters{HeatMap: heatMap(wording.Clean(f.Label), f.RedundancyRow),
		Scale: squaredCorrelation, Cut: f.Cut, CutText: cutText(f.Cut), Order: f.Order}
	for _, m := range f.Tree {
		shown.Tree = append(shown.Tree, chart.Merge{A: m.A, B: m.B, Height: m.Height})
	}
	for _, g := range f.Groups {
		shown.Groups = append(shown.Groups, g.Features)
	}
	mark := chart.NewClusterMap(shown)
	note := "Squared correlation of the chosen features, alike beside alike. Branches join at " +
		"the mean squared correlation between them (average linkage)."
	if len(f.Groups) > 0 {
		note += fmt.Sprintf(" Numbered: groups from %s.", cutText(f.Cut))
	}
	note += cellNotes(mark)
	return mark.Figure(clustersAlt(f), figure.Caption{Text: note}).Titled(
		figure.TitleOf("Groups of correlated features", f.Dataset))
}

func clustersAlt(f *evaluation.FeatureClusters) string {
	text := "Clustered heat map of squared correlations"
	text = ofData(text, f.Dataset)
	return fmt.Sprintf("%s, %s: %s", text, wording.Clean(f.Label), clustersSummary(f))
}
