package evaluation_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

var inOrder = []int{0, 1, 2, 3, 4, 5}

// mice makes n samples of 6 features with default names, whose columns are drawn in the
// given order.
func mice(t *testing.T, n int, order []int) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	rows, labels := make([][]float64, n), make([]int, n)
	for i := range rows {
		rows[i], labels[i] = make([]float64, 6), i%2
		for j := range rows[i] {
			rows[i][order[j]] = rng.NormFloat64() + float64(j*labels[i])
		}
	}
	d := must.Get(datasets.FromRows("mice", rows, labels, nil))(t)
	d.Warnings = []string{"look twice"}
	return d
}

func fisher(t *testing.T, d *datasets.Dataset, k int) *algorithms.Ranking {
	t.Helper()
	return must.Get(algorithms.Run(t.Context(), filter.Fisher{}, d, algorithms.Options{K: k}))(t)
}

// cautionsOf asks every function that takes rankings for its warnings.
func cautionsOf(t *testing.T, d *datasets.Dataset, r *algorithms.Ranking) (
	own, data map[string][]string) {
	t.Helper()
	own, data = map[string][]string{}, map[string][]string{}
	note := func(name string, v interface{ Cautions() (own, data []string) }, err error) {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		own[name], data[name] = v.Cautions()
	}
	compare, err := evaluation.Compare(d, r)
	note("compare", compare, err)
	redundancy, err := evaluation.Redundancy(t.Context(), d, 0, r)
	note("redundancy", redundancy, err)
	scatter, err := evaluation.Scatter(t.Context(), d, false, r)
	note("scatter", scatter, err)
	byClass, err := evaluation.ByClass(t.Context(), d, 0, r)
	note("by class", byClass, err)
	clusters, err := evaluation.Clusters(t.Context(), d, 0, 0, r)
	note("clusters", clusters, err)
	similar, err := evaluation.Similarities(t.Context(), d, graph.SameClass{}, 1, r)
	note("similarities", similar, err)
	return own, data
}

// A ranking of other data is noted wherever the names let it pass; one of the same data,
// whatever was done to them, is not. The warnings of the data come with every result.
func TestRankingsOfOtherData(t *testing.T) {
	d := mice(t, 50, []int{5, 4, 3, 2, 1, 0})
	other := fisher(t, mice(t, 30, inOrder), 2)
	const want = "ranking 1 (fisher) was computed on other data of 30 samples: its names fit " +
		"mice, and its features may mean something else there"
	own, data := cautionsOf(t, d, other)
	if len(own) != 6 {
		t.Fatalf("%d functions were asked", len(own))
	}
	for name := range own {
		must.Items(t, own[name], []string{want}, "%s", name)
		must.Items(t, data[name], []string{"look twice"}, "%s: warnings of the data", name)
	}
	taken, err := evaluation.Take(d, other, 2)
	if err != nil || !slices.Equal(taken.Warnings, []string{"look twice", want}) {
		t.Errorf("Take: %q, %v", taken.Warnings, err)
	}
	must.Is(t, len(d.Warnings), 1, "Take changed the warnings of its data to %q", d.Warnings)

	standardized := must.Get(d.Standardize())(t)
	some := must.Get(d.Subsample(20, 1))(t)
	unknown := fisher(t, d, 2)
	unknown.Origin = ""
	for what, r := range map[string]*algorithms.Ranking{
		"the same data": fisher(t, d, 2), "standardized": fisher(t, standardized, 2),
		"some samples": fisher(t, some, 2), "unknown": unknown,
	} {
		own, _ := cautionsOf(t, d, r)
		for name, warnings := range own {
			if warnings != nil {
				t.Errorf("%s, %s: %q", what, name, warnings)
			}
		}
	}
}

func TestResultsCarryTheWarningsOfTheirData(t *testing.T) {
	d := mice(t, 40, inOrder)
	p := evaluation.Protocol{Counts: []int{2}, Repeats: 2}
	accuracy := accuracy(t, d, p, filter.Fisher{})
	stability := stabilityOf(t, d, p, filter.Fisher{})
	curves := must.Get(evaluation.RedundancyByCount(t.Context(), d,
		[]int{2}, algorithms.Options{}, filter.Fisher{}))(t)
	spectrum := must.Get(evaluation.Spectrum(fisher(t, d, 0), fisher(t, d, 3)))(t)
	for i, v := range []interface{ Cautions() (own, data []string) }{accuracy, stability, curves,
		spectrum, fisher(t, d, 1)} {
		if own, data := v.Cautions(); own != nil || !slices.Equal(data, []string{"look twice"}) {
			t.Errorf("%d: %q, %q", i, own, data)
		}
	}
}

// After Take a ranking of all features says what was done to the data.
func TestSizeErrorNamesTheHistory(t *testing.T) {
	d := mice(t, 50, inOrder)
	all := fisher(t, d, 4)
	taken := must.Get(evaluation.Take(d, all, 2))(t)
	for _, c := range []struct {
		d    *datasets.Dataset
		r    *algorithms.Ranking
		want string
	}{
		{taken, all, "ranking 1 (fisher) is of 6 features, mice has 2 left (took the best 2 of " +
			"6 features by fisher); give the data set with all its features"},
		{d, fisher(t, taken, 1),
			"ranking 1 (fisher) is of 2 features (took the best 2 of 6 features by fisher), " +
				"mice has 6; give the data set that was ranked"},
	} {
		must.Fail(evaluation.Compare(c.d, c.r))(t, c.want)
	}
}

// An interrupted ranking without features says so instead of blaming the selection.
func TestInterruptedRankingIsNamed(t *testing.T) {
	d := mice(t, 20, inOrder)
	empty := algorithms.NewRanking(filter.ReliefF{}, d, nil, nil, nil)
	empty.Partial = true
	const want = "ranking 2 (relieff) is empty: it was interrupted before it had an answer; run " +
		"it again"
	full := fisher(t, d, 2)
	_, compare := evaluation.Compare(d, full, empty)
	_, redundancy := evaluation.Redundancy(t.Context(), d, 0,
		full, empty)
	_, scatter := evaluation.Scatter(t.Context(), d, false, full, empty)
	_, spectrum := evaluation.Spectrum(full, empty)
	for i, err := range []error{compare, redundancy, scatter, spectrum} {
		must.Error(t, err, want, i)
	}
}
