package display

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

func TestClean(t *testing.T) {
	a := strings.Repeat("a", 5000)
	for _, test := range []struct{ in, want string }{
		{"worst_radius", "worst_radius"},
		{"3'-UTR", "3'-UTR"},
		{"a<b & \"c\"", "a<b & \"c\""},
		{"größe 中文 β", "größe 中文 β"},
		{"", `""`},
		{"  ", `"  "`},
		{"\u00a0", "\"\u00a0\""},
		{"two\nlines\r\tand a tab", `two\nlines\r\tand a tab`},
		{"\x1b[31mred\x00", `\x1b[31mred\x00`},
		{"right\u202eleft", `right\u202eleft`},
		{"zero\u200bwidth\ufeff", `zero\u200bwidth\ufeff`},
		{"line\u2028end", `line\u2028end`},
		{"no\ufffe letter\U0010ffff", `no\ufffe letter\U0010ffff`},
		{"not \xff utf8", "not \ufffd utf8"},
		{a + "tail", strings.Repeat("a", 32) + "…" + strings.Repeat("a", 12) + "tail"},
		{strings.Repeat("\n", 5000) + "tail", strings.Repeat(`\n`, 16) + "…" + strings.Repeat(`\n`, 6) + "tail"},
		{strings.Repeat("x", 48), strings.Repeat("x", 48)},
		{strings.Repeat("x", 49), strings.Repeat("x", 32) + "…" + strings.Repeat("x", 16)},
	} {
		if got := clean(test.in); got != test.want {
			t.Errorf("%.40q became %q, want %q", test.in, got, test.want)
		}
	}
}

func TestCleanIsSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "bytes"))
		if rapid.Bool().Draw(t, "runes") {
			s = rapid.StringN(0, 200, -1).Draw(t, "s")
		}
		for what, out := range map[string]string{"clean": clean(s), "sentence": cleanSentence(s)} {
			if !utf8.ValidString(out) || strings.ContainsFunc(out, func(r rune) bool { return !unicode.IsGraphic(r) }) {
				t.Fatalf("%s: %q became %q", what, s, out)
			}
		}
		if n := utf8.RuneCountInString(clean(s)); n > maxName+2 {
			t.Fatalf("%q has %d runes", clean(s), n)
		}
		if n := utf8.RuneCountInString(cleanSentence(s)); n > maxNote+1 {
			t.Fatalf("a sentence has %d runes", n)
		}
		if printable := !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) || r == utf8.RuneError }); printable && utf8.RuneCountInString(s) <= maxName && strings.TrimSpace(s) != "" && clean(s) != s {
			t.Fatalf("%q became %q", s, clean(s))
		}
	})
}

func TestCleanSentence(t *testing.T) {
	long := strings.Repeat("n", 10000)
	got := cleanSentence("2 constant columns: " + long + ",  \u202eb")
	if want := "2 constant columns: " + strings.Repeat("n", 32) + "…" + strings.Repeat("n", 15) + `,  \u202eb`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFormatColumn(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, test := range []struct {
		in   []float64
		want []string
	}{
		{[]float64{1.70149, 1.5, 0.77}, []string{"1.701", "1.500", "0.770"}},
		{[]float64{12.345, 1}, []string{"12.35", "1.00"}},
		{[]float64{1234.5, 2.6}, []string{"1234", "3"}},
		{[]float64{0.9, 0.0004}, []string{"0.900", "0.000"}},
		{[]float64{0.0123, -0.004}, []string{"0.012", "−0.004"}},
		{[]float64{-0.2, -0.0001}, []string{"−0.200", "0.000"}},
		{[]float64{0, 0}, []string{"0", "0"}},
		{[]float64{inf, -inf, nan, 1.5}, []string{"∞", "−∞", "–", "1.500"}},
		{[]float64{inf, inf}, []string{"∞", "∞"}},
		{[]float64{1e-5, 2e-6, 0}, []string{"1.000e−05", "2.000e−06", "0"}},
		{[]float64{1e300, -2e299}, []string{"1.000e+300", "−2.000e+299"}},
		{[]float64{12345678, 1234567}, []string{"1.235e+07", "1.235e+06"}},
		{[]float64{1e6, 0.5, -3e-7, 0, inf}, []string{"1e+06", "0.5", "−3e−07", "0", "∞"}}, // fixed decimals would hide the small
		{nil, []string{}},
	} {
		if diff := cmp.Diff(test.want, formatColumn(test.in)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.in, diff)
		}
	}
}

