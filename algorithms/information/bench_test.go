package information

import (
	"math/rand/v2"
	"sync"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
)

func noise(n, d int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(1, 2))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = rng.IntN(10)
		for j := range x.RawRowView(i) {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	ds, err := datasets.New("noise", x, y, nil)
	if err != nil {
		panic(err)
	}
	return ds
}

var sink int

// jointCounts counts the codes of columns 0 … passes-1 jointly with those of all.
func jointCounts(c *Codes, passes, workers int) time.Duration {
	start := time.Now()
	d := len(c.Count)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			table := make([]int, c.Count[0]*c.Count[0])
			for pass := range passes {
				a, k := c.Column(pass), c.Count[0]
				for j := w * d / workers; j < (w+1)*d/workers; j++ {
					clear(table)
					column := c.Column(j)[:len(a)]
					for i, code := range a {
						table[int(code)*k+int(column[i])]++
					}
				}
			}
			if w == 0 {
				sink += table[0]
			}
		})
	}
	wg.Wait()
	return time.Since(start)
}
