package study_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// pOfFolds is the corrected test of Nadeau and Bengio by its formula: t is the mean of
// the differences over their deviation times √(1/n + ratio).
func pOfFolds(a, b []float64, ratio float64) float64 {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	mean, sd := stat.MeanStdDev(d, nil)
	if sd < 1e-12 {
		return 1
	}
	n := float64(len(d))
	t := mean / (sd * math.Sqrt(1/n+ratio))
	return 2 * distuv.StudentsT{Sigma: 1, Nu: n - 1}.CDF(-math.Abs(t))
}

// cross is a study of cross-validation.
func cross(splits study.Splits, data ...study.Data) study.Study {
	return study.Study{
		Name: "cross", Data: data, Counts: []int{1, 2, 3}, Splits: splits,
		Measures: []study.Measure{study.Accuracy{}, study.Redundancy{}},
		Methods: []algorithms.Selector{filter.Fisher{}, filter.Variance{}, filter.Random{},
			filter.Laplacian{}, traceratio.TraceRatio{}, study.AllFeatures{}},
	}
}

// The test over the folds has 1/(k-1) for the ratio of test to training samples,
// whatever the sizes of the folds: 60 samples in ten folds, classes of which have
// fewer samples than that, and of which have more.
func TestFoldsAreTestedByTheirMeanSizes(t *testing.T) {
	for name, sizes := range map[string][]int{
		"small classes": {8, 8, 8, 8, 7, 7, 7, 7}, "classes of twelve": {12, 12, 12, 12, 12},
		"unlike": {50, 7, 3},
	} {
		moved := 0
		for seed := range uint64(16) {
			data := study.Of(noise(t, seed, sizes...))
			r := run(t, cross(study.Splits{Folds: 10}, data...), "", 2)
			set := r.Sets[0]
			if set.Train != 54 || set.Test != 6 || len(set.Folds) != 10 ||
				slices.Min(set.Folds) < 1 {
				t.Fatalf("%s: %g for training, %g for the test, folds of %v", name, set.Train,
					set.Test, set.Folds)
			}
			marks := r.Marks(0, 0, study.View{})
			best := slices.IndexFunc(marks, func(m study.Mark) bool { return m.P == 1 })
			for m := range r.Methods {
				a, b := r.At(0, best, 0, study.View{}).Values, r.At(0, m, 0, study.View{}).Values
				want := pOfFolds(a, b, 1./9)
				if math.Abs(marks[m].P-want) > 1e-9 || marks[m].Good != (want > study.Alpha) {
					t.Errorf("%s: %s has P = %g, good %v; by hand %g", name, r.Methods[m].Label,
						marks[m].P, marks[m].Good, want)
				}
				if first := pOfFolds(a, b, 1./60); want > study.Alpha && first <= study.Alpha {
					t.Logf("%s: %s has P = %.4f, with one test sample %.4f", name,
						r.Methods[m].Label, want, first)
					moved++
				}
			}
		}
		if moved == 0 {
			t.Errorf("%s: no mark tells the ratios apart", name)
		}
	}
}

