package evaluation_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

func TestCorrectMoveRate(t *testing.T) {
	d := noise(3, 8, 1)
	before := pick(d, "before", 0, 1, 2, 3, 4, 5, 6, 7)
	after := pick(d, "after", 0, 7, 6, 1, 3, 2, 4, 5)
	// Ranks before and after: {0,7} 1,8 to 1,2: closer. {1,6} 2,7 to 4,3: closer.
	// {2,3} 3,4 to 6,5: as far. {4,5} 5,6 to 7,8: as far. {1,3,5} 2,4,6 to 4,5,8: as far.
	for _, test := range []struct {
		groups [][]int
		want   float64
	}{
		{[][]int{{0, 7}, {1, 6}, {2, 3}, {4, 5}}, 0.5}, {[][]int{{7, 0}}, 1}, {[][]int{{1, 3, 5}},
			0}, {[][]int{{0, 6, 7}, {0, 1}}, 0.5},
	} {
		got, err := evaluation.CorrectMoveRate(before, after, test.groups)
		if err != nil || got != test.want {
			t.Errorf("%v: %v, %v; want %v", test.groups, got, err, test.want)
		}
	}
	for want, groups := range map[string][][]int{
		"no groups": nil, "group 2 has 1 features": {{0, 1}, {2}},
		"feature 9 of group 1 is not in the ranking before (before)": {{0, 9}},
	} {
		must.FailWith(evaluation.CorrectMoveRate(before, after, groups))(t, want)
	}
	if _, err := evaluation.CorrectMoveRate(before, pick(d, "few", 0),
		[][]int{{0, 1}}); err == nil ||
		!strings.Contains(err.Error(), "not in the ranking after (few); rank all features") {
		t.Error(err)
	}
	must.FailWith(evaluation.CorrectMoveRate(nil, after, [][]int{{0, 1}}))(t,
		"no ranking before")
}

func TestNotWorse(t *testing.T) {
	results := [][]float64{
		{0.90, 0.92, 0.94, 0.91, 0.93},
		{0.91, 0.91, 0.95, 0.90, 0.92}, // as good
		{0.80, 0.83, 0.84, 0.80, 0.82}, // worse
		{0.90, 0.92, 0.94, 0.91, 0.93}, // the first again
	}
	got := must.Get(evaluation.NotWorse(results, evaluation.WinnerOptions{}))(t)
	if got.Best != 0 || !slices.Equal(got.Bold, []bool{true, true, false, true}) || got.P[0] != 1 ||
		got.P[3] != 1 || got.P[2] > 1e-4 || got.P[1] < 0.3 {
		t.Errorf("%+v", got)
	}
	smaller, err := evaluation.NotWorse(results, evaluation.WinnerOptions{Smaller: true})
	if err != nil || smaller.Best != 2 || !slices.Equal(smaller.Bold,
		[]bool{false, false, true, false}) {
		t.Errorf("smaller is better: %+v, %v", smaller, err)
	}
	// The corrected test finds fewer differences.
	close := [][]float64{{0.90, 0.92, 0.94, 0.91, 0.93}, {0.89, 0.90, 0.93, 0.91, 0.91}}
	plain, err := evaluation.NotWorse(close, evaluation.WinnerOptions{})
	if err != nil || plain.Bold[1] {
		t.Errorf("plain: %+v, %v", plain, err)
	}
	corrected, err := evaluation.NotWorse(close, evaluation.WinnerOptions{Train: 50, Test: 50})
	if err != nil || !corrected.Bold[1] {
		t.Errorf("corrected: %+v, %v", corrected, err)
	}
	if strict, err := evaluation.NotWorse(close,
		evaluation.WinnerOptions{Alpha: 1e-6}); err != nil || !strict.Bold[1] {
		t.Errorf("at a millionth: %+v, %v", strict, err)
	}
	single, err := evaluation.NotWorse([][]float64{{1}, {3}, {3}, {2}}, evaluation.WinnerOptions{})
	if err != nil || single.Best != 1 || !slices.Equal(single.Bold,
		[]bool{false, true, true, false}) {
		t.Errorf("one result each: %+v, %v", single, err)
	}
	if alone, err := evaluation.NotWorse([][]float64{{1, 2}},
		evaluation.WinnerOptions{}); err != nil || !alone.Bold[0] {
		t.Errorf("alone: %+v, %v", alone, err)
	}
	_, none := evaluation.NotWorse(nil, evaluation.WinnerOptions{})
	_, ragged := evaluation.NotWorse([][]float64{{1, 2}, {1}}, evaluation.WinnerOptions{})
	_, nan := evaluation.NotWorse([][]float64{{1, 2}, {1, math.NaN()}}, evaluation.WinnerOptions{})
	_, alpha := evaluation.NotWorse(results, evaluation.WinnerOptions{Alpha: 2})
	_, parts := evaluation.NotWorse(results, evaluation.WinnerOptions{Train: 5})
	for want, err := range map[string]error{
		"no results": none, "method 2 has 1 results, the first has 2": ragged,
		"result 2 of method 2 is NaN": nan, "alpha 2": alpha, "0 for the test": parts,
	} {
		must.ErrorWith(t, err, want)
	}
}
