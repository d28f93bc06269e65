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
	"fsnb.example/internal/must"
)

// patients are 40 patients of six samples each that hardly differ, with features and classes that
// have nothing to do with each other.
func patients(t *testing.T) (plain, grouped *datasets.Dataset) {
	t.Helper()
	const count, each, d = 40, 6, 8
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(count*each, d, nil)
	var labels, of []string
	for p := range count {
		own := make([]float64, d)
		for j := range own {
			own[j] = rng.NormFloat64()
		}
		for s := range each {
			for j, v := range own {
				x.Set(p*each+s, j, v+.01*rng.NormFloat64())
			}
			labels, of = append(labels, []string{"ill", "well"}[p%2]),
				append(of, fmt.Sprintf("p%02d", p))
		}
	}
	plain = must.Get(datasets.New("patients", x, labels, nil))(t)
	grouped = must.Get(plain.WithGroups("patient", of))(t)
	return plain, grouped
}

// Where samples of a patient are in both parts, classes that cannot be predicted are predicted.
func TestGroupsStopTheLeak(t *testing.T) {
	plain, grouped := patients(t)
	opt := evaluation.AccuracyOptions{Protocol: evaluation.Protocol{Repeats: 20,
		Counts: []int{8}}}
	with := must.Get(evaluation.Accuracy(t.Context(), grouped, opt, filter.Fisher{}))(t)
	without := must.Get(evaluation.Accuracy(t.Context(), plain, opt, filter.Fisher{}))(t)
	if without.All.Mean < .99 || with.All.Mean > .65 || with.All.Mean < .35 {
		t.Errorf("accuracy %v with groups, %v without; want about .5 and 1", with.All.Mean,
			without.All.Mean)
	}
	if with.Groups != "40 groups by patient" || without.Groups != "" || with.Training != 120 {
		t.Errorf("groups %q and %q, %d training samples", with.Groups, without.Groups,
			with.Training)
	}
}

// Splits and folds of data with groups part none; warnings and errors have the names of the data.
func TestSplitsOfGroups(t *testing.T) {
	plain, grouped := patients(t)
	s, err := evaluation.NewSplitter(grouped, .5, 0)
	must.Do(t, err)
	folds := must.Get(evaluation.NewFolds(grouped, 5, 0))(t)
	for number := range 5 {
		for _, split := range [][]int{s.Split(number).Test, folds.Split(number).Test} {
			in := map[int]int{}
			for _, i := range split {
				in[grouped.Group[i]]++
			}
			for g, n := range in {
				must.Is(t, n, 6, "split %d has of the 6 samples of %s", number, grouped.Groups[g])
			}
		}
	}
	same := must.Get(evaluation.NewSplitter(plain, .5, 0))(t)
	if slices.Equal(same.Split(0).Train, s.Split(0).Train) {
		t.Error("groups have no effect")
	}
	few := *grouped
	few.Y = slices.Clone(few.Y)
	few.Classes = append(few.Classes, "rare")
	for i := range 12 {
		few.Y[i] = 2
	}
	folds, err = evaluation.NewFolds(&few, 5, 0)
	want := []string{"in fewer groups than the 5 folds: class rare (2); some folds test none of " +
		"them"}
	if err != nil || !slices.Equal(folds.Warnings, want) {
		t.Errorf("warnings %q, %v; want %q", folds.Warnings, err, want)
	}
	for i := range 6 {
		few.Y[i] = 0
	}
	if _, err := evaluation.NewSplitter(&few, .5, 0); err == nil || err.Error() !=
		"class rare is in a single group (patient p01), which cannot be in the training and the "+
			"test part; leave the class out, or merge it with another" {
		t.Errorf("a class in one group: %v", err)
	}
}

// A patient may have one sample: that is a group as any other.
func TestGroupsOfOneMember(t *testing.T) {
	plain, _ := patients(t)
	var of []string
	for i := range plain.N() { // four patients of 30 samples, the others of one
		name := fmt.Sprintf("p%03d", i)
		if i < 120 {
			name = fmt.Sprintf("large %d", i/6%4)
		}
		of = append(of, name)
	}
	d := must.Get(plain.WithGroups("patient", of))(t)
	s := must.Get(evaluation.NewSplitter(d, .5, 0))(t)
	for number := range 10 {
		split := s.Split(number)
		for _, i := range split.Train {
			if slices.ContainsFunc(split.Test,
				func(j int) bool { return d.Group[i] == d.Group[j] }) {
				t.Fatalf("split %d parts %s", number, d.Groups[d.Group[i]])
			}
		}
	}
	a, err := evaluation.Accuracy(t.Context(), d, evaluation.AccuracyOptions{
		Protocol: evaluation.Protocol{Repeats: 4, Counts: []int{2}}}, filter.Fisher{})
	if err != nil || a.Done != 4 || a.Groups != "124 groups by patient" {
		t.Errorf("%+v, %v", a, err)
	}
}
