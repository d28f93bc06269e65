package tabular

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

// grouped writes a whole number with a sign between its thousands.
func grouped(v int, sign string) string {
	text := strconv.Itoa(v)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + sign + text[i:]
	}
	return text
}

// Numbers are read back as they were written, with each sign between thousands and each decimal
// sign, and those of other signs are not numbers.
func TestThousands(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		v := rng.IntN([]int{1000, 1e6, 1e9, 1e12}[rng.IntN(4)])
		fraction := []string{"", "5", "125", "0625"}[rng.IntN(4)]
		for _, c := range []struct {
			thousands rune
			sign      string
			decimal   string
		}{{',', ",", "."}, {'.', ".", ","}, {'\'', "'", "."}, {'\'', "’", ","}, {' ', " ", ","},
			{' ', "\u202f", "."}, {' ', "\u00a0", ","}, {' ', "\u2009", "."}} {
			want := must.Get(strconv.ParseFloat(fmt.Sprintf("-%d.%s", v, fraction), 64))(t)
			text := "-" + grouped(v, c.sign)
			if fraction != "" {
				text += c.decimal + fraction
			}
			s := signs{decimal: c.decimal[0], thousands: c.thousands}
			if got, ok := s.parse([]byte(text)); !ok || got != want {
				t.Fatalf("%q: %v, %v, want %v", text, got, ok, want)
			}
			plain := signs{decimal: c.decimal[0]}
			if got, ok := plain.parse([]byte(text)); ok && v >= 1000 {
				t.Fatalf("%q without the option: %v", text, got)
			}
		}
	}
	for _, text := range []string{"1,20", "1,2000", "12345,678", "0,500", ",500", "1,,200",
		"1,200,", "1,200,30", "--1,200", "1,2e3", "1 200", "a,200", ""} {
		if v, ok := (signs{'.', ','}).parse([]byte(text)); ok {
			t.Errorf("%q: %v", text, v)
		}
	}
}

