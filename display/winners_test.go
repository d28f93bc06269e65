package display

import (
	"math"
	"slices"
	"testing"
)

func TestNotWorse(t *testing.T) {
	results := [][]float64{
		{0.90, 0.92, 0.94, 0.91, 0.93},
		{0.91, 0.91, 0.95, 0.90, 0.92}, // as good
		{0.80, 0.83, 0.84, 0.80, 0.82}, // worse
		{0.90, 0.92, 0.94, 0.91, 0.93}, // the first again
	}
	for _, test := range []struct {
		results     [][]float64
		smaller     bool
		train, test int
		want        []bool
	}{
		{results, false, 50, 50, []bool{true, true, false, true}},
		{results, true, 50, 50, []bool{false, false, true, false}},
		// The test is the corrected one: the plain one finds a difference here.
		{[][]float64{results[0], {0.89, 0.90, 0.93, 0.91, 0.91}}, false, 50, 50,
			[]bool{true, true}},
		{[][]float64{{1}, {3}}, false, 50, 50, nil},
		{[][]float64{{1, 2}, {1}}, false, 50, 50, nil},
		{[][]float64{{1, 2}, {1, math.NaN()}}, false, 50, 50, nil},
		{results, false, 50, 0, nil},
	} {
		if got := notWorse(test.results, test.smaller, test.train, test.test); !slices.Equal(got,
			test.want) || (got == nil) != (test.want == nil) {
			t.Errorf("%v: %v, want %v", test.results, got, test.want)
		}
	}
}
