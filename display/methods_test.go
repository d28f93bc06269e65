package display

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/evaluation/advice"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

func TestAdviceTable(t *testing.T) {
	a := &advice.Advice{Dataset: "wdbc", Kind: advice.Genes, Because: "it has far more features",
		Picks: []advice.Pick{{Evidence: advice.Evidence{Method: "mrmr"}, InGo: "fsnb.MRMR{}",
			Why: "the best average rank"}}}
	text := AdviceTable(a).Text()
	for _, want := range []string{"What to try first on wdbc\n", "mrmr  fsnb.MRMR{}  the best",
		"Taken as data like gene expression: it has far more features.",
		"Random is the baseline."} {
		must.Contain(t, text, want)
	}
	a.Picks, a.Dataset = nil, ""
	text = AdviceTable(a).Text()
	if !strings.HasPrefix(text, "What to try first\n") ||
		!strings.Contains(text, "No method of the benchmark takes these data in a minute") {
		t.Errorf("%s", text)
	}
	for kind, want := range map[advice.Kind]string{advice.Tables: "a table",
		advice.Images: "images", advice.Text: "text", advice.Clusters: "data without labels",
		advice.Targets: "data with a continuous target"} {
		a.Kind = kind
		must.Contain(t, AdviceTable(a).Text(), "Taken as "+want+":", kind)
	}
}

func TestConvergenceChart(t *testing.T) {
	r := &algorithms.Ranking{Label: "grm", Dataset: "d",
		Diagnostics: algorithms.Diagnostics{Trace: algorithms.Numbers{3, 1, 2, 2}}}
	zero := &algorithms.Ranking{Label: "slap", Dataset: "d",
		Diagnostics: algorithms.Diagnostics{Trace: algorithms.Numbers{4, 0}}}
	c := must.Get(ConvergenceChart(r, zero, &algorithms.Ranking{Label: "fisher", Dataset: "d"}))(t)
	if len(c.Series) != 2 || fmt.Sprint(c.Series[0].X, c.Series[0].Y, c.Series[1].Y) !=
		"[1 2] [0.5 0.5] [4]" || c.Series[1].Name != "slap, d" {
		t.Errorf("%+v", c.Series)
	}
	for want, given := range map[string]*algorithms.Ranking{
		"none of the rankings has an objective that changes": {Label: "fisher"},
		"one of the rankings is nil":                         nil,
	} {
		if _, err := ConvergenceChart(given); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// The table has the numbers of its parts: the one point of each curve, the redundancy of each
// ranking, and the features in common with the first.
func TestTradeoffTable(t *testing.T) {
	d := must.Get(datasets.Load("iris", datasets.Options{}))(t)
	methods := []algorithms.Selector{filter.Fisher{}, filter.Variance{}}
	ctx := context.Background()
	a := must.Get(evaluation.Accuracy(ctx, d,
		evaluation.Protocol{Counts: []int{2}, Repeats: 3}, algorithms.Options{}, methods...))(t)
	var rankings []*algorithms.Ranking
	for _, m := range methods {
		rankings = append(rankings, methodtest.Choose(t, d, m, 2))
	}
	r := must.Get(evaluation.Redundancy(ctx, d, 0, rankings...))(t)
	table := TradeoffTable(a, r, rankings)
	var columns []string
	for _, c := range table.Columns {
		columns = append(columns, c.Name)
	}
	want := []string{"method", "accuracy of 1-NN", "redundancy", "shared with fisher"}
	must.Items(t, columns, want, "columns")
	must.Is(t, table.Title, "Accuracy and redundancy of the best 2 features, iris", "title")
	// Petal length and width, with a correlation of .963, and petal and sepal length, with .872.
	wanted := [][]string{{"fisher", "0.927", "2 of 2"}, {"variance", "0.760", "1 of 2"}}
	for i, want := range wanted {
		row := table.Rows[i]
		if row[0] != want[0] || row[2] != want[1] || row[3] != want[2] ||
			row[1] != spread(a.Curves[i].Points[0], 3) {
			t.Errorf("row %q, want %q", row, want)
		}
	}
	notes := strings.Join(table.Notes, "\n")
	must.ContainAll(t, notes, "over 3 stratified splits", "All 4 features: ")
	a.Done = 0
	if rows := TradeoffTable(a, r, rankings).Rows; len(rows) != 1 ||
		!strings.HasPrefix(rows[0][0], "Interrupted: 0 of 3 splits finished") {
		t.Errorf("rows %q without a split", rows)
	}
}

// Every text of the table of methods wraps, and none at a few characters: only names stand on one
// line.
func TestMethodsTableHasRoom(t *testing.T) {
	table := MethodsTable(catalogue.ByFamily(catalogue.Wants{}))
	least := map[string]int{"family": 6, "what it looks for": 16, "target": 7, "values": 5,
		"answer": 7, "time": 10}
	for _, c := range table.Columns {
		if names := c.Name == "method" || c.Name == "in Go"; c.Prose == names {
			t.Errorf("column %s wraps: %v", c.Name, c.Prose)
		}
		if c.Room < least[c.Name] {
			t.Errorf("column %s may be %d ems wide, want at least %d", c.Name, c.Room,
				least[c.Name])
		}
	}
	must.Contain(t, table.HTML(),
		"min-width:17em;text-align:left;padding:1px .6em\">what it looks for</th>")
}
