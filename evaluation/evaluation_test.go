package evaluation_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/terms"
)

func TestCompare(t *testing.T) {
	d := methodtest.Noise(4, 10, 1)
	a, b, c := pick(d, "a", 3, 1, 4, 5), pick(d, "b", 5, 9, 3), pick(d, "c", 2, 5, 3, 4)
	got := must.Get(evaluation.Compare(d, a, b, c))(t)
	want := &evaluation.Comparison{
		About:    evaluation.About{Dataset: d.Name, N: d.N(), D: d.D()},
		Rankings: []*algorithms.Ranking{a, b, c},
		Common:   []string{"noise 3", "noise 5"}, // in the order of a
		Overlaps: []evaluation.Overlap{
			{A: "a", B: "b", Common: 2, Of: 3, Jaccard: 2. / 5},
			{A: "a", B: "c", Common: 3, Of: 4, Jaccard: 3. / 5},
			{A: "b", B: "c", Common: 2, Of: 3, Jaccard: 2. / 5},
		},
	}
	must.Equal(t, got, want, "got")
	must.Is(t, got.String(), "3 rankings, 2 features in common", "it says")

	same := must.Get(evaluation.Compare(d, a, a))(t)
	if o := same.Overlaps[0]; o.Common != 4 || o.Jaccard != 1 {
		t.Errorf("a ranking shares %d of 4 with itself, Jaccard %g", o.Common, o.Jaccard)
	}
	apart := must.Get(evaluation.Compare(d, pick(d, "x", 0), pick(d, "y", 1, 2)))(t)
	if o := apart.Overlaps[0]; o.Common != 0 || o.Of != 1 || o.Jaccard != 0 || apart.Common != nil {
		t.Errorf("nothing in common is %+v", apart)
	}
	alone := must.Get(evaluation.Compare(d, b))(t)
	if len(alone.Overlaps) != 0 || len(alone.Common) != 3 {
		t.Errorf("one ranking alone is %+v", alone)
	}
}

// Every function refuses a ranking that does not belong to the data.
func TestForeignRankings(t *testing.T) {
	d := methodtest.Noise(6, 4, 1)
	other := methodtest.Noise(6, 5, 1)
	renamed := pick(d, "r", 0, 1)
	renamed.Names = []string{"noise 0", "noise 2"}
	nameless := pick(d, "r", 0, 1)
	nameless.Names = nil
	outside := pick(d, "r", 0, 1)
	outside.Features = []int{0, 7}
	twice := pick(d, "r", 1, 1)
	for _, test := range []struct {
		what     string
		d        *datasets.Dataset
		rankings []*algorithms.Ranking
		want     string
	}{
		{"none", d, nil, "no ranking given"},
		{"no data", nil, []*algorithms.Ranking{pick(d, "r", 0, 1)}, "no data"},
		{"nil", d, []*algorithms.Ranking{pick(d, "r", 0, 1), nil}, "ranking 2 is empty"},
		{"empty", d, []*algorithms.Ranking{pick(d, "r")},
			"ranking 1 is empty; select features first"},
		{"other data", d, []*algorithms.Ranking{pick(other, "r", 0, 1)},
			"ranking 1 (r) is of 5 features, noise has 4; rank the same data"},
		{"other names", d, []*algorithms.Ranking{renamed},
			`ranking 1 (r) names feature 1 "noise 2"`},
		{"no names", d, []*algorithms.Ranking{nameless}, "0 names for 2 features"},
		{"out of range", d, []*algorithms.Ranking{outside},
			"ranking 1 (r): feature 7 is out of range"},
		{"twice", d, []*algorithms.Ranking{twice}, "ranking 1 (r): feature 1 is listed twice"},
	} {
		_, compare := evaluation.Compare(test.d, test.rankings...)
		_, redundancy := evaluation.Redundancy(t.Context(), test.d, 0,
			test.rankings...)
		_, scatter := evaluation.Scatter(t.Context(), test.d, false,
			test.rankings...)
		errs := []error{compare, redundancy, scatter}
		if len(test.rankings) == 1 {
			_, take := evaluation.Take(test.d, test.rankings[0], 0)
			errs = append(errs, take)
		}
		for i, err := range errs {
			must.ErrorWith(t, err, test.want, test.what, i)
		}
	}
}

func TestTake(t *testing.T) {
	d := methodtest.Noise(5, 4, 1)
	d.History = []string{"made up"}
	r := pick(d, "mine", 2, 0, 3)
	for _, test := range []struct{ k, columns int }{{0, 3}, {2, 2}, {3, 3}} {
		got := must.Get(evaluation.Take(d, r, test.k))(t)
		must.Equal(t, got.Features, []string{"noise 2", "noise 0", "noise 3"}[:test.columns],
			"k = %d", test.k)
		if got.X.At(4, 0) != d.X.At(4, 2) || got.X.At(3, 1) != d.X.At(3, 0) {
			t.Errorf("k = %d: the columns do not follow the ranking", test.k)
		}
	}
	got, _ := evaluation.Take(d, r, 2)
	must.Equal(t, got.History, []string{"made up", "took the best 2 of 4 features by mine"},
		"history")
	for _, k := range []int{-1, 4} {
		must.FailWith(evaluation.Take(d, r, k))(t, "give 1 to 3, or 0 for all", k)
	}
}

