package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/internal/must"
)

// The targets are the documented formulas plus normal noise of the stated standard deviation.
func TestTargetFormulas(t *testing.T) {
	circuit := [][2]float64{{0, 100}, {40 * math.Pi, 560 * math.Pi}, {0, 1}, {1, 11}}
	unit := [2]float64{0, 1}
	for _, c := range []struct {
		make     func(uint64) *Dataset
		features string
		relevant string
		noise    int
		ranges   [][2]float64                // of uniform features; nil if all are standard normal
		terms    func(v []float64) []float64 // of the formula
		sd       float64
	}{
		{Friedman1, "x1 x2 x3 x4 x5", "x1 x2 x3 x4 x5", 45, [][2]float64{unit, unit, unit, unit,
			unit},
			func(v []float64) []float64 {
				return []float64{10 * math.Sin(math.Pi*v[0]*v[1]), 20 * math.Pow(v[2]-.5, 2),
					10 * v[3], 5 * v[4]}
			}, 1},
		{Friedman2, "x1 x2 x3 x4", "x1 x2 x3", 46, circuit,
			func(v []float64) []float64 {
				return []float64{math.Hypot(v[0], v[1]*v[2]-1/(v[1]*v[3]))}
			}, 125},
		{Friedman3, "x1 x2 x3 x4", "x1 x2 x3", 46, circuit,
			func(v []float64) []float64 {
				return []float64{math.Atan2(v[1]*v[2]-1/(v[1]*v[3]), v[0])}
			}, .1},
		{TargetPairs, "pair_1_a pair_1_b pair_2_a pair_2_b line",
			"pair_1_a pair_1_b pair_2_a pair_2_b line", 55, nil,
			func(v []float64) []float64 {
				return []float64{2 * v[0] * v[1], 1.5 * v[2] * v[3], v[4]}
			}, 1},
	} {
		names := strings.Fields(c.features)
		checkTerms(t, c.make, names, c.terms)
		for _, seed := range generatorSeeds {
			d := c.make(seed)
			what := fmt.Sprintf("%s, seed %d", d.Name, seed)
			at := checkDesign(t, d, 500, names, c.noise, strings.Fields(c.relevant))
			checkIndependent(t, d, nil)
			e := make([]float64, d.N())
			for i, y := range d.Target {
				e[i] = y - floats.Sum(c.terms(valuesAt(d, i, at)))
			}
			checkNormal(t, what+": y - f(x)", e, 0, c.sd)
			for j, name := range d.Features {
				x, r := mat.Col(nil, j, d.X), unit
				if k := slices.Index(at, j); k >= 0 && c.ranges != nil {
					r = c.ranges[k]
				}
				if c.ranges == nil {
					checkNormal(t, what+": "+name, x, 0, 1)
					continue
				}
				checkDistribution(t, what+": "+name, x,
					func(x float64) float64 { return min(max((x-r[0])/(r[1]-r[0]), 0), 1) })
			}
			if y := d.Target[0]; (d.Name == "friedman1" || d.Name == "friedman3") &&
				y != math.Round(y*1e6)/1e6 {
				t.Errorf("%s: y is %v, with more than six decimals", what, y)
			}
		}
	}
}

// The figures in the documents of Friedman2 and Friedman3: the effect of one feature is the root of
// half the mean square of the change of f when the feature is drawn again (Jansen's estimator).
func TestFriedmanEffects(t *testing.T) {
	z := func(v []float64) float64 { return math.Hypot(v[0], v[1]*v[2]-1/(v[1]*v[3])) }
	phase := func(v []float64) float64 { return math.Atan2(v[1]*v[2]-1/(v[1]*v[3]), v[0]) }
	var x [][]float64
	for seed := range uint64(40) {
		d := Friedman2(seed)
		at := checkDesign(t, d, 500, []string{"x1", "x2", "x3", "x4"}, 46, []string{"x1", "x2",
			"x3"})
		for i := range d.N() {
			x = append(x, valuesAt(d, i, at))
		}
	}
	effect := func(f func([]float64) float64, j int) float64 {
		var sum float64
		for i, v := range x {
			other := slices.Clone(v)
			other[j] = x[(i+1)%len(x)][j]
			sum += math.Pow(f(v)-f(other), 2) / 2
		}
		return math.Sqrt(sum / float64(len(x)))
	}
	var signal [2][]float64
	for _, v := range x {
		signal[0], signal[1] = append(signal[0], z(v)), append(signal[1], phase(v))
	}
	// The figures of 4·10⁶ draws; 20,000 stay within 3% of them.
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"the signal of friedman2", stat.StdDev(signal[0], nil), 379.1},
		{"the signal of friedman3", stat.StdDev(signal[1], nil), .3165},
		{"x1 in friedman2", effect(z, 0), 9.474},
		{"x2 in friedman2", effect(z, 1), 270.1},
		{"x3 in friedman2", effect(z, 2), 299.7},
		{"x1 in friedman3", effect(phase, 0), .1494},
	} {
		must.Near(t, c.got, c.want, .03*c.want, "%s has a standard deviation of", c.what)
	}
	if a, b := effect(z, 3), effect(phase, 3); a > 1e-3 || b > 1e-4 {
		t.Errorf("x4 has effects %v and %v", a, b)
	}
}

