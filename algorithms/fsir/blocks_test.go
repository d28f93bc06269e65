package fsir

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
)

// blocks is n samples of d features of noise, in two classes. The first count·copies features are
// blocks of near copies: a common column and noise of a size. The columns of the first ten blocks
// are shifted by the class.
func blocks(seed uint64, n, d, count, copies int, size float64) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(seed, 40))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range y {
		y[i] = i % 2
	}
	column := make([]float64, n)
	for j := range d {
		block := j / max(copies, 1)
		if block < count && j%copies == 0 {
			for i := range column {
				column[i] = rng.NormFloat64()
				if block < 10 {
					column[i] += float64(y[i])
				}
			}
		}
		for i := range n {
			v := rng.NormFloat64()
			if block < count {
				v = column[i] + size*v
			}
			x.Set(i, j, v)
		}
	}
	ds, err := datasets.New("blocks", x, y, nil)
	if err != nil {
		panic(err)
	}
	return ds
}
