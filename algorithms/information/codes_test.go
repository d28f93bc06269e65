package information_test

import (
	"math"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// words is a table in which the site decides, a column of words of 12 levels beside others and one
// of measurements.
func words(t *testing.T, o datasets.Options) *datasets.Dataset {
	t.Helper()
	return must.Get(datasets.Load("../../datasets/testdata/cases/words.csv", o))(t)
}

// The column of words has the information of its levels, and that of measurements what it has
// alone, by its own coding.
func TestWordsBesideMeasurements(t *testing.T) {
	d := words(t, datasets.Options{Code: "ordinal"})
	alone := words(t, datasets.Options{Drop: []string{"site", "color"}})
	for _, coding := range []information.Coding{"", information.Width, information.Frequency,
		information.MDL} {
		m := information.InfoGain{Coding: coding}
		s := methodtest.Score(t, m, d, algorithms.Options{})
		of := methodtest.Score(t, m, alone, algorithms.Options{})
		if s.Values[2] != of.Values[0] {
			t.Errorf("%s: num has %v bits, alone %v", coding, s.Values[2], of.Values[0])
		}
		if math.Abs(s.Values[0]-.933) > 5e-4 {
			t.Errorf("%s: site has %v bits, want .933", coding, s.Values[0])
		}
		if got := methodtest.Score(t, information.MutualInfo{}, d,
			algorithms.Options{}); got.Values[0] != s.Values[0] {
			t.Errorf("mutual-info: site has %v bits, want %v", got.Values[0], s.Values[0])
		}
	}
}

// Columns of codes are taken by value by every method of the family, whatever its coding.
func TestWordsAreTakenByValue(t *testing.T) {
	d := words(t, datasets.Options{Code: "ordinal"})
	tested := 0
	for _, e := range catalogue.All() {
		if path.Base(reflect.TypeOf(e.Method).PkgPath()) != "information" {
			continue
		}
		for _, params := range [][]string{nil, {"coding=width"}, {"coding=mdl"}} {
			m, err := catalogue.New(e.Name, params...)
			if err != nil {
				continue // mutual-info has no coding
			}
			r, err := algorithms.Run(t.Context(), m, d, algorithms.Options{K: 2})
			if err != nil {
				t.Errorf("%s %v: %v", e.Name, params, err)
				continue
			}
			tested++
			warns := slices.ContainsFunc(r.Warnings, func(w string) bool {
				return strings.Contains(w, "codes of categories")
			})
			if r.Names[0] != "site" || warns {
				t.Errorf("%s %v: ranked %v, warnings %q", e.Name, params, r.Names, r.Warnings)
			}
		}
	}
	if tested < 50 {
		t.Errorf("%d configurations tested", tested)
	}
}
