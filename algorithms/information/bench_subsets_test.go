package information

import (
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// A run of FCBF and of CFS on 100 samples of 20,000 random features and ten random classes, against
// one pass of joint counts (infogain, with the same coding). They choose by the noise of the counts
// alone. "weak" are 20,000 features of which each follows two classes a little: CFS takes many.
func BenchmarkSubsets(b *testing.B) {
	random := methodtest.Unrelated(100, 20_000, 10)
	weak := methodtest.Unrelated(100, 20_000, 10)
	weak.Classes = []string{"a", "b"}
	for i := range weak.Y {
		weak.Y[i] %= 2
		for j, v := range weak.X.RawRowView(i) {
			weak.X.Set(i, j, v+.8*float64(weak.Y[i]))
		}
	}
	for _, data := range []struct {
		name string
		d    *datasets.Dataset
	}{{"random", random}, {"weak", weak}} {
		for _, coding := range []Coding{Levels, Width} {
			for _, m := range []algorithms.Selector{InfoGain{Coding: coding},
				FCBF{Coding: coding}, CFS{Coding: coding}} {
				name := data.name + "/" + string(coding) + "/" + algorithms.Name(m)
				b.Run(name, func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						r, err := algorithms.Run(b.Context(), m, data.d, algorithms.Options{})
						must.Do(b, err)
						b.ReportMetric(float64(r.K), "features")
						if sets := r.Diagnostics.Get("sets expanded"); sets > 0 {
							b.ReportMetric(sets, "sets")
						}
					}
				})
			}
		}
	}
}
