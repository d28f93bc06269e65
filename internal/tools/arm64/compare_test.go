package main

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

func TestCompare(t *testing.T) {
	one := func(features []int, scores ...string) []answer {
		return []answer{{Method: "m", Set: "iris", Features: features, Scores: scores}}
	}
	search := func(features ...int) []answer {
		return []answer{{Method: "m", Set: "iris", OrderOnly: true, Features: features}}
	}
	for _, test := range []struct {
		what        string
		here, there []answer
		deviation   float64
		want        string // in the problem; "" for none
	}{
		{"same", one([]int{1, 0}, "2", "1"), one([]int{1, 0}, "2", "1"), 0, ""},
		{"another last digit, of the largest", one([]int{1, 0}, "2", "1"), one([]int{1, 0}, "2",
			"1.0000000001"), 5e-11, ""},
		{"another score", one([]int{1, 0}, "2", "1"), one([]int{1, 0}, "2", "1.000000001"), 5e-10,
			"column 0 scores 1, and 1.000000001"},
		{"infinite", one([]int{1, 0}, "+Inf", "1"), one([]int{1, 0}, "+Inf", "1"), 0, ""},
		{"no longer infinite", one([]int{1, 0}, "+Inf", "1"), one([]int{1, 0}, "9", "1"),
			math.Inf(1), "column 1 scores +Inf, and 9"},
		{"no number", one([]int{1, 0}, "2", "1"), one([]int{1, 0}, "2", "NaN"), math.Inf(1),
			"column 0 scores 1, and NaN"},
		{"equal scores in another order", one([]int{1, 0}, "2", "2"), one([]int{0, 1},
			"2.00000000001", "2"), 5e-12, ""},
		{"another order", one([]int{1, 0}, "2", "1"), one([]int{0, 1}, "1", "2"), 0,
			"column 1 is in place 1, and in 2"},
		{"other features", one([]int{1, 0}, "2", "1"), one([]int{1, 3}, "2", "1"), 0,
			"chooses [1 0], and [1 3]"},
		{"a search", search(2, 0), search(2, 0), 0, ""},
		{"a search in another order", search(2, 0), search(0, 2), 0, "order [2 0], and [0 2]"},
	} {
		found := must.Get(compare(test.here, test.there))(t)
		f := found[0]
		if f.deviation != test.deviation && !(math.Abs(f.deviation-test.deviation) < 1e-15) {
			t.Errorf("%s: deviation %g, want %g", test.what, f.deviation, test.deviation)
		}
		if (f.problem == "") != (test.want == "") || !strings.Contains(f.problem, test.want) {
			t.Errorf("%s: %q, want %q", test.what, f.problem, test.want)
		}
	}
	if _, err := compare(search(1), nil); err == nil {
		t.Error("an answer beside none is compared")
	}
}

// The page gets the table, or stays as it is where an answer differs.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(file, []byte(text), 0o644))
		return file
	}
	answers := func(name, score string) string {
		text := must.Get(json.Marshal([]answer{{Method: "m", Set: "iris", Features: []int{0},
			Scores: []string{score}}}))(t)
		return write(name, string(text))
	}
	here, near, far := answers("here", "2"), answers("near", "2.00000000001"), answers("far", "3")
	page := write("page.md", "before\n"+tableBegin+"old\n"+tableEnd+"after\n")
	must.Do(t, report(here, near, page))
	text, err := os.ReadFile(page)
	want := "before\n" + tableBegin +
		"\n| method | iris | wine | wdbc | digits |\n|:--|--:|--:|--:|--:|\n| m | 5e-12 |  |  | " +
		" |\n\n" + tableEnd + "after\n"
	if err != nil || string(text) != want {
		t.Errorf("%v, page\n%s\nwant\n%s", err, text, want)
	}
	if err := report(here, far, page); err == nil || err.Error() != "1 of 1 answers differ" {
		t.Errorf("another answer: %v", err)
	}
	if err := report(here, near, write("empty.md", "")); err == nil ||
		!strings.Contains(err.Error(), "has no place for the table") {
		t.Errorf("a page without a place: %v", err)
	}
	if err := run(context.Background(), []string{"compare", here}); err == nil ||
		!strings.HasPrefix(err.Error(), "usage: ") {
		t.Errorf("one file: %v", err)
	}
}
