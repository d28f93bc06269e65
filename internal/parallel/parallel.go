// Package parallel splits a range of independent work over goroutines.
//
// The result of a loop must not depend on the number of workers: a block is
// always computed whole by one goroutine, and blocks write to places of their
// own. golang.org/x/sync/errgroup was looked at: it limits goroutines and
// collects errors, but leaves the splitting and the polling of a context to
// the caller, which is all that is needed here.
package parallel

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Workers returns the number of goroutines to use: w when it is positive, else
// GOMAXPROCS.
func Workers(w int) int {
	if w > 0 {
		return w
	}
	return runtime.GOMAXPROCS(0)
}

// For calls f(lo, hi) for consecutive blocks [lo, hi) that cover [0, n), on at
// most workers goroutines (GOMAXPROCS when workers <= 0). The blocks depend on
// n and block only. Between two blocks the context is polled; For returns
// ctx.Err() when not every block was run. A panic in f is raised again in the
// goroutine that called For, so that a caller can recover it.
func For(ctx context.Context, workers, n, block int, f func(lo, hi int)) error {
	if n <= 0 {
		return ctx.Err()
	}
	block = max(block, 1)
	blocks := (n + block - 1) / block
	workers = min(Workers(workers), blocks)

	var next, done atomic.Int64
	var panicked atomic.Pointer[any]
	run := func() {
		defer func() {
			if r := recover(); r != nil {
				panicked.CompareAndSwap(nil, &r)
			}
		}()
		for ctx.Err() == nil && panicked.Load() == nil {
			b := int(next.Add(1)) - 1
			if b >= blocks {
				return
			}
			f(b*block, min((b+1)*block, n))
			done.Add(1)
		}
	}
	if workers == 1 {
		run()
	} else {
		var wg sync.WaitGroup
		for range workers {
			wg.Go(run)
		}
		wg.Wait()
	}
	if p := panicked.Load(); p != nil {
		panic(*p)
	}
	if int(done.Load()) < blocks {
		return ctx.Err()
	}
	return nil
}
