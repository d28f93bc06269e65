package redundancy

// failing is a test, or one of rapid.
type failing interface {
	Helper()
	Fatal(args ...any)
}

// must is the value of a call; an error ends the test.
func must[T any](v T, err error) func(t failing) T {
	return func(t failing) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// noError ends the test with an error.
func noError(t failing, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
