package evaluation_test

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mathext"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// anova is the F test: F = (n - C)/(C - 1) times the Fisher score, with its p-values.
type anova struct{}

func (anova) Name() string { return "f-test" }

func (anova) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	s, err := filter.Fisher{}.Score(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	among, within := float64(len(d.Classes)-1), float64(d.N()-len(d.Classes))
	for j := range s.Values {
		s.Values[j] *= within / among
		f := s.Values[j]
		s.PValues = append(s.PValues,
			mathext.RegIncBeta(within/2, among/2, within/(within+among*f)))
	}
	return s, nil
}

func (m anova) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// tested is a ranking of features in the given order of d, by a test with their p-values.
func tested(d int, p ...float64) *algorithms.Ranking {
	r := &algorithms.Ranking{Method: "test", Label: "test", Key: "test", N: 20, D: d, K: len(p),
		PValues: p}
	for i := range p {
		j := (i + 1) % len(p) // the best is column 1
		r.Features, r.Names = append(r.Features, j), append(r.Names, string(rune('a'+j)))
		r.Scores = append(r.Scores, float64(len(p)-i))
	}
	return r
}

// Of ten tests each adjustment keeps what its definition says, in the order of the ranking, which
// is not that of p.
func TestSignificant(t *testing.T) {
	r := tested(10, .004, .0009, .04, .012, .6, .7, .8, .9, 1, 1)
	r.Raw, r.Warnings, r.Dataset = slices.Clone(r.Scores), []string{"careful"}, "lab"
	r.Diagnostics.Notes = []string{"a note"}
	before := *r
	for by, want := range map[adjust.Kind]struct {
		kept     []int
		adjusted algorithms.Numbers
		label    string
		note     string
	}{
		"none": {[]int{1, 2, 3, 4}, algorithms.Numbers{.004, .0009, .04, .012},
			"test, p ≤ 0.05 (unadjusted)",
			"4 of 10 features are significant (p ≤ 0.05, unadjusted: without any effect about " +
				"0.5 of 10 would be)"},
		"bonferroni": {[]int{1, 2}, algorithms.Numbers{.04, .009},
			"test, p ≤ 0.05 (Bonferroni)", "2 of 10 features are significant (adjusted p ≤ " +
				"0.05, Bonferroni over 10 tests)"},
		"holm": {[]int{1, 2}, algorithms.Numbers{.036, .009}, "test, p ≤ 0.05 (Holm)",
			"2 of 10 features are significant (adjusted p ≤ 0.05, Holm over 10 tests)"},
		"": {[]int{1, 2, 4}, algorithms.Numbers{.02, .009, .04},
			"test, p ≤ 0.05 (Benjamini–Hochberg)", "3 of 10 features are significant (adjusted " +
				"p ≤ 0.05, Benjamini–Hochberg over 10 tests)"},
		"by": {[]int{2}, algorithms.Numbers{.009 * 7381. / 2520},
			"test, p ≤ 0.05 (Benjamini–Yekutieli)", "1 of 10 features is significant " +
				"(adjusted p ≤ 0.05, Benjamini–Yekutieli over 10 tests)"},
	} {
		got := must.Get(evaluation.Significant(r, .05, by))(t)
		if !slices.Equal(got.Features, want.kept) || got.K != len(want.kept) || got.D != 10 {
			t.Errorf("%q keeps %v of %d, want %v", by, got.Features, got.D, want.kept)
			continue
		}
		for i, p := range got.AdjustedPValues {
			must.Near(t, p, want.adjusted[i], 1e-15, "%q: adjusted %v, want %v", by,
				got.AdjustedPValues, want.adjusted)
			k := slices.Index(r.Features, got.Features[i])
			if got.PValues[i] != r.PValues[k] || got.Scores[i] != r.Scores[k] ||
				got.Raw[i] != r.Raw[k] || got.Names[i] != r.Names[k] {
				t.Errorf("%q: feature %d of %+v is another", by, i, got)
			}
		}
		if by == "" {
			by = "bh"
		}
		if got.Label != want.label || got.Adjustment != by || got.Method != "test" ||
			got.Key != "test significant(level=0.05,adjust="+string(by)+")" ||
			!slices.Equal(got.Warnings, r.Warnings) ||
			!slices.Equal(got.Diagnostics.Notes, []string{"a note", want.note}) {
			t.Errorf("%q: label %q by %s, key %q, notes %q", by, got.Label, got.Adjustment, got.Key,
				got.Diagnostics.Notes)
		}
		must.Is(t, got.Title(), want.label+": "+string('0'+rune(len(want.kept)))+" of 10, lab",
			"got.Title()")
	}
	must.Equal(t, r, &before, "the ranking is changed")
}

