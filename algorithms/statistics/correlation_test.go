package statistics_test

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/internal/conformance"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// 1 - r² keeps its digits: against exact fractions on a feature that nearly is the target.
func TestFRegressionKeepsDigits(t *testing.T) {
	const n = 12
	x, y := mat.NewDense(n, 1, nil), make([]float64, n)
	for i := range n {
		y[i] = float64(i * i)
		x.Set(i, 0, 1e6+y[i]+float64(i%3)*0x1p-20)
	}
	sum := func(a func(i int) float64) *big.Rat {
		total := new(big.Rat)
		for i := range n {
			total.Add(total, new(big.Rat).SetFloat64(a(i)))
		}
		return total
	}
	mx := sum(func(i int) float64 { return x.At(i, 0) })
	my := sum(func(i int) float64 { return y[i] })
	mx.Quo(mx, big.NewRat(n, 1))
	my.Quo(my, big.NewRat(n, 1))
	sxx, sxy, syy := new(big.Rat), new(big.Rat), new(big.Rat)
	for i := range n {
		a := new(big.Rat).Sub(new(big.Rat).SetFloat64(x.At(i, 0)), mx)
		b := new(big.Rat).Sub(new(big.Rat).SetFloat64(y[i]), my)
		sxx.Add(sxx, new(big.Rat).Mul(a, a))
		sxy.Add(sxy, new(big.Rat).Mul(a, b))
		syy.Add(syy, new(big.Rat).Mul(b, b))
	}
	sxy.Mul(sxy, sxy)
	rest := new(big.Rat).Sub(new(big.Rat).Mul(sxx, syy), sxy)
	want, _ := sxy.Quo(sxy, rest).Float64()
	d := must.Get(datasets.New("line", x, y, nil))(t)
	got := float64(methodtest.RunScore(t, statistics.FRegression{}, d).Values[0])
	methodtest.Near(t, "F / (n-2)", got/(n-2)/want, 1, 1e-6)
}

// By hand: y = 1, 2, 3, 4 against
// x = 1, 3, 2, 4 has r = 4/5 and F = 2·(16/25)/(9/25) = 32/9.
func TestCorrelationsByHand(t *testing.T) {
	x := mat.NewDense(4, 5, []float64{
		1, 1, 7, 1e6 + .0219, 1,
		3, 2, 7, 1e6 + .0438, 1,
		2, 3, 7, 1e6 + .0657, 2,
		4, 4, 7, 1e6 + .0876, 2,
	})
	d := must.Get(datasets.New("hand", x, []float64{1, 2, 3, 4}, nil))(t)
	pearson := methodtest.RunScore(t, statistics.Pearson{}, d)
	methodtest.Near(t, "r", float64(pearson.Values[0]), .8, 1e-15)
	f := methodtest.RunScore(t, statistics.FRegression{}, d)
	methodtest.Near(t, "F", float64(f.Values[0]), 32./9, 1e-14)
	for _, j := range []int{1, 3} { // lines, one of them with digits lost to its mean
		methodtest.Near(t, "F of a line", float64(f.Values[j]), math.Inf(1), 0)
		methodtest.Near(t, "r of a line", float64(pearson.Values[j]), 1, 1e-9)
	}
	spearman := methodtest.RunScore(t, statistics.Spearman{}, d)
	methodtest.Near(t, "rho", float64(spearman.Values[0]), .8, 1e-15)
	methodtest.Near(t, "rho with ties", float64(spearman.Values[4]), 4/math.Sqrt(5*4), 1e-15)
	for _, s := range []*algorithms.Scores{pearson, f, spearman} {
		if s.Values[2] != 0 || !slices.Equal(s.Constant, []int{2}) || s.Order()[4] != 2 {
			t.Errorf("constant column: %v, %v", s.Values, s.Constant)
		}
	}
}

// Ranks by definition, in O(n²): Spearman is the correlation of mid-ranks.
func TestSpearman(t *testing.T) {
	d := conformance.Doses(t, 11, 7, 30, 6)
	x := mat.DenseCopyOf(d.X)
	x.Apply(func(_, j int, v float64) float64 { return math.Round(v / float64(1+j)) }, x) // ties
	y := slices.Clone(d.Target)
	for i := range y {
		y[i] = math.Round(y[i])
	}
	ranks := func(v []float64) []float64 {
		out := make([]float64, len(v))
		for i, a := range v {
			out[i] = .5
			for _, b := range v {
				if b < a {
					out[i]++
				} else if b == a {
					out[i] += .5
				}
			}
		}
		return out
	}
	ds := must.Get(datasets.New("ties", x, y, nil))(t)
	s := methodtest.RunScore(t, statistics.Spearman{}, ds)
	for j := range ds.D() {
		want := stat.Correlation(ranks(mat.Col(nil, j, x)), ranks(y), nil)
		methodtest.Near(t, "spearman", float64(s.Values[j]), math.Abs(want), 1e-13)
	}
	// An increasing function of the target changes nothing.
	other := must.Get(ds.WithTarget("", slices.Clone(y)))(t)
	for i, v := range y {
		other.Target[i] = math.Exp(v / 10)
	}
	if o := methodtest.RunScore(t, statistics.Spearman{}, other); !slices.Equal(s.Values,
		o.Values) {
		t.Errorf("scores %v of the exponential, want %v", o.Values, s.Values)
	}
}

// Two classes are the target 0 and 1, whatever they are called; three are refused.
func TestTwoClassCorrelations(t *testing.T) {
	d := conformance.Doses(t, 11, 7, 24, 5)
	labels, codes := make([]string, 24), make([]float64, 24)
	for i := range labels {
		labels[i] = "low"
		if d.Target[i] > 30 {
			labels[i], codes[i] = "high", 1
		}
	}
	two, err := datasets.New("two", d.X, labels, nil)
	must.Do(t, err)
	coded := must.Get(d.WithTarget("", codes))(t)
	for _, m := range []algorithms.Scorer{statistics.Pearson{}, statistics.Spearman{}} {
		a, b := methodtest.RunScore(t, m, two), methodtest.RunScore(t, m, coded)
		for j := range a.Values {
			methodtest.Near(t, "two classes", float64(a.Values[j]), float64(b.Values[j]), 1e-14)
		}
	}
	labels[3] = "other"
	three := must.Get(datasets.New("three", d.X, labels, nil))(t)
	_, err = statistics.Pearson{}.Score(t.Context(), three, algorithms.Options{})
	want := "pearson: the samples are of 3 classes, and the method takes two classes or a " +
		"continuous target; use fisher"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
