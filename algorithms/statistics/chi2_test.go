package statistics_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/methodtest"
)

// exactChi2 is Σ (O - E)²/E in exact fractions.
func exactChi2(x, y []float64) float64 {
	total, sums, sizes := new(big.Rat), make(map[float64]*big.Rat), make(map[float64]int64)
	for i, v := range x {
		if sums[y[i]] == nil {
			sums[y[i]] = new(big.Rat)
		}
		r := new(big.Rat).SetFloat64(v)
		sums[y[i]].Add(sums[y[i]], r)
		total.Add(total, r)
		sizes[y[i]]++
	}
	if total.Sign() == 0 {
		return 0
	}
	out := new(big.Rat)
	for c, o := range sums {
		e := new(big.Rat).Mul(total, big.NewRat(sizes[c], int64(len(x))))
		r := new(big.Rat).Sub(o, e)
		out.Add(out, r.Mul(r, r).Quo(r, e))
	}
	v, _ := out.Float64()
	return v
}

// counted returns columns of words, of whole numbers up to 120, or of decimals with an offset.
func counted(rng *rand.Rand, n, d int) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for j := range d {
		share, kind := rng.Float64(), rng.IntN(6)
		for i := range n {
			v := 0.
			switch kind {
			case 0: // zeros only
			case 1:
				v = 7
			case 2: // no zeros
				v = float64(1 + rng.IntN(120))
			case 3: // genotypes
				v = float64(rng.IntN(3))
			default:
				if rng.Float64() < share {
					v = min(120, 1+math.Floor(5*rng.ExpFloat64()))
				}
			}
			x.Set(i, j, v)
		}
	}
	return x
}

var fileTypes = []storage.Type{storage.Float64, storage.Float32, storage.Int32, storage.Int16,
	storage.Uint16, storage.Int8, storage.Uint8}

// Counts in memory, sparse and in files of each type score what exact fractions say, with classes
// of any sizes, some of them empty, and more columns than a block has.
func TestChi2IsTheLiteralFormula(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for trial := range longtest.Or(5, 12) {
		n, c := 5+rng.IntN(60), 2+rng.IntN(6)
		x := counted(rng, n, 150)
		y, labels := make([]int, n), make([]float64, n)
		for i := range y {
			y[i] = rng.IntN(c)
			if i < 2 {
				y[i] = i
			}
			labels[i] = float64(y[i])
		}
		d := &datasets.Dataset{Name: "counts", X: x, Y: y}
		for j := range 150 {
			d.Features = append(d.Features, fmt.Sprint("word ", j))
		}
		for k := range c {
			d.Classes = append(d.Classes, fmt.Sprint("class ", k))
		}
		check := func(what string, d *datasets.Dataset) {
			s := methodtest.Score(t, statistics.Chi2{}, d, algorithms.Options{Workers: 1 + trial%3})
			var constant []int
			for j, v := range s.Values {
				column := mat.Col(nil, j, x)
				want := exactChi2(column, labels)
				methodtest.Near(t, fmt.Sprint(what, ", column ", j), v, want, 1e-12)
				if slices.Min(column) == slices.Max(column) {
					constant = append(constant, j)
				}
				if want == 0 && v != 0 {
					t.Errorf("%s, column %d: %v, want an exact 0", what, j, v)
				}
			}
			if !slices.Equal(s.Constant, constant) {
				t.Errorf("%s: constant %v, want %v", what, s.Constant, constant)
			}
		}
		check("memory", d)
		check("sparse", methodtest.Stored(t, d, storage.Compress(x)))
		for _, kind := range fileTypes {
			for _, fortran := range []bool{false, true} {
				check(fmt.Sprint(kind, fortran), methodtest.Stored(t, d,
					methodtest.Mapped(t, x, kind, fortran)))
			}
		}
	}
}

// Values that vary little around a large number keep their digits, and a common factor is one of
// the scores, to the ends of the numbers.
func TestChi2KeepsDigits(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	const n = 40
	x, y, labels := make([]float64, n), make([]int, n), make([]float64, n)
	for i := range n {
		x[i] = 1e8 + .0219*float64(rng.IntN(5))
		y[i] = i % 3
		labels[i] = float64(y[i])
	}
	got := methodtest.Score(t, statistics.Chi2{}, methodtest.Classes(t, y, x),
		algorithms.Options{}).Values[0]
	methodtest.Near(t, "relative to exact fractions", got/exactChi2(x, labels), 1, 1e-12)
	for i := range x {
		x[i] -= 1e8
	}
	want := methodtest.Score(t, statistics.Chi2{}, methodtest.Classes(t, y, x),
		algorithms.Options{}).Values[0]
	for _, factor := range []float64{0x1p-1000, 0x1p-500, 0x1p500, 0x1p1000} {
		scaled := slices.Clone(x)
		for i := range scaled {
			scaled[i] *= factor
		}
		got := methodtest.Score(t, statistics.Chi2{}, methodtest.Classes(t, y, scaled),
			algorithms.Options{}).Values[0]
		if got != want*factor {
			t.Errorf("times %v: %v, want %v", factor, got, want*factor)
		}
	}
}