// The best k of more features: the two adjustments that look at one p alone count all d tests.
func TestSignificantOfTheBest(t *testing.T) {
	r := tested(100, .0001, .0006, .04)
	for by, want := range map[adjust.Kind]int{"none": 3, "bonferroni": 1} {
		got, err := evaluation.Significant(r, .05, by)
		if err != nil || got.K != want {
			t.Errorf("%s: %d, %v", by, got.K, err)
			continue
		}
		if note := got.Diagnostics.Notes[0]; !strings.HasSuffix(note,
			"; the other 97 features are not in the ranking") {
			t.Errorf("%s: %q", by, note)
		}
	}
	for _, by := range []adjust.Kind{"", "holm", "bh", "by"} {
		want := by.Title() +
			" needs the p-values of all 100 features, and the ranking test has 3; " +
			"rank all of them (Select with k = 0), or adjust by none or bonferroni"
		must.Fail(evaluation.Significant(r, .05, by))(t, want, by)
	}
}

func TestNothingIsSignificant(t *testing.T) {
	r, err := evaluation.Significant(tested(3, .2, .5, 1), .05, "holm")
	if err != nil || r.K != 0 || r.Features != nil || r.Scores != nil || r.PValues != nil ||
		r.AdjustedPValues != nil {
		t.Fatalf("%+v, %v", r, err)
	}
	if want := "0 of 3 features are significant (adjusted p ≤ 0.05, Holm over 3 tests); the " +
		"smallest value is 0.6"; r.Diagnostics.Notes[0] != want {
		t.Errorf("%q", r.Diagnostics.Notes)
	}
	want := "ranking 1 (test, p ≤ 0.05 (Holm)) has no significant feature; raise the level, or " +
		"take the best k instead"
	must.Fail(evaluation.Spectrum(r))(t, want)
}

func TestSignificantRefuses(t *testing.T) {
	plain, few, wrong := tested(2, 0, 1), tested(2, 0, 1), tested(2, .5, -1)
	partial := tested(2, 0, 1)
	partial.Partial = true
	plain.PValues, few.PValues = nil, few.PValues[:1]
	for want, c := range map[string]struct {
		r     *algorithms.Ranking
		level float64
		by    adjust.Kind
	}{
		"test has no p-values: the method is no test; rank by one, such as anova-f, chi2, " +
			"f-regression or pearson": {plain, .05, ""},
		"test was interrupted, so that p-values may be missing; run it again": {partial, .05, ""},
		"test has 1 p-value for 2 features; give one for each":                {few, .05, ""},
		"test: p-value 2 is -1; give 0 to 1":                                  {wrong, .05, ""},
		"level 0; give a number between 0 and 1, such as 0.05":                {tested(1, 0), 0, ""},
		"level 5; give a number between 0 and 1, such as 0.05":                {tested(1, 0), 5, ""},
		"level NaN; give a number between 0 and 1, such as 0.05": {tested(1, 0), math.NaN(),
			""},
		`no adjustment of p-values "homl"; did you mean "holm"?`: {tested(1, 0), .05,
			"homl"},
		"ranking 1 is empty; select features first":                {nil, .05, ""},
		"test has 2 features of 1; give a ranking of one data set": {tested(1, 0, 0), .05, ""},
		"ranking 1 (f) is empty: it was interrupted before it had an answer; run it again": {
			&algorithms.Ranking{Label: "f", Partial: true}, .05, ""},
	} {
		must.Fail(evaluation.Significant(c.r, c.level, c.by))(t, want)
	}
	for _, name := range []string{"anova-f", "chi2", "f-regression", "pearson"} {
		if _, err := catalogue.Find(name); err != nil {
			t.Errorf("an error names a method: %v", err)
		}
	}
}

