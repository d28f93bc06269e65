package evaluation_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/redundancy"
)

// At each number of features a method has the redundancy that Redundancy finds
// for its ranking of as many; digits has columns that are constant.
func TestRedundancyByCountAgainstRedundancy(t *testing.T) {
	for name, counts := range map[string][]int{"iris": nil, "wdbc": nil, "digits": {2, 9, 33, 64}} {
		d := methodtest.Load(t, name)
		methods := []algorithms.Selector{filter.Fisher{}, filter.Random{}, traceratio.TraceRatio{},
			filter.Variance{}}
		got := must.Get(evaluation.RedundancyByCount(t.Context(), d,
			counts, algorithms.Options{Seed: 3}, methods...))(t)
		if len(got.Curves) != 4 || got.Partial || got.D != d.D() || got.N != d.N() ||
			got.Dataset != name || got.Elapsed <= 0 {
			t.Fatalf("%s: %+v", name, got)
		}
		for m, method := range methods {
			c := got.Curves[m]
			if len(c.Points) != len(got.Counts) || c.Label != algorithms.Label(method) {
				t.Fatalf("%s: curve %d has %d points of %d, label %q", name, m, len(c.Points),
					len(got.Counts), c.Label)
			}
			for i, p := range c.Points {
				r := must.Get(method.Select(t.Context(), d,
					algorithms.Options{K: got.Counts[i], Seed: 3}))(t)
				report := must.Get(
					evaluation.Redundancy(t.Context(), d, 0,
						r))(t)
				if diff := cmp.Diff(report.Rows[0].Measures, p.Measures,
					cmpopts.EquateApprox(1e-12, 1e-12)); diff != "" || p.K != got.Counts[i] {
					t.Errorf("%s, %s of %d (-Redundancy +got %d):\n%s", name, c.Label,
						got.Counts[i], p.K, diff)
				}
			}
		}
		// All features are the same features, whoever orders them.
		last := len(got.Counts) - 1
		whole := got.Curves[0].Points[last].SqCosCentered
		if name != "digits" && math.Abs(whole-got.Overall) > 1e-12 {
			t.Errorf("%s: all features have %.15g, all pairs %.15g", name, whole, got.Overall)
		}
	}
}

func TestRedundancyByCountAsksRankingsOnce(t *testing.T) {
	d := methodtest.Noise(20, 6, 5)
	for name, want := range map[string][]int{"fisher": {5}, "trace-ratio": {5, 3, 2},
		"of the user": {5, 3, 2}} {
		s := spy{alias: name, calls: &calls{}}
		got := must.Get(evaluation.RedundancyByCount(t.Context(), d,
			[]int{2, 3, 5}, algorithms.Options{Seed: 7}, s, filter.Fisher{}))(t)
		if !slices.Equal(s.calls.k, want) || s.calls.seed[0] != 7 {
			t.Errorf("%s was asked for %v, want %v", name, s.calls.k, want)
		}
		must.Equal(t, got.Warnings, []string{"watched"}, "warnings")
	}
}

// Copies, negatives and constants: the numbers follow by hand.
func TestRedundancyByCountByHand(t *testing.T) {
	d := methodtest.Noise(4, 5, 1)
	for i, v := range []float64{1, 1, -1, -1} {
		d.X.Set(i, 0, v)
		d.X.Set(i, 1, 5-2*v)
		d.X.Set(i, 2, 8)
		d.X.Set(i, 3, float64(i%2))
		d.X.Set(i, 4, v)
	}
	got := must.Get(evaluation.RedundancyByCount(t.Context(), d,
		[]int{2, 3, 4, 5}, algorithms.Options{}, spy{calls: &calls{}}))(t)
	// Of the pairs 01 | 02 12 | 03 13 23 | 04 14 24 34 those of 0, 1 and 4 have 1.
	for i, want := range []float64{1, 1. / 3, 1. / 6, 3. / 10} {
		if p := got.Curves[0].Points[i]; math.Abs(p.SqCosCentered-want) > 1e-12 ||
			math.Abs(p.AbsPearson-want) > 1e-12 {
			t.Errorf("%d features: %+v, want %g", p.K, p, want)
		}
	}
	// -1 -1 +1 of 10
	if p := got.Curves[0].Points; math.Abs(p[0].Pearson+1) > 1e-12 ||
		math.Abs(p[3].Pearson+.1) > 1e-12 {
		t.Errorf("signed: %+v", p)
	}
	// 3 of the 6 pairs of 0, 1, 3, 4: the constant does not count
	if math.Abs(got.Overall-.5) > 1e-12 || got.Varying != 4 {
		t.Errorf("all pairs of %d have %g", got.Varying, got.Overall)
	}
}

func TestRedundancyByCountWorkersAgree(t *testing.T) {
	d := methodtest.Noise(30, 120, 2)
	var results []*evaluation.RedundancyCurves
	for _, workers := range []int{1, 5} {
		got := must.Get(evaluation.RedundancyByCount(t.Context(), d,
			nil, algorithms.Options{Workers: workers},
			filter.Fisher{}, traceratio.TraceRatio{}))(t)
		got.Elapsed = 0
		results = append(results, got)
	}
	must.Equal(t, results[1], results[0], "results[1]")
}

