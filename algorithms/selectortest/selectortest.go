// Package selectortest tests selectors, as testing/fstest does file systems: a method of one's own
// passes the checks that those of the library pass.
package selectortest

import (
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/internal/conformance"
)

// An Option changes how Run checks a selector.
type Option func(*conformance.Settings)

// Slow is for a method that takes seconds: its data have fewer columns, and it is asked for fewer
// features.
func Slow() Option { return func(s *conformance.Settings) { s.Slow = true } }

// Run checks that a selector keeps the contract of algorithms.Selector and what its Facts promise.
// Every check is a subtest, on small data that it makes:
//
//   - answers: valid (K distinct columns, names, falling scores without NaN), the same for the same
//     data and options, whatever Workers is, and for permuted samples and columns, renamed classes,
//     duplicate and constant columns, huge and tiny values, sparse values and values on disk;
//   - errors: one line that begins with the name, for data and options that it cannot take;
//   - manners: the data are unchanged, a canceled context stops it, Progress ends at its total, the
//     memory is that of Facts.Memory, and parameters have a key, text and a range.
//
// A selector passes most of them by algorithms.Check at its begin, and algorithms.RankBy or
// algorithms.Answer at its end. Parameters that have choices are checked with each. It fails at
// once for a nil selector, and for one without the method Facts.
func Run(t *testing.T, s algorithms.Selector, opts ...Option) {
	t.Helper()
	var set conformance.Settings
	for _, o := range opts {
		o(&set)
	}
	if s == nil {
		t.Fatal("no selector; give one")
	}
	if _, ok := algorithms.FactsOf(s); !ok {
		t.Fatalf("%s has no Facts, so nothing says what to check; add the method",
			algorithms.Name(s))
	}
	conformance.Own(t, s, set)
}
