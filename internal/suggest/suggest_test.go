package suggest

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"wdbk", "wdbc", 1}, {"ifsher", "fisher", 1},
		{"kitten", "sitting", 3}, {"ab", "ba", 1}} {
		if got := distance([]rune(c.a), []rune(c.b), new([3][]int)); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"fisher", "laplacian", "variance", "trace-ratio"}
	for word, want := range map[string]string{"fischer": "fisher", "Laplacien": "laplacian",
		"trace_ratio": "trace-ratio", "zzz": "", "": "", strings.Repeat("f", 500): ""} {
		if got, ok := Nearest(word, known); got != want || ok != (want != "") {
			t.Errorf("Nearest(%q) = %q, %v; want %q", word, got, ok, want)
		}
	}
}

func TestUnknown(t *testing.T) {
	if got, want := Unknown("data set", "wdbk", []string{"iris", "wdbc"}),
		`no data set "wdbk"; did you mean "wdbc"?`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := Unknown("data set", "mushrooms", []string{"wdbc", "iris"}),
		`no data set "mushrooms"; known: iris, wdbc`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
