package conformance

import (
	"context"
	"math/rand/v2"
	"runtime"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// checkInPlace: all allocations of an InPlace method are a small part of the size of X.
func checkInPlace(t reporter, s subject) {
	if !s.facts.InPlace {
		return
	}
	d := noise(300, 2000)
	size := uint64(8 * d.N() * d.D())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := s.method.Select(context.Background(), d, algorithms.Options{K: 100}); err != nil {
		t.Errorf("%v", err)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > size/4 {
		t.Errorf("Facts: in place, and the method allocates %d bytes, X has %d", used, size)
	}
}

func noise(n, d int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(n, d, nil)
	y := make([]int, n)
	for i := range n {
		y[i] = rng.IntN(10)
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
