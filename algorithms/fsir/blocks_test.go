package fsir

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

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

// BenchmarkBlocks selects 50 of 20,000 features of noise with planted blocks of near copies.
// The units are those of BenchmarkFSIR2.
func BenchmarkBlocks(b *testing.B) {
	const n, d, k = 100, 20000, 50
	for _, of := range []struct {
		count, copies int
		size          float64
	}{{0, 0, 0}, {20, 40, .3}, {2000, 10, .1}} {
		data := blocks(20, n, d, of.count, of.copies, of.size)
		out := mat.NewDense(n, d, nil)
		b.Run(fmt.Sprintf("%d×%d", of.count, of.copies), func(b *testing.B) {
			var gemm, processors time.Duration
			var products, residual float64
			for b.Loop() {
				gemm += unit(data, out)
				start := processorTime()
				r := selected(b, FSIR2{}, data, k)
				processors += processorTime() - start
				products = extra(b, r, "products")
				residual = float64(r.Diagnostics.Certificate.Value)
			}
			b.ReportMetric(processors.Seconds()/float64(b.N), "processor-s")
			b.ReportMetric(float64(processors)/float64(gemm), "gemms")
			b.ReportMetric(products, "products")
			b.ReportMetric(residual, "residual")
		})
	}
}
