package fsnb

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

// The four features of the GRM paper's Figure 1, with scores and redundancy of one's
// own: GRM takes the second and the third, the greedy search the first and the fourth.
func TestNumbersOfOnesOwn(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	d := New([][]float64{{1, 2, 3, 5}, {2, 1, 4, 3}, {7, 5, 6, 1}}, NoLabels, nil)
	values := []float64{10, 9.8, 9.5, 1}
	scores, a := Vector(values...), Symmetric([][]float64{{1, .49, .49, 0}, {.49, 1, 0, 0},
		{.49, 0, 1, 0}, {0, 0, 0, 1}})
	values[0] = 0
	if scores.AtVec(0) != 10 || a.At(0, 2) != .49 || a.At(2, 0) != .49 {
		t.Errorf("%v, %v", mat.Formatted(scores), mat.Formatted(a))
	}
	r := Select(d, GRM{Scores: scores, Redundancy: a}, 0)
	z := make([]string, 4)
	for i, j := range r.Features {
		z[j] = fmt.Sprintf("%.3f", r.Raw[i])
	}
	must.Items(t, z, []string{"0.031", "0.387", "0.380", "0.202"}, "z =")
	if r := Select(d, MRMR{Scheme: "miq", Relevance: scores, Redundancy: a},
		2); !slices.Equal(r.Features, []int{0, 3}) {
		t.Errorf("mRMR takes %v", r.Features)
	}
	celltest.RefusesAll(t, map[string]func(){
		"a vector of no numbers; give one for each feature": func() {
			Vector()
		},
		"a matrix of no rows; give one for each feature": func() {
			Symmetric(nil)
		},
		"row 2 of the matrix has 1 numbers, and there are 2 rows; give a square " +
			"matrix": func() {
			Symmetric([][]float64{{1, 2}, {2}})
		},
		"the matrix has 3 in row 2, column 1, and 2 the other way round; give a symmetric " +
			"matrix": func() {
			Symmetric([][]float64{{1, 2}, {3, 1}})
		},
	})
}

func TestAtHand(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	t.Setenv(datasets.DataVariable, "")
	must.Items(t, AtHand("COIL20", "digits", "grm-blocks"), []string{"digits", "grm-blocks"},
		"at hand")
	celltest.Refuses(t, "no data set \"iriss\"; did you mean \"iris\"?", func() {
		AtHand("iriss")
	})
}
