package algorithms_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"fsnb.example/algorithms"
)

// check is CheckRanges for a struct of one number v with a tag, for 10 samples of 4 features.
func check(tag string, v float64) error {
	s := reflect.New(reflect.StructOf([]reflect.StructField{{
		Name: "Value", Type: reflect.TypeFor[float64](),
		Tag: reflect.StructTag(fmt.Sprintf("range:%q", tag)),
	}})).Elem()
	s.Field(0).SetFloat(v)
	return algorithms.CheckRanges(s.Interface(), 10, 4)
}

// A number is compared with the definition of an interval: 0 is in each of them, NaN in none.
func TestRangesAreIntervals(t *testing.T) {
	inf := math.Inf(1)
	for _, test := range []struct {
		tag, text string
		in, out   []float64
	}{
		{"[1,n-1]", "1 to n − 1 = 9", []float64{1, 9},
			[]float64{-1, 10, 0x1p31, 0x1p63}},
		{"[2,n/2]", "2 to n/2 = 5", []float64{2, 5}, []float64{1, 6}},
		{"[1,d]", "1 to d = 4", []float64{1, 4}, []float64{5}},
		{"(0,1)", "a number above 0, below 1", []float64{5e-324, .5},
			[]float64{1, -5e-324, 2}},
		{"(0.5,1]", "a number above 0.5, up to 1", []float64{.75, 1},
			[]float64{.5, 1.5}},
		{"[0,1)", "0 or more, below 1", []float64{.5}, []float64{1, -.25}},
		{"(0,inf)", "a number above 0", []float64{1e308}, []float64{inf, -1}},
		{"(0,inf]", "a number above 0, also +Inf", []float64{1e308, inf},
			[]float64{-1}},
		{"[0,inf)", "0 or more", []float64{0x1p63}, []float64{-1, inf}},
		{"[1e-100,1e+100]", "1e-100 to 1e100", []float64{1e-100, 1e100},
			[]float64{1e-101, 1e101, 5e-324}},
	} {
		for _, v := range append(test.in, 0) {
			if err := check(test.tag, v); err != nil {
				t.Errorf("%s has no %g: %v", test.tag, v, err)
			}
		}
		for _, v := range append(test.out, math.NaN(), math.Inf(-1)) {
			want := fmt.Sprintf("value = %v; give %s", v, test.text)
			if err := check(test.tag, v); fmt.Sprint(err) != want {
				t.Errorf("%s, %g: %v, want %s", test.tag, v, err, want)
			}
		}
	}
	for _, tag := range []string{"", "1,2", "[1;2]", "[1,2", "[,2]", "[1,]", "[a,2]", "[1,n*2]"} {
		if err := check(tag, 1); err == nil || !strings.Contains(err.Error(), "no interval") {
			t.Errorf("the tag %q: error %v", tag, err)
		}
	}
	if err := check("[11,n]", 11); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("an empty range: error %v", err)
	}
}

// ranged has ranges in its fields and in those of what it holds.
type ranged struct {
	tuned
	Count   int     `range:"[1,n-1]"`
	Weight  float64 `range:"(0,inf)"`
	Free    float64
	Inside  box
	Drawing form
}

func (ranged) Name() string { return "ranged" }

func (m ranged) Resolve() algorithms.Selector { return m }

func (ranged) Facts() algorithms.Facts {
	return algorithms.Facts{About: algorithms.About{Variants: []algorithms.Variant{oval{}}},
		Promises: algorithms.Promises{Nested: true}}
}

// box is the only kind of its parameter.
type box struct {
	Half int `range:"[2,n/2]"`
}

func (box) Kind() string { return "box" }

type form interface{ algorithms.Variant }

type oval struct {
	Long float64 `param:"length" range:"[1,d]"`
}

func (oval) Kind() string { return "oval" }

// Check names the method, the parameter, its value and the range for the data, wherever it is.
func TestCheckRefusesParametersOutOfRange(t *testing.T) {
	d := table([]float64{1, 2, 3}, []float64{2, 3, 4}, []float64{3, 4, 6}, []float64{3, 1, 6})
	for _, test := range []struct {
		change func(m *ranged)
		want   string
	}{
		{func(m *ranged) { m.Count = 4 }, "count = 4; give 1 to n − 1 = 3"},
		{func(m *ranged) { m.Count = math.MinInt },
			"count = -9223372036854775808; give 1 to n − 1 = 3"},
		{func(m *ranged) { m.Weight = math.NaN() },
			"weight = NaN; give a number above 0"},
		{func(m *ranged) { m.Inside.Half = 3 },
			"half = 3; give 2 to n/2 = 2"},
		{func(m *ranged) { m.Drawing = oval{3.5} },
			"length = 3.5; give 1 to d = 3"},
		{func(m *ranged) { m.Drawing = &oval{4} },
			"length = 4; give 1 to d = 3"},
		{func(m *ranged) { m.Count, m.Free, m.Drawing = 3, math.NaN(), oval{3} }, ""},
	} {
		var m ranged
		test.change(&m)
		got := ""
		err := algorithms.Check(context.Background(), m, d, algorithms.Options{})
		if err != nil {
			got = err.Error()
		}
		if test.want != "" {
			test.want = "ranged: " + test.want
		}
		if got != test.want {
			t.Errorf("%+v: %q, want %q", m, got, test.want)
		}
		// Run says so for a method that does not call Check.
		_, err = algorithms.Run(context.Background(), m, d, algorithms.Options{K: 1})
		if (err != nil) != (test.want != "") || err != nil && err.Error() != test.want {
			t.Errorf("%+v: Run: %v, want %q", m, err, test.want)
		}
	}
	var texts []string
	for _, p := range algorithms.Parameters(ranged{}) {
		texts = append(texts, p.Name+": "+p.Range.String())
	}
	const want = "count: 1 to n − 1; weight: above 0; free: ; half: 2 to n/2; drawing: ; " +
		"length: 1 to d"
	if got := strings.Join(texts, "; "); got != want {
		t.Errorf("the parameters have the ranges %s", got)
	}
}