func TestRedundancy(t *testing.T) {
	// Columns: a line, its double, a cross to it, a constant.
	d := &datasets.Dataset{Name: "four", Features: []string{"line", "double", "cross", "flat"},
		X: mat.NewDense(4, 4, []float64{
			1, 12, 1, 3,
			1, 12, -1, 3,
			-1, 8, 1, 3,
			-1, 8, -1, 3,
		})}
	got := must.Get(evaluation.Redundancy(t.Context(), d, 1,
		pick(d, "alike", 0, 1), pick(d, "mixed", 3, 2, 1, 0)))(t)
	want := &evaluation.RedundancyReport{Rows: []evaluation.RedundancyRow{
		{Label: "alike", K: 2, MostAlike: [2]string{"line", "double"}, Alike: 1,
			Names: []string{"line", "double"}, Columns: []int{0, 1}, Squared: []float64{1,
				1, 1, 1}},
		{
			Label: "mixed", K: 4, MostAlike: [2]string{"double", "line"}, Alike: 1,
			Constant: []string{"flat"},
			Names:    []string{"flat", "cross", "double", "line"}, Columns: []int{3, 2, 1, 0},
			Squared: []float64{0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1},
		},
	}}
	want.About = evaluation.About{Dataset: "four", N: 4, D: 4}
	want.Rows[0].Pearson, want.Rows[0].AbsPearson, want.Rows[0].SqCosCentered = 1, 1, 1
	want.Rows[0].SqCosUncentered = 16. / 416 // (1,1,-1,-1) and (12,12,8,8): 8²/(4·416)
	want.Rows[1].Pearson, want.Rows[1].AbsPearson, want.Rows[1].SqCosCentered = 1./6, 1./6, 1./6
	want.Rows[1].SqCosUncentered = (16./416 + 400./416) / 6 // line and double, flat and double
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if _, err := evaluation.Redundancy(t.Context(), d, 1,
		pick(d, "one", 0)); err == nil || !strings.Contains(err.Error(), "at least two") {
		t.Errorf("one feature: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := evaluation.Redundancy(ctx, d, 1,
		pick(d, "alike", 0, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

func TestRedundancyKeepsSmallMatrices(t *testing.T) {
	d := methodtest.Noise(3, terms.MaxHeatMap+1, 1)
	all := make([]int, d.D())
	for j := range all {
		all[j] = j
	}
	got := must.Get(evaluation.Redundancy(t.Context(), d, 0,
		pick(d, "all", all...), pick(d, "fewer", all[1:]...)))(t)
	if got.Rows[0].Squared != nil ||
		len(got.Rows[1].Squared) != terms.MaxHeatMap*terms.MaxHeatMap {
		t.Errorf("matrices of %d and %d numbers", len(got.Rows[0].Squared),
			len(got.Rows[1].Squared))
	}
}

func TestScatter(t *testing.T) {
	// Two samples each way along two axes: the components are the columns, of
	// shares 9/10 and 1/10 as they are, and halves when standardized.
	d := &datasets.Dataset{
		Name: "cross", Features: []string{"short", "long", "flat"}, Classes: []string{"u", "v"},
		Y: []int{0, 1, 1, 0},
		X: mat.NewDense(4, 3, []float64{
			0, 3, 1,
			0, -3, 1,
			1, 0, 1,
			-1, 0, 1,
		}),
	}
	got, err := evaluation.Scatter(t.Context(), d, true,
		pick(d, "both", 0, 1), pick(d, "one", 1))
	must.Do(t, err)
	want := &evaluation.ScatterPlot{
		About: evaluation.About{Dataset: "cross", N: 4, D: 3}, Classes: d.Classes, Y: d.Y,
		Panels: []evaluation.Panel{
			{Label: "both", K: 2, X: []float64{3, -3, 0, 0}, Y: []float64{0, 0, 1, -1},
				Explained: [2]float64{.9, .1}},
			{Label: "one", K: 1, X: []float64{3, -3, 0, 0}, Y: []float64{0, 0, 0, 0},
				Explained: [2]float64{1, 0}},
		},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	standard := must.Get(evaluation.Scatter(t.Context(), d, false,
		pick(d, "both", 0, 1)))(t)
	p := standard.Panels[0]
	if !standard.Standardized || math.Abs(p.Explained[0]-.5) > 1e-12 ||
		math.Abs(p.Explained[1]-.5) > 1e-12 {
		t.Errorf("standardized: %+v", standard)
	}

	_, err = evaluation.Scatter(t.Context(), d, false, pick(d, "flat", 2))
	must.ErrorWith(t, err, "flat: every feature is constant")
	d.X.Set(2, 1, math.Inf(1))
	if _, err := evaluation.Scatter(t.Context(), d, false,
		pick(d, "both", 0, 1)); err == nil || !strings.Contains(err.Error(), "(long) is infinite") {
		t.Errorf("an infinite value: %v", err)
	}
	if _, err := evaluation.Scatter(t.Context(), d, false,
		pick(d, "other", 0)); err != nil {
		t.Errorf("an infinite value in a column that was not chosen: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := evaluation.Scatter(ctx, d, false,
		pick(d, "other", 0)); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

func TestScatterUnlabeled(t *testing.T) {
	d := methodtest.Noise(5, 3, 1)
	d.Y, d.Classes = nil, nil
	got := must.Get(evaluation.Scatter(t.Context(), d, false,
		methodtest.Choose(t, d, filter.Variance{}, 2)))(t)
	if got.Y != nil || got.Classes != nil || len(got.Panels[0].X) != 5 {
		t.Errorf("got %+v", got)
	}
}
