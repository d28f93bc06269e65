package evaluation_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/terms"
)

// One column is the class; the rest is noise, of which one selector takes its
// pick.
func TestAccuracyWhereTheAnswerIsKnown(t *testing.T) {
	d := methodtest.Noise(60, 8, 1)
	for i, c := range d.Y {
		d.X.Set(i, 0, float64(3*c))
	}
	perfect := spy{Features: []int{0, 1, 2}, calls: &calls{}}
	useless := spy{alias: "useless", Features: []int{5, 6, 7}, calls: &calls{}}
	got := accuracy(t, d, evaluation.Protocol{Counts: []int{1, 3}, Repeats: 20}, perfect, useless)
	if p := got.Curves[0].Points[0]; p.Mean != 1 || p.SD != 0 {
		t.Errorf("the class itself predicts the class with %g ± %g", p.Mean, p.SD)
	}
	// 20 splits of 30 test samples: the standard error of a fair coin is at most
	// .5/√30 = .09, were all splits one.
	for i, p := range got.Curves[1].Points {
		if math.Abs(p.Mean-0.5) > 0.2 || p.SD == 0 {
			t.Errorf("noise predicts the class with %g ± %g at count %d", p.Mean, p.SD, i)
		}
	}
	must.Is(t, got.Chance, 0.5, "chance, want a half")
	want := &evaluation.AccuracyCurves{
		Splits: evaluation.Splits{
			Run: evaluation.Run{About: evaluation.About{Dataset: "noise", N: 60, D: 8,
				Warnings: []string{"watched"}}},
			Protocol: evaluation.Protocol{Counts: []int{1, 3}, Neighbors: 1, Train: 0.5,
				Repeats: 20, Metric: learn.Euclidean, Classifier: terms.NearestNeighbors,
				Measure: terms.ShareRight},
			Training: 30, Done: 20,
		},
		Chance: 0.5,
		Curves: []evaluation.Curve[evaluation.Spread]{{Label: "spy, features=[0 1 2]"},
			{Label: "useless, features=[5 6 7]"}},
	}
	ignore := cmpopts.IgnoreFields(evaluation.AccuracyCurves{}, "All",
		"Splits.Run.Elapsed")
	if diff := cmp.Diff(want, got, ignore, cmpopts.IgnoreFields(
		evaluation.Curve[evaluation.Spread]{}, "Points", "Key")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got.Elapsed <= 0 {
		t.Errorf("it took %v", got.Elapsed)
	}
}

// Every number follows from its definition: scale by the training part, select,
// predict.
func TestAccuracyAgainstTheProtocol(t *testing.T) {
	d := methodtest.Load(t, "wine")
	p := evaluation.Protocol{Counts: []int{1, 2, 5, 13}, Neighbors: 3, Train: 0.4,
		Repeats: 4, Seed: 9}
	for _, raw := range []bool{false, true} {
		p.Raw = raw
		got := accuracy(t, d, p, filter.Fisher{}, traceratio.TraceRatio{})
		splits := must.Get(learn.StratifiedSplits(d.Y, 0.4, 4, 9))(t)
		for s, split := range splits {
			train, _ := d.Rows(split.Train)
			test, _ := d.Rows(split.Test)
			a, b := train.X, test.X
			if !raw {
				scaling := learn.FitScaling(a)
				a, b = scaling.Apply(a), scaling.Apply(b)
			}
			predict := func(features []int) float64 {
				at := func(x *mat.Dense) *mat.Dense {
					n, _ := x.Dims()
					out := mat.NewDense(n, len(features), nil)
					for k, j := range features {
						out.SetCol(k, mat.Col(nil, j, x))
					}
					return out
				}
				predicted := must.Get(learn.KNN(t.Context(), at(a), train.Y, 3, at(b), 3))(t)
				return learn.Accuracy(predicted, test.Y)
			}
			for i, k := range p.Counts {
				for m, method := range []algorithms.Selector{filter.Fisher{},
					traceratio.TraceRatio{}} {
					want := predict(methodtest.Choose(t, train, method, k).Features)
					must.Is(t, got.Curves[m].Points[i].Values[s], want,
						"raw %t, split %d, %d features of %s", raw, s, k, got.Curves[m].Label)
				}
			}
			must.Is(t, got.All.Values[s], predict([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
				"raw %t, split %d, all features", raw, s)
		}
		values := got.Curves[0].Points[1].Values
		mean, square := 0.0, 0.0
		for _, v := range values {
			mean += v / 4
		}
		for _, v := range values {
			square += (v - mean) * (v - mean) / 3
		}
		if s := got.Curves[0].Points[1]; math.Abs(s.Mean-mean) > 1e-15 ||
			math.Abs(s.SD-math.Sqrt(square)) > 1e-15 {
			t.Errorf("%v have mean %g and deviation %g, not %g and %g", values, mean,
				math.Sqrt(square), s.Mean, s.SD)
		}
	}
}

// The rows that a selector sees are those of the training part, no other.
func TestAccuracySelectsOnTheTrainingPart(t *testing.T) {
	d := methodtest.Noise(24, 3, 2)
	for i := range 24 {
		d.X.Set(i, 0, float64(i))
	}
	s := spy{calls: &calls{}}
	p := evaluation.Protocol{Counts: []int{2}, Repeats: 5, Train: 0.7, Seed: 3}
	must.Get(evaluation.Accuracy(t.Context(), d, p, algorithms.Options{Workers: 1}, s))(t)
	splits := must.Get(learn.StratifiedSplits(d.Y, 0.7, 5, 3))(t)
	if len(s.calls.rows) != 5 {
		t.Fatalf("%d calls, want 5", len(s.calls.rows))
	}
	for r, seen := range s.calls.rows {
		var rows []int
		for _, v := range seen {
			rows = append(rows, int(v))
		}
		must.Equal(t, rows, splits[r].Train, "split %d (-training part +seen)", r)
	}
}

func TestAccuracyAsksRankingsOnce(t *testing.T) {
	d := methodtest.Noise(20, 6, 5)
	p := evaluation.Protocol{Counts: []int{1, 2, 4}, Repeats: 2}
	for _, test := range []struct {
		name string
		k    []int
		seed []uint64
	}{
		// nested in the catalogue
		{"fisher", []int{4, 4}, []uint64{7, 8}},
		// a subset method there
		{"trace-ratio", []int{4, 2, 1, 4, 2, 1}, []uint64{7, 7, 7, 8, 8, 8}},
		{"of the user", []int{4, 2, 1, 4, 2, 1}, []uint64{7, 7, 7, 8, 8, 8}}, // not known there
	} {
		s := spy{alias: test.name, calls: &calls{}}
		must.Get(evaluation.Accuracy(t.Context(), d, p, algorithms.Options{Workers: 1, Seed: 7},
			s))(t)
		if !slices.Equal(s.calls.k, test.k) || !slices.Equal(s.calls.seed, test.seed) {
			t.Errorf("%s was asked for %v with seeds %v; want %v, %v", test.name, s.calls.k,
				s.calls.seed, test.k, test.seed)
		}
	}
}

func TestAccuracyCanceled(t *testing.T) {
	d := methodtest.Load(t, "iris")
	p := evaluation.Protocol{Counts: []int{1, 3}, Repeats: 6}
	whole := must.Get(evaluation.Accuracy(t.Context(), d, p, algorithms.Options{Workers: 1},
		spy{alias: "fisher", calls: &calls{}}))(t)
	for _, done := range []int{0, 1, 4} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s := spy{alias: "fisher", calls: &calls{}}
		s.calls.then = func(ctx context.Context) error {
			if len(s.calls.k) > done {
				cancel()
			}
			return ctx.Err()
		}
		got, err := evaluation.Accuracy(ctx, d,
			p, algorithms.Options{Workers: 1}, s)
		if !errors.Is(err, context.Canceled) || got == nil {
			t.Fatalf("canceled after %d splits: %v, %v", done, got, err)
		}
		if !got.Partial || got.Done != done || got.Protocol.Repeats != 6 || len(got.Curves) != 1 ||
			len(got.Curves[0].Points) != 2 {
			t.Errorf("canceled after %d splits: %+v", done, got)
		}
		for i, point := range got.Curves[0].Points {
			if diff := cmp.Diff(whole.Curves[0].Points[i].Values[:done], point.Values,
				cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("the %d finished splits (-want +got):\n%s", done, diff)
			}
			if math.IsNaN(point.Mean) || math.IsNaN(point.SD) {
				t.Errorf("%d splits have the mean %g ± %g", done, point.Mean, point.SD)
			}
		}
	}
	// A selector that does not look at the context is stopped by the prediction.
	ctx, cancel := context.WithCancel(t.Context())
	s := spy{calls: &calls{then: func(context.Context) error { cancel(); return nil }}}
	got, err := evaluation.Accuracy(ctx, d, p, algorithms.Options{Workers: 1}, s)
	if !errors.Is(err, context.Canceled) || got.Done != 0 || len(s.calls.k) != 1 {
		t.Errorf("after %d calls: %v, %v", len(s.calls.k), got, err)
	}
}

func TestAccuracyWorkersAgree(t *testing.T) {
	d := methodtest.Load(t, "wine")
	var results []*evaluation.AccuracyCurves
	for _, workers := range []int{1, 4} {
		got := must.Get(evaluation.Accuracy(t.Context(), d,
			evaluation.Protocol{Repeats: 7}, algorithms.Options{Workers: workers, Seed: 2},
			filter.Fisher{}, filter.Random{}, traceratio.TraceRatio{}))(t)
		got.Elapsed = 0
		results = append(results, got)
	}
	must.Equal(t, results[1], results[0], "results[1]")
	if v := results[0].Curves[1].Points[0].Values; slices.Min(v) == slices.Max(v) {
		t.Errorf("random drew the same feature in every split: %v", v)
	}
}

func TestProtocolDefaults(t *testing.T) {
	for _, test := range []struct {
		d    int
		want []int
	}{
		{1, []int{1}},
		{4, []int{1, 2, 3, 4}},
		{13, []int{1, 2, 3, 5, 7, 10, 13}},
		{30, []int{1, 2, 3, 5, 7, 10, 15, 20, 30}},
		{200, []int{1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200}},
		{1000, []int{1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200}},
	} {
		d := methodtest.Noise(8, test.d, 1)
		got := accuracy(t, d, evaluation.Protocol{}, filter.Random{})
		want := evaluation.Protocol{Counts: test.want, Neighbors: 1, Train: 0.5, Repeats: 10,
			Metric: learn.Euclidean, Classifier: terms.NearestNeighbors,
			Measure: terms.ShareRight}
		must.Equal(t, got.Protocol, want, "%d features", test.d)
	}
}

// A class with one training sample is a warning of the result, whichever classes have
// one; two are enough for none.
func TestOneTrainingSampleAClass(t *testing.T) {
	const tail = " one training sample in each split, which says nothing of the spread within a " +
		"class; train on a larger share, or merge classes"
	for _, c := range []struct {
		sizes []int
		train float64
		want  string
	}{
		{[]int{2, 9}, 0.5, "class a has" + tail},
		{[]int{2, 9, 2}, 0.5, "2 of 3 classes (a, c) have" + tail},
		{[]int{9, 9, 9, 9, 9, 9, 9}, 0.1, "7 of 7 classes (a, b, c, d, e and 2 more) have" + tail},
		{[]int{4, 9}, 0.5, ""},
	} {
		var rows [][]float64
		var labels []string
		for class, n := range c.sizes {
			for range n {
				rows = append(rows, []float64{float64(len(rows)), float64(len(rows) % 3)})
				labels = append(labels, string('a'+rune(class)))
			}
		}
		d := must.Get(datasets.FromRows("small", rows, labels, nil))(t)
		got := accuracy(t, d, evaluation.Protocol{Repeats: 2, Train: c.train}, filter.Variance{})
		training := 0
		for _, n := range c.sizes {
			training += min(max(int(math.Round(c.train*float64(n))), 1), n-1)
		}
		must.Is(t, got.Training, training, "classes of %v for training", c.sizes)
		if c.want == "" && len(got.Warnings) > 0 || c.want != "" &&
			(len(got.Warnings) != 1 || got.Warnings[0] != c.want) {
			t.Errorf("classes of %v: warnings %q, want %q", c.sizes, got.Warnings, c.want)
		}
	}
}

// Progress begins before the first split is done, and counts test samples and choices.
func TestAccuracyProgress(t *testing.T) {
	d := methodtest.Noise(40, 6, 1)
	var heard []algorithms.Progress
	opt := algorithms.Options{Workers: 1,
		Progress: func(p algorithms.Progress) { heard = append(heard, p) }}
	p := evaluation.Protocol{Counts: []int{1, 2, 4}, Repeats: 2}
	must.Get(evaluation.Accuracy(t.Context(), d, p, opt, filter.Fisher{}, filter.Variance{}))(t)
	// Two splits of a block of all features and of three numbers by two methods.
	const total = 2 * (1 + 2*3)
	if len(heard) != total+1 || heard[0] != (algorithms.Progress{Stage: "splits", Total: total}) {
		t.Fatalf("%d reports, the first %+v", len(heard), heard[0])
	}
	for i, p := range heard {
		if p.Done != i || p.Total != total {
			t.Errorf("report %d is %+v", i, p)
		}
	}
}