func TestRedundancyByCountDefaults(t *testing.T) {
	for _, test := range []struct {
		d    int
		want []int
	}{
		{2, []int{2}},
		{4, []int{2, 3, 4}},
		{30, []int{2, 3, 5, 7, 10, 15, 20, 30}},
		{1000, []int{2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200}},
	} {
		got := must.Get(evaluation.RedundancyByCount(t.Context(), methodtest.Noise(4, test.d, 1),
			nil, algorithms.Options{}, filter.Random{}))(t)
		must.Equal(t, got.Counts, test.want, "%d features", test.d)
	}
}

// What was finished stays, and what was not is left out.
func TestRedundancyByCountCanceled(t *testing.T) {
	d := methodtest.Load(t, "wine")
	counts := []int{2, 3, 5, 8}
	for calls0, points := range [][2]int{{0, 0}, {4, 0}, {4, 1}, {4, 3}} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		first, second := spy{calls: &calls{}}, spy{alias: "later", calls: &calls{}}
		s := &second
		if calls0 == 0 {
			s = &first
		}
		s.calls.then = func(ctx context.Context) error {
			if len(s.calls.k) > points[1] {
				cancel()
			}
			return ctx.Err()
		}
		got, err := evaluation.RedundancyByCount(ctx, d,
			counts, algorithms.Options{}, first, second)
		if !errors.Is(err, context.Canceled) || got == nil || !got.Partial || got.Varying > 0 {
			t.Fatalf("%v: %+v, %v", points, got, err)
		}
		for m, c := range got.Curves {
			must.Is(t, len(c.Points), points[m], "%v: method %d has points", points, m)
			for i, p := range c.Points { // the largest are asked for first
				want := must.Get(redundancy.Of(t.Context(), d, []int{0, 1, 2, 3, 4, 5, 6, 7}[:p.K],
					1))(t)
				if p.K != counts[len(counts)-points[m]+i] ||
					math.Abs(p.SqCosCentered-want.SqCosCentered) > 1e-12 {
					t.Errorf("%v: method %d, point %d is %+v, want %+v", points, m, i, p,
						want.Measures)
				}
			}
		}
	}
}

func TestRedundancyByCountErrors(t *testing.T) {
	good := methodtest.Noise(12, 5, 1)
	with := func(change func(*datasets.Dataset)) *datasets.Dataset {
		d := methodtest.Noise(12, 5, 1)
		change(d)
		return d
	}
	var fail errorString = "it broke"
	broken := spy{calls: &calls{then: func(context.Context) error { return fail }}}
	fisher := []algorithms.Selector{filter.Fisher{}}
	for _, test := range []struct {
		what    string
		d       *datasets.Dataset
		counts  []int
		methods []algorithms.Selector
		want    string
	}{
		{"no data", nil, nil, fisher, "no data"},
		{"one feature", methodtest.Noise(4, 1, 1), nil, fisher,
			"redundancy compares pairs of features, and noise has one; give at least two"},
		{"count 1", good, []int{1, 2}, fisher,
			"one feature has nothing to repeat; give counts from 2 to 5"},
		{"count above d", good, []int{2, 6}, fisher, "6 features of 5; give counts from 2 to 5"},
		{"count 0", good, []int{0, 2}, fisher, "0 features of 5; give counts from 2 to 5"},
		{"descending", good, []int{3, 2}, fisher, "the counts 3, 2 do not ascend"},
		{"no counts", good, []int{}, fisher, "no numbers of features given"},
		{"NaN", with(func(d *datasets.Dataset) {
			d.X.Set(3, 2, math.NaN())
		}), nil, fisher, "row 3, column 2 (noise 2) is NaN"},
		{"no method", good, nil, nil, "no method given"},
		{"nil method", good, nil, []algorithms.Selector{filter.Fisher{}, nil}, "method 2 is nil"},
		{"no labels", with(func(d *datasets.Dataset) {
			d.Y, d.Classes = nil, nil
		}), nil, fisher, "fisher: the data set has no class labels"},
		{"short answer", good, []int{2},
			[]algorithms.Selector{spy{Features: []int{1}, calls: &calls{}}},
			"k = 2 was asked for and the number of its features is 1; return k features"},
		{"wrong answer", good, []int{2},
			[]algorithms.Selector{spy{Features: []int{1, 9}, calls: &calls{}}}, "out of range"},
		{"failure", good, nil, []algorithms.Selector{broken}, "it broke"},
	} {
		got, err := evaluation.RedundancyByCount(t.Context(), test.d,
			test.counts, algorithms.Options{}, test.methods...)
		if err == nil || !strings.Contains(err.Error(), test.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v; want %q", test.what, err, test.want)
		}
		if got != nil {
			t.Errorf("%s: an error comes with %v", test.what, got)
		}
	}
}

// Fisher's features repeat each other more than features drawn at random do.
func ExampleRedundancyByCount() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := evaluation.RedundancyByCount(context.Background(), d,
		[]int{5, 10, 30}, algorithms.Options{}, filter.Fisher{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range c.Curves[0].Points {
		fmt.Printf("%d: %.2f\n", p.K, p.SqCosCentered)
	}
	fmt.Printf("at random: %.2f\n", c.Overall)
	// Output:
	// 5: 0.77
	// 10: 0.69
	// 30: 0.23
	// at random: 0.23
}
