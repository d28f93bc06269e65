package fsnb

import (
	"testing"

	"fsnb.example/algorithms/statistics"
	"fsnb.example/evaluation"
	"fsnb.example/fsnb/internal/cell/celltest"
)

func TestRegression(t *testing.T) {
	iris := Load("iris")
	y := make([]float64, iris.N())
	for i := range y {
		y[i] = iris.X.At(i, 3)
	}
	d := Must(Must(iris.Take([]int{0, 1, 2})).WithTarget("petal width", y))
	p := Protocol{Repeats: 4, Counts: []int{1, 2}, Regressor: "ridge"}
	second := remembers(t, d, func(d *Dataset) *evaluation.RegressionErrors {
		return Regression(d, p, statistics.Pearson{}, Random{})
	}, map[string]func() *evaluation.RegressionErrors{
		"other methods": func() *evaluation.RegressionErrors { return Regression(d, p, Random{}) },
		"another protocol": func() *evaluation.RegressionErrors {
			return Regression(d, Protocol{Repeats: 4, Counts: []int{1, 2}}, statistics.Pearson{},
				Random{})
		},
	})
	if v := second.Curves[0].Points[0].R2.Mean; v < .9 || v >= 1 {
		t.Errorf("R² of the length of petals is %v", v)
	}
	celltest.Shows(t, func() { Show(second) }, "R², MAE and RMSE of ridge regression, iris\n",
		"Target: petal width.", "Cached: read from the disk",
		"R² and RMSE of ridge regression, iris against the number of features: pearson best R² ")
	celltest.RefusesAll(t, map[string]func(){
		"regression: the data set has no continuous target; read the label column with Target " +
			"continuous, or give numbers to WithTarget": func() { Regression(iris, p, Random{}) },
		"accuracy: the data set has a continuous target, and accuracy is of classes; use " +
			"Regression, or read the label column with Target classes": func() {
			Accuracy(d, Protocol{}, Random{})
		},
	})
}
