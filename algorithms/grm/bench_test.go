package grm

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// BenchmarkGRM refines Fisher scores. "gemms" is the time relative to one product of an
// n×n by an n×d matrix in the same run, the cost of a full product Az with any z; "full" is the
// number of full products, "copies" the size of all allocations relative to X.
func BenchmarkGRM(b *testing.B) {
	for _, shape := range [][2]int{{85, 2228}, {85, 22283}, {85, 222830}} {
		data := methodtest.Planted(shape[0], shape[1], false)
		b.Run(fmt.Sprintf("%d×%d", shape[0], shape[1]),
			func(b *testing.B) { benchmarkGRM(b, data) })
	}
}

func benchmarkGRM(b *testing.B, data *datasets.Dataset) {
	var unit time.Duration
	var before, after runtime.MemStats
	var used uint64
	var r *algorithms.Ranking
	gram, out := mat.NewDense(data.N(), data.N(), nil), mat.NewDense(data.N(), data.D(), nil)
	for i := range data.N() {
		for j := range data.N() {
			gram.Set(i, j, 1+float64(i^j))
		}
	}
	for b.Loop() {
		b.StopTimer()
		start := time.Now()
		out.Mul(gram, data.X)
		unit += time.Since(start)
		runtime.ReadMemStats(&before)
		b.StartTimer()
		var err error
		if r, err = (GRM{}).Select(context.Background(), data,
			algorithms.Options{K: 20}); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		runtime.ReadMemStats(&after)
		used += after.TotalAlloc - before.TotalAlloc
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(unit), "gemms")
	b.ReportMetric(float64(used)/float64(b.N)/float64(8*data.N()*data.D()), "copies")
	b.ReportMetric(extra(b, r, "full products"), "full")
	b.ReportMetric(extra(b, r, "support"), "support")
	b.ReportMetric(float64(r.Diagnostics.Certificate.Value), "residual")
}

// BenchmarkGRMNoise refines Fisher scores of noise, where no feature is informative and the support
// is large; "gemms" as in BenchmarkGRM.
func BenchmarkGRMNoise(b *testing.B) {
	rng := rand.New(rand.NewPCG(22, 283))
	x, y := mat.NewDense(85, 22283, nil), make([]int, 85)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, x)
	for i := range y {
		y[i] = i % 2
	}
	data := must.Get(datasets.New("noise", x, y, nil))(b)
	benchmarkGRM(b, data)
}

// BenchmarkLGDAgainstLaplacian runs LGD and the Laplacian score in turn, with one worker: "ratio"
// is the time of LGD over that of the other.
func BenchmarkLGDAgainstLaplacian(b *testing.B) {
	for _, shape := range [][2]int{{85, 2228}, {85, 22283}, {1000, 2228}} {
		data := methodtest.Planted(shape[0], shape[1], false)
		b.Run(fmt.Sprintf("%d×%d", shape[0], shape[1]), func(b *testing.B) {
			methodtest.Ratio(b, "ratio", func() {
				must.Get((filter.Laplacian{}).Score(b.Context(), data,
					algorithms.Options{Workers: 1}))(b)
			}, func() {
				must.Get((LGD{}).Score(b.Context(), data,
					algorithms.Options{Workers: 1}))(b)
			})
		})
	}
}
