package evaluation_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/terms"
)

// column is a data set of one feature without labels.
func column(values ...float64) *datasets.Dataset {
	return &datasets.Dataset{Name: "column", X: mat.NewDense(len(values), 1, values),
		Features: []string{"v"}}
}

func describe(t *testing.T, values ...float64) evaluation.Distribution {
	t.Helper()
	d := column(values...)
	got := must.Get(evaluation.ByClass(t.Context(), d, 1,
		pick(d, "m", 0)))(t)
	return got.Features[0].Groups[0]
}

// By hand, with Hyndman and Fan's definition 7: quantile p of 1 … 9 is 1 + 8p.
func TestDistributionByHand(t *testing.T) {
	for _, test := range []struct {
		what   string
		values []float64
		want   evaluation.Distribution
	}{
		{"1 … 9, shuffled", []float64{3, 9, 1, 5, 7, 2, 8, 4, 6}, evaluation.Distribution{
			N: 9, Min: 1, Q1: 3, Median: 5, Q3: 7, Max: 9, Low: 1, High: 9}},
		{"four", []float64{1, 2, 3, 4}, evaluation.Distribution{
			N: 4, Min: 1, Q1: 1.75, Median: 2.5, Q3: 3.25, Max: 4, Low: 1, High: 4}},
		// R: quantile(c(0, 10, 11, 12, 13, 14, 40), type = 7).
		{"outliers on both sides", []float64{40, 10, 11, 12, 13, 14, 0}, evaluation.Distribution{
			N: 7, Min: 0, Q1: 10.5, Median: 12, Q3: 13.5, Max: 40, Low: 10, High: 14, Beyond: 2,
			Outliers: []float64{0, 40}}},
		// 1.5 times the box reaches 6 + 6 = 12 and no further: the end belongs to it.
		{"on the fence", []float64{2, 2, 6, 6, 12, 4, 4, -4, 4}, evaluation.Distribution{
			N: 9, Min: -4, Q1: 2, Median: 4, Q3: 6, Max: 12, Low: -4, High: 12}},
		{"beyond the fence", []float64{2, 2, 6, 6, 12.1, 4, 4, -4.1, 4}, evaluation.Distribution{
			N: 9, Min: -4.1, Q1: 2, Median: 4, Q3: 6, Max: 12.1, Low: 2, High: 6, Beyond: 2,
			Outliers: []float64{-4.1, 12.1}}},
		// -.6 + 1.5·2.4 is 3, and 2.9999999999999996 in binary fractions.
		{"on the fence in tenths", []float64{-4, -3.5, -3, -2, -1.5, -1, -.6, 0, 3},
			evaluation.Distribution{
				N: 9, Min: -4, Q1: -3, Median: -1.5, Q3: -.6, Max: 3, Low: -4, High: 3}},
		// The quartile lies between an outlier and the other values.
		{"no value on the whisker", []float64{-100, 10, 10, 10}, evaluation.Distribution{
			N: 4, Min: -100, Q1: -17.5, Median: 10, Q3: 10, Max: 10, Low: -17.5, High: 10,
			Beyond: 1, Outliers: []float64{-100}}},
		{"constant", []float64{3, 3, 3}, evaluation.Distribution{N: 3, Min: 3, Q1: 3, Median: 3,
			Q3: 3, Max: 3, Low: 3, High: 3}},
		{"one", []float64{-2}, evaluation.Distribution{N: 1, Min: -2, Q1: -2, Median: -2, Q3: -2,
			Max: -2, Low: -2, High: -2}},
		{"huge", []float64{-1.6e308, 1.6e308}, evaluation.Distribution{
			N: 2, Min: -1.6e308, Q1: -0.8e308, Median: 0, Q3: 0.8e308, Max: 1.6e308, Low: -1.6e308,
			High: 1.6e308}},
	} {
		test.want.Values = slices.Clone(test.values)
		got := describe(t, test.values...)
		if diff := cmp.Diff(test.want, got, cmp.Comparer(near)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.what, diff)
		}
	}
}

