package evaluation_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// What every split says of its own rows is said once.
func TestAccuracyWarnings(t *testing.T) {
	d := methodtest.Noise(20, 6, 5)
	for i := range 20 {
		d.X.Set(i, 0, float64(i))
	}
	got := must.Get(evaluation.Accuracy(t.Context(), d,
		evaluation.Protocol{Counts: []int{2}, Repeats: 20}, algorithms.Options{Workers: 3},
		warner{}, spy{calls: &calls{}}, warner{}))(t)
	splits := must.Get(learn.StratifiedSplits(d.Y, 0.5, 20, 0))(t)
	first := splits[0].Train[0]
	want := []string{
		"not converged",
		fmt.Sprintf("%d columns are odd: noise %d (others in other splits)", first, first),
		"watched",
	}
	must.Equal(t, got.Warnings, want, "got.Warnings")
}

// warner warns of the first row that it sees, whose number is its first value.
type warner struct{}

func (warner) Select(_ context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	row := int(d.X.At(0, 0))
	return &algorithms.Ranking{Features: []int{1, 2, 3}[:opt.K], Warnings: []string{"not converged",
		fmt.Sprintf("%d columns are odd: noise %d", row, row)}}, nil
}

func TestAccuracyErrors(t *testing.T) {
	good := methodtest.Noise(12, 5, 1)
	with := func(change func(*datasets.Dataset)) *datasets.Dataset {
		d := methodtest.Noise(12, 5, 1)
		change(d)
		return d
	}
	short := spy{Features: []int{1}, calls: &calls{}}
	wrong := spy{Features: []int{1, 9, 2}, calls: &calls{}}
	var fail errorString = "it broke"
	broken := spy{calls: &calls{then: func(context.Context) error { return fail }}}
	for _, test := range []struct {
		what    string
		d       *datasets.Dataset
		p       evaluation.Protocol
		methods []algorithms.Selector
		want    string
	}{
		{"no data", nil, evaluation.Protocol{}, nil, "no data"},
		{"no labels", with(func(d *datasets.Dataset) {
			d.Y, d.Classes = nil, nil
		}), evaluation.Protocol{}, nil,
			"accuracy: the data set has no class labels; name the label column"},
		{"class of one", with(func(d *datasets.Dataset) {
			d.Classes = append(d.Classes, "rare")
			d.Y[4] = 2
		}), evaluation.Protocol{}, nil, `class "rare" has a single sample (row 4)`},
		{"one class", with(func(d *datasets.Dataset) {
			clear(d.Y)
		}), evaluation.Protocol{}, nil, `all 12 samples are of class "a"`},
		{"NaN", with(func(d *datasets.Dataset) {
			d.X.Set(3, 2, math.NaN())
		}), evaluation.Protocol{}, nil, "row 3, column 2 (noise 2) is NaN"},
		{"count above d", good, evaluation.Protocol{Counts: []int{1, 6}}, nil,
			"6 features of 5; give counts from 1 to 5"},
		{"count 0", good, evaluation.Protocol{Counts: []int{0, 1}}, nil, "0 features of 5"},
		{"descending", good, evaluation.Protocol{Counts: []int{3, 2}}, nil,
			"the counts 3, 2 do not ascend"},
		{"equal", good, evaluation.Protocol{Counts: []int{3, 3}}, nil,
			"the counts 3, 3 do not ascend"},
		{"no counts", good, evaluation.Protocol{Counts: []int{}}, nil,
			"no numbers of features given"},
		{"neighbors", good, evaluation.Protocol{Neighbors: 7}, nil,
			"7 neighbors of 6 training samples"},
		{"negative neighbors", good, evaluation.Protocol{Neighbors: -1}, nil,
			"-1 neighbors; give at least 1"},
		{"fraction", good, evaluation.Protocol{Train: 1}, nil, "training fraction 1"},
		{"repeats", good, evaluation.Protocol{Repeats: -2}, nil, "-2 repeats"},
		{"no method", good, evaluation.Protocol{}, []algorithms.Selector{}, "no method given"},
		{"nil method", good, evaluation.Protocol{}, []algorithms.Selector{filter.Fisher{}, nil},
			"method 2 is nil"},
		{"no answer", good, evaluation.Protocol{Counts: []int{2}}, []algorithms.Selector{nothing{}},
			"evaluation_test.nothing returned neither a ranking nor an error; return one of them"},
		{"short answer", good, evaluation.Protocol{Counts: []int{2}}, []algorithms.Selector{short},
			"spy returned a wrong ranking: k = 2 was asked for and the number of its features " +
				"is 1; return k features"},
		{"wrong answer", good, evaluation.Protocol{Counts: []int{2}}, []algorithms.Selector{wrong},
			"out of range"},
		{"failure", good, evaluation.Protocol{}, []algorithms.Selector{broken}, "it broke"},
	} {
		methods := test.methods
		if methods == nil {
			methods = []algorithms.Selector{filter.Fisher{}}
		}
		got, err := evaluation.Accuracy(t.Context(), test.d,
			test.p, algorithms.Options{}, methods...)
		must.ErrorWith(t, err, test.want, test.what)
		if got != nil {
			t.Errorf("%s: an error comes with %v", test.what, got)
		}
	}
}

// panicking is a user's method with a fault.
type panicking struct{}

func (panicking) Select(_ context.Context, d *datasets.Dataset, _ algorithms.Options) (
	*algorithms.Ranking, error) {
	return &algorithms.Ranking{Features: make([]int, 3)[d.D():]}, nil
}

// A method that panics is an error of one line, with its name and the place.
func TestPanicsOfMethodsAreErrors(t *testing.T) {
	d, p := methodtest.Noise(12, 5, 1), evaluation.Protocol{Counts: []int{2}}
	_, accuracy := evaluation.Accuracy(t.Context(), d, p, algorithms.Options{},
		filter.Fisher{}, panicking{})
	_, stability := evaluation.Stability(t.Context(), d,
		p, algorithms.Options{}, panicking{}, filter.Fisher{})
	_, choose := algorithms.Run(t.Context(), evaluation.Choose{Selector: panicking{}, Protocol: p},
		d, algorithms.Options{})
	const want = "evaluation_test.panicking panicked: runtime error: slice bounds out of range [5:3] " +
		"(fsnb.example/evaluation_test.panicking.Select, accuracy_errors_test.go:"
	for what, err := range map[string]error{"Accuracy": accuracy, "Stability": stability,
		"Choose": choose} {
		if text := fmt.Sprint(err); !strings.Contains(text, want) ||
			!strings.HasSuffix(text, "); mend it") || strings.Contains(text, "\n") {
			t.Errorf("%s: %v; want %s…", what, err, want)
		}
	}
}

type errorString string

func (e errorString) Error() string { return string(e) }
