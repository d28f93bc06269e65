package spfs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// noise has n samples in ten classes, and d features of which some follow these.
func noise(n, d int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(n, d, nil)
	y := make([]int, n)
	for i := range n {
		y[i] = i % 10
		row := x.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
			if j%50 == 0 {
				row[j] += float64((y[i] + j) % 7)
			}
		}
	}
	ds, err := datasets.New("noise", x, y, nil)
	if err != nil {
		panic(err)
	}
	return ds
}

// products is the time of so many products X'v, by gonum.
func products(x *mat.Dense, count int) time.Duration {
	n, d := x.Dims()
	v, out := mat.NewVecDense(n, nil), mat.NewVecDense(d, nil)
	for i := range n {
		v.SetVec(i, float64(i))
	}
	start := time.Now()
	for range count {
		out.MulVec(x.T(), v)
	}
	return time.Since(start)
}

// BenchmarkSFS picks 100 features with the class graph. "products" is the time
// relative to that of 100 products X'v in the same run, the least that a search
// without bounds would cost.
func BenchmarkSFS(b *testing.B) {
	for _, d := range []int{10000, 100000} {
		data := noise(200, d)
		b.Run(fmt.Sprintf("200×%d", d), func(b *testing.B) {
			benchmark(b, SFS{}, data, 100, 100)
		})
	}
}

// BenchmarkPath and BenchmarkConvex choose 50 features: "products" is the time
// relative to that of 50·l products X'v, one for each feature and target.
func BenchmarkPath(b *testing.B) {
	for _, d := range []int{2000, 20000} {
		data := noise(100, d)
		b.Run(fmt.Sprintf("class/100×%d", d), func(b *testing.B) { benchmark(b, LAR{}, data, 50, 500) })
		b.Run(fmt.Sprintf("rbf/100×%d", d), func(b *testing.B) { benchmark(b, LAR{Similarity: RBFSimilarity}, data, 50, 5000) })
	}
}

// BenchmarkConvex is described with BenchmarkPath.
func BenchmarkConvex(b *testing.B) {
	for _, d := range []int{2000, 20000} {
		data := noise(100, d)
		b.Run(fmt.Sprintf("class/100×%d", d), func(b *testing.B) { benchmark(b, NES{}, data, 50, 500) })
		b.Run(fmt.Sprintf("rbf/100×%d", d), func(b *testing.B) { benchmark(b, NES{Similarity: RBFSimilarity}, data, 50, 5000) })
	}
}

func benchmark(b *testing.B, m algorithms.Selector, d *datasets.Dataset, k, count int) {
	var unit time.Duration
	var before, after runtime.MemStats
	var used uint64
	for b.Loop() {
		b.StopTimer()
		unit += products(d.X, count)
		runtime.ReadMemStats(&before)
		b.StartTimer()
		if _, err := m.Select(context.Background(), d, algorithms.Options{K: k}); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		runtime.ReadMemStats(&after)
		used += after.TotalAlloc - before.TotalAlloc
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(unit), "products")
	b.ReportMetric(float64(used)/float64(b.N)/float64(8*d.N()*d.D()), "copies")
}

// All that LAR and NES allocate, together, is less than one d×d matrix, and than one
// n×d×l tensor.
func TestAllocations(t *testing.T) {
	d := noise(60, 6000)
	size := 8 * uint64(d.N()*d.D())
	for _, test := range []struct {
		m      algorithms.Selector
		copies uint64
	}{
		{LAR{}, 3}, {NES{}, 6}, {LAR{Similarity: RBFSimilarity}, 6}, {NES{Similarity: RBFSimilarity}, 12}, {SFS{}, 3}, {SFS{Similarity: RBFSimilarity}, 3},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		selected(t, test.m, d, 20)
		runtime.ReadMemStats(&after)
		used := after.TotalAlloc - before.TotalAlloc
		t.Logf("%s: %.2f copies of X", algorithms.Label(test.m), float64(used)/float64(size))
		if used > test.copies*size {
			t.Errorf("%s allocates %.1f copies of X, more than %d", algorithms.Label(test.m), float64(used)/float64(size), test.copies)
		}
	}
}

// BenchmarkLARAgainstSFS chooses half as many features as there are samples by LAR and by forward search,
// in turn in one run: "ratio" is the time of LAR over that of SFS, whose features cost the same number of
// products in the paper.
func BenchmarkLARAgainstSFS(b *testing.B) {
	for _, d := range []int{2000, 20000} {
		data := noise(100, d)
		for _, s := range []Similarity{ClassSimilarity, RBFSimilarity} {
			b.Run(fmt.Sprintf("%s/100×%d", s, d), func(b *testing.B) {
				var forward time.Duration
				for b.Loop() {
					b.StopTimer()
					start := time.Now()
					selected(b, SFS{Similarity: s}, data, 50)
					forward += time.Since(start)
					b.StartTimer()
					selected(b, LAR{Similarity: s}, data, 50)
				}
				b.ReportMetric(float64(b.Elapsed())/float64(forward), "ratio")
			})
		}
	}
}
