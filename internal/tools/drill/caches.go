package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/diskcache"
)

const (
	cacheProcesses = 8
	// cacheRuns is how many processes run one after the other, at cacheProcesses at a time, each
	// with cacheCalls calls.
	cacheRuns  = 200
	cacheCalls = 500
)

// caches runs processes side by side on one cache. They ask for the same results, clear the cache
// now and then, and half of them are killed.
func caches(ctx context.Context, d *drill, t *tally, dir string) {
	file, cache := filepath.Join(dir, "table.csv"), filepath.Join(dir, "cache")
	writeCallFile(file)
	want, _ := allOf(ctx, file, "off", nil)
	var killed, hits atomic.Int64
	t.each(ctx, cacheProcesses, cacheRuns, func(ctx context.Context, i int) int {
		n, used, wasKilled := someCalls(ctx, d.random(2000+uint64(i)), file, want,
			withCache(cache))
		if hits.Add(int64(used)); wasKilled {
			killed.Add(1)
		}
		t.note("%d processes killed, %d results from the cache", killed.Load(), hits.Load())
		return n
	})
	t.add(2*allCalls, try(func() { checkCache(ctx, file, cache, want) }))
}

// allOf runs each call once in a process of its own, and returns how many were cached.
func allOf(ctx context.Context, file, cache string, want callResults) (callResults, int) {
	results, n, hits := readCalls(withCache(cache).good(ctx, "calls", file, "all"), want, false)
	if n != allCalls {
		wrong("%d results of %d calls", n, allCalls)
	}
	return results, hits
}

// someCalls runs random calls in a process that is killed every second time.
func someCalls(ctx context.Context, rng *rand.Rand, file string, want callResults, p process) (n,
	hits int, killed bool) {
	seed := fmt.Sprint(rng.Uint64())
	if rng.IntN(2) == 0 {
		p.after = 1 + time.Duration(rng.Float64()*float64(3*time.Second))
	}
	o := p.run(ctx, "calls", file, seed, fmt.Sprint(cacheCalls))
	_, n, hits = readCalls(o.out, want, o.killed)
	switch {
	case o.said != "":
		wrong("it says %.300q", o.said)
	case o.err != nil && !o.killed:
		do(o.err)
	case o.err == nil && n < cacheCalls/2: // those that clear print nothing
		wrong("%d results of %d calls", n, cacheCalls)
	}
	return n, hits, o.killed
}

// checkCache ends the trial unless the entries that processes left are whole, all calls are cached
// after they ran once, and what killed processes left is removed when it is old.
func checkCache(ctx context.Context, file, cache string, want callResults) {
	results := diskcache.Dir(filepath.Join(cache, "results"))
	before := got(results.Info())
	if _, hits := allOf(ctx, file, cache, want); hits != before.Entries {
		wrong("the cache has %d entries, and %d are used", before.Entries, hits)
	}
	left := func() []string { return got(filepath.Glob(filepath.Join(cache, "*", ".*"))) }
	long := time.Now().Add(-2 * atomicfile.StaleAfter)
	for _, path := range left() {
		do(os.Chtimes(path, long, long))
	}
	if _, hits := allOf(ctx, file, cache, want); hits != loading {
		wrong("%d of %d results are cached after all ran", hits, loading)
	}
	got(results.Clear()) // so that the folder is written again
	got(diskcache.Dir(filepath.Join(cache, "parsed")).Clear())
	allOf(ctx, file, cache, want)
	if left := left(); len(left) > 0 {
		wrong("killed processes left %d files, such as %s", len(left), left[0])
	}
}
