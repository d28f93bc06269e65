package main

import (
	"math"
	"slices"
	"testing"
)

// written are the texts of numbers.
func written(numbers []number) []string {
	var texts []string
	for _, n := range numbers {
		texts = append(texts, n.text)
	}
	return texts
}

func TestScan(t *testing.T) {
	for text, want := range map[string]struct {
		text        string
		value, unit float64
	}{
		"accuracy .67.":             {".67", .67, .01},
		"accuracy 0.67,":            {"0.67", .67, .01},
		"(569)":                     {"569", 569, 1},
		"ends in 12. Then":          {"12", 12, 1},
		"90,177,170,226 sets":       {"90,177,170,226", 90177170226, 1},
		"10\u202f234.5 x":           {"10 234.5", 10234.5, .1},
		"in 1,2345":                 {"1", 1, 1},
		"about 75 million times":    {"75 million", 75e6, 1e6},
		"75\nmillion":               {"75 million", 75e6, 1e6},
		"2.5 thousand":              {"2.5 thousand", 2500, 100},
		"12%":                       {"12%", 12, 1},
		"12.5 %":                    {"12.5 %", 12.5, .1},
		"12\u00a0percent":           {"12 percent", 12, 1},
		"factor of 10²⁴.":           {"10²⁴", 1e24, 1e24},
		"below 10⁻¹³":               {"10⁻¹³", 1e-13, 1e-13},
		"below 10^-13":              {"10^-13", 1e-13, 1e-13},
		"below 10^{-13}":            {"10^{-13}", 1e-13, 1e-13},
		"3.1 × 10⁻⁴ of":             {"3.1 × 10⁻⁴", 3.1e-4, 1e-5},
		"3·10^5":                    {"3·10^5", 3e5, 1e5},
		"2³¹ values":                {"2³¹", 2147483648, 1},
		"p = 2.5e-4":                {"2.5e-4", 2.5e-4, 1e-5},
		"p = 2.5e−4":                {"2.5e-4", 2.5e-4, 1e-5},
		"1E6 sets":                  {"1E6", 1e6, 1e6},
		"k=10":                      {"10", 10, 1},
		"a 5-NN":                    {"5", 5, 1},
		"3rd":                       {"3", 3, 1},
		"25× as fast":               {"25", 25, 1},
		"twenty-five features":      {"twenty-five", 25, 1},
		"Twenty features":           {"twenty", 20, 1},
		"a thousand problems":       {"thousand", 1000, 1000},
		"two thousand problems":     {"two thousand", 2000, 1000},
		"thirty percent":            {"thirty percent", 30, 1},
		"ten-fold cross-validation": {"ten", 10, 1},
	} {
		got := scan(text, true)
		if text == "in 1,2345" { // no group of three: two numbers
			if !slices.Equal(written(got), []string{"1", "2345"}) {
				t.Errorf("%q: %v", text, written(got))
			}
			continue
		}
		if len(got) != 1 {
			t.Errorf("%q: %v, want %s", text, written(got), want.text)
			continue
		}
		n := got[0]
		if n.text != want.text || math.Abs(n.value-want.value) > 1e-12*want.value ||
			math.Abs(n.unit-want.unit) > 1e-9*want.unit || n.negative {
			t.Errorf("%q: %+v, want %+v", text, n, want)
		}
	}
}

func TestScanSeveral(t *testing.T) {
	for text, want := range map[string][]string{
		"2 to 5, 2–5, 10-20 and 10−20":        {"2", "5", "2", "5", "10", "20", "10", "20"},
		"510, 566, 765":                       {"510", "566", "765"},
		"8×8 pixels, 32x32, 10,234 × 7,599":   {"8", "8", "32", "32", "10,234", "7,599"},
		"by −.05, -0.7 and (−3), +.05":        {"-.05", "-0.7", "-3", ".05"},
		".73 ± .02":                           {".73", ".02"},
		"x - 5 and x −5, d−3":                 {"5", "-5", "3"},
		"24 of 32":                            {"24", "32"},
		"Go 1.26.8 of 2026-11-25":             {"1.26.8", "2026-11-25"},
		"COIL20, TOX-171, CLL-SUB-111, f960":  nil,
		"warpPIE10P and the ℓ2,1 norm, L2,1":  nil,
		"in 2D and 3D, hash 3f2a":             nil,
		"R², χ² and FSIR²":                    nil,
		"one of two, half, a third, nine":     nil,
		"hundreds of thousands, often, tenth": nil,
		"ten and eleven":                      {"ten", "eleven"},
		"2 million and 3 millions":            {"2 million", "3"},
	} {
		if got := written(scan(text, true)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestScanCode(t *testing.T) {
	got := written(scanCode(`x := []int{1,200, 7_000} // 10 of line_1`))
	if want := []string{"1", "200", "7_000", "10"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if n := scanCode("7_000")[0]; n.value != 7000 {
		t.Errorf("7_000 is %v", n.value)
	}
}

// Spelled numbers are of prose only.
func TestScanWithoutWords(t *testing.T) {
	if got := scan("ten of 30", false); len(got) != 1 || got[0].value != 30 {
		t.Errorf("%v", got)
	}
}
