package tabular

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// ParseNumber agrees with strconv, the oracle, on what both take to be numbers.
func TestParseNumberIsStrconv(t *testing.T) {
	digits := rapid.StringOfN(rapid.RuneFrom([]rune("0123456789")), 0, 20, -1)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.Custom(func(t *rapid.T) string {
				return strconv.FormatFloat(rapid.Float64().Draw(t, "v"),
					rapid.SampledFrom([]byte("efg")).Draw(t, "format"),
					rapid.IntRange(-1, 20).Draw(t, "precision"), 64)
			}),
			rapid.Custom(func(t *rapid.T) string {
				sign := rapid.SampledFrom([]string{"", "-", "+", "--"}).Draw(t, "sign")
				point := rapid.SampledFrom([]string{"", ".", ".."}).Draw(t, "point")
				exp := rapid.SampledFrom([]string{"", "e5", "E-7", "e+3", "e", "e5.5",
					"e400"}).Draw(t, "exponent")
				return sign + digits.Draw(t, "whole") + point + digits.Draw(t, "part") + exp
			}),
			rapid.StringOf(rapid.RuneFrom([]rune("0123456789+-.eE_xXpPainfINFty, "))),
		).Draw(t, "text")
		want, err := strconv.ParseFloat(text, 64)
		good := err == nil && !math.IsInf(want, 0) && !math.IsNaN(want) &&
			!strings.ContainsAny(text, "_xXpP")
		got, ok := ParseNumber([]byte(text))
		if ok != good || ok && math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%q is %v, %v; strconv has %v, %v", text, got, ok, want, err)
		}
	})
}

// The borders of the way that short numbers take.
func TestParseNumberBorders(t *testing.T) {
	for _, text := range []string{
		"", ".", "+.", "-.", "+", "-", "0", "9", ".5", "5.", "-5.", "+.5", "-0", "-.0", "1.2.3",
		"0.1", "00.10",
		"12345678901234", "123456789012345", "1234567890123456", "12345678901234567",
		"9007199254740993",
		"12345678901234.", "12345678901234.5", "123456789012345.", "123456789012345.6",
		".12345678901234", ".123456789012345", ".1234567890123456", "0.000000000000001",
		"999999999999999", "-999999999999999", "99999999999999.9", "1/2", "1:2",
	} {
		want, err := strconv.ParseFloat(text, 64)
		got, ok := ParseNumber([]byte(text))
		if ok != (err == nil) || ok && math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%q is %v, %v; strconv has %v, %v", text, got, ok, want, err)
		}
	}
}

func TestParseNumberAllocatesNothing(t *testing.T) {
	cell := []byte("-0.12345678901234567")
	if n := testing.AllocsPerRun(100, func() { ParseNumber(cell) }); n != 0 {
		t.Errorf("%v allocations a number", n)
	}
}

func TestBadNumber(t *testing.T) {
	for cell, want := range map[string]string{
		"": `the value is missing (""); fill it in, or set Missing (drop-rows, ` +
			`drop-columns, median or a number)`,
		"?": `the value is missing ("?"); fill it in, or set Missing (drop-rows, ` +
			`drop-columns, median or a number)`,
		"NA": `the value is missing ("NA"); fill it in, or set Missing (drop-rows, ` +
			`drop-columns, median or a number)`,
		"n/a": `the value is missing ("n/a"); fill it in, or set Missing (drop-rows, ` +
			`drop-columns, median or a number)`,
		"Null": `the value is missing ("Null"); fill it in, or set Missing (drop-rows, ` +
			`drop-columns, median or a number)`,
		"NaN": `the value is missing ("NaN"); fill it in, or set Missing (drop-rows, ` +
			`drop-columns, median or a number)`,
		"Inf":       `"Inf" is infinite; give a finite number, or drop the row or the column`,
		"-infinity": `"-infinity" is infinite; give a finite number, or drop the row or the column`,
		"1e999":     `"1e999" is beyond the range of numbers (±1.8e308); mend the cell`,
		"-1e999":    `"-1e999" is beyond the range of numbers (±1.8e308); mend the cell`,
		"1,5":       `"1,5" has a decimal comma; write 1.5, or set Decimal to ','`,
		"-,5e3":     `"-,5e3" has a decimal comma; write -.5e3, or set Decimal to ','`,
		"1,234,567": "",
		"0x10":      "",
		"1_000":     "",
		"12 kg":     "",
	} {
		if _, ok := ParseNumber([]byte(cell)); ok {
			t.Errorf("%q is a number", cell)
		}
		if got := badNumber(cell); got != want {
			t.Errorf("%q: %s, want %s", cell, got, want)
		}
	}
}

func TestCanonicalLabels(t *testing.T) {
	for text, want := range map[string]string{
		"1": "1", "1.0": "1", "1e0": "1", "+1": "1", "01": "1", "-0": "0", "0.0": "0",
		"-1.50": "-1.5", "1e3": "1000",
		"1e15": "1000000000000000", "123456789012345678": "123456789012345678", ".1": "0.1",
		"123456789012345678.50": "123456789012345678.5", "1234567.50": "1234567.5",
		"-2e-3":  "-0.002",
		"0.0001": "0.0001", "0.00001": "1e-05", "1e21": "1e+21", "1e20": "100000000000000000000",
		"10e21": "1e+22", "-1.50e-400": "-1.5e-400",
		"0.1000000000000000055": "0.1000000000000000055", "00e99": "0",
		"1e-99999999999999999999": "1e-99999999999999999999",
	} {
		if got, ok := Canonical(text); got != want || !ok {
			t.Errorf("%q is %q, %v; want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "a", "NaN", "Inf", "0x1", "1_0"} {
		if got, ok := Canonical(text); ok {
			t.Errorf("%q is the number %q", text, got)
		}
	}
}

func TestNumberOrMissing(t *testing.T) {
	for _, cell := range []string{"1", "-2.5e3", "1e999", "Inf", "-infinity", "+INF", "NaN", "NA",
		"?", "n/a", "NULL"} {
		if !numberOrMissing(cell) {
			t.Errorf("%q would be a name", cell)
		}
	}
	for _, cell := range []string{"", "-", "+", ".", "e", "1.2.3", "2020-01-02", "x1", "1x", "0x10",
		"1_0", "information", "nano"} {
		if numberOrMissing(cell) {
			t.Errorf("%q would be a number", cell)
		}
	}
}
