package conformance

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// BenchmarkPasses times the methods of cost nd. "passes" is the time relative to one pass over X
// that sums its columns, in the same run and with the same number of goroutines, "copies" the size
// of all allocations relative to X. d grows tenfold between the cases.
func BenchmarkPasses(b *testing.B) {
	for _, workers := range []int{1, 2} {
		for _, d := range []int{2000, 20000} {
			data := methodtest.Unrelated(2000, d, 10)
			size := float64(8 * data.N() * data.D())
			for _, name := range []string{"fisher", "random", "trace-ratio", "variance"} {
				e := must.Get(catalogue.Find(name))(b)
				b.Run(fmt.Sprintf("%s/d=%d/workers=%d", name, d, workers), func(b *testing.B) {
					opt := algorithms.Options{K: 100, Workers: workers}
					var pass time.Duration
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					for b.Loop() {
						b.StopTimer()
						pass += columnSums(data.X, workers)
						b.StartTimer()
						must.Get(e.Method.Select(context.Background(), data, opt))(b)
					}
					runtime.ReadMemStats(&after)
					b.ReportMetric(float64(b.Elapsed())/float64(pass), "passes")
					b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(b.N)/size,
						"copies")
				})
			}
		}
	}
}

// BenchmarkProducts times the methods that search neighbors. "products" is the time relative to the
// n×n products of all samples by gonum's Mul in the same run, "copies" as in BenchmarkPasses.
func BenchmarkProducts(b *testing.B) {
	for _, shape := range [][2]int{{500, 2000}, {500, 20000}, {2000, 2000}} {
		data := methodtest.Unrelated(shape[0], shape[1], 10)
		size := float64(8 * data.N() * data.D())
		for _, m := range []algorithms.Selector{filter.Laplacian{},
			traceratio.TraceRatio{Graph: graph.Neighbors{}}} {
			name := strings.ReplaceAll(algorithms.Label(m), ", graph=neighbors", "-laplacian")
			b.Run(fmt.Sprintf("%s/%d×%d", name, data.N(), data.D()), func(b *testing.B) {
				var products time.Duration
				var before, after runtime.MemStats
				var used uint64
				gram := mat.NewDense(data.N(), data.N(), nil)
				for b.Loop() {
					b.StopTimer()
					start := time.Now()
					gram.Mul(data.X, data.X.T())
					products += time.Since(start)
					runtime.ReadMemStats(&before)
					b.StartTimer()
					_, err := m.Select(context.Background(), data, algorithms.Options{K: 100})
					b.StopTimer()
					must.Do(b, err)
					runtime.ReadMemStats(&after)
					used += after.TotalAlloc - before.TotalAlloc
					b.StartTimer()
				}
				b.ReportMetric(float64(b.Elapsed())/float64(products), "products")
				b.ReportMetric(float64(used)/float64(b.N)/size, "copies")
			})
		}
	}
}

// columnSums returns the time of a pass over x, rows split over the workers.
func columnSums(x *mat.Dense, workers int) time.Duration {
	n, d := x.Dims()
	start := time.Now()
	done := make(chan struct{})
	for w := range workers {
		go func() {
			sum := make([]float64, d)
			for i := w * n / workers; i < (w+1)*n/workers; i++ {
				for j, v := range x.RawRowView(i) {
					sum[j] += v
				}
			}
			sink = sum[0]
			done <- struct{}{}
		}()
	}
	for range workers {
		<-done
	}
	return time.Since(start)
}

var sink float64
