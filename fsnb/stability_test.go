package fsnb

import (
	"testing"

	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

func TestStability(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	iris := Load("iris")
	p := Protocol{Repeats: 4, Counts: []int{1, 2}}
	first, second := Stability(iris, p, Fisher{}, Random{}), Stability(iris, p, Fisher{}, Random{})
	if first.Cached || !second.Cached || Stability(iris, p, Fisher{}).Cached ||
		Stability(iris, Protocol{Repeats: 3}, Fisher{}, Random{}).Cached {
		t.Fatalf("cached: first %v, second %v, or others", first.Cached, second.Cached)
	}
	said := celltest.Printed(t, func() { Show(second) })
	for _, want := range []string{
		"Stability of the chosen features, iris\n", "Cached: read from the disk",
		"How often features are among the best 2, iris\n",
		"Stability of the chosen features, iris against their number: fisher ",
		"How often features are among the best 2, iris: fisher most often petal_width_cm " +
			"(100%), 2 always, 2 ever",
	} {
		must.Contain(t, said, want)
	}
	second.Cached = false
	must.Equal(t, second, first, "remembered otherwise")
	other := *iris
	other.Name = "same numbers"
	if r := Stability(&other, p, Fisher{}, Random{}); !r.Cached || r.Dataset != "same numbers" {
		t.Errorf("the same numbers by another name: cached %v as %q", r.Cached, r.Dataset)
	}
	if got, status := celltest.Caught(t, func() {
		Stability(iris, Protocol{Counts: []int{4}}, Fisher{})
	}); status != 1 ||
		got != "fsnb: all 4 features are the same choice from any samples; give counts from 1 "+
			"to 3\n" {
		t.Errorf("exit %d, said %q", status, got)
	}
}
