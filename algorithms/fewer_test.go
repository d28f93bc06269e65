package algorithms_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/must"
)

// few is a method that chooses how many features, with a fixed answer. Its Select is Answer's, or
// returns the first features without a warning, as a user's own might.
type few struct {
	Features []int
	Own      bool
	stop     context.CancelFunc
}

func (few) Name() string { return "few" }

func (few) Facts() algorithms.Facts {
	return algorithms.Facts{
		Promises: algorithms.Promises{Nested: true, Fewer: true},
	}
}

func (m few) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	if m.Own {
		k := len(m.Features)
		if opt.K > 0 {
			k = min(opt.K, k)
		}
		return &algorithms.Ranking{Features: m.Features[:k], Scores: make(algorithms.Numbers, k)},
			nil
	}
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		if m.stop != nil {
			m.stop()
		}
		return &algorithms.Found{Features: m.Features,
			Scores: make(algorithms.Numbers, len(m.Features))}, ctx.Err()
	})
}

// The warning of fewer features than wanted comes from Answer, and for a method that does not use
// it from Run, once.
func TestFewerFeaturesThanWanted(t *testing.T) {
	d := table([]float64{1, 2, 3, 4, 5}, []float64{2, 1, 2, 3, 1})
	for _, test := range []struct {
		features []int
		k        int
		want     []int
		warning  string
	}{
		{[]int{3, 1, 2}, 0, []int{3, 1, 2}, ""},
		{[]int{3, 1, 2}, 2, []int{3, 1}, ""},
		{[]int{3, 1, 2}, 3, []int{3, 1, 2}, ""},
		{[]int{3, 1, 2}, 5, []int{3, 1, 2}, "few chooses only 3 of the k = 5 features wanted"},
		{[]int{4}, 2, []int{4}, "few chooses only 1 of the k = 2 features wanted"},
		{nil, 0, nil, "few chooses no feature"},
		{nil, 4, nil, "few chooses none of the k = 4 features wanted"},
	} {
		var warnings []string
		if test.warning != "" {
			warnings = []string{test.warning}
		}
		for _, own := range []bool{false, true} {
			m := few{Features: test.features, Own: own}
			r := must.Get(algorithms.Run(t.Context(), m, d, algorithms.Options{K: test.k}))(t)
			if !slices.Equal(r.Features, test.want) || r.K != len(test.want) ||
				len(r.Names) != r.K || !slices.Equal(r.Warnings, warnings) || r.D != 5 {
				t.Errorf("%v of %v, own %v: %v, warnings %q", test.k, test.features, own,
					r.Features, r.Warnings)
			}
		}
	}
	for _, test := range []struct {
		m    few
		k    int
		want string
	}{
		{few{Features: []int{0}}, 6, "few: k = 6 is more than the 5 features of the data set"},
		{few{Features: []int{7}, Own: true}, 0, "few returned a wrong ranking: feature 7 is out"},
	} {
		if _, err := algorithms.Run(t.Context(), test.m, d,
			algorithms.Options{K: test.k}); err == nil ||
			!strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	r, err := algorithms.Run(ctx, few{Features: []int{2}, stop: stop}, d, algorithms.Options{K: 3})
	if err != context.Canceled || !r.Partial || len(r.Warnings) != 0 || r.K != 1 {
		t.Errorf("a partial answer: %v %+v", err, r)
	}
}

func TestNeverChosenWarning(t *testing.T) {
	d := table([]float64{1, 2, 3}, []float64{1, 1, 3})
	for _, test := range []struct {
		constant []int
		want     []string
	}{{nil, nil}, {[]int{0}, []string{"1 constant column is not chosen: " + d.Features[0]}},
		{[]int{0, 2}, []string{"2 constant columns are not chosen: " + d.Features[0] + ", " +
			d.Features[2]}}} {
		if got := caution.NeverChosen(d, test.constant); !slices.Equal(got, test.want) {
			t.Errorf("%v: %q, want %q", test.constant, got, test.want)
		}
	}
}
