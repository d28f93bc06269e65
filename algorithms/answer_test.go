package algorithms_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// chooser is a method with a fixed finding.
type chooser struct {
	f    *algorithms.Found
	err  error
	stop context.CancelFunc // called when it runs
}

func (chooser) Facts() algorithms.Facts {
	return algorithms.Facts{About: algorithms.About{Criterion: "steps"},
		Promises: algorithms.Promises{Nested: true}}
}

func (m chooser) Select(
	ctx context.Context, d *datasets.Dataset, opt algorithms.Options,
) (*algorithms.Ranking, error) {
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		if m.stop != nil {
			m.stop()
			return m.f, ctx.Err()
		}
		return m.f, m.err
	})
}

// A finding becomes a ranking: excluded columns follow with the lowest score, K cuts the whole
// order, and a partial ranking has no excluded columns.
func TestAnswerOfWhatIsFound(t *testing.T) {
	d := table([]float64{1, 2, 3, 4, 5}, []float64{2, 1, 2, 3, 1})
	low := math.Inf(-1)
	scored := algorithms.Found{
		Features: []int{3, 1}, Scores: algorithms.Numbers{9, 8}, Last: []int{4, 0, 2},
		Diagnostics: algorithms.Diagnostics{Iterations: 7}, Warnings: []string{"mind"},
	}
	withRaw := scored
	withRaw.Raw = algorithms.Numbers{5, 6}
	ordered := algorithms.Found{
		Features: []int{3, 1}, OrderOnly: true, Raw: algorithms.Numbers{5, 6}, Last: []int{4},
	}
	silent := ordered
	silent.Raw = nil
	for name, test := range map[string]struct {
		found    *algorithms.Found
		k        int
		stop     bool
		features []int
		scores   []float64
		raw      []float64
		criteria string
	}{
		"scored": {
			&scored, 0, false, []int{3, 1, 4, 0, 2}, []float64{9, 8, low, low, low}, nil, "",
		},
		"the best": {&scored, 1, false, []int{3}, []float64{9}, nil, ""},
		"into the last": {
			&withRaw, 4, false, []int{3, 1, 4, 0}, []float64{9, 8, low, low},
			[]float64{5, 6, 0, 0}, "",
		},
		"stopped": {&withRaw, 4, true, []int{3, 1}, []float64{9, 8}, []float64{5, 6}, ""},
		"ordered": {
			&ordered, 0, false, []int{3, 1, 4}, []float64{1, .5, 0}, []float64{5, 6, 0}, "steps",
		},
		"ordered, cut": {&ordered, 1, false, []int{3}, []float64{1}, []float64{5}, "steps"},
		"ordered, stopped": {&ordered, 0, true, []int{3, 1}, []float64{1, .5}, []float64{5, 6},
			"steps"},
		"ordered, no raw": {
			&silent, 0, false, []int{3, 1, 4}, []float64{1, .5, 0}, []float64{0, 0, 0}, "",
		},
		"nothing": {nil, 0, true, nil, nil, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			m := chooser{f: test.found}
			if test.stop {
				m.stop = stop
			}
			r, err := m.Select(ctx, d, algorithms.Options{K: test.k})
			if test.stop != errors.Is(err, context.Canceled) || r.Partial != test.stop {
				t.Fatalf("%v, partial %v", err, r.Partial)
			}
			if !slices.Equal(r.Features, test.features) || r.K != len(test.features) {
				t.Errorf("features %v, K %d", r.Features, r.K)
			}
			if !slices.Equal(r.Scores, test.scores) || !slices.Equal(r.Raw, test.raw) {
				t.Errorf("scores %v, raw %v", r.Scores, r.Raw)
			}
			if (r.Raw == nil) != (test.raw == nil) || r.Criterion != test.criteria {
				t.Errorf("raw %v, criterion %q", r.Raw, r.Criterion)
			}
			f := test.found
			if f == nil {
				return
			}
			if r.OrderOnly != f.OrderOnly || r.Diagnostics.Iterations != f.Diagnostics.Iterations {
				t.Errorf("order only %v, diagnostics %+v", r.OrderOnly, r.Diagnostics)
			}
			if !slices.Equal(r.Warnings, f.Warnings) {
				t.Errorf("warnings %v", r.Warnings)
			}
		})
	}
	if !slices.Equal(ordered.Features, []int{3, 1}) || len(scored.Scores) != 2 {
		t.Error("Answer has changed the finding")
	}
	r, err := chooser{err: errors.New("broken")}.Select(t.Context(), d, algorithms.Options{})
	if r != nil || err == nil || err.Error() != "algorithms_test.chooser: broken" {
		t.Errorf("%v, %v", r, err)
	}
}