// Against the definitions, term by term, on samples of every size.
func TestDistributionAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for n := 1; n < 400; n += 1 + n/20 {
		values := make([]float64, n)
		for i := range values {
			values[i] = math.Exp(rng.NormFloat64()) * math.Round(4*rng.Float64())
		}
		sorted := slices.Sorted(slices.Values(values))
		at := func(p float64) float64 {
			h := p * float64(n-1)
			lo, hi := math.Floor(h), math.Ceil(h)
			return sorted[int(lo)] + (h-lo)*(sorted[int(hi)]-sorted[int(lo)])
		}
		g := describe(t, values...)
		if !near(g.Q1, at(.25)) || !near(g.Median, at(.5)) || !near(g.Q3, at(.75)) ||
			g.Min != sorted[0] || g.Max != sorted[n-1] || g.N != n {
			t.Errorf("%d values: %+v, want quartiles %g, %g, %g", n, g, at(.25), at(.5), at(.75))
		}
		low, high, beyond := g.Q1, g.Q3, 0
		for _, v := range values {
			if v < g.Q1-1.5*(g.Q3-g.Q1) || v > g.Q3+1.5*(g.Q3-g.Q1) {
				beyond++
				continue
			}
			low, high = min(low, v), max(high, v)
		}
		if g.Low != low || g.High != high || g.Beyond != beyond ||
			len(g.Outliers) != min(beyond, terms.MaxOutliers) {
			t.Errorf("%d values: whiskers %g and %g with %d of %d beyond, want %g, %g, %d", n,
				g.Low, g.High, len(g.Outliers), g.Beyond, low, high, beyond)
		}
		if (g.Values != nil) != (n <= terms.MaxValues) || g.Values != nil &&
			!slices.Equal(g.Values, values) {
			t.Errorf("%d values: keeps %d", n, len(g.Values))
		}
	}
}

// What is kept of a large sample is bounded and holds its extremes.
func TestDistributionIsBounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	values := make([]float64, 100_000)
	for i := range values {
		values[i] = math.Exp(2 * rng.NormFloat64())
	}
	g := describe(t, values...)
	if g.Values != nil || len(g.Outliers) != terms.MaxOutliers || g.Beyond < 5000 {
		t.Fatalf("keeps %d values, %d outliers of %d", len(g.Values), len(g.Outliers), g.Beyond)
	}
	if g.Outliers[len(g.Outliers)-1] != g.Max || g.Outliers[0] <= g.High ||
		!slices.IsSorted(g.Outliers) {
		t.Errorf("outliers from %g to %g, whisker %g, largest %g", g.Outliers[0],
			g.Outliers[len(g.Outliers)-1], g.High, g.Max)
	}
	// The median of a log-normal distribution is 1, its quartiles exp(∓2·0.6745).
	for _, v := range [][2]float64{{g.Median, 1}, {g.Q1, math.Exp(-1.349)},
		{g.Q3, math.Exp(1.349)}} {
		must.Near(t, v[0]/v[1], 1, 0.03, "a quartile is %g, want about %g", v[0], v[1])
	}
}

