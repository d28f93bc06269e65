package evaluation_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/splits"
)

// Classes are not predicted by a regressor.
func TestAccuracyTakesNoRegressor(t *testing.T) {
	d, _ := methodtest.Patients(t)
	for _, p := range []evaluation.Protocol{{Regressor: "ridge"}, {Ridge: 2}} {
		_, err := evaluation.Accuracy(t.Context(), d, p, algorithms.Options{}, filter.Random{})
		want := "accuracy: the data set has classes, which no regressor predicts; leave " +
			"Regressor and Ridge out"
		must.Error(t, err, want)
	}
}

// Accuracy is of classes; stability needs no target that it knows.
func TestEvaluationsOfATarget(t *testing.T) {
	d := methodtest.Ramp(t)
	_, err := evaluation.Accuracy(t.Context(), d, evaluation.Protocol{}, algorithms.Options{},
		statistics.Pearson{})
	want := "accuracy: the data set has a continuous target, and accuracy is of classes; use " +
		"Regression, or read the label column with Target classes"
	must.Error(t, err, want)
	s := stabilityOf(t, d, evaluation.Protocol{Counts: []int{1}}, statistics.Pearson{})
	if len(s.Points) != 1 || s.Points[0].Methods[0].Jaccard != 1 {
		t.Errorf("pearson chooses another feature in some halves: %+v", s.Points)
	}
}

// The errors of a split are those of learn on its own training and test part, and features that
// move with the target predict it better than noise.
func TestRegression(t *testing.T) {
	d := methodtest.Ramp(t)
	for _, regressor := range []evaluation.Regressor{"", "ridge"} {
		p := evaluation.Protocol{Repeats: 4,
			Counts: []int{1}, Train: .5, Neighbors: 3, Regressor: regressor, Ridge: 2}
		c, err := evaluation.Regression(t.Context(), d, p, algorithms.Options{},
			statistics.Pearson{}, filter.Random{})
		must.Do(t, err)
		if c.Done != 4 || c.Training != 30 || c.Partial || len(c.Curves) != 2 {
			t.Fatalf("%+v", c)
		}
		s := must.Get(splits.New(d, .5, c.Protocol.Seed))(t)
		for number := range 4 {
			train, _ := d.Rows(s.Split(number).Train)
			test, _ := d.Rows(s.Split(number).Test)
			scaling := learn.FitScaling(train.X)
			a, b := scaling.Apply(train.X), scaling.Apply(test.X)
			one := func(x *mat.Dense) *mat.Dense { // the column that pearson chooses
				n, _ := x.Dims()
				return mat.NewDense(n, 1, mat.Col(nil, 1, x))
			}
			predict := func(a, b *mat.Dense) (p []float64) {
				if regressor == "" {
					p, err = learn.KNNMean(t.Context(), a, train.Target, b, 3)
				} else {
					var r *learn.Ridge
					if r, err = learn.FitRidge(a, train.Target, 2); err == nil {
						p = r.Predict(b)
					}
				}
				must.Do(t, err)
				return p
			}
			all, chosen := predict(a, b), predict(one(a), one(b))
			guess := slices.Repeat([]float64{stat.Mean(train.Target, nil)}, len(test.Target))
			for k, v := range [][2]float64{
				{c.Guess.R2.Values[number], learn.R2(guess, test.Target)},
				{c.Guess.MAE.Values[number], learn.MAE(guess, test.Target)},
				{c.Guess.RMSE.Values[number], learn.RMSE(guess, test.Target)},
			} {
				must.Near(t, v[0], v[1], 1e-12*(1+v[1]), "measure %d of the mean, split %d", k,
					number)
			}
			point := c.Curves[0].Points[0]
			for _, v := range [][2]float64{
				{c.All.R2.Values[number], learn.R2(all, test.Target)},
				{c.All.MAE.Values[number], learn.MAE(all, test.Target)},
				{point.R2.Values[number], learn.R2(chosen, test.Target)},
				{point.RMSE.Values[number], learn.RMSE(chosen, test.Target)},
			} {
				must.Is(t, v[0], v[1], "%q, split %d", regressor, number)
			}
		}
		if best := c.Curves[0].Points[0].R2.Mean; best < .98 {
			t.Errorf("%q: R² of the column that follows the target is %v", regressor, best)
		}
	}
}

