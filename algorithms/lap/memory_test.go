package lap

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"fsnb.example/algorithms"
)

// Beside the data, 80 samples of many features take no more than four times its memory and W.
func TestMemory(t *testing.T) {
	const d = 2000
	data := cells(80, d)
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	done, peak := make(chan bool), make(chan uint64)
	go func() {
		var most uint64
		for {
			select {
			case <-done:
				peak <- most
				return
			case <-time.After(5 * time.Millisecond):
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc)
			}
		}
	}()
	p, err := (SLAP{}).Learn(t.Context(), data, algorithms.Options{})
	if err != nil {
		t.Fatal(err)
	}
	close(done)
	x := float64(80 * d * 8)
	ratio := (float64(<-peak) - float64(before.HeapAlloc)) / x
	t.Logf("at most %.2f times X, beside it, in %d steps", ratio, p.Scores.Diagnostics.Iterations)
	if ratio > 4+1./80 {
		t.Errorf("%.2f times X, want at most 4", ratio)
	}
}
