package study_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// gappy are 60 samples of three features with a third of the cells missing. Each value that is
// there is larger than all before it, so that the least and the greatest of a training part tell
// which samples are in it.
func gappy(t *testing.T) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(13, 14))
	text := "a,b,c,class\n"
	for i := range 60 {
		for range 3 {
			if rng.IntN(3) > 0 {
				text += fmt.Sprint(math.Pow(float64(i), 2))
			}
			text += ","
		}
		text += []string{"ill", "well"}[i%2] + "\n"
	}
	d := must.Get(
		datasets.ReadCSV(strings.NewReader(text), "t", datasets.Options{Missing: "mean"}))(t)
	d.Name = "gappy"
	return d
}

// filledFromSelf reports whether the missing cells of d have the mean of its other samples.
func filledFromSelf(d *datasets.Dataset) bool {
	for _, g := range d.Missing.Gaps {
		sum, count := 0.0, 0.0
		for i := range d.N() {
			if !slices.Contains(g.Rows, int32(i)) {
				sum, count = sum+d.X.At(i, g.Columns[0]), count+1
			}
		}
		for _, i := range g.Rows {
			if math.Abs(d.X.At(int(i), g.Columns[0])-sum/count) > 1e-9*(1+math.Abs(sum/count)) {
				return false
			}
		}
	}
	return true
}

// inspector is a selector that reports training parts that are not filled from themselves.
type inspector struct {
	calls *int
	wrong *int
}

func (inspector) Name() string { return "inspector" }

func (s inspector) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	*s.calls++
	if d.Missing == nil || !filledFromSelf(d) {
		*s.wrong++
	}
	return filter.Fisher{}.Select(ctx, d, opt)
}

// runOn runs a study of d without a store.
func runOn(t *testing.T, d *datasets.Dataset, s study.Study) *study.Result {
	t.Helper()
	s.Name, s.Title = "missing", "Missing"
	s.Data = []study.Data{{Name: d.Name, Load: func() (*datasets.Dataset, error) { return d, nil }}}
	if s.Counts == nil {
		s.Counts = []int{2}
	}
	r := must.Get(study.Run(t.Context(), s, "", algorithms.Options{Workers: 1}))(t)
	for _, c := range r.Cells {
		if c.Failed != "" {
			t.Fatal(c.Failed)
		}
	}
	return r
}

// Every split of a study, whatever its kind, and every fold of a tuned selector fills missing
// values from its training part, and classifiers get features that are scaled by it.
func TestStudiesFillInsideSplits(t *testing.T) {
	d := gappy(t)
	for _, splits := range []study.Splits{{Repeats: 4}, {PerClass: 9, Repeats: 3}, {Folds: 5}} {
		for _, standardize := range []bool{false, true} {
			var calls, wrong, predicted, moved int
			m := inspector{&calls, &wrong}
			// The means of standardized features are 0, unless their missing cells were filled, or
			// they were scaled, from other samples.
			touched := spy{"touched", func(x, _ *mat.Dense) {
				n, p := x.Dims()
				predicted++
				for j := range p {
					if math.Abs(mat.Sum(x.ColView(j))) > 1e-9*float64(n) {
						moved++
					}
				}
			}}
			r := runOn(t, d, study.Study{Splits: splits, Standardize: standardize,
				Methods: []algorithms.Selector{m,
					study.TunedSelector{Among: []algorithms.Selector{m, filter.Fisher{}},
						Classifier: touched, Folds: 3}},
				Measures: []study.Measure{study.Accuracy{Classifier: touched}}})
			wantReadBack(t, r)
			if calls == 0 || wrong > 0 || predicted == 0 || moved > 0 {
				t.Errorf("%v, standardized %v: %d of %d training parts filled from other samples, "+
					"%d of %d scaled so", splits, standardize, wrong, calls, moved, predicted)
			}
			if got := r.Sets[0].Filled; got != d.Missing.Text() || got == "" {
				t.Errorf("filled %q", got)
			}
		}
	}
	var calls, wrong int
	r := runOn(t, d, study.Study{Splits: study.Splits{Whole: true},
		Methods:  []algorithms.Selector{inspector{&calls, &wrong}},
		Measures: []study.Measure{study.Redundancy{}}})
	if calls != 1 || wrong != 0 || r.Sets[0].Filled != "" {
		t.Errorf("all samples: %d calls, %d wrong, filled %q", calls, wrong, r.Sets[0].Filled)
	}
}

// The folds of a tuned classifier fill missing values from their training parts too: among the
// values of a feature, the mean of all is that which is there most often.
func TestTunedClassifiersFillInsideFolds(t *testing.T) {
	d := gappy(t)
	var sizes []int
	var wrong int
	c := spy{"filling", func(x, _ *mat.Dense) {
		n, _ := x.Dims()
		sizes, wrong = append(sizes, n), wrong+otherwise(x)
	}}
	runOn(t, d, study.Study{Splits: study.Splits{Repeats: 3},
		Methods: []algorithms.Selector{study.AllFeatures{}},
		Measures: []study.Measure{study.Accuracy{Raw: true,
			Classifier: study.Tuned{Among: []study.Classifier{c, c}, Folds: 3}}}})
	// In each split 30 samples, in 3 folds for each of two classifiers, and all of them once.
	if len(sizes) != 3*(3*2+1) || wrong > 0 {
		t.Errorf("%d trainings (%v), %d with cells filled from other samples", len(sizes), sizes,
			wrong)
	}
}

// otherwise counts the cells that are filled with other than the mean of their feature: the values
// that are there are squares of different whole numbers.
func otherwise(x *mat.Dense) (wrong int) {
	n, p := x.Dims()
	for j := range p {
		sum, count := 0.0, 0.0
		var others []float64
		for i := range n {
			v := x.At(i, j)
			if root := math.Round(math.Sqrt(v)); root*root == v {
				sum, count = sum+v, count+1
			} else {
				others = append(others, v)
			}
		}
		for _, v := range others {
			if math.Abs(v-sum/count) > 1e-9*v {
				wrong++
			}
		}
	}
	return wrong
}
