package graphs

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

// unitNoise has columns of range 1.
func unitNoise(n, d int) *mat.Dense {
	x := gaussian(1, n, d)
	for j := range d {
		column := mat.Col(nil, j, x)
		least, most := floats.Min(column), floats.Max(column)
		for i, v := range column {
			x.Set(i, j, (v-least)/(most-least))
		}
	}
	return x
}

// BenchmarkNearest times the search for the 10 nearest rows of each class, of two: "ns/term" is the
// time of a pair of rows in one column, "sums" that relative to the same search by the distances of
// all pairs themselves, in the same run. Columns have the range 1.
func BenchmarkNearest(b *testing.B) {
	for _, shape := range [][2]int{{200, 5000}, {1000, 100}, {1000, 2000}} {
		n, d := shape[0], shape[1]
		for kind, s := range searches(unitNoise(n, d), 2) {
			s.onlyRows = s.manhattan
			b.Run(fmt.Sprintf("%s/%d×%d", kind, n, d), func(b *testing.B) {
				var sums time.Duration
				for b.Loop() {
					b.StopTimer()
					start := time.Now()
					if _, _, err := s.runRough(context.Background(), s.exactly(), 10, 1,
						nil); err != nil {
						b.Fatal(err)
					}
					sums += time.Since(start)
					b.StartTimer()
					if _, _, err := s.runDense(context.Background(), 10, 1, nil); err != nil {
						b.Fatal(err)
					}
				}
				terms := float64(b.N) * float64(n) * float64(n-1) / 2 * float64(d)
				b.ReportMetric(float64(b.Elapsed())/terms, "ns/term")
				b.ReportMetric(float64(b.Elapsed())/float64(sums), "sums")
			})
		}
	}
}

// BenchmarkNearestSparse is BenchmarkNearest for rows of real entries: "ns/pair" is the time of a
// pair of rows, which share "shared" entries on average.
func BenchmarkNearestSparse(b *testing.B) {
	const n, d = 2000, 10000
	for _, entries := range []int{10, 100, 300} {
		x := sparseNoise(1, n, d, entries)
		stored := storage.Compress(x)
		var shared float64
		for j := range d {
			rows, _ := stored.Column(j)
			shared += math.Pow(float64(len(rows)), 2) / n / n
		}
		for kind, s := range searches(x, 2) {
			s.x, s.stored = nil, stored
			b.Run(fmt.Sprintf("%s/%d×%d/%d", kind, n, d, entries), func(b *testing.B) {
				for b.Loop() {
					if _, _, err := s.runStored(context.Background(), 10, 1, nil); err != nil {
						b.Fatal(err)
					}
				}
				pairs := float64(b.N) * n * (n - 1) / 2
				b.ReportMetric(float64(b.Elapsed())/pairs, "ns/pair")
				b.ReportMetric(shared, "shared")
			})
		}
	}
}
