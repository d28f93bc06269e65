package fsnb

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/diskcache"
)

// BenchmarkSecondSelect times what a later cell pays for a remembered answer,
// loading left out, against doing the work again in the same run: "of the work"
// is that ratio. Reading a remembered answer is mostly hashing the data.
func BenchmarkSecondSelect(b *testing.B) {
	for _, size := range [][2]int{{569, 30}, {1440, 1024}, {2000, 5000}, {2000, 20000}} {
		n, p := size[0], size[1]
		rng := rand.New(rand.NewPCG(1, 2))
		values, labels := make([]float64, n*p), make([]int, n)
		for i := range values {
			values[i] = rng.NormFloat64()
		}
		for i := range labels {
			labels[i] = i % 5
		}
		d := New(mat.NewDense(n, p, values), labels, nil)
		for _, m := range []Selector{Fisher{}, Laplacian{}} {
			b.Run(fmt.Sprintf("%T/%d×%d", m, n, p), func(b *testing.B) {
				b.Setenv(diskcache.Variable, b.TempDir())
				start := time.Now()
				Select(d, m, 10)
				work := time.Since(start)
				for b.Loop() {
					if !Select(d, m, 10).Cached {
						b.Fatal("not remembered")
					}
				}
				b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(work), "of-the-work")
			})
		}
	}
}
