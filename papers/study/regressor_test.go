package study_test

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// By hand, with all samples for training and test.
func TestR2ByHand(t *testing.T) {
	line, slope := []float64{1, 2, 3, 4}, []float64{1, 2, 3, 4}
	for _, c := range []struct {
		what    string
		x, y    []float64
		measure study.R2
		want    float64
	}{
		// Each sample is its own nearest neighbor.
		{"1-NN", line, []float64{3, 1, 7, 2},
			study.R2{Regressor: study.KNNRegressor{Neighbors: 1}}, 1},
		// The mean of all samples is the mean of the test part.
		{"5-NN of 5", []float64{1, 2, 3, 4, 5}, []float64{3, 1, 7, 2, 7}, study.R2{}, 0},
		// w = Σxy/(Σx² + λ) for centered x: 5/6 and 5/10; the residuals are (1 - w)x.
		{"ridge", line, slope, study.R2{Regressor: study.RidgeRegressor{}, Raw: true}, 35. / 36},
		{"ridge, λ = 5", line, slope,
			study.R2{Regressor: study.RidgeRegressor{Penalty: 5}, Raw: true}, 3. / 4},
		// With x/s, s² = 5/3, the sum of squares is 3: w/s = 3/4.
		{"ridge, standardized", line, slope, study.R2{Regressor: study.RidgeRegressor{}}, 15. / 16},
		// Σ(y - 10)² = 230, Σ(y - 2.5)² = 5.
		{"worse than the mean", line, slope, study.R2{Regressor: always{10}}, 1 - 230./5},
		{"worse than the mean, sets", line, slope, study.R2{Regressor: always{10}, Sets: true},
			1 - 230./5},
	} {
		r := run(t, study.Study{Name: "r2", Data: study.Of(numbers(t, c.x, c.y...)),
			Methods: []algorithms.Selector{filter.Variance{}}, Counts: []int{1},
			Splits: study.Splits{Whole: true}, Measures: []study.Measure{c.measure}}, "", 1)
		if v := r.Cells[0]; len(v.Values) != 1 || math.Abs(v.Mean-c.want) > 1e-14*math.Abs(c.want) {
			t.Errorf("%s: %+v, want %g", c.what, v, c.want)
		}
	}
}

// Of any regressor R2 is that of evaluation.Regression on the same splits.
func TestR2AgreesWithRegression(t *testing.T) {
	d := regression(t, 60)
	counts := []int{1, 2, 4}
	for regressor, p := range map[study.Regressor]evaluation.Protocol{
		study.KNNRegressor{}:             {Regressor: evaluation.NearestMean, Neighbors: 5},
		study.KNNRegressor{Neighbors: 2}: {Regressor: evaluation.NearestMean, Neighbors: 2},
		study.RidgeRegressor{Penalty: 3}: {Regressor: evaluation.RidgeRegression, Ridge: 3},
		study.ForestRegressor{Trees: 9}:  {Regressor: evaluation.ForestRegression, Trees: 9},
	} {
		for _, raw := range []bool{false, true} {
			p.Counts, p.Repeats, p.Raw, p.Seed = counts, 3, raw, 4
			measure := study.R2{Regressor: regressor, Raw: raw}
			r := run(t, study.Study{Name: "r2", Data: study.Of(d), Counts: counts, Seed: 4,
				Methods: []algorithms.Selector{statistics.FRegression{}, study.AllFeatures{}},
				Splits:  study.Splits{Repeats: 3}, Measures: []study.Measure{measure}}, "", 2)
			want := must.Get(evaluation.Regression(t.Context(), d,
				evaluation.RegressionOptions{Protocol: p,
					Options: algorithms.Options{Seed: 4}}, statistics.FRegression{}))(t)
			close := cmpopts.EquateApprox(1e-12, 0)
			for i, k := range counts {
				if diff := cmp.Diff(want.Curves[0].Points[i].R2.Values, r.Cell(0, 0, k, 0).Values,
					close); diff != "" {
					t.Errorf("%s, %d features (-regression +study):\n%s", measure.Label(), k, diff)
				}
			}
			if diff := cmp.Diff(want.All.R2.Values, r.Cell(0, 1, 0, 0).Values, close); diff != "" {
				t.Errorf("%s, all features (-regression +study):\n%s", measure.Label(), diff)
			}
		}
	}
}

