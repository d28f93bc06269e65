package conformance

import (
	"runtime"
	"sync"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

var (
	texts = sync.OnceValue(func() *datasets.Dataset {
		return Texts(20_000, 200_000, 120, 20)
	})
	manyWords = sync.OnceValue(func() *datasets.Dataset {
		return Texts(20_000, 1_355_191, 450, 2)
	})
)

// BenchmarkSparse selects from sparse texts.
func BenchmarkSparse(b *testing.B) {
	for _, c := range []struct {
		data   func() *datasets.Dataset
		label  string
		k      int
		method []string
	}{
		{texts, "20000×200000", 50, []string{"fisher", "anova-f", "chi2", "infogain",
			"trace-ratio", "hsic", "laplacian", "relieff", "mrmr", "lgd", "spfs-sfs", "spfs-lar",
			"spfs-nes"}},
		{manyWords, "20000×1355191", 50, []string{"fisher", "anova-f", "chi2", "infogain",
			"trace-ratio"}},
	} {
		for _, name := range c.method {
			b.Run(c.label+"/"+name, func(b *testing.B) {
				run(b, c.data(), name, c.k)
			})
		}
	}
}

// run selects k features by a method of the catalogue, with its defaults.
func run(b *testing.B, d *datasets.Dataset, name string, k int) {
	e := must.Get(catalogue.Find(name))(b)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	b.ResetTimer()
	for b.Loop() {
		must.Get(algorithms.Run(b.Context(), e.Method, d,
			algorithms.Options{K: k}))(b)
	}
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(b.N)/(1<<20), "MiB")
	b.ReportMetric(float64(d.Matrix().NonZeros()), "values")
}
