package stats_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"math"
	"testing"

	"fsnb.example/evaluation/stats"
	"fsnb.example/internal/must"
)

// The golden numbers without another source are those of testdata/reference.py.

// a and b are the accuracies of two methods over ten splits, made up.
var (
	a = []float64{0.91, 0.88, 0.93, 0.90, 0.87, 0.94, 0.92, 0.89, 0.95, 0.90}
	b = []float64{0.89, 0.88, 0.90, 0.91, 0.85, 0.90, 0.91, 0.86, 0.93, 0.86}
)

// near fails unless got is want but for a share of it.
func near(t *testing.T, what string, got, want, share float64) {
	t.Helper()
	must.Near(t, got, want, share*math.Abs(want), "%s", what)
}

// demsar is the area under the curve of four variants of C4.5 on 14 data sets:
// Demšar 2006, table 6. One tie is broken as its printed ranks are.
var demsar = [][]float64{
	{0.763, 0.768, 0.771, 0.798}, {0.599, 0.591, 0.590, 0.569}, {0.954, 0.971, 0.968, 0.967},
	{0.628, 0.661, 0.654, 0.657},
	{0.882, 0.888, 0.886, 0.898}, {0.936, 0.931, 0.916, 0.931}, {0.661, 0.668, 0.609, 0.685},
	{0.583, 0.583, 0.563, 0.625},
	{0.775, 0.838, 0.866, 0.875}, {1.000, 1.000, 1.000, 1.000}, {0.940, 0.962, 0.965, 0.962},
	{0.619, 0.666, 0.614, 0.669},
	{0.972, 0.981, 0.9751, 0.975}, {0.957, 0.978, 0.946, 0.970},
}

func TestWilson(t *testing.T) {
	for _, test := range []struct{ hits, n int }{{0, 10}, {1, 10}, {5, 10}, {10, 10}, {37, 1000},
		{1, 1}} {
		low, high, err := stats.Wilson(test.hits, test.n, 0.95)
		must.Do(t, err)
		// Both ends solve the equation that defines them.
		z, p := stats.NormalQuantile(0.95), float64(test.hits)/float64(test.n)
		for _, end := range []float64{low, high} {
			if got := math.Abs(p-end) - z*math.Sqrt(end*(1-end)/float64(test.n)); math.Abs(
				got) > 1e-12 {
				t.Errorf("%d of %d: the interval %g to %g is off by %g", test.hits, test.n, low,
					high, got)
			}
		}
		if low > p || high < p || low < 0 || high > 1 {
			t.Errorf("%d of %d: %g to %g", test.hits, test.n, low, high)
		}
	}
	near(t, "z", stats.NormalQuantile(0.95), 1.9599639845400534, 1e-13)
	for _, test := range []struct {
		hits, n int
		level   float64
	}{{-1, 3, 0.9}, {4, 3, 0.9}, {0, 0, 0.9}, {1, 2, 1}} {
		if _, _, err := stats.Wilson(test.hits, test.n, test.level); err == nil {
			t.Errorf("%+v was taken", test)
		}
	}
}

// Results come back from gob and JSON, infinite ones as NaN from JSON.
func TestResultsArePlainData(t *testing.T) {
	constant := must.Get(stats.PairedT([]float64{1, 2}, []float64{0, 1}))(t)
	friedman := must.Get(stats.Friedman([][]float64{{2, 1}, {2, 1}}))(t)
	var buf bytes.Buffer
	must.Do(t, gob.NewEncoder(&buf).Encode(constant))
	back := new(stats.TTest)
	must.Do(t, gob.NewDecoder(&buf).Decode(back))
	must.Is(t, *back, *constant, "%+v came back as %+v", constant, back)
	for _, v := range []any{constant, friedman} {
		if _, err := json.Marshal(v); err != nil {
			t.Errorf("%T: %v", v, err)
		}
	}
}
