package linear

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// genes is n samples of d columns of normal noise, in groups of 10 that share a part, and a target
// that depends on the first columns of five groups in a nonlinear way; or classes, its sign.
func genes(tb testing.TB, seed uint64, n, d int, continuous bool) *datasets.Dataset {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 4))
	x, y, classes := mat.NewDense(n, d, nil), make([]float64, n), make([]int, n)
	for i := range n {
		row := x.RawRowView(i)
		var shared float64
		for j := range row {
			if j%10 == 0 {
				shared = rng.NormFloat64()
			}
			row[j] = .7*shared + .7*rng.NormFloat64()
		}
		y[i] = row[0]*math.Exp(row[10]/2) + 2*math.Sin(2*row[20]) + row[30]*row[30] -
			math.Abs(row[40]) + .2*rng.NormFloat64()
		if y[i] > 0 {
			classes[i] = 1
		}
	}
	var out *datasets.Dataset
	var err error
	if continuous {
		out, err = datasets.New("genes", x, y, nil)
	} else {
		out, err = datasets.New("genes", x, classes, nil)
	}
	must.Do(tb, err)
	return out
}

// A unit is a ranking of 100×20,000.
func BenchmarkHSICLasso(b *testing.B) {
	for _, continuous := range []bool{false, true} {
		d := genes(b, 1, 100, 20000, continuous)
		for _, k := range []int{10, 50, 0} {
			b.Run(fmt.Sprintf("continuous=%v/K=%d", continuous, k), func(b *testing.B) {
				for b.Loop() {
					r := must.Get(HSICLasso{}.Select(b.Context(), d, algorithms.Options{K: k}))(b)
					b.ReportMetric(float64(r.Diagnostics.Iterations), "steps")
					b.ReportMetric(r.Diagnostics.Get("weights"), "weights")
					b.ReportMetric(float64(r.Diagnostics.Certificate.Value), "residual")
				}
			})
		}
	}
}
