package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// doses is a file of 40 samples with a dose, which one column follows.
func doses(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("other,marker,dose\n")
	for i := range 40 {
		y := float64(i*7%40) / 8
		fmt.Fprintf(&b, "%d,%g,%g\n", i*13%40, 2*y+float64(i*3%5)/10, y)
	}
	file := filepath.Join(t.TempDir(), "doses.csv")
	must.Do(t, os.WriteFile(file, []byte(b.String()), 0o600))
	return file
}

// On a continuous target accuracy gives the errors of evaluation.Regression.
func TestAccuracyOfATarget(t *testing.T) {
	file := doses(t)
	args := []string{"accuracy", "-method", "pearson", "-method", "mrmr:coding=width,bins=4",
		"-target", "continuous", "-label", "dose", "-counts", "1,2", "-repeats", "3",
		"-train", ".6",
		"-regressor", "ridge", "-ridge", ".5", "-seed", "4", file}
	d := must.Get(datasets.Load(file, datasets.Options{Label: "dose", Target: "continuous"}))(t)
	want := must.Get(evaluation.Regression(t.Context(), d,
		evaluation.Protocol{Counts: []int{1, 2}, Repeats: 3, Train: .6,
			Regressor: evaluation.RidgeRegression, Ridge: .5, Seed: 4}, algorithms.Options{},
		statistics.Pearson{}, information.MRMR{Coding: information.Width, Bins: 4}))(t)
	text := good(t, args...)
	r2 := want.Curves[0].Points[0].R2
	has(t, text, "R², MAE and RMSE of ridge regression, doses\n", "Target: dose.",
		"mrmr, coding=width, bins=4", fmt.Sprintf("%.3f ± %.3f", r2.Mean, r2.SD),
		"60% for training", "ridge regression with penalty 0.5, seed 4.")
	rows, err := csv.NewReader(strings.NewReader(good(t, append(args, "-o", "csv")...))).ReadAll()
	if err != nil || len(rows) != 7 || rows[1][2] != fmt.Sprint(want.Curves[0].Points[0].R2.Mean) {
		t.Errorf("csv %q, %v", rows, err)
	}
	var got evaluation.RegressionErrors
	raw := good(t, append(args, "-o", "json")...)
	if !json.Valid([]byte(raw)) || !strings.Contains(raw, `"rmse"`) {
		t.Errorf("json %.300s, %+v", raw, got)
	}
}

// On classes it gives the accuracy of evaluation.Accuracy.
func TestAccuracyOfClasses(t *testing.T) {
	d := must.Get(datasets.Load("iris", datasets.Options{}))(t)
	want := must.Get(evaluation.Accuracy(t.Context(), d,
		evaluation.Protocol{Counts: []int{2}, Repeats: 4, Neighbors: 3, Raw: true},
		algorithms.Options{}, filter.Fisher{}))(t)
	p := want.Curves[0].Points[0]
	text := good(t, "accuracy", "-method", "fisher", "-counts", "2", "-repeats", "4", "-neighbors",
		"3", "-raw", "iris")
	has(t, text, "Accuracy of 3-NN, iris\n", fmt.Sprintf("%.3f ± %.3f", p.Mean, p.SD),
		"features as they are")
}

