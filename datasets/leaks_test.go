package datasets

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/internal/must"
)

// leaky makes n samples of c classes, three columns of noise and those that f adds.
func leaky(
	t *testing.T, n, c int, seed uint64, columns map[string]func(i, class int) float64,
) *Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	names := []string{"n1", "n2", "n3"}
	for name := range columns {
		names = append(names, name)
	}
	slices.Sort(names)
	labels, x := make([]int, n), mat.NewDense(n, len(names), nil)
	for i := range n {
		labels[i] = rng.IntN(c)
		for j, name := range names {
			if f := columns[name]; f != nil {
				x.Set(i, j, f(i, labels[i]))
			} else {
				x.Set(i, j, rng.NormFloat64())
			}
		}
	}
	return must.Get(New("leaky", x, labels, names))(t)
}

func TestLeaks(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	text := func(name, percent string) string {
		return "column " + name + " tells the class of " + percent + "% of the samples by its " +
			"value alone: it may be the target itself, or made of it; if so, leave it out (Drop " +
			"when a file is read)"
	}
	codes := []float64{7, -2, 3, 100, 5}
	for _, c := range []struct {
		name    string
		n, c    int
		value   func(i, class int) float64
		percent string // "" for no warning
	}{
		{"copy", 30, 2, func(_, k int) float64 { return float64(k) }, "100"},
		{"copy of five classes in another order", 60, 5, func(_, k int) float64 { return codes[k] },
			"100"},
		{"risk", 100, 2, func(_, k int) float64 { return float64(k) + .9*rng.Float64() }, "100"},
		{"grade", 300, 5, func(_, k int) float64 { return 10*codes[k] + 9*rng.Float64() }, "100"},
		{"1 of 200 elsewhere", 200, 2, func(i, k int) float64 {
			if i == 17 {
				k = 1 - k
			}
			return float64(k)
		}, "99.5"},
		{"2 of 200 elsewhere", 200, 2, func(i, k int) float64 {
			if i == 17 || i == 50 {
				k = 1 - k
			}
			return float64(k)
		}, ""},
		{"1 of 199 elsewhere", 199, 2, func(i, k int) float64 {
			if i == 17 {
				k = 1 - k
			}
			return float64(k)
		}, ""},
		{"gene", 99, 2, func(_, k int) float64 { return float64(k) + .9*rng.Float64() }, ""},
		{"one class of three", 300, 3, func(_, k int) float64 { return float64(min(k, 1)) }, ""},
		{"too few samples", 10, 2, func(_, k int) float64 { return float64(k) }, ""},
		{"two intervals", 300, 2, func(_, k int) float64 {
			if v := rng.Float64(); k == 0 {
				return 1 + v
			} else if v > .5 {
				return 3 + v
			}
			return rng.Float64()
		}, ""},
	} {
		d := leaky(t, c.n, c.c, 1, map[string]func(int, int) float64{c.name: c.value})
		var want []string
		if c.percent != "" {
			want = []string{text(c.name, c.percent)}
		}
		must.Items(t, d.Warnings, want, "%s", c.name)
		if left := must.Get(
			d.Take([]int{slices.Index(d.Features, "n1")}))(t); len(left.Warnings) != 0 {
			t.Errorf("%s: the column is gone and its warning is there: %q", c.name, left.Warnings)
		}
	}
	four := make(map[string]func(int, int) float64)
	for k := range 4 {
		four[fmt.Sprint("gene", k)] = func(_, class int) float64 { return float64(class) }
	}
	if d := leaky(t, 200, 2, 1, four); d.Warnings != nil {
		t.Errorf("four columns: %q", d.Warnings)
	}
}

// Rows that grow with the class are sorted samples: they have the warning about identifiers only.
func TestIdentifierIsNoLeak(t *testing.T) {
	n := 120
	x, labels := mat.NewDense(n, 2, nil), make([]int, n)
	for i := range n {
		x.SetRow(i, []float64{float64(i), math.Sin(float64(7 * i))})
		labels[i] = i / 60
	}
	d := must.Get(New("sorted", x, labels, []string{"no", "a"}))(t)
	if len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], looksLikeIdentifier) {
		t.Errorf("%q", d.Warnings)
	}
}

// outside is the least number of samples outside disjoint intervals, by trying all cuts.
func TestOutsideIsTheBestChoice(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		n, c := 3+rng.IntN(9), 2+rng.IntN(2)
		x, labels := mat.NewDense(n, 1, nil), make([]int, n)
		for i := range n {
			labels[i] = rng.IntN(c)
			x.Set(i, 0, float64(rng.IntN(5)+2*labels[i]))
		}
		d := must.Get(New("", x, labels, nil))(t)
		c = len(d.Classes)
		got, limit := d.outside(0, n), n
		// Cuts between values, for the classes in every order; outside has one order, so it is
		// never better, and equal where it finds none outside.
		best := n
		var try func(order []int, rest []int)
		try = func(order, rest []int) {
			if len(rest) == 0 {
				best = min(best, leastOutside(d, order))
			}
			for k := range rest {
				try(append(slices.Clone(order), rest[k]), slices.Delete(slices.Clone(rest), k, k+1))
			}
		}
		var all []int
		for k := range c {
			all = append(all, k)
		}
		try(nil, all)
		if got < best || (got == 0) != (best == 0) || got > limit {
			t.Fatalf("%v of %v: %d outside, at best %d", mat.Col(nil, 0, d.X), d.Y, got, best)
		}
		if c > 1 && !slices.Contains(d.separating(d.members(), best), 0) {
			t.Fatalf("%v of %v: excluded, and %d are outside", mat.Col(nil, 0, d.X), d.Y, best)
		}
	}
}

