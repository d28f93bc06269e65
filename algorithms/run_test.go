package algorithms_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/grm"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// mine is a user-defined selector that returns its fields.
type mine struct {
	r   *algorithms.Ranking
	s   *algorithms.Scores
	p   *algorithms.Projection
	err error
}

func (m mine) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	return m.r, m.err
}

func (m mine) Score(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Scores, error) {
	return m.s, m.err
}

func (m mine) Project(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Projection, error) {
	return m.p, m.err
}

// thirty is a data set of 30 features with a warning.
func thirty(t *testing.T) *datasets.Dataset {
	t.Helper()
	rows := make([][]float64, 6)
	for i := range rows {
		rows[i] = make([]float64, 30)
		for j := range rows[i] {
			rows[i][j] = float64((i*7 + j*i*i) % 11)
		}
	}
	d := must.Get(datasets.FromRows("thirty", rows, []int{0, 1, 0, 1, 0, 1}, nil))(t)
	d.Warnings, d.History = []string{"handle with care"}, []string{"made up"}
	return d
}

func TestRunRefusesWrongRankings(t *testing.T) {
	d := thirty(t)
	nan := algorithms.Numbers{1, math.NaN()}
	for want, r := range map[string]*algorithms.Ranking{
		"algorithms_test.mine returned neither a ranking nor an error; return one of " +
			"them": nil,
		"algorithms_test.mine returned a wrong ranking: feature 3 is listed twice; name each " +
			"feature once": {Features: []int{3, 3, 200}},
		"algorithms_test.mine returned a wrong ranking: feature 200 is out of range: the data " +
			"set has 30 features, numbered from 0 to 29": {Features: []int{3, 200}},
		"algorithms_test.mine returned a wrong ranking: feature -1 is out of range: the data " +
			"set has 30 features, numbered from 0 to 29": {Features: []int{-1, 2}},
		"algorithms_test.mine returned a wrong ranking: no features chosen; give at least one " +
			"column index": {},
		"algorithms_test.mine returned a wrong ranking: k = 2 was asked for and the number of " +
			"its features is 3; return k features": {Features: []int{1, 2, 3}},
		"algorithms_test.mine returned a wrong ranking: k = 2 was asked for and the number of " +
			"its features is 1; return k features": {Features: []int{1}},
		"algorithms_test.mine returned a wrong ranking: 1 names for 2 features; leave Names " +
			"empty, which sets them": {Features: []int{1, 2}, Names: []string{"f1"}},
		`algorithms_test.mine returned a wrong ranking: the name of feature 2 is "f3", want ` +
			`"f2"; ` +
			`leave Names empty, which sets them`: {Features: []int{1, 2},
			Names: []string{"f1", "f3"}},
		"algorithms_test.mine returned a wrong ranking: 3 scores for 2 features; give one score " +
			"for each feature": {Features: []int{1, 2}, Scores: algorithms.Numbers{3, 2, 1}},
		"algorithms_test.mine returned a wrong ranking: the score of feature 2 (f2) is NaN; give " +
			"a finite or infinite number": {Features: []int{1, 2}, Scores: nan},
		"algorithms_test.mine returned a wrong ranking: 1 raw values for 2 features; give one " +
			"value for each feature": {Features: []int{1, 2}, Raw: algorithms.Numbers{1}},
		"algorithms_test.mine returned a wrong ranking: it is of 9 features, and the data set " +
			"has 30; leave D at 0, which sets it": {Features: []int{1, 2}, D: 9},
	} {
		got, err := algorithms.Run(t.Context(), mine{r: r}, d, algorithms.Options{K: 2})
		if got != nil || err == nil || err.Error() != want {
			t.Errorf("%+v: %v, error %v; want %s", r, got, err, want)
		}
	}
	for _, m := range []algorithms.Selector{nil, (*byPointer)(nil)} {
		if _, err := algorithms.Run(t.Context(), m, d, algorithms.Options{K: 2}); err == nil ||
			err.Error() != "no method given; give one, such as Fisher{}" {
			t.Errorf("%T: %v", m, err)
		}
	}
	if _, err := algorithms.Run(t.Context(), mine{}, nil, algorithms.Options{}); err == nil ||
		!strings.HasPrefix(err.Error(), "algorithms_test.mine: no data") {
		t.Errorf("no data: %v", err)
	}
}

