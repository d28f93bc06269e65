package wrapper

import (
	"math"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
)

// A unit of the target in which its squares vanish changes no answer.
func TestTinyTarget(t *testing.T) {
	d := continuous(problem(4, 40, 4, 3))
	for _, m := range []algorithms.Selector{
		ForwardSelection{}, BackwardElimination{},
		ForwardSelection{Model: Ridge{}}, BackwardElimination{Model: Ridge{}},
		ForwardSelection{Model: Forest{3}}, RFE{Model: KNN{}}, RFE{Model: Forest{3}},
	} {
		want := must.Get(algorithms.Run(t.Context(), m, d, algorithms.Options{}))(t)
		for _, power := range []int{-400, -548, -900} {
			tiny := *d
			tiny.Target = make([]float64, len(d.Target))
			for i, v := range d.Target {
				tiny.Target[i] = math.Ldexp(v, power)
			}
			got, err := algorithms.Run(t.Context(), m, &tiny, algorithms.Options{})
			if err != nil {
				t.Errorf("%s, 2^%d: %v", algorithms.Label(m), power, err)
				continue
			}
			if !slices.Equal(got.Features, want.Features) {
				t.Errorf("%s, 2^%d: %v, want %v", algorithms.Label(m), power, got.Features,
					want.Features)
			}
			for k, v := range got.Raw {
				if math.Abs(v-want.Raw[k]) > 1e-9 {
					t.Errorf("%s, 2^%d: Raw %v, want %v", algorithms.Label(m), power, got.Raw,
						want.Raw)
					break
				}
			}
		}
	}
}

// A value that is no number loses to all others, and is no place if it is alone.
func TestBestOf(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		values []float64
		last   bool
		want   int
	}{
		{[]float64{nan, 1, .5, 1}, false, 1}, {[]float64{nan, 1, .5, 1, nan}, true, 3},
		{[]float64{nan, nan}, false, -1}, {[]float64{math.Inf(-1)}, true, -1},
	} {
		if got := bestOf(c.values, c.last); got != c.want {
			t.Errorf("%v: %d, want %d", c.values, got, c.want)
		}
	}
}
