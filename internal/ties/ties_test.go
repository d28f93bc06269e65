package ties

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Differences that are equal on paper count as equal in any unit, and those that differ by 1e-11 of
// them do not.
func TestRange(t *testing.T) {
	for _, unit := range []float64{1, .1, 1. / 255, 10, 1e-200, 1e200} {
		for i := range 50 {
			a, b, c := unit*float64(i), unit*float64(i+3), unit*float64(i+6)
			if least, most := Range(b-a, b); c-b < least || c-b > most {
				t.Errorf("%v to %v and %v are not at one distance: %v, %v", b, a, c, b-a, c-b)
			}
			if least, most := Range(b-a, b); (b-a)*(1+1e-11) <= most || (b-a)*(1-1e-11) >= least {
				t.Errorf("distances that differ by 1e-11 of %v count as equal", b-a)
			}
			p, q := (b-a)*(b-a), (c-b)*(c-b)
			if p == 0 || math.IsInf(p, 1) {
				continue
			}
			if least, most := SquaredRange(p, b); q < least || q > most || p*(1+3e-11) <= most ||
				p*(1-3e-11) >= least {
				t.Errorf("squares of %v and %v: %v to %v", b-a, c-b, least, most)
			}
		}
	}
	for _, v := range []float64{0, 5e-324, 1e-300, 3, 1e300, math.Inf(1)} {
		for _, values := range []float64{0, 1, 1e300, math.Inf(1)} {
			if least, most := Range(v, values); !(least <= v && v <= most) {
				t.Errorf("%v is not within %v and %v", v, least, most)
			}
			if least, most := SquaredRange(v, values); !(least <= v && v <= most) {
				t.Errorf("the square %v is not within %v and %v", v, least, most)
			}
		}
	}
}

func TestNorms(t *testing.T) {
	x := mat.NewDense(3, 4, []float64{
		3, 1e200, 4, 7,
		0, 1e200, 0, 7,
		-1, 1e200, 0, 7,
	})
	for i, want := range []float64{5, 0, 1} {
		if got := Norms(x)[i]; got != want {
			t.Errorf("row %d: %v, want %v", i, got, want)
		}
	}
}

func TestFalling(t *testing.T) {
	for _, test := range []struct {
		values      []float64
		part, slack float64
		want        []int
	}{
		{[]float64{1, 3, 2}, 0, 0, []int{1, 2, 0}},
		{[]float64{2, 3, 2, 3}, 0, 0, []int{1, 3, 0, 2}},
		{[]float64{1, 1 + 1e-13, 1 + 2e-13, .5}, 1e-12, 0, []int{0, 1, 2, 3}},
		{[]float64{1, 1 + 1e-11, .5}, 1e-12, 0, []int{1, 0, 2}},
		{[]float64{0, 1e-15, -1e-15, 1}, 0, 1e-14, []int{3, 0, 1, 2}},
		{[]float64{math.Inf(-1), math.Inf(1), math.Inf(1), 7, math.Inf(-1)}, 1e-12, 0,
			[]int{1, 2, 3, 0, 4}},
		{nil, 1, 1, []int{}},
	} {
		if got := Falling(test.values, test.part, test.slack); !slices.Equal(got, test.want) {
			t.Errorf("%v to %v and %v: %v, want %v", test.values, test.part, test.slack, got,
				test.want)
		}
	}
}
