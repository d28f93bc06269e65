package grm

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

var inf = math.Inf(1)

// stub is a scorer with fixed scores.
type stub struct {
	values    []float64
	unready   bool
	complains string
}

func (stub) Name() string { return "stub" }

func (m stub) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	s := &algorithms.Scores{Names: d.Features, Values: m.values}
	if s.Diagnostics.Converged = !m.unready; m.unready {
		s.Diagnostics.Iterations = 3
	}
	if m.complains != "" {
		s.Warnings = []string{m.complains}
	}
	return s, nil
}

func (m stub) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

func refused(t *testing.T, m GRM, d *datasets.Dataset, words string) {
	t.Helper()
	r, err := m.Select(t.Context(), d, algorithms.Options{})
	if r != nil || err == nil || !strings.HasPrefix(err.Error(), "grm: ") ||
		!strings.Contains(err.Error(), words) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%s: got %v, error %v", words, r, err)
	}
}

// On the relevance and redundancy of Figure 1 the greedy search selects the first and the fourth
// feature.
func TestFigure1Greedy(t *testing.T) {
	a := mat.NewSymDense(4, []float64{1, .49, .49, 0, .49, 1, 0, 0, .49, 0, 1, 0, 0, 0, 0, 1})
	for _, scheme := range []information.Scheme{information.MIQ} {
		r, err := information.MRMR{Scheme: scheme, Relevance: vector(10, 9.8, 9.5, 1),
			Redundancy: a}.Select(t.Context(), drawn(1, 10, 4), algorithms.Options{K: 2})
		if err != nil || fmt.Sprint(r.Features) != "[0 3]" {
			t.Errorf("%v, %v", r, err)
		}
	}
}

// Scores of 0 and below take part; infinite ones come first, ordered by A alone.
func TestAwkwardScores(t *testing.T) {
	d := drawn(3, 30, 8)
	a := squared(d)
	for _, s := range [][]float64{
		{0, 0, 0, 2, 0, 0, 0, 0}, {-1, -2, -3, .5, -1, -1, 0, 1}, {-5, 1e-9, -5, -5, -5,
			-5, -5, -5},
		{1e300, 1e299, 1e298, 1e300, 1e300, 5e299, 1e300, 1e300}, {5e-324, 1e-323, 5e-324, 0, 0,
			5e-324, 5e-324, 1e-323},
	} {
		r := selected(t, GRM{Scores: vector(s...)}, d)
		if !r.Diagnostics.Certificate.Holds() || !r.Diagnostics.Converged {
			t.Errorf("%v: %+v", s, r.Diagnostics)
		}
		if want := brute(a, s); math.Abs(want) < 1e290 && math.Abs(want) > 1e-290 &&
			math.Abs(float64(*r.Diagnostics.Objective)/want-1) > 1e-9 {
			t.Errorf("%v: objective %v, want %v", s, *r.Diagnostics.Objective, want)
		}
	}
	r := selected(t, GRM{Scores: vector(1, inf, 2, inf, math.Inf(-1), 3, 2, inf)}, d)
	perfect := selected(t, GRM{Scores: vector(1, 1, 1)}, columns(d, 1, 3, 7))
	rest := selected(t, GRM{Scores: vector(1, 2, 3, 2)}, columns(d, 0, 2, 5, 6))
	var want []int
	for _, j := range perfect.Features {
		want = append(want, []int{1, 3, 7}[j])
	}
	for _, j := range rest.Features {
		want = append(want, []int{0, 2, 5, 6}[j])
	}
	if want = append(want, 4); !slices.Equal(r.Features, want) {
		t.Errorf("infinite scores: %v, want %v", r.Features, want)
	}
	if !slices.Equal(r.Scores[:3], []float64{inf, inf, inf}) ||
		!slices.Equal(r.Raw[:3], perfect.Raw) || !slices.Equal(r.Scores[3:7], rest.Scores) ||
		r.Scores[7] != -inf {
		t.Errorf("scores %v, raw %v", r.Scores, r.Raw)
	}
	if float64(*r.Diagnostics.Objective) != float64(*rest.Diagnostics.Objective) {
		t.Errorf("objective %v, want that of the others, %v", *r.Diagnostics.Objective,
			*rest.Diagnostics.Objective)
	}
	r = selected(t, GRM{Scores: vector(inf, inf, inf, inf, inf, inf, inf, inf)}, d)
	if f := brute(a, slices.Repeat([]float64{1}, 8)); math.Abs(
		float64(*r.Diagnostics.Objective)/f-1) > 1e-9 {
		t.Errorf("all infinite: %v, want %v", *r.Diagnostics.Objective, f)
	}
	selected(t, GRM{Scores: vector(inf, -1, -2, 0, -1, -1, -1, -1)}, d)

	for _, s := range [][]float64{make([]float64, 8), {0, -1, -1, -1, -1, -1, -1, math.Inf(-1)}} {
		refused(t, GRM{Scores: vector(s...)}, d, "the largest score is 0; GRM needs one above 0")
		refused(t, GRM{Scorer: stub{values: s}}, d, "the largest score is 0; GRM needs one above 0")
	}
	refused(t, GRM{Scores: vector(slices.Repeat([]float64{-inf}, 8)...)}, d, "all scores are -Inf")
	refused(t, GRM{Scores: vector(1, 2)}, d,
		"the precomputed scores have length 2, want 8: one score for each feature")
	refused(t, GRM{Scores: vector(1, 2, math.NaN(), 1, 1, 1, 1, 1)}, d,
		"the precomputed score of feature 2 (f2) is NaN")
	refused(t, GRM{Scorer: stub{values: []float64{1}}}, d, "stub gives 1 scores for 8 features")
	refused(t, GRM{Scorer: stub{values: []float64{1, 2, 3, math.NaN(), 1, 1, 1, 1}}}, d,
		"stub: the score of feature 3 (f3) is NaN")
	refused(t, GRM{Top: -1}, d, "top = -1; give 1 or more")
	refused(t, GRM{Rho: 2}, d, "rho = 2; give 1.001 or more, below 2")
	refused(t, GRM{Gamma: -1}, d, "gamma = -1")
	refused(t, GRM{Gamma: math.NaN()}, d, "gamma = NaN")
	refused(t, GRM{Solver: "newton"}, d, `"newton" is none of active-set, alm`)
}

