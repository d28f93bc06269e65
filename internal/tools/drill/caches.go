package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/parallel"
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
func caches(ctx context.Context, d *drill, t *tally, dir string) error {
	file := filepath.Join(dir, "table.csv")
	if err := writeCallFile(file); err != nil {
		return err
	}
	want, _, err := allOf(ctx, file, "off", nil)
	if err != nil {
		return err
	}
	cache := filepath.Join(dir, "cache")
	var lock sync.Mutex
	killed, cached := 0, 0
	err = parallel.Each(ctx, cacheProcesses, d.times(cacheRuns),
		func(ctx context.Context, i int) error {
			rng := d.random(2000 + uint64(i))
			n, hits, wasKilled, err := someCalls(ctx, rng, file, cache, want, nil)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			lock.Lock()
			if cached += hits; wasKilled {
				killed++
			}
			t.note("%d processes killed, %d results from the cache", killed, cached)
			lock.Unlock()
			if err != nil {
				err = fmt.Errorf("process %d: %w", i, err)
			}
			return t.add(n, err)
		})
	if err == nil {
		err = t.add(2*allCalls, checkCache(ctx, file, cache, want))
	}
	return err
}

// allOf runs each call once in a process of its own, and returns how many were cached.
func allOf(ctx context.Context, file, cache string, want callResults) (callResults, int, error) {
	o := runChild(ctx, []string{"FSNB_CACHE=" + cache}, "calls", file, "all")
	if o.err != nil || o.said != "" {
		return nil, 0, fmt.Errorf("the calls with the cache %s: %w: %s", cache, o.err, o.said)
	}
	got, n, cached, err := readCalls(strings.NewReader(o.out), want, false)
	if err == nil && n != allCalls {
		err = fmt.Errorf("%d results of %d calls", n, allCalls)
	}
	return got, cached, err
}

// someCalls runs random calls in a process that is killed every second time. change, unless it is
// nil, changes the process before it starts.
func someCalls(ctx context.Context, rng *rand.Rand, file, cache string, want callResults,
	change func(*exec.Cmd)) (n, cached int, killed bool, err error) {
	cmd, err := childCommand(ctx, []string{"FSNB_CACHE=" + cache}, "calls", file,
		fmt.Sprint(rng.Uint64()), fmt.Sprint(cacheCalls))
	if err != nil {
		return 0, 0, false, err
	}
	if change != nil {
		change(cmd)
	}
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, 0, false, err
	}
	if err := cmd.Start(); err != nil {
		return 0, 0, false, err
	}
	if rng.IntN(2) == 0 {
		at := time.Duration(rng.Float64() * float64(3*time.Second))
		timer := time.AfterFunc(at, func() { _ = cmd.Process.Kill() }) // it may have ended
		defer timer.Stop()
	}
	_, n, cached, wrong := readCalls(out, want, true)
	if wrong != nil {
		_ = cmd.Process.Kill() // no process reads what it says
	}
	err = cmd.Wait()
	killed = cmd.ProcessState.ExitCode() < 0
	switch {
	case wrong != nil:
		return n, cached, killed, wrong
	case said.Len() > 0:
		return n, cached, killed, fmt.Errorf("it says %.300q", said.String())
	case err != nil && !killed:
		return n, cached, killed, err
	case err == nil && n < cacheCalls/2: // those that clear print nothing
		return n, cached, killed, fmt.Errorf("%d results of %d calls", n, cacheCalls)
	}
	return n, cached, killed, nil
}

// checkCache returns an error unless the entries that processes left are whole, all calls are
// cached after they ran once, and what killed processes left is removed when it is old.
func checkCache(ctx context.Context, file, cache string, want callResults) error {
	results := diskcache.Dir(filepath.Join(cache, "results"))
	before, err := results.Info()
	if err != nil {
		return err
	}
	_, cached, err := allOf(ctx, file, cache, want)
	if err != nil {
		return err
	}
	if cached != before.Entries {
		return fmt.Errorf("the cache has %d entries, and %d are used", before.Entries, cached)
	}
	long := time.Now().Add(-2 * atomicfile.StaleAfter)
	for _, name := range []string{"results", "parsed"} {
		left, err := filepath.Glob(filepath.Join(cache, name, ".*"))
		if err != nil {
			return err
		}
		for _, path := range left {
			if err := os.Chtimes(path, long, long); err != nil {
				return err
			}
		}
	}
	if _, cached, err = allOf(ctx, file, cache, want); err != nil {
		return err
	}
	if cached != loading {
		return fmt.Errorf("%d of %d results are cached after all ran", cached, loading)
	}
	if _, err := results.Clear(); err != nil { // so that the folder is written again
		return err
	}
	if _, err := diskcache.Dir(filepath.Join(cache, "parsed")).Clear(); err != nil {
		return err
	}
	if _, _, err = allOf(ctx, file, cache, want); err != nil {
		return err
	}
	left, err := filepath.Glob(filepath.Join(cache, "*", ".*"))
	if err != nil {
		return err
	}
	if len(left) > 0 {
		return fmt.Errorf("killed processes left %d files, such as %s", len(left), left[0])
	}
	return nil
}
