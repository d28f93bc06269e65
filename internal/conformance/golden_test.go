package conformance

import (
	"strings"
	"testing"
)

func TestCompareGolden(t *testing.T) {
	one := func(revision int, answer string) map[string]golden {
		return map[string]golden{"m": {revision, map[string]string{"iris": answer}}}
	}
	const answer = "1:2.5 0:1e-3 2:-Inf"
	for _, test := range []struct {
		what              string
		recorded, current map[string]golden
		updating          bool
		want              string // part of the only problem; "" for none
	}{
		{"same", one(1, answer), one(1, answer), false, ""},
		{"another last digit", one(1, answer), one(1, "1:2.50000000001 0:0.001 2:-Inf"), false, ""},
		{"a score", one(1, answer), one(1, "1:2.500000001 0:1e-3 2:-Inf"), false,
			"results of m changed: raise the Revision of its Facts and run `go test " +
				"./algorithms/filter -run Golden -update`"},
		{"a score no longer infinite", one(1, answer), one(1, "1:2.5 0:1e-3 2:-9"), false,
			"results of m changed"},
		{"an objective", one(1, "objective:3 1:2.5"), one(1, "objective:3.000000001 1:2.5"), false,
			"results of m changed"},
		{"scores beside an objective", one(1, "objective:3 1:2.5"),
			one(1, "objective:3 1:2.5000001"), false, ""},
		{"NaN", one(1, answer), one(1, "1:NaN 0:1e-3 2:-Inf"), false, "results of m changed"},
		{"the order", one(1, answer), one(1, "0:2.5 1:1e-3 2:-Inf"), false, "results of m changed"},
		{"fewer", one(1, answer), one(1, "1:2.5"), false, "results of m changed"},
		{"changed and updating", one(1, answer), one(1, "1:3"), true, "results of m changed"},
		{"revision raised", one(1, answer), one(2, "1:3"), false,
			"m has revision 2, and 1 is recorded"},
		{"revision raised and updating", one(1, answer), one(2, "1:3"), true, ""},
		{"revision lowered", one(2, answer), one(1, answer), true, "revisions only rise"},
		{"a new method", nil, one(1, answer), false, "m has revision 1, and 0 is recorded"},
		{"a new method and updating", nil, one(1, answer), true, ""},
		{"a method gone", one(1, answer), nil, false, "m is recorded and not in the family"},
		{"a method gone and updating", one(1, answer), nil, true, ""},
		{"a new case", map[string]golden{"m": {1, nil}}, one(1, answer), false,
			"no answer is recorded for iris"},
		{"a case gone", one(1, answer), map[string]golden{"m": {1, nil}}, false,
			"no longer asked for"},
	} {
		got := strings.Join(compareGolden(test.recorded, test.current,
			Family{Package: "filter"}.update(), test.updating), "; ")
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) ||
			strings.Contains(got, "; ") {
			t.Errorf("%s: %q, want %q", test.what, got, test.want)
		}
	}
}

func TestKeepGolden(t *testing.T) {
	recorded := map[string]golden{"a": {1, map[string]string{"same": "0:1 1:0.5",
		"moved": "0:1 1:0.5"}}, "b": {1, map[string]string{"raised": "0:1"}}}
	current := map[string]golden{
		"a": {1, map[string]string{"same": "0:1 1:0.500000000001", "moved": "0:1 1:0.6",
			"new": "0:1"}},
		"b": {2, map[string]string{"raised": "0:1.0000000000001"}},
		"c": {1, map[string]string{"new": "0:1"}},
	}
	keepGolden(recorded, current)
	for _, want := range []struct{ method, answer, text string }{
		{"a", "same", "0:1 1:0.5"}, {"a", "moved", "0:1 1:0.6"}, {"a", "new", "0:1"},
		{"b", "raised", "0:1.0000000000001"}, {"c", "new", "0:1"},
	} {
		if got := current[want.method].answers[want.answer]; got != want.text {
			t.Errorf("%s %s: %q, want %q", want.method, want.answer, got, want.text)
		}
	}
}
