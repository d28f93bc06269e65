package algorithms_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// tested is a scorer with p-values: of column j the j-th of p, and the score -p, so that equal
// p-values rank by column. stop ends it with a canceled context.
type tested struct {
	p    algorithms.Numbers
	stop bool
}

func (tested) Name() string { return "tested" }

func (m tested) Score(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Scores, error) {
	s := &algorithms.Scores{PValues: m.p}
	for _, p := range m.p {
		s.Values = append(s.Values, -p)
	}
	if m.stop {
		return s, context.Canceled
	}
	return s, nil
}

func (m tested) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

func columns(t *testing.T, d int) *datasets.Dataset {
	t.Helper()
	rows := [][]float64{make([]float64, d), make([]float64, d)}
	for j := range d {
		rows[0][j] = float64(j)
	}
	return must.Get(datasets.FromRows("pairs", rows, []int{0, 1}, nil))(t)
}

// A ranking of k features has p-values that are adjusted for all d: by hand, with d = 5 and p in
// order .001, .01, .03, .8, 1, d·p/i is .005, .025, .05, 1, 1.
func TestRankingsHaveAdjustedPValues(t *testing.T) {
	d, m := columns(t, 5), tested{p: algorithms.Numbers{.03, 1, .001, .8, .01}}
	for _, k := range []int{0, 2} {
		r := must.Get(algorithms.Run(t.Context(), m, d, algorithms.Options{K: k}))(t)
		n := len(r.Features)
		want := &algorithms.Ranking{Features: []int{2, 4, 0, 3, 1}[:n],
			PValues:         algorithms.Numbers{.001, .01, .03, .8, 1}[:n],
			AdjustedPValues: algorithms.Numbers{.005, .025, .05, 1, 1}[:n], Adjustment: "bh"}
		got := &algorithms.Ranking{Features: r.Features, PValues: r.PValues,
			AdjustedPValues: r.AdjustedPValues, Adjustment: r.Adjustment}
		round(got.AdjustedPValues)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("k = %d (-want +got):\n%s", k, diff)
		}
		var text bytes.Buffer
		back := new(algorithms.Ranking)
		must.Do(t, gob.NewEncoder(&text).Encode(r))
		if err := gob.NewDecoder(&text).Decode(back); err != nil || cmp.Diff(r, back) != "" {
			t.Errorf("gob: %v\n%s", err, cmp.Diff(r, back))
		}
		raw := must.Get(json.Marshal(r))(t)
		back = new(algorithms.Ranking)
		if err := json.Unmarshal(raw, back); err != nil || cmp.Diff(r, back) != "" {
			t.Errorf("JSON: %v\n%s", err, cmp.Diff(r, back))
		}
	}
}

// round removes the rounding of the last digits.
func round(values algorithms.Numbers) {
	for i, v := range values {
		values[i] = math.Round(v*1e12) / 1e12
	}
}

// What an interrupt leaves has the p-values, and no adjusted ones: some may be missing.
func TestPartialRankingsAreNotAdjusted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := tested{p: algorithms.Numbers{.5, .1}, stop: true}
	r, err := algorithms.Run(ctx, m, columns(t, 2), algorithms.Options{})
	if err == nil || r == nil || !r.Partial || !slices.Equal(r.PValues, []float64{.1, .5}) ||
		r.AdjustedPValues != nil || r.Adjustment != "" {
		t.Errorf("%+v, %v", r, err)
	}
}

// An entry of a cache from before the fields existed is read, without them.
func TestRankingsWithoutPValuesAreRead(t *testing.T) {
	old := struct {
		Method   string
		K        int
		Features []int
		Scores   algorithms.Numbers
	}{"fisher", 1, []int{3}, algorithms.Numbers{2}}
	var text bytes.Buffer
	must.Do(t, gob.NewEncoder(&text).Encode(old))
	var r algorithms.Ranking
	err := gob.NewDecoder(&text).Decode(&r)
	if want := (algorithms.Ranking{Method: "fisher", K: 1, Features: []int{3},
		Scores: algorithms.Numbers{2}}); err != nil || cmp.Diff(want, r) != "" {
		t.Errorf("%v\n%s", err, cmp.Diff(want, r))
	}
}

