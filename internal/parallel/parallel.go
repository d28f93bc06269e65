// Package parallel splits a range of independent work over goroutines.
//
// The result of a loop must not depend on the number of workers: a block is
// always computed whole by one goroutine, and blocks write to places of their
// own. Each is golang.org/x/sync/errgroup, for jobs that can fail; For, for the
// kernels, has no errors to collect and hands out blocks without a goroutine for
// each.
package parallel

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Workers returns the number of goroutines to use: w when it is positive, else
// GOMAXPROCS.
func Workers(w int) int {
	if w > 0 {
		return w
	}
	return runtime.GOMAXPROCS(0)
}

// Stopped reports whether an error is that of a canceled context.
func Stopped(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err())
}

// For calls f(lo, hi) for consecutive blocks [lo, hi) that cover [0, n), on at most workers
// goroutines (GOMAXPROCS when workers <= 0). The blocks depend on n and block only. Between two
// blocks the context is polled; For returns ctx.Err() when not every block was run. A panic in f is
// re-raised in the goroutine that called For.
func For(ctx context.Context, workers, n, block int, f func(lo, hi int)) error {
	if n <= 0 {
		return ctx.Err()
	}
	block = max(block, 1)
	blocks := (n + block - 1) / block
	workers = min(Workers(workers), blocks)
	if workers == 1 { // without a goroutine, and without memory
		for lo := 0; lo < n; lo += block {
			if err := ctx.Err(); err != nil {
				return err
			}
			f(lo, min(lo+block, n))
		}
		return nil
	}

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
	var wg sync.WaitGroup
	for range workers {
		wg.Go(run)
	}
	wg.Wait()
	if p := panicked.Load(); p != nil {
		panic(*p)
	}
	if int(done.Load()) < blocks {
		return ctx.Err()
	}
	return nil
}

// Whole is For to its end, for work of a moment that no context ends.
func Whole(workers, n, block int, f func(lo, hi int)) {
	if err := For(context.Background(), workers, n, block, f); err != nil {
		panic(err) // For returns the context's error only
	}
}

// Leave runs work that cannot be stopped. Long work is abandoned when the context ends: Leave
// returns ctx.Err(), the work continues in the background, and its result must not be used. A panic
// is re-raised in the goroutine that called Leave, unless that has returned.
func Leave(ctx context.Context, long bool, work func()) error {
	if !long {
		work()
		return ctx.Err()
	}
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		work()
	}()
	select {
	case p := <-done:
		if p != nil {
			panic(p)
		}
	case <-ctx.Done():
	}
	return ctx.Err()
}

// Each calls f(ctx, i) for every i below n, on at most workers goroutines
// (GOMAXPROCS when workers <= 0). The first error cancels the context that f gets
// and is returned once all running calls have ended; calls that had not begun are
// left out. A context canceled from outside does the same with its own error. With one worker the
// calls are one after the other, in this goroutine.
func Each(ctx context.Context, workers, n int, f func(ctx context.Context, i int) error) error {
	if Workers(workers) == 1 {
		for i := range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := f(ctx, i); err != nil {
				return err
			}
		}
		return nil
	}
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(Workers(workers))
	var stopped error
	for i := range n {
		if stopped = ctx.Err(); inner.Err() != nil {
			break
		}
		g.Go(func() error {
			if err := inner.Err(); err != nil {
				return err
			}
			return f(inner, i)
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return stopped
}
