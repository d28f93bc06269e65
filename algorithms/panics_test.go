package algorithms_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/wrapper"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
)

// broken is a user-defined method that panics.
type broken struct{ fault func() }

func (broken) Name() string { return "broken" }

func (m broken) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	m.fault()
	return nil, nil
}

func (m broken) Score(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Scores, error) {
	m.fault()
	return nil, nil
}

func (m broken) Project(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Projection, error) {
	m.fault()
	return nil, nil
}

// nameless panics in Name, too.
type nameless struct{ broken }

func (nameless) Name() string { panic("no name") }

// A panic of a method is an error of one line with its name, the text, the function and the line
// where it began: in its own goroutine and in those of a loop, by itself and within another method.
func TestPanicsAreErrors(t *testing.T) {
	d := thirty(t)
	index := func() {
		var none []int
		_ = none[len(d.Features)]
	}
	const place = ` \(fsnb\.example/algorithms_test\.TestPanicsAreErrors\S*, panics_test\.go:\d+\);` +
		` mend it$`
	for _, test := range []struct {
		m    algorithms.Selector
		want string
	}{
		{broken{index}, `^broken panicked: runtime error: index out of range \[30\] with length 0` +
			place},
		{broken{func() { panic("two\nlines\x1b[2J") }}, `^broken panicked: two lines\\x1b\[2J` +
			place},
		{broken{func() { panic(errors.New("an error")) }}, `^broken panicked: an error` + place},
		{broken{func() { parallel.Whole(3, 9, 1, func(int, int) { index() }) }},
			`^broken panicked: runtime error: index out of range \[30\] with length 0` + place},
		{nameless{broken{index}}, `^algorithms_test\.nameless panicked: runtime error: .*` + place},
		{wrapper.StabilitySelection{Selector: broken{index}, Pairs: 2},
			`^stability-selection: on half of the samples: broken panicked: .*` + place},
	} {
		opt := algorithms.Options{K: 2, Workers: 2}
		r, err := algorithms.Run(t.Context(), test.m, d, opt)
		want := regexp.MustCompile(test.want)
		if r != nil || err == nil || !want.MatchString(fmt.Sprint(err)) {
			t.Errorf("%T: %v, error %v; want %s", test.m, r, err, test.want)
		}
		if m, ok := test.m.(algorithms.Projector); ok {
			p, err := algorithms.RunProject(t.Context(), m, d, opt)
			s, failed := algorithms.RunScore(t.Context(), m, d, opt)
			if p != nil || s != nil || !want.MatchString(fmt.Sprint(err)) ||
				!want.MatchString(fmt.Sprint(failed)) {
				t.Errorf("%T: RunProject's error is %v, RunScore's %v; want %s", test.m, err, failed,
					test.want)
			}
		}
	}
}