// none chooses no feature.
type none struct{}

func (none) Name() string { return "none" }

func (none) Facts() algorithms.Facts {
	return algorithms.Facts{
		Promises: algorithms.Promises{Nested: true, Fewer: true},
	}
}

func (none) Select(_ context.Context, d *datasets.Dataset, _ algorithms.Options) (
	*algorithms.Ranking, error) {
	return &algorithms.Ranking{D: d.D()}, nil
}

// A choice of no feature predicts the mean of the training part.
func TestR2OfNoFeature(t *testing.T) {
	d := regression(t, 40)
	r := run(t, study.Study{Name: "r2", Data: study.Of(d), Counts: []int{2},
		Methods: []algorithms.Selector{none{}}, Splits: study.Splits{Repeats: 3},
		Measures: []study.Measure{study.R2{}, study.R2{Regressor: study.ForestRegressor{},
			Sets: true}}}, "", 1)
	splitter := must.Get(evaluation.NewSplitter(d, .5, 0))(t)
	for number := range 3 {
		s := splitter.Split(number)
		mean := func(of []int) (sum float64) {
			for _, i := range of {
				sum += d.Target[i] / float64(len(of))
			}
			return sum
		}
		from, about := mean(s.Train), mean(s.Test)
		var rest, all float64
		for _, i := range s.Test {
			rest += (d.Target[i] - from) * (d.Target[i] - from)
			all += (d.Target[i] - about) * (d.Target[i] - about)
		}
		for m := range r.Measures {
			got := r.Cell(0, 0, 2, m).Values[number]
			if math.Abs(got-(1-rest/all)) > 1e-12 || !(got < 0) {
				t.Errorf("split %d: %g, want %g", number, got, 1-rest/all)
			}
		}
	}
}

func TestR2Errors(t *testing.T) {
	data := study.Of(numbers(t, []float64{1, 2, 3, 4}, 1, 2, 3, 5),
		numbers(t, []float64{1, 2, 3, 4}, 2, 2, 2, 2), methodtest.Load(t, "iris"))
	data[1].Name = "constant"
	measures := []study.Measure{
		study.R2{}, study.R2{Regressor: study.KNNRegressor{Neighbors: -1}},
		study.R2{Regressor: study.RidgeRegressor{Penalty: -2}}, study.R2{Regressor: short{}},
		study.R2{Regressor: study.ForestRegressor{Trees: -3}},
	}
	r := run(t, study.Study{Name: "r2", Data: data, Counts: []int{1}, Measures: measures,
		Methods: []algorithms.Selector{filter.Variance{}},
		Splits:  study.Splits{Whole: true}}, "", 1)
	for m, want := range []string{
		"5 neighbors of 4 training samples; give 1 to 4",
		"-1 neighbors of 4 training samples; give 1 to 4",
		"ridge with lambda = -2; give a positive number",
		"R²: short predicts 1 numbers for 4 samples; return one for each row",
		"Forest: -3 trees; ",
	} {
		if c := r.Cell(0, 0, 1, m); !strings.HasPrefix(c.Failed, want) || len(c.Values) > 0 {
			t.Errorf("%s: %q, want %q", r.Measures[m].Key, c.Failed, want)
		}
	}
	for m := range measures {
		for set, want := range map[int]string{
			1: "R²: the target of all 4 samples of the test part is 2; take larger test parts",
			2: "R²: the data set has no continuous target",
		} {
			if c := r.Cell(set, 0, 1, m); c.Failed != want || len(c.Values) > 0 {
				t.Errorf("%s: %q, want %q", r.Measures[m].Key, c.Failed, want)
			}
		}
	}
}

