package conformance

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// numbered is faulty with a number.
type numbered struct {
	faulty
	Count int `range:"[1,n-1]"`
}

// untagged is faulty with a number without a range.
type untagged struct {
	faulty
	Count int
}

// The check of ranges finds a number without one, one that is not checked, an answer that is wrong
// at an end, and an error without the value.
func TestChecksOfRanges(t *testing.T) {
	var own numbered
	refusing := func(text string) faulty {
		return faulty{func(context.Context, *datasets.Dataset, algorithms.Options) (
			*algorithms.Ranking, error) {
			return nil, errors.New(text)
		}}
	}
	for _, test := range []struct {
		m    algorithms.Selector
		want string // a part of a report
	}{
		{untagged{faulty: faulty{honest}}, `parameter count has no tag "range"`},
		{numbered{faulty: faulty{honest}}, "count = 15: no error, and the range is 1 to n − 1"},
		{numbered{faulty: refusing("faulty: too many")},
			`count = 15: error "faulty: too many" does not say "count = "`},
		{numbered{faulty: refusing("too\nmany")}, `count = 1: error "too\nmany" is not one line`},
	} {
		if found := reports("ranges", test.m); !slices.ContainsFunc(found, func(r string) bool {
			return strings.Contains(r, test.want)
		}) {
			t.Errorf("%T: %q, want one with %s", test.m, found, test.want)
		}
	}
	if err := algorithms.CheckRanges(own, 15, 7); err != nil {
		t.Errorf("the default: %v", err)
	}
}