// Every class has its own samples, in the order of the ranking.
func TestByClass(t *testing.T) {
	d := must.Get(datasets.FromRows("toy", [][]float64{{1, 10}, {2, 20}, {3, 30}, {4, 40}, {5, 50}},
		[]string{"b", "a", "b", "a", "b"}, []string{"x", "y"}))(t)
	got := must.Get(evaluation.ByClass(t.Context(), d, 0,
		pick(d, "mine", 1, 0)))(t)
	group := func(unit float64, v ...float64) evaluation.Distribution {
		g := evaluation.Distribution{N: len(v)}
		for _, x := range v {
			g.Values = append(g.Values, unit*x)
		}
		g.Min, g.Max = unit*v[0], unit*v[len(v)-1]
		g.Low, g.High = g.Min, g.Max
		g.Median = (g.Min + g.Max) / 2
		g.Q1, g.Q3 = (g.Min+g.Median)/2, (g.Median+g.Max)/2
		return g
	}
	want := &evaluation.ClassDistributions{
		About: evaluation.About{Dataset: "toy", N: 5, D: 2}, Label: "mine",
		Classes: []string{"a", "b"},
		Features: []evaluation.FeatureDistributions{
			{Rank: 1, Feature: 1, Name: "y", Groups: []evaluation.Distribution{group(10, 2, 4),
				group(10, 1, 3, 5)}},
			{Rank: 2, Feature: 0, Name: "x", Groups: []evaluation.Distribution{group(1, 2, 4),
				group(1, 1, 3, 5)}},
		},
	}
	must.Equal(t, got, want, "got")
	// A class that lost its samples is there, and empty.
	only := must.Get(d.Rows([]int{1, 3}))(t)
	got = must.Get(evaluation.ByClass(t.Context(), only, 0,
		pick(only, "mine", 0)))(t)
	if groups := got.Features[0].Groups; len(groups) != 2 || groups[0].N != 2 ||
		!cmp.Equal(groups[1], evaluation.Distribution{}) {
		t.Errorf("without samples of b: %+v", groups)
	}
}

func TestByClassK(t *testing.T) {
	d := methodtest.Noise(10, 9, 3)
	long, short := pick(d, "long", 0, 1, 2, 3, 4, 5, 6, 7), pick(d, "short", 3, 1)
	for _, test := range []struct {
		r       *algorithms.Ranking
		k, want int
	}{{long, 0, 6}, {long, 8, 8}, {long, 1, 1}, {short, 0, 2},
		{short, 2, 2}} {
		got, err := evaluation.ByClass(t.Context(), d, test.k, test.r)
		if err != nil || len(got.Features) != test.want {
			t.Errorf("%s, k = %d: %v, want %d features", test.r.Label, test.k, err, test.want)
		}
	}
	bad := methodtest.Noise(10, 9, 3)
	bad.X.Set(4, 2, math.NaN())
	for _, test := range []struct {
		d    *datasets.Dataset
		r    *algorithms.Ranking
		k    int
		want string
	}{
		{d, short, 3, "k = 3 of a ranking of 2 features; give 1 to 2, or 0 for the best 2"},
		{d, long, -1, "k = -1 of a ranking of 8 features; give 1 to 8, or 0 for the best 6"},
		{bad, long, 3, "row 4, column 2 (noise 2) is NaN"},
		{d, nil, 1, "ranking 1 is empty"},
		{methodtest.Noise(4, 3, 1), short, 1, "ranking 1 (short) is of 9 features, noise has 3"},
	} {
		if _, err := evaluation.ByClass(t.Context(), test.d, test.k,
			test.r); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := evaluation.ByClass(ctx, d, 2, long); !errors.Is(err,
		context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// Both results come back from gob and JSON as they went.
func TestNewResultsArePlainData(t *testing.T) {
	d := methodtest.Load(t, "iris")
	for i := range d.N() {
		d.X.Set(i, 0, float64(d.Y[i])) // perfect: an infinite score
	}
	r := methodtest.Choose(t, d, filter.Fisher{}, 0)
	byClass := must.Get(evaluation.ByClass(t.Context(), d, 0, r))(t)
	roundTrip(t, byClass)
	spectrum := must.Get(evaluation.Spectrum(r, methodtest.Choose(t, d, filter.Variance{}, 0)))(t)
	if spectrum.Curves[0].PlusInf != 1 {
		t.Fatalf("%d infinite scores, want 1", spectrum.Curves[0].PlusInf)
	}
	roundTrip(t, spectrum)
}

func ExampleSpectrum() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := filter.Fisher{}.Select(context.Background(), d, algorithms.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := evaluation.Spectrum(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	k := s.Curves[0].Knee
	fmt.Printf("knee at rank %d of %d, %.0f%% of the scores' sum before it\n", k.Rank, d.D(),
		100*k.Share)
	// Output: knee at rank 11 of 30, 75% of the scores' sum before it
}