func TestR2KeysAndLabels(t *testing.T) {
	for _, c := range []struct {
		r          study.R2
		key, label string
	}{
		{study.R2{}, "R2 1 (mean of 5-NN) raw=false", "R², mean of 5-NN"},
		{study.R2{Regressor: study.KNNRegressor{Neighbors: 5}}, "R2 1 (mean of 5-NN) raw=false",
			"R², mean of 5-NN"},
		{study.R2{Regressor: study.RidgeRegressor{}, Raw: true},
			"R2 1 (ridge regression, penalty=1) raw=true",
			"R², ridge regression, penalty=1, raw features"},
		{study.R2{Regressor: study.ForestRegressor{}, Sets: true},
			"R2 1 (regression forest, trees=100) raw=false sets",
			"R², regression forest, trees=100"},
	} {
		if c.r.Key() != c.key || c.r.Label() != c.label {
			t.Errorf("%q, %q, want %q, %q", c.r.Key(), c.r.Label(), c.key, c.label)
		}
	}
}

// A study of data with a continuous target runs with every kind of splits, does not depend on the
// number of workers, is resumed, and is read back from a file. The features of the target are found
// and predict it.
func TestStudyOfRegression(t *testing.T) {
	d := regression(t, 60)
	for _, splits := range []study.Splits{{Repeats: 4}, {Folds: 5}, {Folds: 3, Repeats: 2},
		{PerClass: 30, Repeats: 3}, {Whole: true}} {
		s := study.Study{Name: "regression", Data: study.Of(d), Counts: []int{1, 2, 3},
			Splits: splits, Methods: []algorithms.Selector{statistics.FRegression{},
				information.MRMR{}, filter.Variance{}, filter.Random{}, study.AllFeatures{}},
			Measures: []study.Measure{study.R2{}, study.R2{Regressor: study.RidgeRegressor{}},
				study.R2{Regressor: study.ForestRegressor{Trees: 20}, Sets: true},
				study.Redundancy{}, study.Truth{}, study.Seconds{},
				study.Stability{}, study.Jaccard{}, study.Accuracy{}}}
		if splits.Whole {
			s.Measures = slices.DeleteFunc(s.Measures, func(m study.Measure) bool {
				return m == study.Stability{} // which takes two splits
			})
		}
		store := filepath.Join(t.TempDir(), "store")
		r := run(t, s, store, 1)
		for _, c := range r.Cells {
			measure, want := r.Measures[c.Measure], r.Splits
			failed := ""
			switch {
			case measure.Overall && c.K == 0:
				want = 0
			case measure.Overall:
				want = 1
			case measure.Label == "accuracy, 1-NN":
				want, failed = 0, "accuracy: the data set has no class labels"
			}
			if len(c.Values) != want || c.Failed != failed {
				t.Errorf("%s, %s, %s, %d features: %+v", splits, r.Methods[c.Method].Label,
					measure.Label, c.K, c)
			}
		}
		if v := r.Cell(0, 0, 2, 1).Mean; !(v > .98 && v < 1) {
			t.Errorf("%s: ridge regression on the two features of the target has R² %g", splits, v)
		}
		if v := r.Cell(0, 0, 2, 4).Mean; v != 1 {
			t.Errorf("%s: %g of the two features are relevant", splits, v)
		}
		for _, workers := range []int{1, 3} {
			again := run(t, s, store, workers)
			fresh := run(t, s, "", workers)
			if again.Computed != 0 {
				t.Errorf("%s: %d computed again", splits, again.Computed)
			}
			for _, other := range []*study.Result{again, fresh} {
				if diff := cmp.Diff(untimed(r), untimed(other)); diff != "" {
					t.Errorf("%s, %d workers:\n%s", splits, workers, diff)
				}
			}
		}
		wantReadBack(t, r)
	}
}