func TestTargetBlocks(t *testing.T) {
	weights := []float64{2, -1.75, 1.5, -1.2, 1}
	var names []string
	for b := range 10 {
		for k := range 5 {
			names = append(names, fmt.Sprintf("block_%d_%d", b+1, k+1))
		}
	}
	// Given the five features √.9 z + √.1 e of its block, a factor is normal with the mean
	// √.9/.1 Σx / 46 and the variance 1/46, as 1 + 5·.9/.1 = 46.
	terms := func(v []float64) []float64 {
		out := make([]float64, len(weights))
		for b, w := range weights {
			out[b] = w * math.Sqrt(.9) / .1 / 46 * floats.Sum(v[5*b:5*b+5])
		}
		return out
	}
	checkTerms(t, TargetBlocks, names, terms)
	for _, seed := range generatorSeeds {
		d := TargetBlocks(seed)
		at := checkDesign(t, d, 400, names, 50, names[:25])
		block := map[int]int{} // of a column
		for b := range 10 {
			own := at[5*b : 5*b+5]
			for _, j := range own {
				block[j] = b + 1
			}
			must.Items(t, d.Truth.Groups[b], slices.Sorted(slices.Values(own)), "seed %d: group %d",
				seed, b)
		}
		must.Is(t, len(d.Truth.Groups), 10, "seed %d groups", seed)
		checkIndependent(t, d, func(j, k int) float64 {
			if block[j] > 0 && block[j] == block[k] {
				return .9
			}
			return 0
		})
		for j, name := range d.Features {
			checkNormal(t, name, mat.Col(nil, j, d.X), 0, 1)
		}
		e, variance := make([]float64, d.N()), 4.
		for _, w := range weights {
			variance += w * w / 46
		}
		for i, y := range d.Target {
			e[i] = y - floats.Sum(terms(valuesAt(d, i, at)))
		}
		checkNormal(t, fmt.Sprintf("seed %d: y without the blocks", seed), e, 0,
			math.Sqrt(variance))
	}
}

// checkTerms verifies each coefficient of a formula with 200 seeds: what the terms leave of y
// correlates with none of them, nor with a feature.
func checkTerms(
	t *testing.T, make func(uint64) *Dataset, names []string, terms func([]float64) []float64,
) {
	t.Helper()
	var rest []float64
	var values [][]float64 // of a term
	for seed := range uint64(200) {
		d := make(seed)
		at := columnsOf(d, names)
		for i, y := range d.Target {
			x := valuesAt(d, i, at)
			v := terms(x)
			rest = append(rest, y-floats.Sum(v))
			for k, value := range append(v, x...) {
				if k == len(values) {
					values = append(values, nil)
				}
				values[k] = append(values[k], value)
			}
		}
	}
	for k, v := range values {
		if r := stat.Correlation(rest, v, nil); math.Abs(r) > normalQuantile/
			math.Sqrt(float64(len(v))) {
			t.Errorf("%s: y without the formula correlates %v with term or feature "+
				"%d", make(1).Name, r, k)
		}
	}
}

// checkDesign verifies the sizes, the names and the truth, and returns the columns of names, which
// are not the first ones.
func checkDesign(
	t *testing.T, d *Dataset, n int, names []string, noise int, relevant []string,
) []int {
	t.Helper()
	all := slices.Clone(names)
	for j := range noise {
		all = append(all, fmt.Sprintf("noise_%d", j+1))
	}
	if d.N() != n || !slices.Equal(slices.Sorted(slices.Values(d.Features)),
		slices.Sorted(slices.Values(all))) || slices.Equal(d.Features, all) {
		t.Fatalf("%s is %d×%d with %q", d.Name, d.N(), d.D(), d.Features)
	}
	at := columnsOf(d, names)
	var want []int
	for k, name := range names {
		if slices.Contains(relevant, name) {
			want = append(want, at[k])
		}
	}
	if slices.Sort(want); slices.Max(at) < len(names) || !slices.Equal(d.Truth.Relevant, want) {
		t.Errorf("%s: %q stand at %v, relevant are %v, want %v", d.Name, names, at,
			d.Truth.Relevant, want)
	}
	if d.Labeled() == d.Continuous() || d.Continuous() && d.TargetName != "y" ||
		d.Check() != nil || d.Truth.Note == "" {
		t.Errorf("%s has classes %q, target %q, %v", d.Name, d.Classes, d.TargetName, d.Check())
	}
	return at
}

// checkIndependent verifies the correlations of all pairs of columns, which are 0 if want is nil.
func checkIndependent(t *testing.T, d *Dataset, want func(j, k int) float64) {
	t.Helper()
	var r mat.SymDense
	stat.CorrelationMatrix(&r, d.X, nil)
	for j := range d.D() {
		for k := range j {
			w := 0.
			if want != nil {
				w = want(j, k)
			}
			// Fisher's z has variance 1/(n-3).
			if z := math.Atanh(r.At(j, k)) - math.Atanh(w); math.Abs(z) > normalQuantile/
				math.Sqrt(float64(d.N()-3)) {
				t.Errorf("%s: %s and %s correlate %v, want %v", d.Name, d.Features[j],
					d.Features[k], r.At(j, k), w)
			}
		}
	}
}

// columnsOf returns the columns of names.
func columnsOf(d *Dataset, names []string) []int {
	at := make([]int, len(names))
	for k, name := range names {
		at[k] = slices.Index(d.Features, name)
	}
	return at
}

// valuesAt returns the values of a sample in the columns at.
func valuesAt(d *Dataset, i int, at []int) []float64 {
	v := make([]float64, len(at))
	for k, j := range at {
		v[k] = d.X.At(i, j)
	}
	return v
}