// The flags of models and measures are those of the protocol.
func TestAccuracyOfModels(t *testing.T) {
	d := must.Get(datasets.Load("iris", datasets.Options{}))(t)
	for _, c := range []struct {
		args  []string
		p     evaluation.Protocol
		title string
	}{
		{[]string{"-classifier", "logistic", "-c", "10", "-measure", "auc"}, evaluation.Protocol{
			Classifier: "logistic", C: 10, Measure: "auc"},
			"AUC of logistic regression (C = 10), iris\n"},
		{[]string{"-classifier", "ridge", "-ridge", "2", "-measure", "macro-f1"},
			evaluation.Protocol{Classifier: "ridge", Ridge: 2, Measure: "macro-f1"},
			"Macro F1 of ridge classifier (penalty 2), iris\n"},
		{[]string{"-classifier", "forest", "-trees", "7", "-measure", "balanced-accuracy"},
			evaluation.Protocol{Classifier: "forest", Trees: 7, Measure: "balanced-accuracy"},
			"Balanced accuracy of random forest of 7 trees, iris\n"},
	} {
		c.p.Counts, c.p.Repeats = []int{2}, 3
		want := must.Get(evaluation.Accuracy(t.Context(), d,
			c.p, algorithms.Options{}, filter.Fisher{}))(t)
		p := want.Curves[0].Points[0]
		text := good(t, append(append([]string{"accuracy", "-method", "fisher", "-counts", "2",
			"-repeats", "3"}, c.args...), "iris")...)
		has(t, text, c.title, fmt.Sprintf("%.3f ± %.3f", p.Mean, p.SD))
	}
	text := good(t, "accuracy", "-method", "pearson", "-target", "continuous", "-label", "dose",
		"-regressor", "forest", "-trees", "5", "-counts", "1", "-repeats", "2", doses(t))
	must.Contain(t, text, "of random forest of 5 trees")
}

func TestAccuracyMistakes(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"iris"}, 2, "accuracy: no method; give -method NAME, as often as there are " +
			"methods, and see fsnb methods"},
		{[]string{"-method", "fisher"}, 2,
			"accuracy: no data; give the name of a data set or the path of a file"},
		{[]string{"-method", "fish", "iris"}, 2, `no method "fish"; did you mean "fisher"?`},
		{[]string{"-method", "mrmr:coding", "iris"}, 2,
			`parameter "coding" has no value; write it as key=value`},
		{[]string{"-method", "fisher", "-counts", "a", "iris"}, 2, `accuracy: invalid value "a" ` +
			"for flag -counts: give numbers of features, as in -counts 1,5,10"},
		{[]string{"-method", "fisher", "-repeats", "0", "iris"}, 2, `accuracy: invalid value "0" ` +
			"for flag -repeats: give a number of splits from 1"},
		{[]string{"-method", "fisher", "-train", "1", "iris"}, 2, `accuracy: invalid value "1" ` +
			"for flag -train: give the share for training, between 0 and 1"},
		{[]string{"-method", "fisher", "-regressor", "tree", "iris"}, 2,
			`accuracy: invalid value "tree" for flag -regressor: give knn, ridge or forest`},
		{[]string{"-method", "fisher", "-classifier", "tree", "iris"}, 2,
			`accuracy: invalid value "tree" for flag -classifier: give knn, linear-svm, ` +
				"logistic, ridge or forest"},
		{[]string{"-method", "fisher", "-measure", "f2", "iris"}, 2, `accuracy: invalid value ` +
			`"f2" for flag -measure: give accuracy, balanced-accuracy, macro-f1 or auc`},
		{[]string{"-method", "fisher", "-c", "0", "iris"}, 2, `accuracy: invalid value "0" for ` +
			"flag -c: give a positive weight of the errors"},
		{[]string{"-method", "fisher", "-trees", "0", "iris"}, 2, `accuracy: invalid value "0" ` +
			"for flag -trees: give a number of trees from 1"},
		{[]string{"-method", "fisher", "-c", "2", "iris"}, 1,
			"accuracy: C = 2 has no effect on a k-NN; leave it out, or give the classifier " +
				"linear-svm or logistic"},
		{[]string{"-method", "fisher", "-spreadsheet", "iris"}, 2,
			"accuracy: -spreadsheet is for -o csv; leave it out, or add -o csv"},
		{[]string{"-method", "fisher", "-regressor", "ridge", "iris"}, 1,
			"accuracy: the data set has classes, which no regressor predicts; leave Regressor " +
				"and Ridge out"},
	} {
		fails(t, c.status, c.want, append([]string{"accuracy"}, c.args...)...)
	}
}
