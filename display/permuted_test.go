package display

import (
	"strings"
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// makePermuted is the importance of d features over splits of 5 permutations each: that of the
// features falls from the last to the first.
func makePermuted(label string, d, splits int,
	feature func(int) string) *evaluation.PermutedImportance {
	c := &evaluation.PermutedImportance{
		Label: label, Measure: "AUC (logistic regression)",
		Permutations: 5, Done: splits, Protocol: evaluation.Protocol{Train: .5, Repeats: splits,
			Classifier: evaluation.LogisticClassifier, Measure: evaluation.AUC},
		Run:      evaluation.Run{About: evaluation.About{Dataset: "synthetic", N: 60, D: d}},
		Falls:    make([]evaluation.Spread, d),
		Baseline: evaluation.Spread{Mean: .9, SD: .01, Values: make([]float64, splits)},
	}
	for f := range d {
		c.Features, c.Names = append(c.Features, f), append(c.Names, feature(f))
		c.Falls[f] = evaluation.Spread{Mean: float64(f-1) / 10, SD: .05,
			Values: make([]float64, 5*splits)}
	}
	return c
}

func TestPermutedTable(t *testing.T) {
	c := makePermuted("fisher", 3, 2, numbered("f"))
	c.Warnings = []string{"something"}
	table := permutedTable(c)
	want := [][]string{{"f3", "3", "0.1000 ± 0.0500", "██████████"},
		{"f2", "2", "0.0000 ± 0.0500", ""}, {"f1", "1", "−0.1000 ± 0.0500", ""}}
	must.Equal(t, table.Rows, want, "table.Rows")
	text := table.Text()
	must.ContainAll(t, strings.Join(strings.Fields(text), " "),
		"Permutation importance of fisher, synthetic",
		"Fall of the AUC (logistic regression), which is 0.900 ± 0.010 with 3 features, when a "+
			"feature is permuted among the test samples; mean ± standard deviation over 5 "+
			"permutations of 2 splits, 50% for training, features standardized by the training "+
			"part, seed 0.", "Scores are probabilities.", "Warning: something.")
	many := permutedTable(makePermuted("fisher", 50, 2, numbered("f")))
	if len(many.Rows) != maxRows || many.Rows[0][0] != "f50" ||
		many.Notes[0] != "20 of the 50 features are listed." {
		t.Errorf("%d rows, first %q, %q", len(many.Rows), many.Rows[0], many.Notes[0])
	}
	none := makePermuted("fisher", 3, 2, numbered("f"))
	none.Done, none.Partial = 0, true
	if table := permutedTable(none); !strings.HasPrefix(table.Rows[0][0], "Interrupted") ||
		permutedFigure(none) != nil || len(permutedCSV(none)) != 1 {
		t.Errorf("without a split: %q", table.Rows)
	}
}

func TestPermutedCSV(t *testing.T) {
	c := makePermuted("fisher", 2, 1, numbered("f"))
	c.Falls[1].Values = c.Falls[1].Values[:1]
	want := [][]string{{"feature", "rank", "importance", "importance sd"},
		{"f1", "1", "-0.1", "0.05"}, {"f2", "2", "0", ""}}
	must.Equal(t, permutedCSV(c), want, "permutedCSV(c)")
}

// Title, axis and notes name the measure and the classifier.
func TestAccuracyOfMeasures(t *testing.T) {
	a := makeCurves(1, []int{1, 2}, 4, 4, numbered("m"))
	for _, c := range []struct {
		classifier    evaluation.Classifier
		measure       evaluation.ClassMeasure
		c, ridge      float64
		title, inNote string
	}{
		{"", "", 0, 0, "Accuracy of 1-NN, synthetic", ""},
		{evaluation.LogisticClassifier, evaluation.AUC, 10, 0,
			"AUC of logistic regression (C = 10), synthetic", "Scores are probabilities."},
		{evaluation.RidgeClassifier, evaluation.MacroF1, 0, 2,
			"Macro F1 of ridge classifier (penalty 2), synthetic", "Macro F1: the mean over"},
		{evaluation.ForestClassifier, evaluation.BalancedAccuracy, 0, 0,
			"Balanced accuracy of random forest of 100 trees, synthetic",
			"Balanced accuracy: the mean over"},
		{evaluation.LinearMachine, evaluation.AUC, 1, 0, "AUC of linear SVM, synthetic",
			"Scores are values of the linear functions."},
	} {
		p := &a.Protocol
		p.Classifier, p.Measure, p.C, p.Ridge = c.classifier, c.measure, c.c, c.ridge
		table, figure := AccuracyTable(a), accuracyFigure(a)
		if table.Title != c.title || !strings.HasPrefix(figure.Alt, c.title) ||
			!strings.Contains(strings.Join(table.Notes, " "), c.inNote) {
			t.Errorf("%q, %q, %q, want %q", table.Title, figure.Alt, table.Notes, c.title)
		}
	}
}
