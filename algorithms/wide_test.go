package algorithms_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// slow is a selector of a given growth, and so many bytes for each value.
type slow struct {
	wide  algorithms.Wide
	bytes float64
}

func (slow) Name() string { return "slow" }

func (slow) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	return nil, nil
}

func (m slow) Facts() algorithms.Facts {
	return algorithms.Facts{
		Promises: algorithms.Promises{Nested: true},
		Costs: algorithms.Costs{
			Wide: m.wide,
			Memory: func(s algorithms.Shape) float64 {
				return m.bytes * float64(s.N*s.D)
			},
		},
	}
}

func TestGrowth(t *testing.T) {
	for _, test := range []struct {
		g       algorithms.Growth
		n, d, k int
		want    float64
	}{
		{algorithms.Growth{Factor: 2}, 3, 5, 4, 2},
		{algorithms.Growth{Factor: 2, N: 1, D: 2, K: 3}, 3, 5, 4, 2 * 3 * 25 * 64},
		{algorithms.Growth{Factor: 1, K: 1}, 3, 5, 0, 5},
		{algorithms.Growth{Factor: 1, K: 1}, 3, 5, 9, 5},
		// of 5 + 4, of 5 + 4 + 3 + 2 + 1, but for the diagonal
		{algorithms.Growth{Factor: 1, D: 1, K: 1, Left: true}, 3, 5, 2, 5 * 2 * (1 - .2)},
		{algorithms.Growth{Factor: 1, D: 1, K: 1, Left: true}, 3, 5, 0, 12.5},
		{algorithms.Growth{}, 3, 5, 0, 0},
	} {
		if got := test.g.For(test.n, test.d, test.k); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%+v, best %d of %d × %d: %g, want %g", test.g, test.k, test.n, test.d, got,
				test.want)
		}
	}
}

// The line is 60 s, or four copies of at least 2,000,000 numbers; below it there is no warning.
func TestWideWarning(t *testing.T) {
	wide := func(seconds, bytes float64) slow {
		return slow{algorithms.Wide{Why: "it waits", Instead: "take another",
			Seconds: algorithms.Growth{Factor: seconds, K: 1}}, bytes}
	}
	small := must.Get(datasets.New("s", mat.NewDense(4, 10, nil), []int{0, 1, 0, 1}, nil))(t)
	large := must.Get(datasets.New[int]("l", mat.NewDense(200, 11_000, nil), nil, nil))(t)
	for _, test := range []struct {
		m    slow
		d    *datasets.Dataset
		k    int
		want string
	}{
		{slow{}, small, 0, ""},
		{wide(6, 0), small, 0, ""},
		{wide(6.1, 0), small, 0, "slow: all 10 features of 4 samples take about 61 s of one " +
			"processor: it waits; take another"},
		{wide(6.1, 0), small, 10, "slow: all 10 features of 4 samples take about 61 s of one " +
			"processor: it waits; take another"},
		{wide(6.1, 0), small, 9, ""},
		{wide(1000, 0), small, 9, "slow: the best 9 of 10 features of 4 samples take about 2.5 " +
			"hours of one processor: it waits; take another"},
		{wide(0, 80), small, 0, ""}, // ten copies of little
		{wide(0, 80), large, 1, "slow: the best 1 of 11000 features of 200 samples take about " +
			"180 MB of memory, 10 times that of the data: it waits; take another"},
		{wide(0, 32), large, 1, ""},
	} {
		if got := algorithms.WideWarning(test.m, test.d, test.k); got != test.want {
			t.Errorf("%+v, k = %d: %q, want %q", test.m, test.k, got, test.want)
		}
	}
	if got := algorithms.WideWarning(wide(1e9, 0), nil, 0); got != "" {
		t.Errorf("without data: %q", got)
	}
	if got := algorithms.WideWarning(nil, small, 0); got != "" {
		t.Errorf("without a method: %q", got)
	}
}
