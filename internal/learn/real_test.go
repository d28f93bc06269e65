package learn_test

import (
	"testing"

	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/realdata"
)

// The row of all features in Table 2 of the LAP paper (2018): an RBF C-SVC with
// LIBSVM's defaults, C = 1 and γ = 1/d, on the data as the files have them, in
// stratified ten-fold cross-validation as svm-train -v 10 does it. Here the mean
// of three shuffles where long tests run, else one; LIBSVM itself gives .455 .565 .297 .426 .942
// for one.
func TestRealLAPBaseline(t *testing.T) {
	realdata.Need(t, "Musk_clean1.mat", "vehicle_uni.mat", "ecoli_uni.mat", "segment_uni.mat")
	tests := []struct {
		name    string
		printed float64
	}{
		{"wine", 0.449}, {"Musk_v1", 0.565}, {"Vehicle", 0.297}, {"Ecoli_343", 0.426},
		{"Segment", 0.939},
	}
	for _, test := range longtest.Or(tests[:4], tests) {
		t.Run(test.name, func(t *testing.T) {
			d := load(t, test.name)
			got := crossValidate(t, d, longtest.Or(1, 3))
			t.Logf("%s: accuracy %.3f, printed %.3f", test.name, got, test.printed)
			must.Near(t, got, test.printed, 0.02, "accuracy, printed")
		})
	}
}

// crossValidate returns the share of samples that are predicted rightly in ten
// folds, over that many shuffles.
func crossValidate(t *testing.T, d *datasets.Dataset, shuffles int) float64 {
	t.Helper()
	folds := must.Get(learn.NewFolds(d.Y, 10, 1))(t)
	right := make([]int, 10*shuffles)
	must.Do(t, parallel.For(t.Context(), 0, len(right), 1, func(f, _ int) {
		split := folds.Split(f)
		train, err := d.Rows(split.Train)
		if err != nil {
			t.Error(err)
			return
		}
		test, err := d.Rows(split.Test)
		if err != nil {
			t.Error(err)
			return
		}
		m, err := learn.SVC{Workers: 1}.Train(t.Context(), train.X, train.Y, len(d.Classes))
		if err != nil {
			t.Error(err)
			return
		}
		predicted, err := m.Predict(t.Context(), test.X)
		if err != nil {
			t.Error(err)
			return
		}
		for i, c := range predicted {
			if c == test.Y[i] {
				right[f]++
			}
		}
	}))
	sum := 0
	for _, r := range right {
		sum += r
	}
	return float64(sum) / float64(shuffles*d.N())
}
