package table

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestBar(t *testing.T) {
	const width = 12
	inf := math.Inf(1)
	for _, test := range []struct {
		v, largest float64
		want       string
	}{
		{10, 10, "████"}, {5, 10, "██"}, {2.5, 10, "█"}, {3.75, 10, "█▌"}, {0.32, 10, "▏"},
		{1e-300, 10, "▏"},
		{0, 10, ""}, {-3, 10, ""}, {inf, 10, "████"}, {-inf, 10, ""}, {inf, 0, "████"},
		{math.NaN(), 10, ""},
		{0, 0, ""}, {-1, 0, ""}, {11, 10, "████"}, {5e-324, 5e-324, "████"},
		{1e308, 1.7e308, "██▍"},
	} {
		if got := Bar(test.v, test.largest, 4); got != test.want {
			t.Errorf("%g of %g is drawn %q, want %q", test.v, test.largest, got, test.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float64Range(0, 1).Draw(t, "a"), rapid.Float64Range(0, 1).Draw(t, "b")
		length := func(v float64) float64 { return float64(eighths(Bar(v, 1, width))) / 8 }
		if a > b && length(a) < length(b) {
			t.Fatalf("%g is drawn shorter than %g", a, b)
		}
		if d := length(a) - a*width; a > 0.01 && math.Abs(d) > 0.07 {
			t.Fatalf("%g is %g blocks too long", a, d)
		}
	})
}

func TestEighths(t *testing.T) {
	for s, want := range map[string]int{"": 0, "▏": 1, "▌": 4, "█": 8, "███▉": 31} {
		if got := eighths(s); got != want {
			t.Errorf("%q is %d eighths long, want %d", s, got, want)
		}
	}
}

func TestColumnsOf(t *testing.T) {
	for s, want := range map[string]int{"abc": 3, "größe": 5, "e\u0301": 1, "中文": 4, "한a": 3,
		"ＡＢ": 4, "−∞…": 3, "🙂": 2, "": 0} {
		if got := columnsOf(s); got != want {
			t.Errorf("%q takes %d columns, want %d", s, got, want)
		}
	}
}
