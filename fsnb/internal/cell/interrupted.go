package cell

import (
	"sync"
	"time"

	"fsnb.example/internal/diskcache"
)

// StoppedCall is what the cache knows of a call that was interrupted: nothing of its
// result, so that the cell which runs it again can say why that takes as long.
type StoppedCall struct {
	What  string
	After time.Duration
}

// MarkOf is the key of the StoppedCall of a call.
func MarkOf(what string) string { return what + "\ninterrupted" }

// underWay are the running calls, by their keys.
var underWay struct {
	sync.Mutex
	calls map[string]diskcache.Dir
}

// Begin says that a call is computed again when it was interrupted before, and notes it
// as under way until the function that it returns is called; finished says whether there
// is a whole result.
func Begin(cache diskcache.Dir, what string) (end func(finished bool)) {
	var before StoppedCall
	again := !Interrupted.Load() && cache.Get(MarkOf(what), &before)
	if again {
		Say("%s: computing again from the start, because it was interrupted after %s",
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
			cache.Remove(MarkOf(what))
		}
	}
}

// MarkStopped notes in the cache that the calls under way were interrupted. It does so at
// once, as the kernel ends the program after a few seconds.
func MarkStopped(label string, after time.Duration) {
	underWay.Lock()
	defer underWay.Unlock()
	for what, cache := range underWay.calls {
		_ = cache.Put(MarkOf(what), StoppedCall{label, after}) // without it the next cell is silent
	}
}

func shortTime(d time.Duration) time.Duration {
	if d < 10*time.Second {
		return d.Round(100 * time.Millisecond)
	}
	return d.Round(time.Second)
}
