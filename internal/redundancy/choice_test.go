package redundancy_test

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/redundancy"
)

// rareColumns has n samples; column j differs from 7 in counts[j] of them, each time by another
// value.
func rareColumns(n int, counts ...int) *datasets.Dataset {
	x := mat.NewDense(n, len(counts), nil)
	for j, count := range counts {
		for i := range n {
			x.Set(i, j, 7)
			if i < count {
				x.Set(i, j, 8+float64(i))
			}
		}
	}
	d, err := datasets.New("rare", x, make([]int, n), nil)
	if err != nil {
		panic(err)
	}
	return d
}

// A feature varies in almost no sample when it does in 1% of them at most, or in one of 20 or more.
func TestChoiceRare(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5, 6, 7}
	for _, test := range []struct {
		n      int
		counts []int // of all columns, the last of which is not chosen
		want   string
	}{
		{300, []int{3, 4, 150, 9},
			"1 of the 3 features varies in no more than 3 samples of 300: f0"},
		{300, []int{3, 1, 2, 0, 9},
			"3 of the 4 features vary in no more than 3 samples of 300: f0, f1, f2"},
		{20, []int{1, 2, 9}, "1 of the 2 features varies in no more than 1 sample of 20: f0"},
		{19, []int{1, 2, 9}, ""},
		{300, []int{4, 0, 9}, ""},
		{1000, []int{1, 2, 3, 4, 5, 6, 7, 500},
			"7 of the 7 features vary in no more than 7 samples of 1000: f0, f1, f2, f3, f4 and " +
				"2 more"},
	} {
		d := rareColumns(test.n, test.counts...)
		got := redundancy.ChoiceWarnings(d, all[:d.D()-1], nil)
		got = slices.DeleteFunc(got,
			func(w string) bool { return strings.Contains(w, "repeat each") })
		if strings.Join(got, "|") != test.want {
			t.Errorf("%v of %d samples: %q, want %q", test.counts, test.n, got, test.want)
		}
	}
}
