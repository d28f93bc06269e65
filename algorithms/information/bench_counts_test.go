package information

import (
	"fmt"
	"testing"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// BenchmarkCounts selects 50 of 2,000×20,000 numbers with mrmr, which are 50 passes that count a
// column with all others. "ns/count" is the time of a pass times the processors, for each of its
// joint counts; "apart" is that of one feature, which checks and codes the values, for each of
// them; and "plain" is the time of a pass relative to a loop that counts the same bytes one by one
// in one table, by as many goroutines in the same run.
func BenchmarkCounts(b *testing.B) {
	const n, d, k, plainPasses = 2000, 20_000, 50, 5
	data := methodtest.Unrelated(n, d, 10)
	for _, levels := range []int{10, 3, 2} {
		m := MRMR{Coding: Width, Bins: levels}
		codes := must.Get(Code(b.Context(), data, Width, levels, 0))(b)
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%d×%d/levels=%d/workers=%d", n, d, levels, workers),
				func(b *testing.B) {
					run := func(k int) {
						must.Get(m.Select(b.Context(), data,
							algorithms.Options{K: k, Workers: workers}))(b)
					}
					var first, plain time.Duration
					for b.Loop() {
						b.StopTimer()
						plain += jointCounts(codes, plainPasses, workers)
						start := time.Now()
						run(1)
						first += time.Since(start)
						b.StartTimer()
						run(k)
					}
					processors := float64(workers) / float64(b.N) / (n * d)
					pass := float64(b.Elapsed()-first) / (k - 1)
					b.ReportMetric(pass*processors, "ns/count")
					b.ReportMetric(float64(first)*processors, "apart")
					b.ReportMetric(pass/(float64(plain)/plainPasses), "plain")
				})
		}
	}
}
