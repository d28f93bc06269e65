package datasets

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/internal/must"
)

// following is n samples of a continuous target, two columns of noise, and one that f makes of the
// target.
func following(t *testing.T, n int, seed uint64, name string, target func(i int) float64,
	f func(i int, y float64) float64) *Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 5))
	x, y := mat.NewDense(n, 3, nil), make([]float64, n)
	for i := range n {
		if y[i] = rng.NormFloat64(); target != nil {
			y[i] = target(i)
		}
		x.SetRow(i, []float64{rng.NormFloat64(), f(i, y[i]), rng.NormFloat64()})
	}
	return must.Get(New("follows", x, y, []string{"n1", name, "n2"}))(t)
}

func TestTargetLeaks(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	const end = " with the target: it may be the target itself, or made of it; if so, leave it " +
		"out (Drop when a file is read)"
	zeros := func(i int) float64 { return float64(max(0, i%40-37)) }
	for _, c := range []struct {
		name   string
		n      int
		target func(i int) float64 // nil for normal numbers
		value  func(i int, y float64) float64
		want   string // "" for no warning
	}{
		{"copy", 10, nil, func(_ int, y float64) float64 { return y }, "correlation of 1"},
		{"unit", 500, nil, func(_ int, y float64) float64 { return 32 - 1.8e200*y },
			"correlation of 1"},
		{"log", 50, nil, func(_ int, y float64) float64 { return math.Exp(3 * y) },
			"rank correlation of 1"},
		{"falling", 50, nil, func(_ int, y float64) float64 { return -math.Exp(3 * y) },
			"rank correlation of 1"},
		{"zeros", 200, zeros, func(_ int, y float64) float64 {
			return 3 * y
		}, "rank correlation of 1"},
		{"noisy", 1000, nil, func(_ int, y float64) float64 { return y + .03*rng.NormFloat64() },
			"correlation of 0.9995"},
		{"noisier", 1000, nil, func(_ int, y float64) float64 {
			return y + .06*rng.NormFloat64()
		}, ""},
		{"few", 9, nil, func(_ int, y float64) float64 { return y }, ""},
		{"outlier", 30, func(i int) float64 { return math.Sin(float64(i*i)) - 1e6*float64(i/29) },
			func(i int, _ float64) float64 { return rng.NormFloat64() - 1e5*float64(i/29) }, ""},
		{"square", 300, nil, func(_ int, y float64) float64 { return y * y }, ""},
		{"patient_id", 40, func(i int) float64 { return float64(i) },
			func(i int, _ float64) float64 { return float64(1 + i) }, ""},
	} {
		d := following(t, c.n, 1, c.name, c.target, c.value)
		got := slices.DeleteFunc(slices.Clone(d.Warnings), func(w string) bool {
			return strings.Contains(w, looksLikeIdentifier) || strings.HasSuffix(w, sayUnit)
		})
		var want []string
		if c.want != "" {
			want = []string{"column " + c.name + " has an absolute " + c.want + end}
		}
		must.Items(t, got, want, "%s", c.name)
		if left := must.Get(
			d.Take([]int{0, 2}))(t); slices.ContainsFunc(left.Warnings, aboutColumn) {
			t.Errorf("%s: the column is gone and its warning is there: %q", c.name, left.Warnings)
		}
		// The target may come later.
		y := d.Target
		plain := *d
		plain.Target, plain.Warnings = nil, []string{"column n1 tells the class" + looksLikeTarget}
		later := must.Get(plain.WithTarget("dose", y))(t)
		later.Warnings = slices.DeleteFunc(later.Warnings, func(w string) bool {
			return strings.HasSuffix(w, sayUnit)
		})
		if !slices.Equal(later.Warnings, want) && c.name != "patient_id" {
			t.Errorf("%s: later %q, want %q", c.name, later.Warnings, want)
		}
	}
	four := mat.NewDense(40, 4, nil)
	y := make([]float64, 40)
	for i := range y {
		y[i] = rng.NormFloat64()
		four.SetRow(i, []float64{y[i], 2 * y[i], -y[i], 5 + y[i]})
	}
	if d := must.Get(New("", four, y, nil))(t); d.Warnings != nil {
		t.Errorf("four columns: %q", d.Warnings)
	}
	three := mat.DenseCopyOf(four.Slice(0, 40, 0, 3))
	if d := must.Get(New("", three, y, nil))(t); len(d.Warnings) != 3 {
		t.Errorf("three columns: %q", d.Warnings)
	}
}

// Ranks of 10 samples agree with those of one of many columns by chance.
func TestRanksOfFewSamplesAreNoEvidence(t *testing.T) {
	for columns, want := range map[int]int{1000: 1, 5000: 0} {
		rng := rand.New(rand.NewPCG(2, 5))
		x, y := mat.NewDense(10, columns, nil), make([]float64, 10)
		for i := range y {
			y[i] = rng.NormFloat64()
			for j := range columns {
				x.Set(i, j, rng.NormFloat64())
			}
			x.Set(i, 3, math.Exp(5*y[i]))
		}
		if d := must.Get(New("", x, y, nil))(t); len(d.Warnings) != want {
			t.Errorf("%d columns: %q, want %d warnings", columns, d.Warnings, want)
		}
	}
}

// The agreement is gonum's correlation, of values and of ranks by their definition.
func TestAgreement(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	ranks := func(values []float64) []float64 {
		out := make([]float64, len(values))
		for i, v := range values {
			for _, w := range values {
				if w < v {
					out[i]++
				} else if w == v {
					out[i] += .5
				}
			}
		}
		return out
	}
	for range 50 {
		n := 3 + rng.IntN(40)
		x, y, rows := mat.NewDense(n, 1, nil), make([]float64, n), make([]int, n)
		for i := range n {
			y[i] = math.Round(4 * rng.NormFloat64())
			x.Set(i, 0, y[i]+math.Round(3*rng.NormFloat64()))
			rows[i] = i
		}
		d := must.Get(New("", x, y, nil))(t)
		values, byRank := d.agreement(0, rows)
		a, b := mat.Col(nil, 0, x), y
		for _, v := range [][2]float64{{values, math.Abs(stat.Correlation(a, b, nil))},
			{byRank, math.Abs(stat.Correlation(ranks(a), ranks(b), nil))}} {
			if math.IsNaN(v[1]) {
				v[1] = 0
			}
			must.Near(t, v[0], v[1], 1e-12, "%v and %v", a, b)
		}
	}
}