// columns is d restricted to some columns.
func columns(d *datasets.Dataset, which ...int) *datasets.Dataset {
	out := *d
	out.X = mat.NewDense(d.N(), len(which), nil)
	out.Features, out.Image = nil, datasets.ImageShape{}
	for a, j := range which {
		out.X.SetCol(a, mat.Col(nil, j, d.X))
		out.Features = append(out.Features, d.Features[j])
	}
	return &out
}

// The result has the warnings of the scorer, and one more if it has not converged. Errors of the
// scorer name both methods.
func TestWarningsOfTheScorer(t *testing.T) {
	d := drawn(4, 20, 5)
	r := selected(t, GRM{Scorer: stub{values: []float64{1, 2, 3, 2, 1}, unready: true,
		complains: "only 3 of 9 steps"}}, d)
	if fmt.Sprint(
		r.Warnings) !=
		"[only 3 of 9 steps the scores of stub that are refined have not converged]" {
		t.Errorf("warnings %q", r.Warnings)
	}
	d.Y, d.Classes = nil, nil
	refused(t, GRM{}, d, "grm: fisher: the data set has no class labels")
	selected(t, GRM{Scorer: filter.Variance{}}, d)
	refused(t, GRM{Scorer: filter.Laplacian{Similarity: graph.Neighbors{K: 20}}}, d, "laplacian: ")
}

// Criteria that are small for good features become 1/criterion.
func TestPositiveForms(t *testing.T) {
	d := drawn(5, 40, 9)
	for _, m := range []algorithms.Scorer{
		filter.Laplacian{}, &filter.Laplacian{Similarity: graph.Neighbors{K: 3}}, filter.SPEC{},
		filter.SPEC{Criterion: filter.Phi1}, filter.SPEC{Criterion: filter.Phi3},
		filter.Fisher{}, filter.ReliefF{}, filter.Variance{},
	} {
		s := must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
		want := slices.Clone(s.Values)
		if s.Raw != nil {
			for j := range want {
				want[j] = 1 / s.Raw[j]
			}
		}
		a, b := selected(t, GRM{Scorer: m}, d), selected(t, GRM{Scores: vector(want...)}, d)
		if !slices.Equal(a.Features, b.Features) || !slices.Equal(a.Scores, b.Scores) {
			t.Errorf("%s: %v, want %v", algorithms.Label(m), a.Scores, b.Scores)
		}
	}
}

// With Top the problem has the features of highest score; the others follow by score.
func TestTop(t *testing.T) {
	d := drawn(11, 30, 9)
	s := []float64{5, 1, 8, 2, 9, 3, 7, 4, 6}
	r := selected(t, GRM{Scores: vector(s...), Top: 4}, d)
	alone := selected(t, GRM{Scores: vector(8, 9, 7, 6)}, columns(d, 2, 4, 6, 8))
	var want []int
	for _, j := range alone.Features {
		want = append(want, []int{2, 4, 6, 8}[j])
	}
	if want = append(want, 0, 7, 5, 3, 1); !slices.Equal(r.Features, want) || r.Scores[4] != -inf {
		t.Errorf("%v with %v, want %v", r.Features, r.Scores, want)
	}
	a, b := selected(t, GRM{Scores: vector(s...), Top: 50}, d),
		selected(t, GRM{Scores: vector(s...)}, d)
	if !slices.Equal(a.Scores, b.Scores) {
		t.Error("a top beyond the number of features changes the answer")
	}
}

func TestKeys(t *testing.T) {
	seen := map[string]GRM{}
	for _, m := range []GRM{
		{}, {Scorer: filter.Variance{}}, {Scorer: filter.Laplacian{}},
		{Scorer: filter.Laplacian{Similarity: graph.Neighbors{K: 7}}}, {Scores: vector(1, 2)},
		{Scores: vector(1, 3)},
		{Redundancy: mat.NewDense(2, 2, nil)}, {Groups: [][]string{{"a", "b"}}},
		{Groups: [][]string{{"a"}, {"b"}}}, {Groups: ByIndex([]int{0, 1})}, {Gamma: 2},
		{Solver: ALM}, {Rho: 1.5}, {Top: 4},
	} {
		key := must.Get(algorithms.Key(m))(t)
		if other, ok := seen[key]; ok {
			t.Errorf("%+v and %+v have the same key, %s", m, other, key)
		}
		seen[key] = m
	}
	a, _ := algorithms.Key(GRM{})
	b, _ := algorithms.Key(GRM{Scorer: filter.Fisher{}, Gamma: 1, Solver: ActiveSet, Rho: 1.1})
	if a != b {
		t.Errorf("the key of the defaults is %s, written out %s", a, b)
	}
}