// leastOutside tries all cuts of the values 0 to 9 for classes in that order.
func leastOutside(d *Dataset, order []int) int {
	best := d.N()
	cuts := make([]int, len(order)-1)
	var try func(k, from int)
	try = func(k, from int) {
		if k < len(cuts) {
			for cut := from; cut <= 10; cut++ {
				cuts[k] = cut
				try(k+1, cut)
			}
			return
		}
		wrong := 0
		for i, c := range d.Y {
			at := 0
			for at < len(cuts) && d.X.At(i, 0) >= float64(cuts[at]) {
				at++
			}
			if order[at] != c {
				wrong++
			}
		}
		best = min(best, wrong)
	}
	try(0, 0)
	return best
}

func TestCodesAreSuspicious(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	gaps := func(code float64, every int, value func() float64) func(i, _ int) float64 {
		return func(i, _ int) float64 {
			if i%every == 0 {
				return code
			}
			return value()
		}
	}
	die := func() float64 { return float64(rng.IntN(5)) }
	for _, c := range []struct {
		name  string
		value func(i, class int) float64
		want  string
	}{
		{"pressure", func(i, _ int) float64 {
			if i%10 == 0 {
				return -999
			}
			return 60 + float64(i%40)
		}, "column pressure has -999 in 10 of 100 rows, and 61 to 99 in the others: it looks " +
			"like a code of missing values; if so, set MissingCodes to -999 when a file is read"},
		{"answer", gaps(9, 20, die), "column answer has 9 in 5 of 100 rows, and 0 to 4 in the " +
			"others: it looks like a code of missing values; if so, set MissingCodes to 9 when a " +
			"file is read"},
		{"in four rows", gaps(9, 25, die), ""},
		{"near", gaps(9, 10, func() float64 { return float64(rng.IntN(6)) }), ""},
		{"no code", gaps(50, 10, die), ""},
		{"coded by -1, 0, 1", gaps(-1, 3, func() float64 { return float64(rng.IntN(2)) }), ""},
		{"two values", gaps(99, 3, func() float64 { return 1 }), ""},
		{"between", gaps(99, 3, func() float64 { return 198 * float64(rng.IntN(5)) }), ""},
	} {
		d := leaky(t, 100, 2, 2, map[string]func(int, int) float64{c.name: c.value})
		must.Is(t, strings.Join(d.Warnings, "; "), c.want, "%s", c.name)
	}
	four := make(map[string]func(int, int) float64)
	for k := range 4 {
		four[fmt.Sprint("q", k)] = gaps(99, 10, die)
	}
	const want = "4 columns: q0, q1, q2, q3 have 99 in 1% of the rows or more, far from their " +
		"other values: it looks like a code of missing values; if so, set MissingCodes to 99 " +
		"when a file is read"
	if d := leaky(t, 100, 2, 2, four); !slices.Equal(d.Warnings, []string{want}) {
		t.Errorf("four columns: %q", d.Warnings)
	}
}

// A number that the user puts in for missing values is no suspicion.
func TestFilledIsNoCode(t *testing.T) {
	text := "a,class\n"
	for i := range 40 {
		cell := fmt.Sprint(i % 5)
		if i%8 == 7 {
			cell = "NA"
		}
		text += fmt.Sprintf("%s,%d\n", cell, i*i%3)
	}
	filled := must.Get(ReadCSV(strings.NewReader(text), "t", Options{Missing: "-99"}))(t)
	if filled.Warnings != nil {
		t.Errorf("filled: %q", filled.Warnings)
	}
	coded := must.Get(ReadCSV(strings.NewReader(strings.ReplaceAll(text, "NA", "-99")), "t",
		Options{}))(t)
	if len(coded.Warnings) != 1 || !strings.Contains(coded.Warnings[0], looksLikeCode) {
		t.Errorf("coded: %q", coded.Warnings)
	}
	again := must.Get(ReadCSV(strings.NewReader(strings.ReplaceAll(text, "NA", "-99")), "t",
		Options{MissingCodes: "-99", Missing: "drop-rows"}))(t)
	if again.Warnings != nil || again.N() != 35 {
		t.Errorf("as the warning says: %d rows, %q", again.N(), again.Warnings)
	}
}

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
