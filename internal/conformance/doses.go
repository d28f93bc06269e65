package conformance

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
)

// Doses is n samples of d features about 100, of which three of four follow the continuous target
// with different slopes. The two seeds are those of rand.NewPCG.
func Doses(t testing.TB, seed1, seed2 uint64, n, d int) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed1, seed2))
	x, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range y {
		y[i] = 30 + 4*rng.NormFloat64()
		for j := range d {
			x.Set(i, j, 100+float64(j%4)*(y[i]-30)+3*rng.NormFloat64())
		}
	}
	out, err := datasets.New("doses", x, y, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
