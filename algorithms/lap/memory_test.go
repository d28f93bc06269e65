package lap

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"fsnb.example/algorithms"
)

// Beside the data, 80 samples of many features take no more than four times its memory and W in the
// first steps. A run to the end takes minutes, and no more memory.
func TestMemory(t *testing.T) {
	const d, steps = 8000, 30
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
	ctx, cancel := context.WithCancel(t.Context())
	opt := algorithms.Options{Progress: func(p algorithms.Progress) {
		if p.Done >= steps {
			cancel()
		}
	}}
	if _, err := (SLAP{}).Learn(ctx, data, opt); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	close(done)
	x := float64(80 * d * 8)
	ratio := (float64(<-peak) - float64(before.HeapAlloc)) / x
	t.Logf("at most %.2f times X, beside it, in %d steps", ratio, steps)
	// The collector leaves garbage of 5% of what is in use.
	if ratio > 1.05*(4+1./80) {
		t.Errorf("%.2f times X, want at most 4", ratio)
	}
}
