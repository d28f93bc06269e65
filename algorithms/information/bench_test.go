package information

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
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

// BenchmarkMRMR selects 50 features. "counts" is its time, including the coding and the
// logarithms, relative to 50 passes of joint counting over the coded n×d matrix, of one column
// with all others, by the same number of goroutines in the same run. d grows
// tenfold between two of the cases; the last has the size of COIL20.
func BenchmarkMRMR(b *testing.B) {
	for _, shape := range [][2]int{{200, 2000}, {200, 20000}, {1440, 1024}} {
		d := noise(shape[0], shape[1])
		for _, m := range []MRMR{{}, {Coding: Width}} {
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("%s/%d×%d/workers=%d", algorithms.WithDefaults(m).Coding,
					shape[0], shape[1], workers), func(b *testing.B) {
					c := must.Get(Code(context.Background(), d, algorithms.WithDefaults(m).Coding,
						10, 0))(b)
					var passes time.Duration
					for b.Loop() {
						b.StopTimer()
						passes += jointCounts(c, 50, workers)
						b.StartTimer()
						if _, err := m.Select(context.Background(), d,
							algorithms.Options{K: 50, Workers: workers}); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.Elapsed())/float64(passes), "counts")
				})
			}
		}
	}
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

// BenchmarkMutualInfo scores columns of normal numbers, with classes and with a continuous target.
// "sorts" is its time relative to sorting each column once, in the same run.
func BenchmarkMutualInfo(b *testing.B) {
	for _, shape := range [][2]int{{1000, 200}, {10000, 20}, {100000, 2}} {
		d := noise(shape[0], shape[1])
		y := mat.Col(nil, 0, noise(shape[0], 1).X)
		continuous := must.Get(d.WithTarget("", y))(b)
		for name, of := range map[string]*datasets.Dataset{"classes": d, "continuous": continuous} {
			b.Run(fmt.Sprintf("%s/%d×%d", name, shape[0], shape[1]), func(b *testing.B) {
				var sorts time.Duration
				for b.Loop() {
					b.StopTimer()
					begin := time.Now()
					for j := range d.D() {
						slices.Sort(mat.Col(nil, j, d.X))
					}
					sorts += time.Since(begin)
					b.StartTimer()
					if _, err := (MutualInfo{}).Score(context.Background(), of,
						algorithms.Options{Workers: 1}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed())/float64(sorts), "sorts")
			})
		}
	}
}
