package similarities

import (
	"testing"

	"fsnb.example/algorithms/graph"
)

func TestResolve(t *testing.T) {
	kinds := NewKinds(graph.Neighbors{}, ByPercentile())
	var none *graph.RBF
	for _, test := range []struct{ s, want graph.Similarity }{
		{nil, graph.Neighbors{K: 5}},
		{none, graph.Neighbors{K: 5}},
		{graph.Neighbors{Heat: 2}, graph.Neighbors{K: 5, Heat: 2}},
		{graph.Neighbors{K: 3}, graph.Neighbors{K: 3}},
		{graph.RBF{}, graph.RBF{Percentile: 20}},
		{&graph.RBF{}, graph.RBF{Percentile: 20}},
		{graph.RBF{Width: 3}, graph.RBF{Width: 3}},
		{graph.RBF{Percentile: 20, Width: 3}, graph.RBF{Percentile: 20, Width: 3}},
		{graph.SameClass{}, graph.SameClass{}},
		{graph.Complete{}, graph.Complete{}}, // Check returns an error
	} {
		if got := kinds.Resolve(test.s); got != test.want || kinds.Resolve(got) != got {
			t.Errorf("%#v is %#v, want %#v", test.s, got, test.want)
		}
	}
	mean := NewKinds(graph.SameClass{}, graph.RBF{})
	if mean.Resolve(graph.RBF{}) != (graph.RBF{}) ||
		mean.Resolve(nil) != (graph.SameClass{}) {
		t.Errorf("of the mean: %#v", mean.Resolve(graph.RBF{}))
	}
}
