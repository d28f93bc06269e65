package conformance

import (
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// Benchmark times the best 50 features by each variant of each method but the Heavy ones, of noise:
// 100 samples of 2,000 features in two classes, and 600 of 200 in ten. One word of
// -bench 'Methods/mrmr/' chooses a method.
func (f Family) Benchmark(b *testing.B) {
	for _, data := range []struct {
		name    string
		n, d, c int
	}{{"100×2000", 100, 2000, 2}, {"600×200", 600, 200, 10}} {
		d := methodtest.Unrelated(data.n, data.d, data.c)
		d.Target = make([]float64, data.n)
		for i := range d.Target {
			d.Target[i] = d.X.At(i, 0) + d.X.At(i, 1)*d.X.At(i, 2)
		}
		for _, s := range f.subjects(b) {
			name := strings.Join([]string{s.entry.Name, s.label(), data.name}, "/")
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					must.Get(s.method.Select(b.Context(), s.data(d), algorithms.Options{K: 50}))(b)
				}
			})
		}
	}
}