func TestRegressionMistakes(t *testing.T) {
	d := methodtest.Ramp(t)
	plain, _ := methodtest.Patients(t)
	flat := must.Get(d.WithTarget("", make([]float64, d.N())))(t)
	for _, test := range []struct {
		d    *datasets.Dataset
		p    evaluation.Protocol
		want string
	}{
		{plain, evaluation.Protocol{}, "regression: the data set has no continuous " +
			"target; read the label column with Target continuous, or give numbers to WithTarget"},
		{flat, evaluation.Protocol{}, "the target of all 60 samples is 0; there is " +
			"nothing to predict"},
		{d, evaluation.Protocol{Regressor: "tree"}, `no regressor "tree"; give knn, ` +
			"ridge, forest"},
		{d, evaluation.Protocol{Ridge: -1}, "ridge is not positive; give a positive " +
			"number, or 0 for 1"},
	} {
		_, err := evaluation.Regression(t.Context(), test.d, test.p, algorithms.Options{},
			filter.Random{})
		must.Error(t, err, test.want)
	}
}

func ExampleRegression() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	petals, err := iris.Take([]int{0, 1, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := petals.WithTarget("petal width", mat.Col(nil, 3, iris.X))
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := evaluation.Regression(context.Background(), d,
		evaluation.Protocol{Counts: []int{1}, Regressor: "ridge"}, algorithms.Options{},
		statistics.FRegression{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("R² with all features %.2f, with one %.2f\n", c.All.R2.Mean,
		c.Curves[0].Points[0].R2.Mean)
	// Output: R² with all features 0.93, with one 0.92
}

// The rows of ByClass are the quartiles of a continuous target: those of 60 different values have
// 15 samples each, and samples of one value are in one.
func TestByClassOfATarget(t *testing.T) {
	d := methodtest.Ramp(t)
	describe := func(y []float64) *evaluation.ClassDistributions {
		t.Helper()
		d := must.Get(d.WithTarget("dose", y))(t)
		r := must.Get(algorithms.Run(t.Context(), filter.Variance{}, d, algorithms.Options{}))(t)
		c := must.Get(evaluation.ByClass(t.Context(), d, 1, r))(t)
		for g, name := range c.Classes { // against the definition
			var want []float64
			for i, v := range y {
				if low, high := ends(t, name); v >= low && v <= high {
					want = append(want, d.X.At(i, c.Features[0].Feature))
				}
			}
			if got := c.Features[0].Groups[g]; !slices.Equal(got.Values, want) {
				t.Errorf("%s has %d values, want %d", name, got.N, len(want))
			}
		}
		return c
	}
	c := describe(d.Target)
	if want := []string{"0 to 14", "15 to 29", "30 to 44", "45 to 59"}; c.Target != "dose" ||
		!slices.Equal(c.Classes, want) {
		t.Errorf("%q by %q, want %q", c.Classes, c.Target, want)
	}
	tied, close, flat := slices.Clone(d.Target), slices.Clone(d.Target), make([]float64, d.N())
	for i, v := range d.Target {
		tied[i] = math.Floor(v / 40) // 40 zeros, 20 ones
		close[i] = 1000 + v/1e6
	}
	for _, test := range []struct {
		y    []float64
		want []string
	}{
		{tied, []string{"0", "1"}}, {flat, []string{"0"}},
		{close, []string{"1000 to 1000.000014", "1000.000015 to 1000.000029",
			"1000.00003 to 1000.000044", "1000.000045 to 1000.000059"}},
	} {
		must.Items(t, describe(test.y).Classes, test.want, "quartiles")
	}
	plain, err := d.WithTarget("", d.Target)
	must.Do(t, err)
	r := must.Get(algorithms.Run(t.Context(), filter.Variance{}, plain, algorithms.Options{}))(t)
	c, err = evaluation.ByClass(t.Context(), plain, 0, r)
	if err != nil || c.Target != "target" {
		t.Errorf("target %q, %v", c.Target, err)
	}
}

// ends are those of a range.
func ends(t *testing.T, name string) (low, high float64) {
	t.Helper()
	a, b, ranged := strings.Cut(name, " to ")
	low = must.Get(strconv.ParseFloat(a, 64))(t)
	if !ranged {
		return low, low
	}
	high = must.Get(strconv.ParseFloat(b, 64))(t)
	return low, high
}

// A scatter plot has the target of each sample, and how far each component follows it.
func TestScatterOfATarget(t *testing.T) {
	d := methodtest.Ramp(t)
	r := must.Get(algorithms.Run(t.Context(), statistics.Pearson{}, d, algorithms.Options{K: 1}))(t)
	s := must.Get(evaluation.Scatter(t.Context(), d, false, r))(t)
	// The only component of one feature is the feature, standardized.
	want := math.Abs(stat.Correlation(mat.Col(nil, 1, d.X), d.Target, nil))
	got := s.Panels[0].Correlation
	if math.Abs(got[0]-want) > 1e-12 || got[1] != 0 || !slices.Equal(s.Target, d.Target) {
		t.Errorf("correlations %v, want %v and 0; target of %d", got, want, len(s.Target))
	}
	s.Target[0]++
	if s.Target[0] == d.Target[0] {
		t.Error("the plot shares the target of the data set")
	}
}