// 100 features without an effect that are copies of one, and 10 with one: a list holds all of the
// copies or none. The copies are kept for p up to .05·110/110, which is one data set in twenty, so
// that the rate of false discoveries is .05·100/110 although 91% of such a list are false.
func TestFalseDiscoveriesComeTogether(t *testing.T) {
	const grid = 1000
	var share float64
	lists := map[int]int{}
	for i := range grid {
		p := slices.Repeat([]float64{(float64(i) + .5) / grid}, 110)
		for j := range 10 {
			p[j] = 1e-9
		}
		r := must.Get(evaluation.Significant(tested(110, p...), .05, "bh"))(t)
		lists[r.K]++
		share += float64(r.K-10) / float64(r.K) / grid
	}
	if lists[110] != 50 || lists[10] != 950 || math.Abs(share-.05*100/110) > 1e-12 {
		t.Errorf("lists of %v features, false share %g", lists, share)
	}
}

// scikit-learn's SelectFpr, SelectFdr and SelectFwe keep the same features, and the adjusted values
// are those of exact fractions: testdata/significant.py.
func TestSignificantAgainstScikitLearn(t *testing.T) {
	text := must.Get(os.ReadFile("testdata/significant.json"))(t)
	var cases []struct {
		Data              string
		Level             float64
		P, Bonferroni     []float64
		BenjaminiHochberg []float64 `json:"benjamini_hochberg"`
		FPR, FDR, FWE     []int
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) < 9 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		r := tested(len(c.P), c.P...)
		r.Features = nil
		for j := range c.P {
			r.Features = append(r.Features, j)
		}
		for by, want := range map[adjust.Kind]struct {
			kept     []int
			adjusted []float64
		}{"none": {c.FPR, c.P}, "bh": {c.FDR, c.BenjaminiHochberg},
			"bonferroni": {c.FWE, c.Bonferroni}} {
			got, err := evaluation.Significant(r, c.Level, by)
			if err != nil || !slices.Equal(got.Features, want.kept) {
				t.Errorf("%s at %g by %s: %v, want %v (%v)", c.Data, c.Level, by, got.Features,
					want.kept, err)
				continue
			}
			for i, j := range got.Features {
				if p := want.adjusted[j]; math.Abs(got.AdjustedPValues[i]-p) > 1e-14*p {
					t.Errorf("%s by %s: %g, want %g", c.Data, by, got.AdjustedPValues[i], p)
				}
			}
		}
	}
}

func TestPValues(t *testing.T) {
	// Ends of bins, 1 and p above and at .5.
	r := tested(10, 0, .05, .049, .5, .5000001, .949, .95, .999, 1, 1)
	h := must.Get(evaluation.PValues(r))(t)
	want := make([]int, 20)
	want[0], want[1], want[10], want[18], want[19] = 2, 1, 2, 1, 4
	if !slices.Equal(h.Counts, want) || h.Nulls != 1 || h.Ones != 2 || h.D != 10 {
		t.Errorf("%+v", h)
	}
	for _, c := range []struct {
		p     []float64
		nulls float64
	}{
		{[]float64{0, 0, .1, .9}, .5}, {[]float64{0, 0, 0, 0}, 0}, {[]float64{1, 1}, 1},
		{[]float64{.5, .2, .3, .1, .8, .4, .1, .2}, .25},
	} {
		h, err := evaluation.PValues(tested(len(c.p), c.p...))
		if err != nil || h.Nulls != c.nulls {
			t.Errorf("%v: %+v, %v", c.p, h, err)
		}
	}
	plain := tested(2, 0, 1)
	plain.PValues = nil
	for want, r := range map[string]*algorithms.Ranking{
		"a histogram needs the p-values of all 5 features, and the ranking test has 2; rank all " +
			"of them (Select with k = 0)": tested(5, 0, 1),
		"test has no p-values: the method is no test; rank by one, such as anova-f, chi2, " +
			"f-regression or pearson": plain,
		"ranking 1 is empty; select features first": nil,
		"test: p-value 2 is NaN; give 0 to 1":       tested(2, 0, math.NaN()),
	} {
		must.Fail(evaluation.PValues(r))(t, want)
	}
	// Uniform p-values have no null share far from 1.
	rng := rand.New(rand.NewPCG(1, 3))
	p := make([]float64, 5000)
	for i := range p {
		p[i] = rng.Float64()
	}
	if h, err := evaluation.PValues(tested(5000, p...)); err != nil || h.Nulls < .94 {
		t.Errorf("%v, %v", h.Nulls, err)
	}
}
