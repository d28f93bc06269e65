package lap

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/internal/rowsparse"
)

// cells resembles microarray data: standard normal columns, 20 of which differ between two classes.
func cells(n, d int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	names := make([]string, d)
	for i := range n {
		y[i] = i % 2
		row := x.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64()
			if j < 20 {
				row[j] += 2 * float64(y[i])
			}
		}
	}
	for j := range names {
		names[j] = fmt.Sprint("f", j)
	}
	return &datasets.Dataset{Name: "cells", X: x, Y: y, Features: names,
		Classes: []string{"a", "b"}}
}

// second is SLAP's problem on d and a random state, from which a step is taken.
func second(b *testing.B, d *datasets.Dataset, m int) (*problem, state) {
	b.Helper()
	s := algorithms.WithDefaults(SLAP{})
	pairs, _, err := nearest(b.Context(), d, s.Neighbors, Or, true, algorithms.Options{})
	must.Do(b, err)
	p := &problem{x: mat.DenseCopyOf(d.X), pairs: pairs, m: m, gamma: 1, epsilon: s.Epsilon}
	rng := rand.New(rand.NewPCG(1, 1))
	var qr mat.QR
	g := mat.NewDense(d.D(), m, nil)
	g.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, g)
	qr.Factorize(g)
	var q mat.Dense
	qr.QTo(&q)
	w := mat.DenseCopyOf(q.Slice(0, d.D(), 0, m))
	ones := make([]float64, m)
	for c := range ones {
		ones[c] = 1
	}
	return p, p.at(&rowsparse.Solution{W: w, Span: w, Share: ones}, false)
}

// BenchmarkLAPStep is a step of Algorithm 2, m = 1, at 80×2,000: as implemented, and as printed,
// with the d×d matrix and all its eigenvectors. "times" is the time of the latter over that of the
// former.
func BenchmarkLAPStep(b *testing.B) {
	d := cells(80, 2000)
	p, at := second(b, d, 1)
	var here float64
	b.Run("here", func(b *testing.B) {
		for b.Loop() {
			must.Get(p.step(b.Context(), at, function{p: p}))(b)
		}
		here = perRun(b)
	})
	b.Run("dense", func(b *testing.B) {
		for b.Loop() {
			must.Get(denseStep(p, at))(b)
		}
		if here > 0 {
			b.ReportMetric(perRun(b)/here, "times")
		}
	})
}

func perRun(b *testing.B) float64 { return b.Elapsed().Seconds() / float64(b.N) }

// BenchmarkLAPFeatures is SLAP on 80 samples, m = 1, to the default tolerance. "ms/step" divides by
// the number of steps, which depends on the data; "times" is the time over that with the fewest
// features.
func BenchmarkLAPFeatures(b *testing.B) {
	var fewest float64
	for _, d := range []int{2000, 5000, 20000, 100000} {
		data := cells(80, d)
		b.Run(fmt.Sprintf("80×%d", d), func(b *testing.B) {
			steps, products := 0, 0.
			for b.Loop() {
				p := must.Get(SLAP{}.Learn(b.Context(), data, algorithms.Options{}))(b)
				steps = p.Scores.Diagnostics.Iterations
				products = p.Scores.Diagnostics.Get("products")
			}
			b.ReportMetric(float64(steps), "steps")
			b.ReportMetric(products, "products")
			b.ReportMetric(1000*perRun(b)/float64(steps), "ms/step")
			if fewest == 0 {
				fewest = perRun(b)
			}
			b.ReportMetric(perRun(b)/fewest, "times")
		})
	}
}
