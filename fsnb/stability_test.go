package fsnb

import (
	"testing"

	"fsnb.example/fsnb/internal/cell/celltest"
)

func TestStability(t *testing.T) {
	iris := Load("iris")
	p := Protocol{Repeats: 4, Counts: []int{1, 2}}
	second := remembers(t, iris, func(d *Dataset) *StabilityReport {
		return Stability(d, p, Fisher{}, Random{})
	}, map[string]func() *StabilityReport{
		"other methods": func() *StabilityReport { return Stability(iris, p, Fisher{}) },
		"another protocol": func() *StabilityReport {
			return Stability(iris, Protocol{Repeats: 3}, Fisher{}, Random{})
		},
	})
	celltest.Shows(t, func() { Show(second) },
		"Stability of the chosen features, iris\n", "Cached: read from the disk",
		"How often features are among the best 2, iris\n",
		"Stability of the chosen features, iris against their number: fisher ",
		"How often features are among the best 2, iris: fisher most often petal_width_cm "+
			"(100%), 2 always, 2 ever")
	celltest.Refuses(t, "all 4 features are the same choice from any samples; give counts from 1 "+
		"to 3", func() { Stability(iris, Protocol{Counts: []int{4}}, Fisher{}) })
}
