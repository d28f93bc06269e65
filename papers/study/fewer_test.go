package study_test

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/papers/study"
)

// fewest chooses the features that fisher ranks first, Some of them.
type fewest struct{ Some int }

var fewestCalls atomic.Int32 // of Select

func (fewest) Name() string { return "fewest" }

func (fewest) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{Revision: 1},
		Promises: algorithms.Promises{
			Nested: true, Fewer: true, Targets: algorithms.Classes,
		},
	}
}

func (m fewest) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	fewestCalls.Add(1)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		r, err := filter.Fisher{}.Select(ctx, d, algorithms.Options{Workers: 1})
		if err != nil {
			return nil, err
		}
		f := &algorithms.Found{Features: r.Features[:m.Some], Scores: r.Scores[:m.Some]}
		f.Diagnostics.Converged = true
		return f, nil
	})
}

// A count above the number of features that a method chooses is measured with all of them, in a
// study that continues too, and with the choice made once.
func TestStudyOfFewerFeatures(t *testing.T) {
	for _, once := range []bool{false, true} {
		s := study.Study{
			Name: "fewer", Data: study.Named("wine"), Methods: []algorithms.Selector{
				filter.Fisher{}, fewest{Some: 3}, fewest{},
				study.TunedSelector{Among: []algorithms.Selector{fewest{Some: 3}, fewest{}}}},
			Counts: []int{1, 3, 8}, Splits: study.Splits{Repeats: 4}, Once: once, OnAll: once,
			Measures: []study.Measure{study.Accuracy{}, study.Accuracy{Sets: true},
				study.Redundancy{}, study.Stability{}, study.Jaccard{}},
		}
		store := filepath.Join(t.TempDir(), "fewer.study")
		r := run(t, s, store, 2)
		for m := range s.Measures {
			for i, k := range s.Counts {
				at := s.Counts[min(i, 1)]
				want, got, tuned := r.Cell(0, 0, at, m), r.Cell(0, 1, k, m), r.Cell(0, 3, k, m)
				if len(want.Values) == 0 && m != 3 || !slices.Equal(want.Values, got.Values) {
					t.Errorf("%s, %d features: %v, want %v", r.Measures[m].Label, k, got.Values,
						want.Values)
				}
				if !slices.Equal(want.Values, tuned.Values) {
					t.Errorf("%s, %d features, tuned: %v, want %v", r.Measures[m].Label, k,
						tuned.Values, want.Values)
				}
			}
		}
		for _, k := range s.Counts {
			for _, m := range []int{0, 1} {
				if c := r.Cell(0, 2, k, m); math.Abs(c.Mean-71./178) > .01 || c.Failed != "" {
					t.Errorf("accuracy of no feature: %+v", c)
				}
			}
			if c := r.Cell(0, 2, k, 2); c.Mean != 0 || c.Failed != "" {
				t.Errorf("redundancy of no feature: %+v", c)
			}
			for m, text := range map[int]string{3: "all choices have 0 of 13 features",
				4: "no features chosen; give at least one"} {
				if c := r.Cell(0, 2, k, m); !strings.HasPrefix(c.Failed, text) ||
					len(c.Values) != 0 {
					t.Errorf("%s of no feature: %+v", r.Measures[m].Label, c)
				}
			}
		}
		again := run(t, s, store, 1)
		if diff := cmp.Diff(untimed(r), untimed(again)); diff != "" {
			t.Error(diff)
		}
		// The choices of the methods are in the store, whatever their size.
		s.Methods, s.Measures = s.Methods[1:3], append(s.Measures, study.Seconds{})
		before := fewestCalls.Load()
		more := run(t, s, store, 1)
		for method := range s.Methods {
			for _, k := range s.Counts {
				if c := more.Cell(0, method, k, 5); len(c.Values) != 4 || c.Failed != "" {
					t.Errorf("seconds of %s: %+v", s.Methods[method], c)
				}
			}
		}
		if calls := fewestCalls.Load() - before; calls != 0 {
			t.Errorf("once %v: %d choices that are in the store are made again", once, calls)
		}
	}
}
