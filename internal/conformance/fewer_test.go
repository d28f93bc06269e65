package conformance

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
)

// few chooses the features whose variance is above the mean of all that vary, with a change that
// breaks a rule.
type few struct {
	found  func(f *algorithms.Found, d *datasets.Dataset, k int)
	answer func(r *algorithms.Ranking, k int)
}

func (few) Name() string { return "few" }

func (few) Facts() algorithms.Facts {
	return algorithms.Facts{
		About:    algorithms.About{Summary: "a test", Revision: 1},
		Promises: algorithms.Promises{Nested: true, Fewer: true, Degree: 2},
		Costs:    algorithms.Costs{Cost: "nd", Storage: algorithms.AnyStorage},
	}
}

func (few) Resolve() algorithms.Selector { return few{} }

func (m few) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	r, err := algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		s, err := filter.Variance{}.Score(ctx, d, opt)
		if err != nil {
			return nil, err
		}
		var mean float64
		for _, v := range s.Values {
			mean += v / float64(len(s.Values)-len(s.Constant))
		}
		f := &algorithms.Found{Scores: algorithms.Numbers{}}
		for _, j := range s.Order() {
			if v := s.Values[j]; v > mean {
				f.Features, f.Scores = append(f.Features, j), append(f.Scores, v)
			}
		}
		f.Diagnostics.Converged = true
		f.Warnings = caution.NeverChosen(d, s.Constant)
		if m.found != nil {
			m.found(f, d, opt.K)
		}
		return f, nil
	})
	if err == nil && m.answer != nil {
		m.answer(r, opt.K)
	}
	return r, err
}

// subjectOfFew is m with the facts of few, which may be changed.
func subjectOfFew(m few, change func(f *algorithms.Facts)) subject {
	e := catalogue.Entry{Name: "few", Type: "few", Method: m, Facts: m.Facts()}
	s := newSubject(e, m)
	change(&s.facts)
	return s
}

func TestFewerFindsBreaches(t *testing.T) {
	run := func(name string, s subject) []string {
		r := &recorder{}
		for _, c := range checks {
			if c.name == name {
				c.run(r, s)
			}
		}
		return r.reports
	}
	for _, c := range checks {
		if c.name == "entry" || c.name == "key" || c.name == "parameters" {
			continue // functions have no key
		}
		if found := run(c.name, subjectOfFew(few{}, unchanged)); len(found) > 0 {
			t.Errorf("%s: %q", c.name, found)
		}
	}
	own := len(base().Features)
	if r := subjectOfFew(few{}, unchanged).onBase(t, 0); r == nil || r.K == 0 || r.K >= own-1 {
		t.Fatalf("the method chooses %v of %d features", r, own)
	}
	silent := func(r *algorithms.Ranking, _ int) {
		r.Warnings = slices.DeleteFunc(r.Warnings,
			func(w string) bool { return strings.Contains(w, "chooses") })
	}
	for _, test := range []struct {
		check, what string
		m           few
		facts       func(f *algorithms.Facts)
	}{
		{"fewer", "no warning of fewer features than wanted", few{answer: silent}, unchanged},
		{"determinism", "a warning of fewer features, and there are as many",
			few{answer: func(r *algorithms.Ranking, k int) {
				r.Warnings = append(r.Warnings, fmt.Sprintf("few chooses %d features", r.K))
			}}, unchanged},
		{"fewer", "a larger k has more features",
			few{found: func(f *algorithms.Found, d *datasets.Dataset, k int) {
				for j := 0; len(f.Features) < k; j++ {
					if !slices.Contains(f.Features, j) {
						f.Features, f.Scores = append(f.Features, j), append(f.Scores, 0)
					}
				}
			}}, unchanged},
		{"constant columns", "a constant column",
			few{found: func(f *algorithms.Found, d *datasets.Dataset, k int) {
				for _, j := range constants(d) {
					f.Features, f.Scores = append(f.Features, j), append(f.Scores, 0)
				}
			}}, unchanged},
		{"nested", "the choice depends on k",
			few{found: func(f *algorithms.Found, d *datasets.Dataset, k int) {
				if k == 2 {
					f.Features, f.Scores = f.Features[1:], f.Scores[1:]
				}
			}}, unchanged},
		{"columns permuted", "a feature fewer",
			few{found: func(f *algorithms.Found, d *datasets.Dataset, k int) {
				if last := len(f.Features) - 1; last > 0 && f.Features[last] > d.D()/2 {
					f.Features, f.Scores = f.Features[:last], f.Scores[:last]
				}
			}}, unchanged},
		{"fewer", "facts of a subset", few{},
			func(f *algorithms.Facts) { f.Nested = false }},
		{"determinism", "facts of a ranking", few{},
			func(f *algorithms.Facts) { f.Fewer = false }},
		{"perfect features", "no perfect feature",
			few{found: func(f *algorithms.Found, d *datasets.Dataset, k int) {
				f.Features, f.Scores = nil, nil
			}}, func(f *algorithms.Facts) { f.Targets = algorithms.Classes }},
	} {
		if len(run(test.check, subjectOfFew(test.m, test.facts))) == 0 {
			t.Errorf("%s: the check %q finds nothing", test.what, test.check)
		}
	}
	r := &recorder{}
	checkFewer(r, subjectOf(filter.Variance{}, func(f *algorithms.Facts) { f.Fewer = true }))
	if len(r.reports) != 1 {
		t.Errorf("a Scorer: %q", r.reports)
	}
}

// Two answers of which one has more features differ.
func TestSameByNameCounts(t *testing.T) {
	d := base()
	long := subjectOf(filter.Variance{}, unchanged).onBase(t, 0)
	for _, test := range []struct {
		want, got *algorithms.Ranking
	}{{long, firstOf(long, d.D()-1)}, {firstOf(long, d.D()-1), long}} {
		r := &recorder{}
		sameByName(r, "", test.want, test.got, 1)
		if len(r.reports) != 1 {
			t.Errorf("%d and %d features: %q", test.want.K, test.got.K, r.reports)
		}
	}
}