// Numbers read back to within what the digits say, and in the same order.
func TestFormatColumnReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := math.Pow10(rapid.IntRange(-300, 300).Draw(t, "scale"))
		values := rapid.SliceOfN(rapid.Float64Range(-1, 1), 1, 10).Draw(t, "values")
		for i := range values {
			values[i] *= scale
		}
		largest := 0.0
		for _, v := range values {
			largest = max(largest, math.Abs(v))
		}
		for i, text := range formatColumn(values) {
			back, err := strconv.ParseFloat(strings.ReplaceAll(text, "−", "-"), 64)
			if err != nil {
				t.Fatal(err)
			}
			// Three decimals of numbers below 1, else four digits of the largest.
			if tolerance := max(largest, min(1, largest*1e3)) * 0.00051; math.Abs(back-values[i]) > tolerance {
				t.Fatalf("%g is written %s beside %g", values[i], text, largest)
			}
		}
	})
}

func TestPercent(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0%", 0.0001: "<0.1%", 0.003: "0.3%", 0.0094: "0.9%", 0.0096: "1%", 0.5: "50%", 0.984: "98%", 0.9999: "99%", 1: "100%", 1 - 1e-15: "100%",
	} {
		if got := percent(v); got != want {
			t.Errorf("%g is %s, want %s", v, got, want)
		}
	}
}

func TestWarningNotes(t *testing.T) {
	got := warningNotes([]string{"one.", "two\nlines", "three", "four", "five"})
	want := []string{"Warning: one.", `Warning: two\nlines.`, "Warning: three.", "And 2 warnings more."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := warningNotes([]string{"1", "2", "3", "4"}); len(got) != 4 || got[3] != "Warning: 4." {
		t.Errorf("four warnings became %q", got)
	}
}

func TestTicks(t *testing.T) {
	style := textStyle(textSize)
	labels := func(a axisTicks, lo, hi float64) string {
		var out []string
		for _, tick := range a.Ticks(lo, hi) {
			out = append(out, tick.Label)
			if tick.Value < lo-1e-12 || tick.Value > hi+1e-12 {
				t.Errorf("a tick at %g of %g to %g", tick.Value, lo, hi)
			}
		}
		return strings.Join(out, " ")
	}
	wide := axisTicks{room: 1000, style: style}
	for _, test := range []struct {
		a      axisTicks
		lo, hi float64
		want   string
	}{
		{wide, 0, 10, "0 2 4 6 8 10"},
		{wide, -3.3, 4.1, "−3 −2 −1 0 1 2 3 4"},
		{wide, 0.93, 0.97, "0.930 0.935 0.940 0.945 0.950 0.955 0.960 0.965 0.970"},
		{axisTicks{room: 75, style: style}, -3.3, 4.1, "−2 0 2 4"},
		{axisTicks{room: 5, style: style}, -3.3, 4.1, "−2 0 2 4"},
		{axisTicks{room: 1000, style: style, exponent: 9}, -3.3e9, 4.1e9, "−3 −2 −1 0 1 2 3 4"},
		{axisTicks{room: 1000, style: style, exponent: -9}, -3.3e-9, 4.1e-9, "−3 −2 −1 0 1 2 3 4"},
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
		if n := len(axisTicks{room: 300, style: style, exponent: unit(lo, hi)}.Ticks(lo, hi)); n > 10 {
			rt.Fatalf("%d ticks from %g to %g", n, lo, hi)
		}
	})
}

func TestRoundest(t *testing.T) {
	free := func(int, int) bool { return false }
	counts := upTo(200)
	at := func(positions []int) []int {
		out := []int{}
		for _, i := range positions {
			out = append(out, counts[i])
		}
		return out
	}
	if diff := cmp.Diff([]int{1, 2, 5, 10, 20, 50, 100, 200}, at(roundest(counts, 100, 0, free))); diff != "" {
		t.Errorf("the roundest (-want +got):\n%s", diff)
	}
	if got := roundest(counts, 200, leastRound, free); len(got) != 200 || !slices.IsSorted(got) {
		t.Errorf("%d of 200 taken", len(got))
	}
	if diff := cmp.Diff([]int{1, 2, 200}, at(roundest(counts, 3, leastRound, free))); diff != "" {
		t.Errorf("three (-want +got):\n%s", diff)
	}
	far := func(i, j int) bool { return i-j < 60 && j-i < 60 }
	if diff := cmp.Diff([]int{1, 100, 200}, at(roundest(counts, 200, leastRound, far))); diff != "" {
		t.Errorf("apart (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{0}, roundest([]int{7}, 5, 0, free)); diff != "" {
		t.Errorf("one (-want +got):\n%s", diff)
	}
}

// What is drawn fits its room, begins and ends as the name does, and is whole
// when there is room.
func TestFit(t *testing.T) {
	style := textStyle(textSize)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringN(0, 60, -1).Draw(t, "s")
		room := style.Width("…") + vg.Points(rapid.Float64Range(0, 300).Draw(t, "room"))
		got := fit(style, clean(s), room)
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
		if got := fit(style, test.in, vg.Points(test.room)); got != test.want {
			t.Errorf("%q in %g points is %q, want %q", test.in, test.room, got, test.want)
		}
	}
}
