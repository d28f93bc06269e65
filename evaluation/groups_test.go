package evaluation_test

import (
	"fmt"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/splits"
)

// Where samples of a patient are in both parts, classes that cannot be predicted are predicted.
func TestGroupsStopTheLeak(t *testing.T) {
	plain, grouped := methodtest.Patients(t)
	p := evaluation.Protocol{Repeats: 20,
		Counts: []int{8}}
	with := accuracy(t, grouped, p, filter.Fisher{})
	without := accuracy(t, plain, p, filter.Fisher{})
	if without.All.Mean < .99 || with.All.Mean > .65 || with.All.Mean < .35 {
		t.Errorf("accuracy %v with groups, %v without; want about .5 and 1", with.All.Mean,
			without.All.Mean)
	}
	if with.Groups != "40 groups by patient" || without.Groups != "" || with.Training != 120 {
		t.Errorf("groups %q and %q, %d training samples", with.Groups, without.Groups,
			with.Training)
	}
}

// A patient may have one sample: that is a group as any other.
func TestGroupsOfOneMember(t *testing.T) {
	plain, _ := methodtest.Patients(t)
	var of []string
	for i := range plain.N() { // four patients of 30 samples, the others of one
		name := fmt.Sprintf("p%03d", i)
		if i < 120 {
			name = fmt.Sprintf("large %d", i/6%4)
		}
		of = append(of, name)
	}
	d := must.Get(plain.WithGroups("patient", of))(t)
	s := must.Get(splits.New(d, .5, 0))(t)
	for number := range 10 {
		split := s.Split(number)
		for _, i := range split.Train {
			if slices.ContainsFunc(split.Test,
				func(j int) bool { return d.Group[i] == d.Group[j] }) {
				t.Fatalf("split %d parts %s", number, d.Groups[d.Group[i]])
			}
		}
	}
	a, err := evaluation.Accuracy(t.Context(), d, evaluation.Protocol{Repeats: 4, Counts: []int{2}},
		algorithms.Options{}, filter.Fisher{})
	if err != nil || a.Done != 4 || a.Groups != "124 groups by patient" {
		t.Errorf("%+v, %v", a, err)
	}
}
