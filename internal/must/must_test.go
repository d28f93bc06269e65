package must

import (
	"errors"
	"fmt"
	"math"
	"testing"
)

// recorder is a test that keeps what is said.
type recorder struct{ said string }

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) { r.said += fmt.Sprintf(format, args...) }

func (r *recorder) Fatal(args ...any) { r.said += fmt.Sprint(args...) }

// What is so says nothing, and what is not says what.
func TestMust(t *testing.T) {
	broken, lines := errors.New("it broke"), errors.New("it broke\nin two")
	for name, c := range map[string]struct {
		right, wrong func(r T)
		want         string
	}{
		"Is": {func(r T) { Is(r, 1, 1, "") }, func(r T) { Is(r, 1, 2, "of %s", "a") },
			"of a: got 1, want 2"},
		"Is text": {func(r T) { Is(r, "a", "a", "") }, func(r T) { Is(r, "a", "b", "x") },
			`x: got "a", want "b"`},
		"Items": {func(r T) { Items(r, []int{}, nil, "") },
			func(r T) { Items(r, []int{1}, []int{2}, "x") }, "x: got [1], want [2]"},
		"Near": {func(r T) { Near(r, 1, 1.1, .2, "") },
			func(r T) { Near(r, math.NaN(), 1, .2, "x") }, "x: got NaN, want 1"},
		"Contain": {func(r T) { ContainAll(r, "abc", "a", "bc") },
			func(r T) { Contain(r, "abc", "d", "x") }, "x: \"d\" is not in\nabc"},
		"Fail": {func(r T) { Error(r, broken, "it broke") }, func(r T) { Fail(0, nil)(r, "it") },
			"error <nil>, want it"},
		"FailWith": {func(r T) { FailWith(0, broken)(r, "it") },
			func(r T) { ErrorWith(r, lines, "it") },
			"error it broke\nin two, want one line with it"},
		"Get": {func(r T) { Get(1, nil)(r) }, func(r T) { Get(1, broken)(r) }, "it broke"},
		"Equal": {func(r T) { Equal(r, []int{1}, []int{1}, "") },
			func(r T) { Equal(r, nil, 1, "x") }, ""},
	} {
		var right, wrong recorder
		c.right(&right)
		c.wrong(&wrong)
		if right.said != "" || wrong.said == "" || c.want != "" && wrong.said != c.want {
			t.Errorf("%s says %q and %q, want nothing and %q", name, right.said, wrong.said, c.want)
		}
	}
}
