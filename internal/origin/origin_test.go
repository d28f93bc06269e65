package origin_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/origin"
)

// Where the data of two rankings were treated differently, their labels say how.
func TestTreatments(t *testing.T) {
	d := methodtest.Load(t, "wine")
	of := func(d *datasets.Dataset) *algorithms.Ranking {
		return methodtest.Choose(t, d, filter.Fisher{}, 2)
	}
	standardized := must.Get(d.Standardize())(t)
	unit := must.Get(standardized.UnitNorm())(t)
	plain, scaled, both := of(d), of(standardized), of(unit)
	for _, c := range []struct {
		rankings []*algorithms.Ranking
		want     []string
	}{
		{[]*algorithms.Ranking{plain, plain}, []string{"", ""}},
		{[]*algorithms.Ranking{scaled, scaled}, []string{"", ""}},
		{[]*algorithms.Ranking{plain, scaled}, []string{"", "standardized"}},
		{[]*algorithms.Ranking{scaled, both}, []string{"", "scaled each sample"}},
		{[]*algorithms.Ranking{plain, both}, []string{"", "standardized, scaled each sample"}},
		{[]*algorithms.Ranking{
			{History: []string{"left out 19 of 569 rows, which have missing values"}},
			{History: []string{"put the median of the column for 19 missing values in 15 columns"}},
		}, []string{"left out 19 of 569 rows", "put the median of the column"}},
	} {
		if diff := cmp.Diff(c.want, origin.Treatments(c.rankings)); diff != "" {
			t.Error(diff)
		}
	}
	if got := origin.Labels([]*algorithms.Ranking{plain, scaled}); !slices.Equal(got,
		[]string{"fisher", "fisher, standardized"}) || scaled.Label != "fisher" {
		t.Errorf("labels %q, and %q of the ranking", got, scaled.Label)
	}
	unknown, foreign := *plain, *plain
	unknown.Origin, foreign.Origin, foreign.Dataset = "", "another", "beer"
	want := "ranking 4 (fisher) was computed on other data of 178 samples, beer: its names fit " +
		"wine, and its features may mean something else there"
	if got := origin.Other(d, plain, scaled, &unknown, &foreign, nil); !slices.Equal(got,
		[]string{want}) {
		t.Errorf("%q, want %q", got, want)
	}
}