func TestRunFillsIn(t *testing.T) {
	d := thirty(t)
	given := &algorithms.Ranking{Features: []int{7, 2}}
	r := must.Get(algorithms.Run(t.Context(), mine{r: given}, d, algorithms.Options{K: 2}))(t)
	want := &algorithms.Ranking{
		Method: "algorithms_test.mine", Label: "algorithms_test.mine", Key: "algorithms_test.mine",
		Dataset: "thirty", History: []string{"made up"},
		Origin: d.Hash(), N: 6, D: 30, K: 2, Features: []int{7, 2}, Names: []string{"f7", "f2"},
		DataWarnings: []string{"handle with care"},
		Diagnostics:  algorithms.Diagnostics{Converged: true},
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&algorithms.Ranking{Features: []int{7, 2}}, given); diff != "" {
		t.Errorf("the selector's own ranking was changed:\n%s", diff)
	}
	named, err := algorithms.Run(t.Context(),
		mine{r: &algorithms.Ranking{Features: []int{1}, Label: "by hand", Method: "hand"}}, d,
		algorithms.Options{K: 1})
	if err != nil || named.Label != "by hand" || named.Method != "hand" ||
		named.Key != "algorithms_test.mine" {
		t.Errorf("%+v, %v", named, err)
	}
}

