package algorithms_test

import (
	"context"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// knowing is a selector whose facts depend on its configuration.
type knowing struct{ Labels bool }

func (knowing) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	return nil, nil
}

func (m knowing) Facts() algorithms.Facts {
	f := algorithms.Facts{
		About:    algorithms.About{Revision: 3},
		Promises: algorithms.Promises{Nested: true},
	}
	if m.Labels {
		f.Targets = algorithms.Classes
	}
	return f
}

// unknown is a selector without facts.
type unknown struct{}

func (unknown) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	return nil, nil
}

func TestFactsOf(t *testing.T) {
	for _, test := range []struct {
		name    string
		m       algorithms.Selector
		ok      bool
		targets algorithms.Targets
	}{
		{"a value", knowing{}, true, algorithms.NoTarget},
		{"another configuration", knowing{Labels: true}, true, algorithms.Classes},
		{"a pointer", &knowing{Labels: true}, true, algorithms.Classes},
		{"a nil pointer", (*knowing)(nil), false, algorithms.NoTarget},
		{"nil", nil, false, algorithms.NoTarget},
		{"no facts", unknown{}, false, algorithms.NoTarget},
	} {
		f, ok := algorithms.FactsOf(test.m)
		if ok != test.ok || f.Nested != test.ok || f.Targets != test.targets {
			t.Errorf("%s: %+v, %v", test.name, f, ok)
		}
	}
}

func TestTargets(t *testing.T) {
	both := algorithms.Classes | algorithms.Continuous
	for _, test := range []struct {
		t    algorithms.Targets
		want string
		has  [2]bool // classes, both
	}{
		{algorithms.NoTarget, "none", [2]bool{}},
		{algorithms.Classes, "classes", [2]bool{true, false}},
		{algorithms.Continuous, "continuous", [2]bool{}},
		{both, "classes or continuous", [2]bool{true, true}},
		{algorithms.TwoClasses | algorithms.Continuous, "two classes or continuous", [2]bool{}},
	} {
		has := [2]bool{test.t.Has(algorithms.Classes), test.t.Has(both)}
		if test.t.String() != test.want || has != test.has {
			t.Errorf("%d: %s, %v; want %s, %v", test.t, test.t, has, test.want, test.has)
		}
	}
}