// Folds of unequal size, pooled: the share of all held-out samples, counted by hand
// from the folds' predictions, one number a round, as svm-train -v prints it.
func TestPooledAgainstACount(t *testing.T) {
	d := noise(t, 3, 11, 11, 13, 14, 12, 13, 16)
	s := cross(study.Splits{Folds: 10, Repeats: 3}, study.Of(d)...)
	r := run(t, s, "", 2)
	least, most, unequal := r.Unequal(0, 0)
	if sizes := r.Sets[0].Folds; !unequal || least != slices.Min(sizes) ||
		most != slices.Max(sizes) || most < least+3 {
		t.Fatalf("folds of %v samples, %d to %d", sizes, least, most)
	}
	if _, _, unequal = r.Unequal(0, 1); unequal {
		t.Error("a redundancy has no test samples to pool")
	}
	folds := must.Get(learn.NewFolds(d.Y, 10, 0))(t)
	differs := false
	for m := range r.Methods {
		c := r.At(0, m, 0, study.View{K: 2, Pooled: true})
		if len(c.Values) != 3 || !slices.Equal(c.Splits, []int{0, 1, 2}) {
			t.Fatalf("%s: %d rounds %v", r.Methods[m].Label, len(c.Values), c.Splits)
		}
		for round := range 3 {
			right := 0
			for fold := range 10 {
				number := 10*round + fold
				accuracy := r.Cell(0, m, 2, 0).Values[number]
				right += int(math.Round(accuracy * float64(len(folds.Split(number).Test))))
			}
			if want := float64(right) / float64(d.N()); math.Abs(c.Values[round]-want) > 1e-12 {
				t.Errorf("%s, round %d: %g, and %d of %d samples are right", r.Methods[m].Label,
					round, c.Values[round], right, d.N())
			}
		}
		if m == len(r.Methods)-1 { // all features: the predictions once more
			right := 0
			for fold := range 10 {
				split := folds.Split(fold)
				scaling := learn.FitScaling(rows(t, d, split.Train).X)
				train, test := rows(t, d, split.Train), rows(t, d, split.Test)
				predicted := must.Get(learn.KNN(t.Context(), scaling.Apply(train.X), train.Y,
					len(d.Classes), scaling.Apply(test.X), 1))(t)
				for i, p := range predicted {
					if p == test.Y[i] {
						right++
					}
				}
			}
			if want := float64(right) / float64(d.N()); math.Abs(c.Values[0]-want) > 1e-12 {
				t.Errorf("all features: %g, and %d of %d samples are right", c.Values[0], right,
					d.N())
			}
		}
		differs = differs || math.Abs(c.Mean-r.Cell(0, m, 2, 0).Mean) > 1e-3
		if a, b := r.At(0, m, 1, study.View{K: 2, Pooled: true}),
			r.Cell(0, m, 2, 1); !slices.Equal(a.Values, b.Values) {
			t.Errorf("a redundancy is pooled: %v", a.Values)
		}
	}
	if !differs {
		t.Error("pooled is as unweighted everywhere")
	}
}

// The best number of features and the marks of a pooled view go by pooled values.
func TestPooledByHand(t *testing.T) {
	r := &study.Result{
		Sets: []study.Set{{Name: "a", N: 40, D: 9, Counts: []int{1, 2}, Train: 20, Test: 20,
			Folds: []int{10, 30}}},
		Methods:  []study.Method{{Label: "x"}, {Label: "y"}},
		Measures: []study.MeasureInfo{{Label: "m", Better: 1, PerSample: true}},
		Splits:   6, Folds: 2,
	}
	add := func(m, k int, splits []int, values ...float64) {
		r.Cells = append(r.Cells,
			study.Cell{Method: m, K: k, Splits: splits, Spread: evaluation.NewSpread(values)})
	}
	all := []int{0, 1, 2, 3, 4, 5}
	add(0, 1, all, .9, .5, .9, .6, .9, .5) // means .7167, pooled .625, …
	add(0, 2, all, .5, .7, .5, .8, .5, .7)
	add(1, 1, []int{0, 1, 3, 4, 5}, .8, .6, .4, .6, .7) // the second round is not finished
	add(1, 2, []int{0}, .8)
	near := func(got study.Cell, splits []int, want ...float64) {
		t.Helper()
		if !slices.Equal(got.Splits, splits) || len(got.Values) != len(want) {
			t.Fatalf("%+v, want rounds %v of %v", got, splits, want)
		}
		for i := range want {
			if math.Abs(got.Values[i]-want[i]) > 1e-15 {
				t.Errorf("%v, want %v", got.Values, want)
			}
		}
	}
	pooled := study.View{K: 1, Pooled: true}
	near(r.At(0, 0, 0, pooled), []int{0, 1, 2}, .6, .675, .6)
	near(r.At(0, 1, 0, pooled), []int{0, 2}, .65, .675)
	if best := r.At(0, 0, 0, study.View{Best: true}); best.K != 1 {
		t.Errorf("the best by the mean has %d features", best.K)
	}
	if best := r.At(0, 0, 0, study.View{Best: true, Pooled: true}); best.K != 2 {
		t.Errorf("the best pooled has %d features", best.K)
	}
	if c := r.At(0, 1, 0, study.View{K: 2, Pooled: true}); c.Failed !=
		"no round of folds is finished" || len(c.Values) > 0 {
		t.Errorf("%+v", c)
	}
	// Weighted by .5 and 1.5: what the two have in common are the first and the third
	// round, of differences .05, -.15, .15 and -.3.
	want := pOfFolds([]float64{.4, .9, .3, 1.05}, []float64{.45, .75, .45, .75}, 1)
	if p := r.Marks(0, 0, pooled)[0].P; math.Abs(p-want) > 1e-12 {
		t.Errorf("P = %g, want %g", p, want)
	}
}
