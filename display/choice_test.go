package display

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// makeChoice is a choice among counts, with made-up accuracies.
func makeChoice(label string, counts []int, k int) *evaluation.Choice {
	c := &evaluation.Choice{
		K: k, Rule: evaluation.OneError, Why: "because of " + label, Counts: counts,
		Measure: "accuracy (1-NN)", Least: .8,
		Ranking: &algorithms.Ranking{Label: label, Dataset: label, D: 900, K: 1, Features: []int{0},
			Names: []string{label}, Scores: algorithms.Numbers{1}},
	}
	c.Warnings = []string{"warning of " + label}
	for i := range counts {
		c.Points = append(c.Points, evaluation.Spread{Mean: .9 - .5/float64(i+1), SD: .02,
			Values: make([]float64, 5)})
	}
	c.Best = len(counts) - 1
	return c
}

// Of many numbers the round ones are listed, and always the chosen and the best.
func TestChoiceTable(t *testing.T) {
	counts := make([]int, 97)
	for i := range counts {
		counts[i] = i + 1
	}
	table := ChoiceTable(makeChoice("m", counts, 37))
	var listed []string
	for _, row := range table.Rows {
		listed = append(listed, row[0])
		switch want := map[string]string{"37": "chosen", "97": "the best"}[row[0]]; {
		case row[2] != want:
			t.Errorf("row %q, want the mark %q", row, want)
		}
	}
	if len(listed) > 22 || !slices.Contains(listed, "37") || !slices.Contains(listed, "97") {
		t.Errorf("%q are listed", listed)
	}
	must.ContainAll(t, table.Text(), "Rule one-error: because of m.",
		"of the 97 numbers of features are listed.", "Warning: warning of m.")
	one := ChoiceTable(makeChoice("m", []int{3}, 3))
	if len(one.Rows) != 1 || one.Rows[0][2] != "chosen, the best" || !one.Strong[0][1] {
		t.Errorf("%q, %v", one.Rows, one.Strong)
	}
	must.Contain(t, ChoiceTable(&evaluation.Choice{Run: evaluation.Run{Partial: true}}).Text(),
		"Interrupted")
}

// Scores that cannot be drawn make no figure; infinite ones are left out.
func TestChoiceOfScores(t *testing.T) {
	inf := math.Inf(1)
	c := makeChoice("m", nil, 2)
	c.Points, c.Scores = nil, algorithms.Numbers{inf, 3, 2, 1, -inf}
	table := ChoiceTable(c)
	if len(table.Rows) != 5 || table.Rows[1][2] != "the last one chosen" {
		t.Errorf("%q", table.Rows)
	}
	if f := choiceFigure(c); f == nil || !strings.Contains(f.Alt,
		"3 points from (2, 3) to (4, 1)") {
		t.Errorf("%+v", f)
	}
	c.Scores = algorithms.Numbers{inf, inf}
	if f := choiceFigure(c); f != nil {
		t.Errorf("it draws infinite scores: %s", f.Alt)
	}
	c.K, c.Scores = 0, algorithms.Numbers{3, 2}
	if table := ChoiceTable(c); len(table.Rows) != 2 || choiceFigure(c) == nil {
		t.Errorf("no feature is chosen: %q", table.Rows)
	}
	if choiceFigure(&evaluation.Choice{}) != nil {
		t.Error("an interrupted choice has a figure")
	}
}
