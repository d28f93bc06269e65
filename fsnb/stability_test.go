package fsnb

import (
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/fsnb/internal/cell/celltest"
)

func TestStability(t *testing.T) {
	iris := Load("iris")
	p := Protocol{Repeats: 4, Counts: []int{1, 2}}
	remembers(t, iris, func(d *Dataset) *StabilityReport {
		return Stability(d, p, Fisher{},
			Random{})
	},
		func(r *StabilityReport) *evaluation.Run { return &r.Run },
		[]string{"Stability of the chosen features, iris\n",
			"How often features are among the best 2, iris\n",
			"Stability of the chosen features, iris against their number: fisher ",
			"How often features are among the best 2, iris: fisher most often petal_width_cm " +
				"(100%), 2 always, 2 ever"},
		func() *StabilityReport { return Stability(iris, p, Fisher{}) },
		func() *StabilityReport {
			return Stability(iris, Protocol{Repeats: 3}, Fisher{},
				Random{})
		})
	if got, status := celltest.Caught(t, func() {
		Stability(iris, Protocol{Counts: []int{4}}, Fisher{})
	}); status != 1 ||
		got != "fsnb: all 4 features are the same choice from any samples; give counts from 1 "+
			"to 3\n" {
		t.Errorf("exit %d, said %q", status, got)
	}
}
