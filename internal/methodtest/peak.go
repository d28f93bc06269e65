package methodtest

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// PeakMemory is the most live memory that collections find while run runs, in bytes beyond that
// before. Some 10 % of all live memory may be missed.
func PeakMemory(run func()) float64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	for range 3 { // pools give up what they hold at the second
		runtime.GC()
	}
	before := liveMemory()
	most := before
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(time.Millisecond)
		defer ticker.Stop()
		for {
			most = max(most, liveMemory())
			select {
			case <-done:
				return
			case <-ticker.C:
			}
		}
	}()
	run()
	close(done)
	<-ended
	return float64(max(most, liveMemory()) - before)
}

// liveMemory is that of the objects that the last collection found alive.
func liveMemory() uint64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return live[0].Value.Uint64()
}