func TestRunStopped(t *testing.T) {
	d := thirty(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := algorithms.Run(ctx, mine{err: context.Canceled}, d, algorithms.Options{K: 2})
	if err != context.Canceled || r == nil || !r.Partial || len(r.Features) != 0 ||
		r.Label != "algorithms_test.mine" {
		t.Errorf("nothing yet: %+v, %v", r, err)
	}
	r, err = algorithms.Run(ctx, mine{r: &algorithms.Ranking{Features: []int{4}},
		err: context.Canceled}, d, algorithms.Options{K: 2})
	if err != context.Canceled || r == nil || !r.Partial || fmt.Sprint(r.Names) != "[f4]" {
		t.Errorf("one of two: %+v, %v", r, err)
	}
}

func TestRunScore(t *testing.T) {
	d := thirty(t)
	flat := func(n int, v float64) algorithms.Numbers {
		out := make(algorithms.Numbers, n)
		for j := range out {
			out[j] = v
		}
		return out
	}
	nan := flat(30, 1)
	nan[4] = math.NaN()
	for want, s := range map[string]*algorithms.Scores{
		"algorithms_test.mine returned neither scores nor an error; return one of " +
			"them": nil,
		"algorithms_test.mine gives 29 scores for 30 features; give one for " +
			"each": {Values: flat(29, 1)},
		"algorithms_test.mine gives 2 raw values for 30 features; give one for " +
			"each": {Values: flat(30, 1), Raw: flat(2, 1)},
		"algorithms_test.mine gives 2 values that break ties for 30 features; give one for " +
			"each": {Values: flat(30, 1), Tie: flat(2, 1)},
		"algorithms_test.mine gives names that differ from those of the features; leave Names " +
			"empty, which sets them": {Values: flat(30, 1), Names: []string{"a"}},
		"algorithms_test.mine: the score of feature 4 (f4) is NaN; give a finite or infinite " +
			"number": {Values: nan},
		"algorithms_test.mine lists feature 30 as constant, and the data set has 30; number " +
			"them from 0": {Values: flat(30, 1), Constant: []int{30}},
	} {
		if got, err := algorithms.RunScore(t.Context(), mine{s: s}, d,
			algorithms.Options{}); got != nil || err == nil || err.Error() != want {
			t.Errorf("%v, error %v; want %s", got, err, want)
		}
		// RankBy and GRM give the same error.
		if _, err := algorithms.RankBy(t.Context(), mine{s: s}, d,
			algorithms.Options{K: 2}); err == nil || err.Error() != want {
			t.Errorf("RankBy: %v; want %s", err, want)
		}
		if _, err := (grm.GRM{Scorer: mine{s: s}}).Select(t.Context(), d,
			algorithms.Options{K: 2}); err == nil || err.Error() != "grm: "+want {
			t.Errorf("GRM: %v; want %s", err, want)
		}
	}
	plain := &algorithms.Scores{Values: flat(30, 1)}
	s, err := algorithms.RunScore(t.Context(), mine{s: plain}, d, algorithms.Options{})
	if err != nil || !cmp.Equal(s.Names, d.Features) || !s.Diagnostics.Converged ||
		!cmp.Equal(s.DataWarnings, d.Warnings) || s.Warnings != nil {
		t.Errorf("%+v, %v", s, err)
	}
	if plain.Names != nil || plain.Diagnostics.Converged {
		t.Errorf("the scorer's own answer was changed: %+v", plain)
	}
	if _, err := algorithms.RankBy(t.Context(), mine{s: plain}, d,
		algorithms.Options{K: 31}); err == nil ||
		err.Error() != "algorithms_test.mine: k = 31 is more than the 30 features of the data "+
			"set; give at most 30" {
		t.Errorf("k = 31: %v", err)
	}
	r, err := grm.GRM{Scorer: mine{s: plain}}.Select(t.Context(), d, algorithms.Options{K: 2})
	must.Do(t, err)
	for _, w := range r.Warnings {
		if strings.Contains(w, "converged") {
			t.Errorf("plain scores are said not to have converged: %q", w)
		}
	}
	slow := &algorithms.Scores{Values: flat(30, 1),
		Diagnostics: algorithms.Diagnostics{Iterations: 9}}
	if s, err := algorithms.RunScore(t.Context(), mine{s: slow}, d,
		algorithms.Options{}); err != nil || s.Diagnostics.Converged {
		t.Errorf("nine iterations that did not converge: %+v, %v", s, err)
	}
}

// If all scores are infinite, Tie orders the features.
func TestAllInfiniteScoresAreWarnedOf(t *testing.T) {
	d := thirty(t)
	const want = "all 28 features that vary have an infinite score, so that their order follows " +
		"their units and not their worth: " +
		"look for classes of one sample, and for labels that are a measurement"
	values := make(algorithms.Numbers, 30)
	for j := range values {
		values[j] = inf
	}
	values[3], values[9] = 0, 0
	s, err := algorithms.RunScore(t.Context(),
		mine{s: &algorithms.Scores{Values: values, Constant: []int{3, 9},
			Warnings: []string{"first"}}}, d, algorithms.Options{})
	if err != nil || !cmp.Equal(s.Warnings, []string{"first", want}) {
		t.Errorf("%q, %v", s.Warnings, err)
	}
	if r, err := algorithms.RankBy(t.Context(),
		mine{s: &algorithms.Scores{Values: values, Constant: []int{3, 9}}}, d,
		algorithms.Options{K: 2}); err != nil || !cmp.Equal(r.Warnings, []string{want,
		"28 features tie at the cut: 2 chosen, 26 left out, by the order of the columns"}) {
		t.Errorf("ranking: %+v, %v", r, err)
	}
	for name, constant := range map[string][]int{"one finite score": {3},
		"one that varies": upTo(29)} {
		if s, err := algorithms.RunScore(t.Context(),
			mine{s: &algorithms.Scores{Values: values, Constant: constant}}, d,
			algorithms.Options{}); err != nil || s.Warnings != nil {
			t.Errorf("%s: %q, %v", name, s.Warnings, err)
		}
	}
}

// The trace ratio of any features is infinite if no feature varies within the classes.
func TestInfiniteObjectiveIsWarnedOf(t *testing.T) {
	const want = "every class has one sample, so no feature varies within classes: the " +
		"objective is infinite for any features, and their order depends on their units only"
	rows := [][]float64{{1, 200, 3}, {2, 100, 1}, {4, 700, 2}, {3, 500, 9}}
	for classes, warns := range map[[4]int]bool{{1, 2, 3, 4}: true, {1, 1, 2, 3}: false} {
		d := must.Get(datasets.FromRows("few", rows, classes[:], nil))(t)
		r, err := algorithms.Run(t.Context(), traceratio.TraceRatio{}, d, algorithms.Options{K: 2})
		if err != nil || slices.Contains(r.Warnings, want) != warns {
			t.Errorf("%v: %+v, %v", classes, r, err)
		}
	}
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func TestRunProject(t *testing.T) {
	d := thirty(t)
	w := make([]algorithms.Numbers, 30)
	for j := range w {
		w[j] = algorithms.Numbers{1, 2}
	}
	ragged := append([]algorithms.Numbers(nil), w...)
	ragged[5] = algorithms.Numbers{1}
	scores := &algorithms.Scores{Values: make(algorithms.Numbers, 30)}
	for want, p := range map[string]*algorithms.Projection{
		"algorithms_test.mine returned neither a projection with scores nor an error; return " +
			"one of them": nil,
		"algorithms_test.mine gives W with 2 rows for 30 features; give one for " +
			"each": {W: w[:2], Scores: scores},
		"algorithms_test.mine gives row 5 of W length 1, and row 0 length 2; give one number for " +
			"each axis": {W: ragged, Scores: scores},
		"algorithms_test.mine gives 0 scores for 30 features; give one for " +
			"each": {W: w, Scores: &algorithms.Scores{}},
	} {
		if _, err := algorithms.RunProject(t.Context(), mine{p: p}, d,
			algorithms.Options{}); err == nil || err.Error() != want {
			t.Errorf("%v; want %s", err, want)
		}
	}
	p, err := algorithms.RunProject(t.Context(),
		mine{p: &algorithms.Projection{W: w, Scores: scores}}, d, algorithms.Options{})
	if err != nil || p.Label != "algorithms_test.mine" || p.Dataset != "thirty" ||
		p.Scores.Names[29] != "f29" {
		t.Errorf("%+v, %v", p, err)
	}
}
