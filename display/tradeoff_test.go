package display

import (
	"context"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// The table has the numbers of its parts: the one point of each curve, the redundancy of each
// ranking, and the features in common with the first.
func TestTradeoffTable(t *testing.T) {
	d := must.Get(datasets.Load("iris", datasets.Options{}))(t)
	methods := []algorithms.Selector{filter.Fisher{}, filter.Variance{}}
	ctx := context.Background()
	a := must.Get(evaluation.Accuracy(ctx, d, evaluation.AccuracyOptions{
		Protocol: evaluation.Protocol{Counts: []int{2}, Repeats: 3}}, methods...))(t)
	var rankings []*algorithms.Ranking
	for _, m := range methods {
		rankings = append(rankings, methodtest.Choose(t, d, m, 2))
	}
	r := must.Get(evaluation.Redundancy(ctx, d, evaluation.RedundancyOptions{}, rankings...))(t)
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
	if !strings.Contains(notes, "over 3 stratified splits") ||
		!strings.Contains(notes, "All 4 features: ") {
		t.Errorf("notes %s", notes)
	}
	a.Done = 0
	if rows := TradeoffTable(a, r, rankings).Rows; len(rows) != 1 ||
		!strings.HasPrefix(rows[0][0], "Interrupted: 0 of 3 splits finished") {
		t.Errorf("rows %q without a split", rows)
	}
}
