package methodtest

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
)

// Unrelated is n samples in c random classes, with d columns that do not depend on them.
func Unrelated(n, d, c int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(n, d, nil)
	y := make([]int, n)
	for i := range n {
		y[i] = rng.IntN(c)
		row := x.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
	}
	ds, err := datasets.New("noise", x, y, nil)
	if err != nil {
		panic(err)
	}
	return ds
}

// Planted is n samples in two classes, of d features that mix eight hidden factors with noise, 300
// of them informative; all with offsets if these are wanted.
func Planted(n, d int, offsets bool) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(8, 300))
	factors := mat.NewDense(n, 8, nil)
	for i := range n {
		for h := range 8 {
			factors.Set(i, h, rng.NormFloat64())
		}
	}
	y := make([]int, n)
	for i := range y {
		y[i] = i % 2
	}
	x := mat.NewDense(n, d, nil)
	for j := range d {
		var load [8]float64
		for h := range load {
			load[h] = .5 * rng.NormFloat64()
		}
		shift, offset := 0.0, 0.0
		if offsets {
			offset = 3 * rng.ExpFloat64()
		}
		if j < 300 {
			shift = .5 + rng.Float64()
		}
		for i := range n {
			v := offset + rng.NormFloat64() + shift*float64(y[i])
			for h, l := range load {
				v += l * factors.At(i, h)
			}
			x.Set(i, j, v)
		}
	}
	ds, err := datasets.New("planted", x, y, nil)
	if err != nil {
		panic(err)
	}
	return ds
}