func TestChi2Mistakes(t *testing.T) {
	y := []int{0, 0, 1, 1}
	says := func(what string, d *datasets.Dataset, want string) {
		t.Helper()
		s, err := statistics.Chi2{}.Score(t.Context(), d, algorithms.Options{})
		if s != nil || err == nil || err.Error() != want {
			t.Errorf("%s: %v, %v; want %s", what, s, err, want)
		}
	}
	huge := math.MaxFloat64
	says("overflow", methodtest.Classes(t, y, []float64{1, 2, 3, 4},
		[]float64{0, huge, huge, huge}),
		"chi2: column 1 (f1): the sum of its values overflows; divide the column by a constant")
	d := methodtest.Classes(t, y, []float64{1, 2, 3, 4}, []float64{0, 1, -3, -5},
		[]float64{-1, 0, 0, 0})
	want := "chi2: row 2, column 1 (f1) is -3, below 0; the method takes counts and the like: " +
		"use " +
		"anova-f, or drop the column (rows and columns counted from 0)"
	says("memory", d, want)
	says("sparse", methodtest.Stored(t, d, storage.Compress(d.X)), want)
	for _, kind := range []storage.Type{storage.Float64, storage.Float32, storage.Int32,
		storage.Int16, storage.Int8} {
		says(string(kind), methodtest.Stored(t, d, methodtest.Mapped(t, d.X, kind, true)), want)
		says(string(kind)+" by row", methodtest.Stored(t, d,
			methodtest.Mapped(t, d.X, kind, false)), want)
	}
}

// By hand: classes of 2 and 3 samples. Column 0 sums to 1 and 9, of which 4 and 6 are expected:
// 9/4 + 9/6. Columns 1 and 2 have one mean in both classes, column 2 with decimals; 3 and 4 are
// constant, and 5 is 0 in one class.
func TestChi2ByHand(t *testing.T) {
	d := methodtest.Classes(t, []int{0, 0, 1, 1, 1},
		[]float64{1, 0, 2, 3, 4},
		[]float64{1, 3, 1, 3, 2},
		[]float64{.25, .75, .25, .75, .5},
		[]float64{0, 0, 0, 0, 0},
		[]float64{.1, .1, .1, .1, .1},
		[]float64{0, 0, 1, 1, 1})
	s := methodtest.Score(t, statistics.Chi2{}, d, algorithms.Options{})
	for j, want := range []float64{3.75, 0, 0, 0, 0, 2} {
		methodtest.Near(t, fmt.Sprint("column ", j), s.Values[j], want, 1e-15)
		if want == 0 && s.Values[j] != 0 {
			t.Errorf("column %d scores %v, want an exact 0", j, s.Values[j])
		}
	}
	if want := []int{0, 5, 1, 2, 3, 4}; !slices.Equal(s.Order(), want) {
		t.Errorf("order %v, want %v", s.Order(), want)
	}
	if !slices.Equal(s.Constant, []int{3, 4}) || len(s.Warnings) != 1 {
		t.Errorf("constant columns %v, warnings %q", s.Constant, s.Warnings)
	}
}

// For a feature of 0 and 1 the statistic and that of the opposite feature add up to that of the
// 2×2 table of feature and class, n(ad - bc)² over the product of its margins.
func TestChi2OfTwoByTwoTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 50 {
		n := 10 + rng.IntN(90)
		x, opposite, y := make([]float64, n), make([]float64, n), make([]int, n)
		var cells [2][2]float64
		for i := range n {
			x[i], y[i] = float64(rng.IntN(2)), min(rng.IntN(3), 1)
			if i < 4 {
				x[i], y[i] = float64(i%2), i/2
			}
			opposite[i] = 1 - x[i]
			cells[y[i]][int(x[i])]++
		}
		a, b, c, d := cells[0][0], cells[0][1], cells[1][0], cells[1][1]
		want := float64(n) * (a*d - b*c) * (a*d - b*c) / ((a + b) * (c + d) * (a + c) * (b + d))
		s := methodtest.Score(t, statistics.Chi2{}, methodtest.Classes(t, y, x, opposite),
			algorithms.Options{})
		methodtest.Near(t, "sum", s.Values[0]+s.Values[1], want, 1e-13)
	}
}