// A thousands separator is named, and the option that the error names reads the file.
func TestThousandsInTables(t *testing.T) {
	want := []float64{950, 1200, 2300000, 880}
	for text, opt := range map[string]Options{
		"a,y\n950,p\n\"1,200\",q\n\"2,300,000\",p\n880,q\n": {Thousands: ','},
		"a\ty\n950\tp\n1,200\tq\n2,300,000\tp\n880\tq\n":    {Thousands: ','},
		"a;y\n950;p\n1,200;q\n2,300,000;p\n880;q\n":         {Thousands: ','},
		"a|y\n950|p\n1,200|q\n2,300,000|p\n880|q\n":         {Thousands: ',', Comma: '|'},
		"a y\n950 p\n1,200 q\n2,300,000 p\n880 q\n":         {Thousands: ','},
		"950;p\n1,200;q\n2,300,000;p\n880;q\n":              {Thousands: ','},
		"1,200;q\n950;p\n2,300,000;p\n880;q\n":              {Thousands: ','},
		"a;y\n950;p\n1.200;q\n2.300.000;p\n880;q\n":         {Thousands: '.'},
		"a,y\n950,p\n1'200,q\n2'300'000,p\n880,q\n":         {Thousands: '\''},
		"a;y\n950;p\n1 200;q\n2\u00a0300\u00a0000;p\n880;q\n": {
			Thousands: ' ', Header: HeaderYes},
		"id,s,t,u,v\ny,p,q,p,q\na,950,\"1,200\",\"2,300,000\",880\n": {Thousands: ',',
			Transposed: true},
	} {
		_, err := readCSV(strings.NewReader(text), "t", Options{Comma: opt.Comma,
			Transposed: opt.Transposed, Label: map[bool]string{true: "y"}[opt.Transposed]})
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf(
			"has a thousands separator; set Thousands to %q", opt.Thousands)) ||
			opt.Thousands != '.' && strings.Contains(err.Error(), "Decimal") {
			t.Errorf("%q: %v", text, err)
		}
		d := must.Get(readCSV(strings.NewReader(text), "t", opt))(t)
		var got []float64
		for _, row := range matrixOf(d) {
			got = append(got, row[0])
		}
		if text[0] == '1' { // its first row is the second one
			got[0], got[1] = got[1], got[0]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

// Commas that do not all stand before three digits are decimal, or neither.
func TestNoThousands(t *testing.T) {
	for text, want := range map[string]string{
		"a,y\n\"1,200\",p\n\"2,5\",q\n": `row 2, column 0 (a): "1,200" has a decimal comma; ` +
			`write 1.200, or set Decimal to ','`,
		"a;b;y\n2,5;1.5;p\n": `row 2, column 0 (a): "2,5" has a decimal comma; write 2.5, or set ` +
			`Decimal to ','`,
	} {
		_, err := readCSV(strings.NewReader(text), "t", Options{})
		wantError(t, err, "t: "+want)
	}
	_, err := readCSV(strings.NewReader("a,y\n\"1,200\",p\n\"2,5\",q\n"), "t",
		Options{Thousands: ','})
	wantError(t, err, `t: row 3, column 0 (a): "2,5" has ',' that does not stand before exactly `+
		`three digits; mend the cell, or leave Thousands out`)
	wantError(t, Options{Thousands: ',', Decimal: ','}.Check(),
		"the options Thousands and Decimal are both ','; leave one of them out")
	wantError(t, Options{Thousands: 'x'}.Check(), "the sign between thousands cannot be 'x'; give "+
		"',', '.', an apostrophe or a blank")
}

// A column of 950, 1.200, 2.300, 880 is read with a decimal point and a warning, one of decimals
// without.
func TestDoubtfulThousands(t *testing.T) {
	for text, warned := range map[string]bool{
		"a;y\n950;p\n1.200;q\n2.300;p\n880;q\n": true,
		"a\ty\n950\tp\n1.200\tq\n":              true,
		"a;y\n950;p\n1.25;q\n2.300;p\n880;q\n":  false,
		"a;y\n1.200;p\n2.300;q\n":               false,
		"a;y\n2;p\n1.200;q\n2.300;p\n":          false,
		"a;y\n950;p\n0.200;q\n2.300;p\n":        false,
		"a;y\n950;p\n900.250;q\n880;p\n":        false,
	} {
		d := must.Get(readCSV(strings.NewReader(text), "t", Options{}))(t)
		if got := len(d.Warnings) > 0; got != warned {
			t.Errorf("%q: warnings %q", text, d.Warnings)
		}
		for _, opt := range []Options{{Decimal: '.'}, {Thousands: '.'}} {
			if opt.Thousands == '.' && !warned {
				continue
			}
			d := must.Get(readCSV(strings.NewReader(text), "t", opt))(t)
			if d.Warnings != nil {
				t.Errorf("%q, %+v: warnings %q", text, opt, d.Warnings)
			}
		}
	}
}

// A continuous target and classes may have thousands.
func TestThousandsOfLabels(t *testing.T) {
	const text = "a,price\n1,\"1,200,000\"\n2,\"950,000\"\n3,800\n"
	d := must.Get(
		readCSV(strings.NewReader(text), "t", Options{Thousands: ',', Continuous: true}))(t)
	if diff := cmp.Diff([]float64{1_200_000, 950_000, 800}, d.Target); diff != "" {
		t.Error(diff)
	}
	d = must.Get(readCSV(strings.NewReader(text), "t", Options{Thousands: ','}))(t)
	if diff := cmp.Diff([]string{"800", "950000", "1200000"}, d.Classes); diff != "" {
		t.Error(diff)
	}
	_, err := readCSV(strings.NewReader(text), "t", Options{Continuous: true})
	wantError(t, err, `t: row 2, column 1 (price): the target "1,200,000" has a thousands separator; `+
		`set Thousands to ',', or write 1200000`)
}
