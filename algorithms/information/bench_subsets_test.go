package information

import (
	"testing"

	"fsnb.example/algorithms"
)

// A run of FCBF and of CFS on 100 samples of 20,000 random features, 10 levels each, and the
// classes of noise, against one pass of joint counts (infogain, with the same coding). They choose by the
// noise of the counts alone, so that almost all of the features are alike: the most sets to expand.
func BenchmarkSubsets(b *testing.B) {
	d := noise(100, 20_000)
	for _, m := range []algorithms.Selector{InfoGain{Coding: Width}, FCBF{Coding: Width},
		CFS{Coding: Width}} {
		b.Run(algorithms.Name(m), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r, err := algorithms.Run(b.Context(), m, d, algorithms.Options{})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(r.K), "features")
				if v := r.Diagnostics.Get("sets expanded"); v == v {
					b.ReportMetric(v, "sets")
				}
			}
		})
	}
}
