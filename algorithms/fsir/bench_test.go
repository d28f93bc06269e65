package fsir

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// unit is the processor time of one product of an n×n by the n×d matrix.
func unit(d *datasets.Dataset, out *mat.Dense) time.Duration {
	gram := mat.NewDense(d.N(), d.N(), nil)
	for i := range d.N() {
		for j := range d.N() {
			gram.Set(i, j, 1+float64(i^j))
		}
	}
	start := processorTime()
	out.Mul(gram, d.X)
	return processorTime() - start
}

// prepared is a search at its start, for k features.
func prepared(tb testing.TB, d *datasets.Dataset, k, workers int) *search {
	s := must.Get(algorithms.WithDefaults(FSIR2{}).prepare(context.Background(), d,
		algorithms.Options{Workers: workers}))(tb)
	p := len(s.live)
	linear, ones := make([]float64, p), mat.NewDense(1, p, nil)
	for j := range p {
		linear[j] = -s.m.sum[j]
		ones.Set(0, j, 1)
	}
	q := must.Get(Sphere{A: s.m, Linear: linear, B: ones, C: []float64{float64(2*k - p)},
		Radius: math.Sqrt(float64(p))}.reduce(context.Background()))(tb)
	c := q.newSearch(q.g, q.gamma, newSubspace(p))
	c.near = s.m
	must.Do(tb, c.begin(context.Background(), q.g))
	for range 5 {
		c.measure()
		must.Do(tb, c.step(context.Background()))
	}
	return c
}

// BenchmarkIteration times an iteration. "gemms" is its processor time relative to one product of
// an n×n by the n×d matrix in the same run. The allocations are those of goroutines; with one
// worker there are none.
func BenchmarkIteration(b *testing.B) {
	data := methodtest.Planted(100, 20000, true)
	out := mat.NewDense(data.N(), data.D(), nil)
	for _, workers := range []int{1, 2} {
		c := prepared(b, data, 100, workers)
		b.Run(fmt.Sprintf("100×20000/workers=%d", workers), func(b *testing.B) {
			b.ReportAllocs()
			var gemm, used time.Duration
			if workers == 1 {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			}
			for b.Loop() {
				b.StopTimer()
				gemm += unit(data, out)
				start := processorTime()
				b.StartTimer()
				c.measure()
				must.Do(b, c.step(context.Background()))
				b.StopTimer()
				used += processorTime() - start
				b.StartTimer()
			}
			b.ReportMetric(float64(used)/float64(gemm), "gemms")
		})
	}
}

// An iteration allocates nothing.
func TestIterationAllocatesNothing(t *testing.T) {
	for _, d := range []int{150, 2100} { // with R~ formed, and not
		c := prepared(t, methodtest.Planted(30, d, true), 20, 1)
		ctx := context.Background()
		if got := testing.AllocsPerRun(10, func() {
			c.measure()
			_ = c.step(ctx)
		}); got != 0 {
			t.Errorf("%d features: %v allocations in an iteration", d, got)
		}
	}
}

// BenchmarkFSIR2 selects 5% of the features, and 20. "processor-s" is the processor time in
// seconds, "gemms" the same relative to one product of an n×n by the n×d matrix, "copies" the size
// of all allocations relative to X.
func BenchmarkFSIR2(b *testing.B) {
	for _, d := range []int{2500, 25000, 250000} {
		data := methodtest.Planted(100, d, true)
		out := mat.NewDense(data.N(), data.D(), nil)
		for _, k := range []int{d / 20, 20} {
			b.Run(fmt.Sprintf("100×%d/k=%d", d, k), func(b *testing.B) {
				var gemm, processors time.Duration
				var before, after runtime.MemStats
				var used uint64
				var r *algorithms.Ranking
				for b.Loop() {
					b.StopTimer()
					gemm += unit(data, out)
					runtime.ReadMemStats(&before)
					start := processorTime()
					b.StartTimer()
					r = selected(b, FSIR2{}, data, k)
					b.StopTimer()
					processors += processorTime() - start
					runtime.ReadMemStats(&after)
					used += after.TotalAlloc - before.TotalAlloc
					b.StartTimer()
				}
				b.ReportMetric(processors.Seconds()/float64(b.N), "processor-s")
				b.ReportMetric(float64(processors)/float64(gemm), "gemms")
				b.ReportMetric(float64(used)/float64(b.N)/float64(8*data.N()*data.D()), "copies")
				b.ReportMetric(extra(b, r, "products"), "products")
				b.ReportMetric(float64(r.Diagnostics.Certificate.Value), "residual")
			})
		}
	}
}

// factors is n samples in two classes, with d features without offsets that mix eight hidden
// factors of the strength of their noise, so that no feature is far from all others.
func factors(n, d int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(15, 8))
	hidden := mat.NewDense(n, 8, nil)
	hidden.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, hidden)
	load := mat.NewDense(8, d, nil)
	load.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, load)
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	x.Mul(hidden, load)
	x.Apply(func(_, _ int, v float64) float64 { return v + rng.NormFloat64() }, x)
	for i := range y {
		y[i] = i % 2
	}
	ds, err := datasets.New("factors", x, y, nil)
	if err != nil {
		panic(err)
	}
	return ds
}

// BenchmarkFactors counts the iterations on data of eight hidden factors. "gemms/iteration" is the
// time of an iteration relative to one product of an n×n by the n×d matrix in the same run.
func BenchmarkFactors(b *testing.B) {
	for _, d := range []int{1500, 15000} {
		data := factors(100, d)
		out := mat.NewDense(data.N(), data.D(), nil)
		for _, m := range []FSIR2{{}, {Similarity: graph.RBF{}}} {
			for _, k := range []int{20, d / 100, d / 20} {
				if k < 20 {
					continue
				}
				b.Run(fmt.Sprintf("%s/100×%d/k=%d",
					strings.ReplaceAll(algorithms.Label(m), ", ", ","), d, k), func(b *testing.B) {
					var gemm, processors time.Duration
					iterations := 0
					for b.Loop() {
						gemm += unit(data, out)
						start := processorTime()
						iterations += selected(b, m, data, k).Diagnostics.Iterations
						processors += processorTime() - start
					}
					b.ReportMetric(float64(iterations)/float64(b.N), "iterations")
					b.ReportMetric(processors.Seconds()/float64(b.N), "processor-s")
					b.ReportMetric(float64(processors)/float64(gemm)/float64(iterations)*float64(
						b.N), "gemms/iteration")
				})
			}
		}
	}
}

// BenchmarkPolish selects with exchanges and without, in turn: "percent" is the processor time that
// the exchanges add.
func BenchmarkPolish(b *testing.B) {
	for _, d := range []int{2500, 25000} {
		data := methodtest.Planted(100, d, true)
		for _, k := range []int{20, d / 20} {
			b.Run(fmt.Sprintf("100×%d/k=%d", d, k), func(b *testing.B) {
				var relaxed, both time.Duration
				var r *algorithms.Ranking
				for b.Loop() {
					start := processorTime()
					selected(b, FSIR2{}, data, k)
					relaxed += processorTime() - start
					start = processorTime()
					r = selected(b, FSIR2{Polish: true}, data, k)
					both += processorTime() - start
				}
				b.ReportMetric(100*float64(both-relaxed)/float64(relaxed), "percent")
				b.ReportMetric(extra(b, r, "exchanges"), "exchanges")
			})
		}
	}
}
