package projection

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// BenchmarkLearned reports as "products" the time of a method with its defaults on 100×20000,
// relative to XX' (n×n) by gonum's Mul in the same run, and as "certified" 1 if it is.
func BenchmarkLearned(b *testing.B) {
	data := cells(100, 20000)
	gram := mat.NewDense(100, 100, nil)
	for _, m := range []algorithms.Scorer{NDFS{}, JELSR{}, LDFS{}, HSFS{}} {
		b.Run(algorithms.Label(m), func(b *testing.B) {
			steps, certified := 0, 0.
			methodtest.Ratio(b, "products", func() {
				gram.Mul(data.X, data.X.T())
			}, func() {
				s := must.Get(m.Score(b.Context(), data, algorithms.Options{}))(b)
				if s.Diagnostics.Certificate.Holds() {
					certified = 1
				}
				steps += s.Diagnostics.Iterations
			})
			b.ReportMetric(float64(steps)/float64(b.N), "steps")
			b.ReportMetric(certified, "certified")
		})
	}
}
