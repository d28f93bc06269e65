package algorithms_test

import (
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
)

// Defaults are those of the tags, the first choice and the first kind; what is set stays, and so
// does a pointer.
func TestWithDefaults(t *testing.T) {
	if got, want := algorithms.WithDefaults(filter.ReliefF{}),
		(filter.ReliefF{Neighbors: 10, Difference: filter.AbsoluteDifference}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := algorithms.WithDefaults(&filter.ReliefF{Neighbors: 3}); got.Neighbors != 3 {
		t.Errorf("%d neighbors, want 3", got.Neighbors)
	}
	if got := algorithms.WithDefaults((*filter.ReliefF)(nil)); got != nil {
		t.Errorf("%v of nil", got)
	}
	for _, c := range []struct{ given, want graph.Similarity }{
		{nil, graph.Neighbors{K: 5}},
		{&graph.Neighbors{Heat: 2}, graph.Neighbors{K: 5, Heat: 2}},
		{graph.RBF{}, graph.RBF{Percentile: 20}},
		{graph.RBF{Width: 3}, graph.RBF{Width: 3}},
	} {
		m := filter.Laplacian{Similarity: c.given}
		if got := algorithms.WithDefaults(m).Similarity; got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.given, got, c.want)
		}
	}
}
