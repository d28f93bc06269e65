package wording

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fsnb.example/internal/must"
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
		{strings.Repeat("\n", 5000) + "tail", strings.Repeat(`\n`, 16) + "…" + strings.Repeat(`\n`,
			6) + "tail"},
		{strings.Repeat("x", 48), strings.Repeat("x", 48)},
		{strings.Repeat("x", 49), strings.Repeat("x", 32) + "…" + strings.Repeat("x", 16)},
	} {
		if got := Clean(test.in); got != test.want {
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
		for what, out := range map[string]string{"clean": Clean(s), "sentence": CleanSentence(s)} {
			if !utf8.ValidString(out) || strings.ContainsFunc(out,
				func(r rune) bool { return !unicode.IsGraphic(r) }) {
				t.Fatalf("%s: %q became %q", what, s, out)
			}
		}
		if n := utf8.RuneCountInString(Clean(s)); n > MaxName+2 {
			t.Fatalf("%q has %d runes", Clean(s), n)
		}
		if n := utf8.RuneCountInString(CleanSentence(s)); n > maxNote+1 {
			t.Fatalf("a sentence has %d runes", n)
		}
		if printable := !strings.ContainsFunc(s, func(r rune) bool {
			return !unicode.IsGraphic(r) || r == utf8.RuneError
		}); printable && utf8.RuneCountInString(s) <= MaxName && strings.TrimSpace(s) != "" &&
			Clean(s) != s {
			t.Fatalf("%q became %q", s, Clean(s))
		}
	})
}

func TestCleanSentence(t *testing.T) {
	long := strings.Repeat("n", 10000)
	got := CleanSentence("2 constant columns: " + long + ",  \u202eb")
	if want := "2 constant columns: " + strings.Repeat("n", 32) + "…" + strings.Repeat("n", 15) +
		`,  \u202eb`; got != want {
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
		// fixed decimals would hide the small
		{[]float64{1e6, 0.5, -3e-7, 0, inf}, []string{"1e+06", "0.5", "−3e−07", "0", "∞"}},
		{nil, []string{}},
	} {
		if diff := cmp.Diff(test.want, FormatColumn(test.in)); diff != "" {
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
		for i, text := range FormatColumn(values) {
			back := must.Get(strconv.ParseFloat(strings.ReplaceAll(text, "−", "-"), 64))(t)
			// Three decimals of numbers below 1, else four digits of the largest.
			if tolerance := max(largest, min(1, largest*1e3)) * 0.00051; math.Abs(
				back-values[i]) > tolerance {
				t.Fatalf("%g is written %s beside %g", values[i], text, largest)
			}
		}
	})
}

func TestPercent(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0%", 0.0001: "<0.1%", 0.003: "0.3%", 0.0094: "0.9%", 0.0096: "1%", 0.5: "50%",
		0.984: "98%", 0.9999: "99%", 1: "100%", 1 - 1e-15: "100%",
	} {
		if got := Percent(v); got != want {
			t.Errorf("%g is %s, want %s", v, got, want)
		}
	}
}

func TestWarningNotes(t *testing.T) {
	got := WarningNotes([]string{"one.", "two\nlines", "three", "four", "five"})
	want := []string{"Warning: one.", `Warning: two\nlines.`, "Warning: three.",
		"And 2 warnings more."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := WarningNotes([]string{"1", "2", "3", "4"}); len(got) != 4 || got[3] != "Warning: 4." {
		t.Errorf("four warnings became %q", got)
	}
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
	if diff := cmp.Diff([]int{1, 2, 5, 10, 20, 50, 100, 200},
		at(Roundest(counts, 100, 0, free))); diff != "" {
		t.Errorf("the roundest (-want +got):\n%s", diff)
	}
	if got := Roundest(counts, 200, LeastRound, free); len(got) != 200 || !slices.IsSorted(got) {
		t.Errorf("%d of 200 taken", len(got))
	}
	if diff := cmp.Diff([]int{1, 2, 200}, at(Roundest(counts, 3, LeastRound, free))); diff != "" {
		t.Errorf("three (-want +got):\n%s", diff)
	}
	far := func(i, j int) bool { return i-j < 60 && j-i < 60 }
	if diff := cmp.Diff([]int{1, 100, 200},
		at(Roundest(counts, 200, LeastRound, far))); diff != "" {
		t.Errorf("apart (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{0}, Roundest([]int{7}, 5, 0, free)); diff != "" {
		t.Errorf("one (-want +got):\n%s", diff)
	}
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i + 1
	}
	return out
}

func TestSignedShort(t *testing.T) {
	for v, want := range map[float64]string{.5: "+.50", -.05: "−.05", 0: ".00", 1.5: "+1.50",
		-12: "−12.00"} {
		if got := SignedShort(v, 2); got != want {
			t.Errorf("%g is %s, want %s", v, got, want)
		}
	}
	if got := SignedShort(-3, 0); got != "−3" {
		t.Error(got)
	}
}
