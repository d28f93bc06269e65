package number_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fsnb.example/internal/must"
	"fsnb.example/internal/number"
)

func TestNumbersJSON(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, test := range []struct {
		in   number.Numbers
		text string
		back number.Numbers
	}{
		{nil, `null`, nil},
		{number.Numbers{}, `[]`, number.Numbers{}},
		{number.Numbers{1, -0.5, 1e300, 5e-324}, `[1,-0.5,1e+300,5e-324]`,
			number.Numbers{1, -0.5, 1e300, 5e-324}},
		{number.Numbers{inf, 2, -inf, nan}, `["inf",2,"-inf",null]`,
			number.Numbers{inf, 2, -inf, nan}},
	} {
		text, err := json.Marshal(test.in)
		if err != nil || string(text) != test.text {
			t.Errorf("%v: wrote %s, %v; want %s", test.in, text, err, test.text)
			continue
		}
		back := number.Numbers{7} // must not survive
		if err := json.Unmarshal(text, &back); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(test.back, back, nanEqual); diff != "" {
			t.Errorf("%s came back different (-want +got):\n%s", text, diff)
		}
	}
	for _, bad := range []string{`["1"]`, `[true]`, `[[1]]`, `{}`, `1`, `[1e400]`, `["Inf"]`,
		`[inf]`, `[NaN]`} {
		var n number.Numbers
		if err := json.Unmarshal([]byte(bad), &n); err == nil {
			t.Errorf("%s was read as %v", bad, n)
		}
	}
	var spaced number.Numbers
	if err := json.Unmarshal([]byte(" [ 1 ,\n null , 3 ] "), &spaced); err != nil ||
		len(spaced) != 3 || spaced[2] != 3 || !math.IsNaN(spaced[1]) {
		t.Errorf("spaced array was read as %v, %v", spaced, err)
	}
}

var nanEqual = cmp.Comparer(func(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b)
})

func TestNumberRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64().Draw(t, "v")
		type box struct{ P *number.Number }
		n := number.Number(v)
		in := box{&n}

		var buf bytes.Buffer
		var fromGob box
		must.Do(t, gob.NewEncoder(&buf).Encode(in))
		must.Do(t, gob.NewDecoder(&buf).Decode(&fromGob))
		if fromGob.P == nil || math.Float64bits(float64(*fromGob.P)) != math.Float64bits(v) {
			t.Fatalf("gob: %v came back as %v", v, fromGob.P)
		}

		text := must.Get(json.Marshal(in))(t)
		var fromJSON box
		if err := json.Unmarshal(text, &fromJSON); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if fromJSON.P == nil || math.Float64bits(float64(*fromJSON.P)) != math.Float64bits(v) {
			t.Fatalf("json: %v came back as %v by way of %s", v, fromJSON.P, text)
		}
	})
}

func TestNumberNotFinite(t *testing.T) {
	for v, want := range map[float64]string{math.Inf(1): `"inf"`, math.Inf(-1): `"-inf"`,
		math.NaN(): "null"} {
		text, err := json.Marshal(number.Number(v))
		if err != nil || string(text) != want {
			t.Errorf("%v: wrote %s, %v; want %s", v, text, err, want)
		}
		n := number.Number(1)
		if err := n.UnmarshalJSON(text); err != nil || float64(n) != v &&
			!(math.IsNaN(float64(n)) && math.IsNaN(v)) {
			t.Errorf("%s was read as %v, %v; want %v", text, n, err, v)
		}
	}
	var n number.Number
	if err := n.GobDecode([]byte{1, 2, 3}); err == nil {
		t.Error("three bytes were read as a number")
	}
}

// What is written in a file reads back as the same bits.
func TestText(t *testing.T) {
	for v, want := range map[float64]string{math.Inf(1): "inf", math.Inf(-1): "-inf", 0.1: "0.1",
		1e300: "1e+300", -5e-324: "-5e-324"} {
		got := number.Text(v)
		back, err := strconv.ParseFloat(got, 64)
		if got != want || err != nil || back != v {
			t.Errorf("%g is %s, want %s; it reads back as %g, %v", v, got, want, back, err)
		}
	}
	if got := number.Text(math.NaN()); got != "NaN" {
		t.Errorf("NaN is %s", got)
	}
}
