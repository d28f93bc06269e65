package algorithms_test

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/grm"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/wrapper"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// A ranking warns once of codes that the method takes as numbers, by whichever way it is made; with
// two levels, and where the method inside is by value, it does not. A user's function decides.
func TestWarningsOfCodes(t *testing.T) {
	d := methodtest.Classes(t, []int{0, 1, 0, 1, 0, 1, 1, 0},
		[]float64{0, 1, 2, 3, 0, 1, 2, 3}, []float64{1, 2, 3, 4, 5, 6, 7, 9},
		[]float64{0, 1, 1, 1, 0, 1, 0, 0})
	two := *d
	d.Codes = []datasets.CodedColumn{{Column: 0, Levels: strings.Split("abcd", "")},
		{Column: 2, Levels: []string{"no", "yes"}}}
	two.Codes = d.Codes[1:]
	own := algorithms.ScoreFunc("own", func(x []float64, _ []int) float64 { return x[0] })
	for _, c := range []struct {
		m    algorithms.Selector
		want string
	}{
		{filter.Fisher{}, "1 column has codes of categories, whose order and distances may mean " +
			"nothing, but fisher uses them as numbers; read the words with Code \"one-hot\", or " +
			"use contingency or an information method, such as infogain: f0"},
		{filter.Variance{}, "1 column has codes of categories, whose order and distances may mean " +
			"nothing, but variance uses them as numbers; read the words with Code \"one-hot\": f0"},
		{grm.GRM{Scorer: filter.Fisher{}}, "1 column has codes of categories, whose order and " +
			"distances may mean nothing, but fisher uses them as numbers; read the words with " +
			"Code \"one-hot\", or use contingency or an information method, such as infogain: f0"},
		{wrapper.StabilitySelection{Selector: information.InfoGain{}, Pairs: 2}, ""},
		{own, ""},
	} {
		of := func(d *datasets.Dataset) (found []string) {
			t.Helper()
			r := must.Get(algorithms.Run(t.Context(), c.m, d, algorithms.Options{K: 3}))(t)
			all := slices.Clone(r.Warnings)
			if m, ok := c.m.(algorithms.Scorer); ok {
				s, err := algorithms.RunScore(t.Context(), m, d, algorithms.Options{})
				if err != nil || !slices.Equal(s.Warnings, all) {
					t.Errorf("%s: warnings %q of scores, %v", algorithms.Name(m), s.Warnings, err)
				}
			}
			for _, w := range all {
				if strings.Contains(w, "categories") {
					found = append(found, w)
				}
			}
			return found
		}
		if got := of(&two); got != nil {
			t.Errorf("%s, two levels: %q", algorithms.Name(c.m), got)
		}
		switch got := of(d); {
		case c.want == "" && got == nil:
		case len(got) != 1 || got[0] != c.want:
			t.Errorf("%s: warnings %q, want %q", algorithms.Name(c.m), got, c.want)
		}
	}
}
