package statistics_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/methodtest"
)

// Of 2 and 98 samples, where the two differ most t has one degree of freedom, and a smaller t of
// many has a smaller p-value. Features are ranked by t.
func TestTScoreRanksByT(t *testing.T) {
	y, few, many := make([]int, 100), make([]float64, 100), make([]float64, 100)
	for i := range y {
		y[i] = min(i/2, 1)
		few[i], many[i] = .001*float64(i%3), 10*float64(i%2)
	}
	few[0], few[1], many[0], many[1] = 6, 9, 7, 7.001
	s := methodtest.Score(t, statistics.TScore{}, methodtest.Classes(t, y, many, few),
		algorithms.Options{})
	methodtest.Near(t, "t of two that differ", s.Values[1], 5, 1e-3)
	methodtest.Near(t, "its p, of one degree of freedom", s.PValues[1],
		1-2*math.Atan(5)/math.Pi, 1e-4)
	if !(s.Values[0] < 4 && s.PValues[0] < 1e-3) || !slices.Equal(s.Order(), []int{1, 0}) {
		t.Errorf("t %v, p %v, order %v", s.Values, s.PValues, s.Order())
	}
}

func TestTScoreMistakes(t *testing.T) {
	for want, y := range map[string][]int{
		`t-score: class "b" has one sample, and the method needs at least two in each class; use ` +
			`anova-f`: {0, 0, 0, 1},
		"t-score: the samples are of 3 classes, and the method takes two classes; use a method " +
			"that " +
			"takes classes, such as fisher": {0, 1, 2, 2},
	} {
		s, err := statistics.TScore{}.Score(t.Context(),
			methodtest.Classes(t, y, []float64{1, 2, 3, 4}),
			algorithms.Options{})
		if s != nil || err == nil || err.Error() != want {
			t.Errorf("%v, %v; want %s", s, err, want)
		}
	}
	_, err := statistics.TScore{}.Score(t.Context(), methodtest.Numbers(t, []float64{1, 2, 4, 3},
		[]float64{1, 2, 3, 4}), algorithms.Options{})
	want := "t-score: the data set has a continuous target, and the method takes two classes; " +
		"use a " +
		"method that takes one, such as pearson, f-regression or hsic with similarity=target"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// exactGini is the gain of the best threshold in exact fractions, by its definition.
func exactGini(x []float64, y []int) float64 {
	index := func(in func(v float64) bool) *big.Rat { // n_L G_L
		n, count := int64(0), make(map[int]int64)
		for i, v := range x {
			if in(v) {
				n++
				count[y[i]]++
			}
		}
		out := big.NewRat(n, 1)
		for _, c := range count {
			out.Sub(out, big.NewRat(c*c, n))
		}
		return out
	}
	whole := index(func(float64) bool { return true })
	best := new(big.Rat)
	for _, v := range x {
		left, right := index(func(u float64) bool { return u <= v }),
			index(func(u float64) bool { return u > v })
		gain := new(big.Rat).Sub(whole, left.Add(left, right))
		if gain.Cmp(best) > 0 {
			best = gain
		}
	}
	out, _ := best.Quo(best, big.NewRat(int64(len(x)), 1)).Float64()
	return out
}

// By its definition in exact fractions: the same bits, dense and sparse.
func TestGiniAgainstExactFractions(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for trial := range 40 {
		n, c := 4+rng.IntN(30), 2+rng.IntN(3)
		y, columns := make([]int, n), make([][]float64, 6)
		for j := range columns {
			columns[j] = make([]float64, n)
		}
		for i := range n {
			y[i] = min(i, rng.IntN(c))
			for j := range columns {
				columns[j][i] = float64(max(0, rng.IntN(5+2*j)-3) - max(0, rng.IntN(5)-3))
			}
		}
		if y[1] = 1; slices.Max(y) == 0 {
			continue
		}
		d := methodtest.Classes(t, y, columns...)
		dense := methodtest.Score(t, statistics.Gini{}, d, algorithms.Options{})
		sparse := methodtest.Score(t, statistics.Gini{}, methodtest.Stored(t, d,
			storage.Compress(d.X)),
			algorithms.Options{})
		for j, column := range columns {
			if want := exactGini(column, y); dense.Values[j] != want || sparse.Values[j] != want {
				t.Errorf("trial %d, column %d: %v, sparse %v, want %v", trial, j, dense.Values[j],
					sparse.Values[j], want)
			}
		}
		if dense.PValues != nil {
			t.Errorf("p-values %v of a method without a null", dense.PValues)
		}
	}
}

// By hand: classes of 2, 2 and 4 samples have G = 5/8; a threshold between the first two and the
// others leaves 6/8 of 4/9, so that it gains 7/24. scikit-feature, which caps the minimum at .5,
// could not tell a column that gains less than 1/8 from a constant one, such as the second.
func TestGiniByHand(t *testing.T) {
	d := methodtest.Classes(t, []int{0, 0, 1, 1, 2, 2, 2, 2}, []float64{1, 1, 2, 2, 2, 2, 2, 2},
		[]float64{1, 2, 1, 2, 1, 2, 2, 2}, []float64{3, 3, 3, 3, 3, 3, 3, 3},
		[]float64{2, 2, 1, 1, 0, 0, 0, 0})
	s := methodtest.Score(t, statistics.Gini{}, d, algorithms.Options{})
	// Column 1: 3 of each class on the left, 1 1 3 on the right: 5/8 - (3/8·2/3 + 5/8·14/25).
	for j, want := range []float64{7. / 24, 1. / 40, 0, 3. / 8} {
		methodtest.Near(t, fmt.Sprint("column ", j), s.Values[j], want, 1e-15)
	}
	if want := []int{3, 0, 1, 2}; !slices.Equal(s.Order(), want) {
		t.Errorf("order %v, want %v", s.Order(), want)
	}
}

// By hand: values 1 2 2 | 2 3 4 of two classes have ranks 1 3 3 | 3 5 6, less 7/2 sums of -7/2 and
// 7/2, and squares of 31/2: H = 5 (49/12 + 49/12) / (31/2) = 245/93, and p = erfc(√(H/2)). Without
// the correction for ties H is 12/(6·7) (49/3 + 196/3) - 21 = 7/3.
func TestKruskalWallisByHand(t *testing.T) {
	d := methodtest.Classes(t, []int{0, 0, 0, 1, 1, 1}, []float64{1, 2, 2, 2, 3, 4},
		[]float64{-math.E, 0, 0, 0, 1e9, 1e300}, []float64{5, 5, 5, 5, 5, 5},
		[]float64{1, 2, 3, 1, 2, 3}, []float64{0, 0, 0, 7, 7, 7})
	s := methodtest.Score(t, statistics.KruskalWallis{}, d, algorithms.Options{})
	h := 490. / 6 / 31
	for j, want := range []float64{h, h, 0, 0, 5} {
		methodtest.Near(t, fmt.Sprint("H of column ", j), s.Values[j], want, 1e-15)
		methodtest.Near(t, fmt.Sprint("p of column ", j), s.PValues[j],
			math.Erfc(math.Sqrt(want/2)), 1e-14)
	}
	if !slices.Equal(s.Constant, []int{2}) || len(s.Warnings) != 1 {
		t.Errorf("constant columns %v, warnings %q", s.Constant, s.Warnings)
	}
}

// By hand: means 2 and 6 of three and two samples, variances 1 and 8, so that t = 4/√(1/3 + 4),
// with (13/3)²/(1/9/2 + 16) degrees of freedom.
func TestTScoreByHand(t *testing.T) {
	d := methodtest.Classes(t, []int{0, 0, 0, 1, 1}, []float64{1, 2, 3, 4, 8},
		[]float64{1e8 + 1, 1e8 + 2, 1e8 + 3,
			1e8 + 4, 1e8 + 8}, []float64{7, 7, 7, 7, 7}, []float64{1, 1, 1, 2, 2},
		[]float64{-3, -3, -3, 2, 2}, []float64{1, 2, 3, 1, 3})
	s := methodtest.Score(t, statistics.TScore{}, d, algorithms.Options{})
	for j, want := range []float64{4 / math.Sqrt(13./3), 4 / math.Sqrt(13./3), 0, math.Inf(1),
		math.Inf(1), 0} {
		methodtest.Near(t, fmt.Sprint("t of column ", j), s.Values[j], want, 1e-14)
	}
	// scipy.stats.ttest_ind([1, 2, 3], [4, 8], equal_var=False)
	for j, want := range []float64{0.27652082106080544, 0.27652082106080544, 1, 0, 0, 1} {
		methodtest.Near(t, fmt.Sprint("p of column ", j), s.PValues[j], want, 1e-12)
	}
	if want := []int{4, 3, 0, 1, 5, 2}; !slices.Equal(s.Order(), want) {
		t.Errorf("order %v, want %v", s.Order(), want)
	}
}
