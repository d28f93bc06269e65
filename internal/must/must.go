// Package must ends a test at an error.
package must

// T is what Get and Do need of a test, a benchmark or a fuzz test.
type T interface {
	Helper()
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

// Reporter is what Fail needs of a test.
type Reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// Fail reports a call whose error is not that which is wanted, word by word, as in
// must.Fail(papers.Find("x", 1))(t, `no paper "x"`).
func Fail[V any](_ V, err error) func(t Reporter, want string) {
	return func(t Reporter, want string) {
		t.Helper()
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
