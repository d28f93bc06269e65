package statistics_test

import (
	"math/big"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
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
