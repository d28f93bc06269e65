package evaluation

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// The groups of grm-blocks are the ten of its construction, so that the first ten features are of
// ten blocks, and each part keeps the order of Fisher.
func TestOneOfEachBlock(t *testing.T) {
	d := must.Get(datasets.Load("grm-blocks", datasets.Options{}))(t)
	fisher := methodtest.Choose(t, d, filter.Fisher{}, 0)
	r := methodtest.Choose(t, d, OneOfEach{Selector: filter.Fisher{}, Of: 100}, 0)
	blocks := map[string]bool{}
	for _, name := range r.Names[:10] {
		blocks[strings.Split(name, "_")[0]] = true
	}
	if len(blocks) != 10 {
		t.Errorf("the first ten %v are of %d blocks, want 10", r.Names[:10], len(blocks))
	}
	at := func(j int) int { return slices.Index(fisher.Features, j) }
	for i := 1; i < len(r.Features); i++ {
		if i != 10 && at(r.Features[i]) < at(r.Features[i-1]) {
			t.Errorf("feature %d is before feature %d, unlike in Fisher's order", r.Features[i-1],
				r.Features[i])
		}
	}
	if !r.OrderOnly || r.Raw[0] != fisher.Scores[0] {
		t.Errorf("order only %v, first raw %v; want true, %v", r.OrderOnly, r.Raw[0],
			fisher.Scores[0])
	}
}

// A smaller k cuts the answer; features that are not grouped come last.
func TestOneOfEachIsNested(t *testing.T) {
	d := must.Get(datasets.Load("wdbc", datasets.Options{}))(t)
	all := methodtest.Choose(t, d, OneOfEach{Selector: filter.Fisher{}}, 0)
	want := []string{"worst_concave_points", "worst_perimeter", "worst_texture",
		"worst_smoothness", "worst_symmetry", "concave_points_error", "mean_concave_points"}
	must.Items(t, all.Names[:7], want, "the first seven")
	for _, k := range []int{1, 7, 25} {
		r := methodtest.Choose(t, d, OneOfEach{Selector: filter.Fisher{}}, k)
		must.Items(t, r.Features, all.Features[:k], "k = %d", k)
	}
	fisher := methodtest.Choose(t, d, filter.Fisher{}, 0)
	must.Items(t, all.Features[20:], fisher.Features[20:], "behind the 20 grouped ones")
}

func TestOneOfEachRefuses(t *testing.T) {
	d := must.Get(datasets.Load("iris", datasets.Options{}))(t)
	for _, test := range []struct {
		method OneOfEach
		want   string
	}{
		{OneOfEach{}, "no method to choose from; give one, such as Selector: Fisher{}"},
		{OneOfEach{Selector: filter.Fisher{}, Of: 1}, "of = 1; give 2 to 1000"},
		{OneOfEach{Selector: filter.Fisher{}, Cut: 2},
			"a cut at squared correlation 2; give one above 0 and up to 1, or 0 for 0.5"},
	} {
		want := "one-of-each: " + test.want
		_, err := test.method.Select(context.Background(), d, algorithms.Options{})
		must.Error(t, err, want)
	}
	must.Is(t, (OneOfEach{Selector: filter.Fisher{}}).Label(), "fisher, one of each (20)", "label")
}
