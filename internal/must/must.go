// Package must says what must be in a test. Get and Do end it at an error; the others report what
// is not so, and the test goes on.
package must

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
)

// T is what is needed of a test, a benchmark or a fuzz test.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
}

// Get is the value of a call, as in must.Get(datasets.Load("iris"))(t).
func Get[V any](v V, err error) func(t T) V {
	return func(t T) V {
		t.Helper()
		Do(t, err)
		return v
	}
}

// Do ends the test if there is an error.
func Do(t T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Is compares by ==.
func Is[V comparable](t T, got, want V, format string, args ...any) {
	t.Helper()
	if got == want {
		return
	}
	what := fmt.Sprintf(format, args...)
	if text, ok := any(want).(string); !ok {
		t.Errorf("%s: got %v, want %v", what, got, want)
	} else if strings.Contains(text, "\n") {
		t.Errorf("%s (-want +got):\n%s", what, cmp.Diff(want, got))
	} else {
		t.Errorf("%s: got %q, want %q", what, any(got), text)
	}
}

// Items compares the items of two slices by ==; no slice is an empty one.
func Items[S ~[]E, E comparable](t T, got, want S, format string, args ...any) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %v, want %v", fmt.Sprintf(format, args...), got, want)
	}
}

// Equal compares by cmp.Diff.
func Equal(t T, got, want any, format string, args ...any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", fmt.Sprintf(format, args...), diff)
	}
}

// Near compares numbers, of which none is NaN.
func Near(t T, got, want, tolerance float64, format string, args ...any) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.15g, want %.15g", fmt.Sprintf(format, args...), got, want)
	}
}

// Contain looks for a part of a text.
func Contain(t T, text, part string, about ...any) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("%s%q is not in\n%s", of(about), part, text)
	}
}

// ContainAll looks for parts of a text.
func ContainAll(t T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		Contain(t, text, part)
	}
}

// Fail reports a call whose error is not that which is wanted, word by word, as in
// must.Fail(papers.Find("x", 1))(t, `no paper "x"`).
func Fail[V any](_ V, err error) func(t T, want string, about ...any) {
	return func(t T, want string, about ...any) {
		t.Helper()
		Error(t, err, want, about...)
	}
}

// FailWith reports a call without an error of one line that has a part.
func FailWith[V any](_ V, err error) func(t T, part string, about ...any) {
	return func(t T, part string, about ...any) {
		t.Helper()
		ErrorWith(t, err, part, about...)
	}
}

// Error wants an error of this text.
func Error(t T, err error, want string, about ...any) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("%serror %v, want %s", of(about), err, want)
	}
}

// ErrorWith wants an error of one line with this part in it.
func ErrorWith(t T, err error, part string, about ...any) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%serror %v, want one line with %s", of(about), err, part)
	}
}

// of is what a message is about.
func of(about []any) string {
	if len(about) == 0 {
		return ""
	}
	return strings.Trim(fmt.Sprint(about), "[]") + ": "
}
