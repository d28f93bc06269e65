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
	first := remembers(t, d,
		func(d *Dataset) *evaluation.RegressionErrors {
			return Regression(d, p, statistics.Pearson{}, Random{})
		},
		func(r *evaluation.RegressionErrors) *evaluation.Run { return &r.Run },
		[]string{"R², MAE and RMSE of ridge regression, iris\n", "Target: petal width.",
			"R² and RMSE of ridge regression, iris against the number of features: pearson best "},
		func() *evaluation.RegressionErrors { return Regression(d, p, Random{}) },
		func() *evaluation.RegressionErrors {
			return Regression(d, Protocol{Repeats: 4, Counts: []int{1, 2}}, statistics.Pearson{},
				Random{})
		})
	if v := first.Curves[0].Points[0].R2.Mean; v < .9 || v >= 1 {
		t.Errorf("R² of the length of petals is %v", v)
	}
	for _, c := range []struct {
		call func()
		want string
	}{
		{func() { Regression(iris, p, Random{}) }, "fsnb: regression: the data set has no " +
			"continuous target; read the label column with Target continuous, or give numbers to " +
			"WithTarget\n"},
		{func() { Accuracy(d, Protocol{}, Random{}) }, "fsnb: accuracy: the data set has a " +
			"continuous target, and accuracy is of classes; use Regression, or read the label " +
			"column with Target classes\n"},
	} {
		if got, status := celltest.Caught(t, c.call); status != 1 || got != c.want {
			t.Errorf("exit %d, said %q, want %q", status, got, c.want)
		}
	}
}
