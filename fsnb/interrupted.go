package fsnb

import (
	"sync"
	"time"

	"fsnb.example/internal/diskcache"
)

// stoppedCall records in the cache that a call was interrupted, without a result, so that the cell
// which repeats it can explain the time it takes.
type stoppedCall struct {
	What  string
	After time.Duration
}

// markOf is the key of the stoppedCall of a call.
func markOf(what string) string { return what + "\ninterrupted" }

// underWay are the running calls, by their keys.
var underWay struct {
	sync.Mutex
	calls map[string]diskcache.Dir
}

// begin reports that a call is recomputed when it was interrupted before, and registers it as
// running until the returned function is called; finished means that there is a complete result.
func begin(cache diskcache.Dir, what string) (end func(finished bool)) {
	var before stoppedCall
	again := !interrupted.Load() && cache.Get(markOf(what), &before)
	if again {
		say("%s: computing again from the start, because it was interrupted after %s",
			before.What, shortTime(before.After))
	}
	underWay.Lock()
	defer underWay.Unlock()
	if underWay.calls == nil {
		underWay.calls = make(map[string]diskcache.Dir)
	}
	underWay.calls[what] = cache
	return func(finished bool) {
		underWay.Lock()
		defer underWay.Unlock()
		delete(underWay.calls, what)
		if finished && again {
			cache.Remove(markOf(what))
		}
	}
}

// markStopped records in the cache that the running calls were interrupted, at once, since the
// kernel ends the program after a few seconds.
func markStopped(label string, after time.Duration) {
	underWay.Lock()
	defer underWay.Unlock()
	for what, cache := range underWay.calls {
		// without it only the notice is missing
		_ = cache.Put(markOf(what), stoppedCall{label, after})
	}
}

func shortTime(d time.Duration) time.Duration {
	if d < 10*time.Second {
		return d.Round(100 * time.Millisecond)
	}
	return d.Round(time.Second)
}
