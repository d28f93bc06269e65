package lap

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"

	"fsnb.example/algorithms"
)

// gauge is a context that bounds the memory in use: whenever it is polled, it collects garbage. At
// any time between two polls no more is in use than was live at the first of them and has been
// allocated since. It ends after limit polls.
type gauge struct {
	context.Context
	sync.Mutex
	polls, limit int
	stats        runtime.MemStats // at the last poll
	most, live   uint64
}

func (g *gauge) Err() error {
	g.Lock()
	defer g.Unlock()
	g.measure()
	if g.polls++; g.polls >= g.limit {
		return context.Canceled
	}
	return nil
}

func (g *gauge) measure() {
	live, allocated := g.stats.HeapAlloc, g.stats.TotalAlloc
	runtime.ReadMemStats(&g.stats)
	g.most = max(g.most, live+g.stats.TotalAlloc-allocated)
	runtime.GC()
	runtime.ReadMemStats(&g.stats)
	g.live = max(g.live, g.stats.HeapAlloc)
}

// In its first steps SLAP on 80 samples of many features takes, beside the data, at most four times
// their memory and W. A run to the end takes minutes and no more memory.
func TestMemory(t *testing.T) {
	const d = 8000
	data := cells(80, d)
	g := &gauge{Context: t.Context(), limit: 200}
	g.measure()
	before := g.stats.HeapAlloc
	g.most, g.live = 0, 0
	steps := 0
	opt := algorithms.Options{Workers: 1, Progress: func(p algorithms.Progress) {
		if g.polls < g.limit {
			steps = p.Done
		}
	}}
	if _, err := (SLAP{}).Learn(g, data, opt); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	x := float64(80 * d * 8)
	ratio := (float64(g.most) - float64(before)) / x
	t.Logf("at most %.3f times X, beside it, in %d steps; live %.3f", ratio, steps,
		(float64(g.live)-float64(before))/x)
	if ratio > 4+1./80 {
		t.Errorf("%.3f times X, want at most 4", ratio)
	}
}
