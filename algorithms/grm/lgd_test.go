package grm_test

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/grm"
	"fsnb.example/datasets"
)

// lgdData is a data set of the given columns.
func lgdData(t interface{ Fatal(...any) }, columns ...[]float64) *datasets.Dataset {
	x := mat.NewDense(len(columns[0]), len(columns), nil)
	for j, column := range columns {
		x.SetCol(j, column)
	}
	d, err := datasets.New("columns", x, []int(nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func lgdScores(t interface {
	Fatal(...any)
	Context() context.Context
}, m grm.LGD, d *datasets.Dataset) *algorithms.Scores {
	s, err := m.Score(t.Context(), d, algorithms.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// literalLGD is (29) and (30) as printed: the values nearest to each sample by brute force, smaller
// values first at equal distance.
func literalLGD(f []float64, k int) float64 {
	scatter := func(values []float64) (sum float64) {
		var mean float64
		for _, v := range values {
			mean += v / float64(len(values))
		}
		for _, v := range values {
			sum += (v - mean) * (v - mean)
		}
		if slices.Min(values) == slices.Max(values) {
			return 0
		}
		return sum
	}
	var local float64
	for _, v := range f {
		near := slices.Clone(f)
		slices.SortFunc(near, func(a, b float64) int {
			return cmp.Or(cmp.Compare(math.Abs(a-v), math.Abs(b-v)), cmp.Compare(a, b))
		})
		local += scatter(near[:k])
	}
	return scatter(f) / local
}

func lgdNear(a, b, tol float64) bool {
	return a == b || math.Abs(a-b) <= tol*max(math.Abs(a), math.Abs(b))
}

// lgdNumbers draws numbers whose differences are 0 or far above underflow.
func lgdNumbers(t *rapid.T, n int) []float64 {
	f := make([]float64, n)
	for i, v := range rapid.SliceOfN(rapid.IntRange(-1e9, 1e9), n, n).Draw(t, "numbers") {
		f[i] = float64(v) / 1024
	}
	return f
}

func TestLGDEqualsTheDoubleLoop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "n")
		k := rapid.IntRange(2, n).Draw(t, "k")
		whole := rapid.SliceOfN(rapid.IntRange(-8, 8), n, n).Draw(t, "whole numbers")
		few := make([]float64, n) // with many ties
		for i, v := range whole {
			few[i] = float64(v)
		}
		many := lgdNumbers(t, n) // with few ties
		constant := make([]float64, n)
		s := lgdScores(t, grm.LGD{Neighbors: k}, lgdData(t, few, many, constant))
		for j, f := range [][]float64{few, many} {
			if slices.Min(f) == slices.Max(f) {
				if s.Values[j] != 0 || !slices.Contains(s.Constant, j) {
					t.Fatalf("constant column %d scores %v", j, s.Values[j])
				}
				continue
			}
			if want := literalLGD(f, k); !lgdNear(s.Values[j], want, 1e-9) {
				t.Fatalf("column %d, k = %d: %v, by the double loop %v", j, k, s.Values[j], want)
			}
		}
		if s.Values[2] != 0 || s.Order()[2] != 2 && slices.Min(few) != slices.Max(few) &&
			slices.Min(many) != slices.Max(many) {
			t.Fatalf("the constant column scores %v, order %v", s.Values[2], s.Order())
		}
	})
}

// If every value occurs k times, the local variance is 0: the score is infinite, and the numerator
// orders the features.
func TestLGDInfinite(t *testing.T) {
	near := []float64{0, 0, 0, 1, 1, 1, 2, 2, 2}
	far := []float64{0, 0, 0, 0, 9, 9, 9, 9, 9}
	same := []float64{5, 5, 5, 5, 5, 5, 5, 5, 5}
	odd := []float64{0, 0, 0, 0, 0, 0, 0, 0, 100}
	d := lgdData(t, near, same, odd, far)
	s := lgdScores(t, grm.LGD{Neighbors: 3}, d)
	if !math.IsInf(s.Values[0], 1) || !math.IsInf(s.Values[3], 1) || s.Values[1] != 0 ||
		math.IsInf(s.Values[2], 0) {
		t.Errorf("scores %v, want +Inf, 0, finite, +Inf", s.Values)
	}
	if got := s.Order(); !slices.Equal(got, []int{3, 0, 2, 1}) {
		t.Errorf("order %v, want 3 0 2 1", got)
	}
	if s.Tie[0] != 6 || s.Tie[3] != 180 {
		t.Errorf("numerators %v, want 6 and 180 for the infinite scores", s.Tie)
	}
	want := "2 of 4 features have every value 3 times or more, so that their score is infinite: " +
		"they are ordered by their scatter"
	if len(s.Warnings) != 2 || s.Warnings[1] != want || s.Diagnostics.Extra[0].Value != 2 {
		t.Errorf("warnings %q, diagnostics %v", s.Warnings, s.Diagnostics.Extra)
	}
	if s = lgdScores(t, grm.LGD{Neighbors: 4}, d); math.IsInf(s.Values[0], 1) ||
		!math.IsInf(s.Values[3], 1) {
		t.Errorf("k = 4: scores %v", s.Values)
	}
}

// Running sums of squares would lose all digits here: the local scatter is about 1e-17 of the
// square of the offset. The reference has 300 bits.
func TestLGDDoesNotCancel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	const n, k = 200, 5
	f := make([]float64, n)
	for i := range f {
		f[i] = 1e9 + 1e6*float64(i%4) + rng.NormFloat64()
	}
	wide := func(values []float64) *big.Float {
		num := func(v float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(v) }
		mean, sum := num(0), num(0)
		for _, v := range values {
			mean.Add(mean, num(v))
		}
		mean.Quo(mean, num(float64(len(values))))
		for _, v := range values {
			r := new(big.Float).SetPrec(300).Sub(num(v), mean)
			sum.Add(sum, r.Mul(r, r))
		}
		return sum
	}
	sorted := slices.Sorted(slices.Values(f))
	local := new(big.Float).SetPrec(300)
	for _, v := range sorted {
		near := slices.Clone(sorted)
		slices.SortStableFunc(near,
			func(a, b float64) int { return cmp.Compare(math.Abs(a-v), math.Abs(b-v)) })
		local.Add(local, wide(near[:k]))
	}
	want, _ := new(big.Float).Quo(wide(f), local).Float64()
	if got := lgdScores(t, grm.LGD{}, lgdData(t, f)).Values[0]; !lgdNear(got, want, 1e-12) {
		t.Errorf("%.17g, want %.17g", got, want)
	}
}

