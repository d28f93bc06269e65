package graph

import "testing"

func TestResolve(t *testing.T) {
	kinds := NewKinds(Neighbors{}, ByPercentile())
	var none *RBF
	for _, test := range []struct{ s, want Similarity }{
		{nil, Neighbors{K: 5}},
		{none, Neighbors{K: 5}},
		{Neighbors{Heat: 2}, Neighbors{K: 5, Heat: 2}},
		{Neighbors{K: 3}, Neighbors{K: 3}},
		{RBF{}, RBF{Percentile: 20}},
		{&RBF{}, RBF{Percentile: 20}},
		{RBF{Width: 3}, RBF{Width: 3}},
		{RBF{Percentile: 20, Width: 3}, RBF{Percentile: 20, Width: 3}},
		{SameClass{}, SameClass{}},
		{Complete{}, Complete{}}, // Check returns an error
	} {
		if got := kinds.Resolve(test.s); got != test.want || kinds.Resolve(got) != got {
			t.Errorf("%#v is %#v, want %#v", test.s, got, test.want)
		}
	}
	if mean := NewKinds(SameClass{}, RBF{}); mean.Resolve(RBF{}) != (RBF{}) ||
		mean.Resolve(nil) != (SameClass{}) {
		t.Errorf("of the mean: %#v", mean.Resolve(RBF{}))
	}
}
