package main

import (
	"strings"
	"testing"
)

func TestReadCalls(t *testing.T) {
	want := callResults{0: "aa", 1: "bb"}
	for name, c := range map[string]struct {
		text      string
		torn      bool
		n, cached int
		want      string
	}{
		"right":        {"0 aa true\n1 bb false\n0 aa false\n", false, 3, 1, ""},
		"torn":         {"0 aa true\n1 b", true, 1, 1, ""},
		"not expected": {"0 aa true\n1 b", false, 0, 0, "line"},
		"wrong": {"0 aa true\n1 aa true\n", false, 0, 0,
			"call 1 gives aa, cached true, and bb"},
		"unknown call": {"7 aa true\n", false, 0, 0, "call 7"},
	} {
		var n, used int
		err := try(func() { _, n, used = readCalls(c.text, want, c.torn) })
		if n != c.n || used != c.cached || (err == nil) != (c.want == "") ||
			err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %d, %d, %v; want %d, %d, %q", name, n, used, err, c.n, c.cached, c.want)
		}
	}
}