func TestLGDMistakes(t *testing.T) {
	d := lgdData(t, []float64{1, 2, 3, 4})
	for k, want := range map[int]string{
		-1: "lgd: neighbors = -1; give 2 to n = 4",
		1:  "lgd: neighbors = 1; give 2 to n = 4",
		5:  "lgd: neighbors = 5; give 2 to n = 4",
		0:  "lgd: neighbors = 5; give 2 to n = 4",
	} {
		if s, err := (grm.LGD{Neighbors: k}).Score(t.Context(), d,
			algorithms.Options{}); s != nil || err == nil || err.Error() != want {
			t.Errorf("neighbors %d: %v, %v; want %s", k, s, err, want)
		}
	}
	// The sum of the local scatters can overflow if the scatter does not.
	huge := make([]float64, 40)
	for i := range huge {
		huge[i] = 1.5e153 * float64(i%2)
	}
	huge[0] = 4e152
	s, err := grm.LGD{Neighbors: 40}.Score(t.Context(), lgdData(t, huge), algorithms.Options{})
	if s != nil || err == nil || !strings.Contains(err.Error(),
		"column 0 (f0): the squares of its values overflow") {
		t.Errorf("overflow: %v, %v", s, err)
	}
}

// The values of the petals form groups that are far apart; those of the sepals do not.
func ExampleLGD_Score() {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	s, err := grm.LGD{Neighbors: 8}.Score(context.Background(), iris, algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, j := range s.Order() {
		fmt.Printf("%s %.1f\n", s.Names[j], s.Values[j])
	}
	// Output:
	// petal_width_cm 72.3
	// petal_length_cm 50.0
	// sepal_length_cm 19.9
	// sepal_width_cm 14.1
}

// k adjacent values of an arithmetic sequence have scatter k(k²-1)/12·step², so the score of n
// values is (n²-1)/(k(k²-1)). With k = n it is 1/n for any feature.
func TestLGDClosedForms(t *testing.T) {
	const n = 30
	ladder, anything := make([]float64, n), make([]float64, n)
	rng := rand.New(rand.NewPCG(7, 7))
	for i, p := range rng.Perm(n) {
		ladder[i], anything[i] = 4*float64(p)-17, rng.ExpFloat64()
	}
	d := lgdData(t, ladder, anything)
	for k := 2; k <= n; k++ {
		s := lgdScores(t, grm.LGD{Neighbors: k}, d)
		if want := float64(n*n-1) / float64(k*(k*k-1)); !lgdNear(s.Values[0], want, 1e-13) {
			t.Errorf("k = %d: the arithmetic sequence scores %v, want %v", k, s.Values[0], want)
		}
		if k == n && !lgdNear(s.Values[1], 1./n, 1e-13) {
			t.Errorf("k = n: %v, want 1/%d", s.Values[1], n)
		}
	}
	// By hand, k = 2: of 0 1 3 4, each of the two pairs twice, ½ each; scatter 10.
	s := lgdScores(t, grm.LGD{Neighbors: 2}, lgdData(t, []float64{3, 0, 4, 1}))
	if s.Values[0] != 5 {
		t.Errorf("0 1 3 4 scores %v, want 5", s.Values[0])
	}
	// A tie goes to the smaller value: of 0 2 4 9 the middle 2 is with 0, so that the
	// pairs are 02 02 24 49: 2 + 2 + 2 + 12.5; scatter 44.75.
	s = lgdScores(t, grm.LGD{Neighbors: 2}, lgdData(t, []float64{0, 2, 4, 9}))
	if want := 44.75 / 18.5; !lgdNear(s.Values[0], want, 1e-15) {
		t.Errorf("0 2 4 9 scores %v, want %v", s.Values[0], want)
	}
}
