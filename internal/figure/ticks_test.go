package figure

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"fsnb.example/internal/wording"
)

func TestTicks(t *testing.T) {
	style := TextStyle(TextSize)
	labels := func(a AxisTicks, lo, hi float64) string {
		var out []string
		for _, tick := range a.Ticks(lo, hi) {
			out = append(out, tick.Label)
			if tick.Value < lo-1e-12 || tick.Value > hi+1e-12 {
				t.Errorf("a tick at %g of %g to %g", tick.Value, lo, hi)
			}
		}
		return strings.Join(out, " ")
	}
	wide := AxisTicks{Room: 1000, Style: style}
	for _, test := range []struct {
		a      AxisTicks
		lo, hi float64
		want   string
	}{
		{wide, 0, 10, "0 2 4 6 8 10"},
		{wide, -3.3, 4.1, "−3 −2 −1 0 1 2 3 4"},
		{wide, 0.93, 0.97, "0.930 0.935 0.940 0.945 0.950 0.955 0.960 0.965 0.970"},
		{AxisTicks{Room: 75, Style: style}, -3.3, 4.1, "−2 0 2 4"},
		{AxisTicks{Room: 5, Style: style}, -3.3, 4.1, "−2 0 2 4"},
		{AxisTicks{Room: 1000, Style: style, Exponent: 9}, -3.3e9, 4.1e9, "−3 −2 −1 0 1 2 3 4"},
		{AxisTicks{Room: 1000, Style: style, Exponent: -9}, -3.3e-9, 4.1e-9, "−3 −2 −1 0 1 2 3 4"},
		{wide, 5, 5, "5"},
		{wide, math.Inf(-1), math.Inf(1), "−Inf"},
	} {
		if got := labels(test.a, test.lo, test.hi); got != test.want {
			t.Errorf("%g to %g: %s, want %s", test.lo, test.hi, got, test.want)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		lo := rapid.Float64().Draw(rt, "lo")
		hi := rapid.Float64().Draw(rt, "hi")
		if n := len(AxisTicks{Room: 300, Style: style, Exponent: Unit(lo, hi)}.Ticks(lo,
			hi)); n > 10 {
			rt.Fatalf("%d ticks from %g to %g", n, lo, hi)
		}
	})
}

// What is drawn fits its room, begins and ends as the name does, and is whole
// when there is room.
func TestFit(t *testing.T) {
	style := TextStyle(TextSize)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringN(0, 60, -1).Draw(t, "s")
		room := style.Width("…") + vg.Points(rapid.Float64Range(0, 300).Draw(t, "room"))
		got := Fit(style, wording.Clean(s), room)
		if style.Width(got) > room {
			t.Fatalf("%q is %g points wide, the room %g", got, style.Width(got), room)
		}
	})
	for _, test := range []struct {
		in, want string
		room     float64
	}{
		{"short", "short", 100},
		{"a long name of a feature", "a long …ure", 60},
		{"中文", `\u4e2d\u6587`, 100},
		{"abc", "…", 10},
		{"", "", 0},
	} {
		if got := Fit(style, test.in, vg.Points(test.room)); got != test.want {
			t.Errorf("%q in %g points is %q, want %q", test.in, test.room, got, test.want)
		}
	}
}
