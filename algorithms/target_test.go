package algorithms_test

import (
	"errors"
	"fmt"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// switching takes classes, or numbers in another mode.
type switching struct {
	plain
	Mode mode
}

func (m switching) Facts() algorithms.Facts {
	targets := algorithms.Classes
	if m.Mode == "fast" {
		targets = algorithms.Continuous
	}
	return algorithms.Facts{
		Promises: algorithms.Promises{Nested: true, Targets: targets},
	}
}

// outer has a method inside, whose target it needs.
type outer struct {
	plain
	Scorer algorithms.Scorer
}

func (m outer) Facts() algorithms.Facts {
	f, _ := algorithms.FactsOf(m.Scorer)
	return algorithms.Facts{
		Promises: algorithms.Promises{Nested: true, Targets: f.Targets},
	}
}

// Check refuses the targets that a method does not take, and says what to use instead.
func TestCheckTargets(t *testing.T) {
	classes := table([]float64{1, 2}, []float64{3, 4}, []float64{5, 6})
	numbers := *classes
	numbers.Y, numbers.Classes, numbers.Target = nil, nil, []float64{1, 2, 4}
	flat, bare, three := numbers, numbers, *classes
	flat.Target, bare.Target = []float64{2, 2, 2}, nil
	three.Y, three.Classes = []int{0, 1, 2}, []string{"a", "b", "c"}
	takes := func(targets algorithms.Targets, instead string) algorithms.Selector {
		return needing{facts: algorithms.Facts{
			Promises: algorithms.Promises{
				Nested: true, Targets: targets, Instead: instead,
			},
		}}
	}
	both := algorithms.TwoClasses | algorithms.Continuous
	for _, test := range []struct {
		m    algorithms.Selector
		d    *datasets.Dataset
		want string
	}{
		{takes(algorithms.NoTarget, ""), &flat, ""},
		{takes(algorithms.Continuous, ""), &numbers, ""},
		{takes(both, ""), &numbers, ""},
		{takes(both, ""), classes, ""},
		{takes(both, "fisher"), &three,
			"plain: the samples are of 3 classes, and the method takes " +
				"two classes or a continuous target; use fisher"},
		{takes(algorithms.Continuous, ""), &flat, "plain: the target of all 3 samples is 2; a " +
			"supervised method needs one that varies"},
		{takes(algorithms.Continuous, ""), classes, "plain: the data set has classes, and the " +
			"method takes a continuous target; use a method that takes classes, such as fisher"},
		{takes(algorithms.Classes, "f-regression"), &numbers, "plain: the data set has a " +
			"continuous target, and the method takes classes; use f-regression"},
		{takes(algorithms.Continuous, ""), &bare, "plain: the data set has no continuous target, " +
			"which the method needs; set Target to continuous when a file is read, give numbers " +
			"to WithTarget, or use an unsupervised method"},
		{switching{}, &numbers, "plain: the data set has a continuous target, and the method " +
			"takes classes; set mode=fast"},
		{switching{Mode: "fast"}, classes, "plain: the data set has classes, and the method " +
			"takes a continuous target; set mode=slow"},
		{outer{Scorer: needing{facts: algorithms.Facts{
			Promises: algorithms.Promises{Targets: algorithms.Classes},
		}}}, &numbers,
			"plain: plain: the data set has a continuous target, and the method takes classes; " +
				"use a method that takes one, such as pearson, f-regression or hsic with " +
				"similarity=target"},
	} {
		err := algorithms.Check(t.Context(), test.m, test.d, algorithms.Options{})
		if got := fmt.Sprint(err); test.want == "" && err != nil ||
			test.want != "" && got != test.want {
			t.Errorf("got %v\nwant %s", err, test.want)
		}
	}
	either := takes(algorithms.Classes|algorithms.Continuous, "")
	if err := algorithms.Check(t.Context(), either, &bare, algorithms.Options{}); err == nil ||
		!errors.Is(err, datasets.ErrNoLabels) || err.Error() != "plain: the data set has no class "+
		"labels and no continuous target, and the method needs one of them; name the label "+
		"column, or use an unsupervised method" {
		t.Errorf("error %v", err)
	}
	err := algorithms.Check(t.Context(), takes(both, ""), &bare, algorithms.Options{})
	if !errors.Is(err, algorithms.ErrNoTarget) {
		t.Errorf("%v is not ErrNoTarget", err)
	}
}
