package projection

import (
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
)

// BenchmarkLearned reports as "products" the time of a method with its defaults on 100×20000,
// relative to XX' (n×n) by gonum's Mul in the same run, as "copies" what it allocates at most at a
// time is not known to Go: "allocated" is all that it allocates, in copies of X.
func BenchmarkLearned(b *testing.B) {
	data := cells(100, 20000)
	gram := mat.NewDense(100, 100, nil)
	for _, m := range []algorithms.Scorer{NDFS{}, JELSR{}, LDFS{}, HSFS{}} {
		b.Run(algorithms.Label(m), func(b *testing.B) {
			var products time.Duration
			steps := 0
			for b.Loop() {
				b.StopTimer()
				start := time.Now()
				gram.Mul(data.X, data.X.T())
				products += time.Since(start)
				b.StartTimer()
				s, err := m.Score(b.Context(), data, algorithms.Options{})
				if err != nil {
					b.Fatal(err)
				}
				if !s.Diagnostics.Converged {
					b.Error(s.Warnings)
				}
				steps += s.Diagnostics.Iterations
			}
			b.ReportMetric(float64(b.Elapsed())/float64(products), "products")
			b.ReportMetric(float64(steps)/float64(b.N), "steps")
		})
	}
}
