package tails

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"

	"fsnb.example/internal/must"
)

// testdata/tails.py computes the p-values with 60 digits, from 1 down to 1e-300.
func TestAgainstManyDigits(t *testing.T) {
	f, err := os.Open("testdata/tails.csv")
	must.Do(t, err)
	defer f.Close()
	records := must.Get(csv.NewReader(f).ReadAll())(t)
	smallest := map[string]float64{"f": 1, "chi2": 1, "normal": 1}
	for _, r := range records {
		var v [4]float64
		for k := range v {
			if v[k], err = strconv.ParseFloat(r[k+1], 64); err != nil {
				t.Fatal(err)
			}
		}
		df1, df2, statistic, want := v[0], v[1], v[2], v[3]
		var got []float64
		switch r[0] {
		case "f":
			got = []float64{F(df1*statistic, df2, df1, df2),
				F(df1*statistic*1e8, df2*1e8, df1, df2)}
			if df1 == 1 {
				got = append(got, T(math.Sqrt(statistic), df2), T(-math.Sqrt(statistic), df2))
			}
		case "chi2":
			got = []float64{ChiSquared(statistic, df1)}
		default:
			got = []float64{Normal(statistic), Normal(-statistic)}
		}
		for _, p := range got {
			if !(math.Abs(p-want) <= 1e-10*want) {
				t.Errorf("%v: %v, relative error %.2g", r, p, p/want-1)
			}
		}
		smallest[r[0]] = min(want, smallest[r[0]])
	}
	for kind, p := range smallest {
		if p > 1e-298 {
			t.Errorf("the smallest p-value of %s is %v", kind, p)
		}
	}
}

// The ends: equal means, no variation within, squares that overflow.
func TestEnds(t *testing.T) {
	for what, is := range map[string][2]float64{
		"no difference":             {F(0, 3, 2, 10), 1},
		"nothing at all":            {F(0, 0, 2, 10), 1},
		"nothing within":            {F(3, 0, 2, 10), 0},
		"infinite F":                {F(math.Inf(1), 3, 2, 10), 0},
		"infinite t":                {T(math.Inf(-1), 10), 0},
		"t of 0":                    {T(0, 10), 1},
		"χ² of 0":                   {ChiSquared(0, 3), 1},
		"z of 0":                    {Normal(0), 1},
		"a huge t":                  {T(1e200, 10), 0},
		"sums whose ratio is small": {F(1e-300, 1e300, 2, 10), 1},
	} {
		if is[0] != is[1] {
			t.Errorf("%s: %v, want %v", what, is[0], is[1])
		}
	}
}
