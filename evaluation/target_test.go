package evaluation_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
)

// numbers is 60 samples with the continuous target 0, 1, …, 59 in a random order.
func numbers(t *testing.T) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 5))
	x, y := mat.NewDense(60, 2, nil), make([]float64, 60)
	for i, v := range rng.Perm(60) {
		y[i] = float64(v)
		x.Set(i, 0, rng.NormFloat64())
		x.Set(i, 1, float64(v)+rng.NormFloat64())
	}
	d, err := datasets.New("numbers", x, y, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Folds are balanced over the quantiles of a continuous target: of 60 samples in 5 folds each fold
// has one of the 5 least, one of the next 5 and so on. Random halves have 3 of the 6 of a tenth.
func TestSplitsByQuantiles(t *testing.T) {
	d := numbers(t)
	folds, err := evaluation.NewFolds(d, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	for k := range 5 {
		count := make([]int, 12)
		test := folds.Split(k).Test
		for _, i := range test {
			count[int(d.Target[i])/5]++
		}
		if len(test) != 12 || slices.Min(count) < 1 || slices.Max(count) > 1 {
			t.Errorf("fold %d has %d samples, of the twelfths %v", k, len(test), count)
		}
	}
	halves, err := evaluation.NewSplitter(d, .5, 1)
	if err != nil {
		t.Fatal(err)
	}
	count := make([]int, 10)
	for _, i := range halves.Split(3).Train {
		count[int(d.Target[i])/6]++
	}
	if slices.Min(count) != 3 || slices.Max(count) != 3 {
		t.Errorf("a half has of the tenths %v, want 3 of each", count)
	}
}

// Groups stay together also where a tenth of the target is in one group.
func TestGroupsOfATarget(t *testing.T) {
	d := numbers(t)
	of := make([]string, d.N())
	for i, v := range d.Target {
		of[i] = fmt.Sprint("p", int(v)/6)
	}
	grouped, err := d.WithGroups("patient", of)
	if err != nil {
		t.Fatal(err)
	}
	s, err := evaluation.NewSplitter(grouped, .5, 1)
	if err != nil {
		t.Fatal(err)
	}
	f, err := evaluation.NewFolds(grouped, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	for number := range 5 {
		for _, split := range []struct{ train, test []int }{
			{s.Split(number).Train, s.Split(number).Test},
			{f.Split(number).Train, f.Split(number).Test},
		} {
			if len(split.train) == 0 || len(split.train)+len(split.test) != d.N() {
				t.Fatalf("parts of %d and %d samples", len(split.train), len(split.test))
			}
			for _, i := range split.train {
				for _, l := range split.test {
					if grouped.Group[i] == grouped.Group[l] {
						t.Fatalf("group %s is in both parts", of[i])
					}
				}
			}
		}
	}
}

// Accuracy is of classes; stability needs no target that it knows.
func TestEvaluationsOfATarget(t *testing.T) {
	d := numbers(t)
	_, err := evaluation.Accuracy(t.Context(), d, evaluation.AccuracyOptions{}, filter.Pearson{})
	want := "accuracy: the data set has a continuous target, and accuracy is of classes; read the " +
		"label column with Target classes"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	s, err := evaluation.Stability(t.Context(), d, evaluation.StabilityOptions{
		Protocol: evaluation.Protocol{Counts: []int{1}}}, filter.Pearson{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Points) != 1 || s.Points[0].Methods[0].Jaccard != 1 {
		t.Errorf("pearson chooses another feature in some halves: %+v", s.Points)
	}
}
