package main

import (
	"errors"
	"strings"
	"testing"
)

func TestCompareTables(t *testing.T) {
	whole := outcome{out: "#head\na,1\nb,2\n"}
	for want, got := range map[string]outcome{
		"":                                    whole,
		`tables differ: "b,3", undisturbed`:   {out: "#head\na,1\nb,3\n"},
		`tables differ: "", undisturbed "b,2`: {out: "#head\na,1\n"},
		"ends with boom: torn":                {err: errors.New("boom"), said: "torn"},
	} {
		err := compareTables(whole, got, []string{"5ms"})
		if (err == nil) != (want == "") || err != nil && (!strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "kills at 5ms")) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A job that ends is told from one that is killed.
func TestKilled(t *testing.T) {
	if o := (process{after: 1}).run(t.Context(), "wait"); !o.killed {
		t.Errorf("a job that waits has ended: %+v", o)
	}
	if o := (process{after: longer}).run(t.Context(), "fail"); o.killed || o.err == nil ||
		o.said != "failed\n" {
		t.Errorf("a job that fails: %+v", o)
	}
}
