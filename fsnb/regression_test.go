package fsnb

import (
	"testing"

	"fsnb.example/algorithms/statistics"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

func TestRegression(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	iris := Load("iris")
	y := make([]float64, iris.N())
	for i := range y {
		y[i] = iris.X.At(i, 3)
	}
	d := Must(Must(iris.Take([]int{0, 1, 2})).WithTarget("petal width", y))
	p := Protocol{Repeats: 4, Counts: []int{1, 2}, Regressor: "ridge"}
	first := Regression(d, p, statistics.Pearson{}, Random{})
	second := Regression(d, p, statistics.Pearson{}, Random{})
	if first.Cached || !second.Cached || Regression(d, p, Random{}).Cached ||
		Regression(d, Protocol{Repeats: 4, Counts: []int{1, 2}}, statistics.Pearson{},
			Random{}).Cached {
		t.Fatalf("cached: first %v, second %v, or others", first.Cached, second.Cached)
	}
	if v := first.Curves[0].Points[0].R2.Mean; v < .9 || v >= 1 {
		t.Errorf("R² of the length of petals is %v", v)
	}
	said := celltest.Printed(t, func() { Show(second) })
	for _, want := range []string{"R², MAE and RMSE of ridge regression, iris\n",
		"Target: petal width.", "Cached: read from the disk",
		"R² and RMSE of ridge regression, iris against the number of features: pearson best R² "} {
		must.Contain(t, said, want)
	}
	second.Cached = false
	must.Equal(t, second, first, "remembered otherwise")
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
