package datasets

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/internal/must"
)

func TestCorrelated(t *testing.T) {
	// The last variable is half the sum of the first two, so that the matrix is singular.
	r := 1 / math.Sqrt2
	c := [][]float64{{1, 0, .3, r}, {0, 1, -.2, r}, {.3, -.2, 1, .1 * r}, {r, r, .1 * r, 1}}
	d := must.Get(Correlated(c, "a", "b", "c", "d"))(t)
	if d.N() != 16 || d.Labeled() || d.Features[3] != "d" {
		t.Errorf("%d samples of %q, labels: %v", d.N(), d.Features, d.Labeled())
	}
	for i := range c {
		x := mat.Col(nil, i, d.X)
		if m, v := stat.PopMeanVariance(x, nil); math.Abs(m) > 1e-15 || math.Abs(v-1) > 1e-14 {
			t.Errorf("column %d has mean %g and variance %g", i, m, v)
		}
		for j := range i {
			got := stat.Correlation(x, mat.Col(nil, j, d.X), nil)
			must.Near(t, got, c[i][j], 1e-14, "columns %d and %d correlate by", i, j)
		}
	}
	d = must.Get(Correlated([][]float64{{1, .9}, {.9, 1}}, "f"))(t)
	class := make([]float64, d.N())
	for i, y := range d.Y {
		class[i] = float64(y)
	}
	if got := stat.Correlation(class, mat.Col(nil, 0, d.X), nil); d.N() != 4 ||
		d.Classes[1] != "yes" || math.Abs(got-.9) > 1e-14 {
		t.Errorf("%d samples, classes %q, correlation %g", d.N(), d.Classes, got)
	}
}

func TestCorrelatedErrors(t *testing.T) {
	one, name := [][]float64{{1}}, []string{"a"}
	for want, c := range map[string]struct {
		c     [][]float64
		names []string
	}{
		"0 variables; give":                              {nil, nil},
		"11 variables; give":                             {make([][]float64, 11), nil},
		"0 names for 1 variables":                        {one, nil},
		"2 names for 1 variables":                        {one, []string{"a", "b"}},
		"row 1 has 1 correlations, want 2":               {[][]float64{{1}, {0, 1}}, name},
		"variable 2 correlates with itself by 2, want 1": {[][]float64{{1, 0}, {0, 2}}, name},
		"the correlations of variables 1 and 2 differ":   {[][]float64{{1, 0}, {.1, 1}}, name},
		"no variables have these correlations: the":      {[][]float64{{1, 1.1}, {1.1, 1}}, name},
	} {
		if _, err := Correlated(c.c, c.names...); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	// The first two are one variable, to which the third is alike by .5 and by .4.
	if _, err := Correlated([][]float64{{1, 1, .5}, {1, 1, .4}, {.5, .4, 1}}, "a", "b"); err !=
		errNotCorrelations {
		t.Error(err)
	}
	if _, err := Correlated([][]float64{{1, math.NaN()}, {math.NaN(), 1}}, "a"); err == nil {
		t.Error("NaN is a correlation")
	}
}
