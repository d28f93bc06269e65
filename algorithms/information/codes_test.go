package information_test

import (
	"math"
	"testing"

	"fsnb.example/algorithms"
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
