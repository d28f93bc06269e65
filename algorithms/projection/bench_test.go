package projection

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

func cells(n, d int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	out := &datasets.Dataset{Name: "cells", X: mat.NewDense(n, d, nil), Y: make([]int, n),
		Classes: []string{"a", "b", "c"}, Features: make([]string, d)}
	for i := range n {
		out.Y[i] = i % 3
		for j := range d {
			v := rng.NormFloat64()
			if j < 20 {
				v += float64(out.Y[i] * (j % 3))
			}
			out.X.Set(i, j, v)
		}
	}
	for j := range d {
		out.Features[j] = fmt.Sprint("f", j)
	}
	return out
}

// BenchmarkProjection reports as "products" the time of the methods, for FSSL of an eigenproblem,
// relative to XX' (n×n) by gonum's Mul in the same run. d grows tenfold between the cases.
func BenchmarkProjection(b *testing.B) {
	for _, d := range []int{2000, 20000} {
		data := cells(80, d)
		gram := mat.NewDense(80, 80, nil)
		for _, m := range []algorithms.Projector{PCAScore{}, LDAScore{}, LPPScore{}, LFDAScore{},
			FSSL{}} {
			b.Run(fmt.Sprintf("%s/80×%d", algorithms.Label(m), d), func(b *testing.B) {
				var products time.Duration
				steps := 0
				for b.Loop() {
					b.StopTimer()
					start := time.Now()
					gram.Mul(data.X, data.X.T())
					products += time.Since(start)
					b.StartTimer()
					p := must.Get(m.Project(b.Context(), data, algorithms.Options{}))(b)
					steps += max(1, p.Scores.Diagnostics.Iterations)
				}
				b.ReportMetric(float64(b.Elapsed())/float64(products)*float64(b.N)/float64(steps),
					"products")
				b.ReportMetric(float64(steps)/float64(b.N), "steps")
			})
		}
	}
}