// A selector of a user's own that ranks all features gets adjusted values, unless it has its own.
func TestOwnSelectorsAreAdjusted(t *testing.T) {
	d := columns(t, 3)
	for _, c := range []struct {
		r        algorithms.Ranking
		k        int
		adjusted algorithms.Numbers
		by       adjust.Kind
	}{
		{algorithms.Ranking{Features: []int{1, 0, 2}, PValues: algorithms.Numbers{.01, .2, .3}}, 0,
			algorithms.Numbers{.03, .3, .3}, adjust.KindBH},
		{algorithms.Ranking{Features: []int{1, 0}, PValues: algorithms.Numbers{.01, .2}}, 2,
			nil, ""},
		{algorithms.Ranking{Features: []int{1, 0, 2}, PValues: algorithms.Numbers{.01, .2, .3},
			AdjustedPValues: algorithms.Numbers{.03, .4, .4}, Adjustment: adjust.KindHolm}, 0,
			algorithms.Numbers{.03, .4, .4}, adjust.KindHolm},
		{algorithms.Ranking{Features: []int{1, 0, 2}}, 0, nil, ""},
	} {
		r := must.Get(algorithms.Run(t.Context(), mine{r: &c.r}, d, algorithms.Options{K: c.k}))(t)
		if round(r.AdjustedPValues); !slices.Equal(r.AdjustedPValues, c.adjusted) ||
			r.Adjustment != c.by {
			t.Errorf("of %v: %v by %q, want %v by %q", c.r.PValues, r.AdjustedPValues,
				r.Adjustment, c.adjusted, c.by)
		}
	}
}

func TestWrongPValuesAreRefused(t *testing.T) {
	d, nan := columns(t, 2), math.NaN()
	for want, p := range map[string]algorithms.Numbers{
		"algorithms_test.mine: 1 p-values for 2 features; give one for each, or none": {.5},
		"algorithms_test.mine: the p-value of f1 is NaN; give 0 to 1":                 {.5, nan},
		"algorithms_test.mine: the p-value of f0 is 1.5; give 0 to 1":                 {1.5, 1},
	} {
		s := &algorithms.Scores{Values: algorithms.Numbers{1, 2}, PValues: p}
		if _, err := algorithms.RunScore(t.Context(), mine{s: s}, d, algorithms.Options{}); err ==
			nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	const wrong = "algorithms_test.mine returned a wrong ranking: "
	for want, r := range map[string]algorithms.Ranking{
		"1 p-values for 2 features; give one for each, or none": {
			PValues: algorithms.Numbers{.5}},
		"1 adjusted p-values for 2 features; give one for each, or none": {
			AdjustedPValues: algorithms.Numbers{.5}},
		"the p-value of f1 is -1; give 0 to 1": {PValues: algorithms.Numbers{-1, 1},
			Names: []string{"f1", "f0"}},
		"the adjusted p-value of number 1 is +Inf; give 0 to 1": {
			AdjustedPValues: algorithms.Numbers{1, math.Inf(1)}},
		`no adjustment of p-values "hol"; did you mean "holm"?`: {Adjustment: "hol"},
	} {
		r.Features = []int{1, 0}
		if _, err := algorithms.Run(t.Context(), mine{r: &r}, d,
			algorithms.Options{}); err == nil ||
			err.Error() != wrong+want {
			t.Errorf("%v, want %s%s", err, wrong, want)
		}
	}
}

// p-values of data with filled values say so, and other rankings do not.
func TestFilledPValuesAreWarnedOf(t *testing.T) {
	const want = "the p-values take 1 missing value in 1 column by the median, as measured"
	d := table([]float64{1, 2}, []float64{2, 1}, []float64{4, 4})
	for _, filled := range []bool{false, true} {
		if filled {
			d.Missing = &datasets.MissingCells{Fill: "median",
				Gaps: []datasets.Gap{{Columns: []int{1}, Rows: []int32{2}}}}
		}
		for _, p := range []algorithms.Numbers{nil, {.2, .4}} {
			r := must.Get(algorithms.RankBy(t.Context(), mine{s: &algorithms.Scores{
				Values: algorithms.Numbers{3, 1}, PValues: p}}, d, algorithms.Options{}))(t)
			warned := len(r.Warnings) == 1 && strings.HasPrefix(r.Warnings[0], want)
			if warned != (filled && p != nil) {
				t.Errorf("filled %v, p-values %v: %q", filled, p, r.Warnings)
			}
		}
	}
}
