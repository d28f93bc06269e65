// Package longtest lets a test do more of the same where script/test --long asks for it: more
// seeds, more data sets, larger ones. What runs without it must be able to fail for the same
// reasons.
package longtest

import "os"

// Variable is the environment variable that script/test --long sets.
const Variable = "FSNB_LONG"

// Asked reports whether long tests run.
func Asked() bool { return os.Getenv(Variable) != "" }

// Or is quick, or long where long tests run.
func Or[T any](quick, long T) T {
	if Asked() {
		return long
	}
	return quick
}

// And is quick, followed by the rest where long tests run.
func And[T any](quick []T, rest ...T) []T {
	if Asked() {
		return append(quick[:len(quick):len(quick)], rest...)
	}
	return quick
}
