package filter_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/conformance"
	"fsnb.example/internal/graphs"
)

// BenchmarkDistances times the methods that compare all pairs of samples relative to one
// computation of all n(n-1)/2 distances, that of graph.Neighbors with one neighbor, in
// the same run with the same number of goroutines: "distances" is the ratio.
func BenchmarkDistances(b *testing.B) {
	for _, shape := range [][2]int{{300, 2000}, {300, 20000}, {1000, 2000}} {
		d := conformance.Noise(shape[0], shape[1], 5)
		for _, m := range []algorithms.Scorer{
			filter.ReliefF{}, filter.SURF{}, filter.MultiSURF{}, filter.Laplacian{}, filter.SPEC{},
			filter.SPEC{Similarity: graph.Neighbors{}}, filter.HSIC{Similarity: graph.RBF{}},
			filter.SPEC{Criterion: filter.Phi3, Eigenvectors: 5},
		} {
			name := strings.ReplaceAll(algorithms.Label(m), ", ", "-")
			b.Run(fmt.Sprintf("%s/%d×%d", name, shape[0], shape[1]), func(b *testing.B) {
				var distances time.Duration
				for b.Loop() {
					b.StopTimer()
					start := time.Now()
					if _, err := graphs.FindNearest(context.Background(), d.X, 1, 0,
						nil); err != nil {
						b.Fatal(err)
					}
					distances += time.Since(start)
					b.StartTimer()
					if _, err := m.Score(context.Background(), d,
						algorithms.Options{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed())/float64(distances), "distances")
			})
		}
	}
}

// BenchmarkScatters times the members of the family on the class graph relative to the
// scatter of all columns, which takes two passes over X: "scatters" is the ratio. d grows
// tenfold.
func BenchmarkScatters(b *testing.B) {
	for _, p := range []int{2000, 20000} {
		d := conformance.Noise(500, p, 5)
		for _, m := range []algorithms.Scorer{
			filter.Fisher{}, filter.HSIC{}, filter.SPEC{Similarity: graph.SameClass{}},
			filter.SPEC{Criterion: filter.Phi3, Similarity: graph.SameClass{}, Eigenvectors: 3},
		} {
			name := strings.ReplaceAll(algorithms.Label(m), ", ", "-")
			b.Run(fmt.Sprintf("%s/d=%d", name, p), func(b *testing.B) {
				var scatters time.Duration
				for b.Loop() {
					b.StopTimer()
					start := time.Now()
					if _, _, err := graphs.Scatter(context.Background(), d.X, d.Features,
						0); err != nil {
						b.Fatal(err)
					}
					scatters += time.Since(start)
					b.StartTimer()
					if _, err := m.Score(context.Background(), d,
						algorithms.Options{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed())/float64(scatters), "scatters")
			})
		}
	}
}

// BenchmarkKernels times the searches by HSIC relative to their sums over all pairs of
// samples: K·d sums forward, about 10d backward. "ns/term" is
// the time of one pair of samples in one sum, an exponential and a product.
func BenchmarkKernels(b *testing.B) {
	d := conformance.Noise(150, 400, 5)
	pairs := float64(150 * 149 / 2)
	for _, test := range []struct {
		m    algorithms.Selector
		sums float64
	}{{filter.FOHSIC{}, 10 * 400}, {filter.BAHSIC{}, 10 * 400}} {
		b.Run(algorithms.Name(test.m), func(b *testing.B) {
			for b.Loop() {
				if _, err := test.m.Select(context.Background(), d,
					algorithms.Options{K: 10}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/pairs/test.sums, "ns/term")
		})
	}
}
