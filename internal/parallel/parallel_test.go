package parallel

import (
	"context"
	"sync/atomic"
	"testing"
)

func TestForCoversEachIndexOnce(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 7} {
		for _, n := range []int{0, 1, 5, 64, 1001} {
			for _, block := range []int{0, 1, 3, 64, 5000} {
				seen := make([]int32, n)
				err := For(context.Background(), workers, n, block, func(lo, hi int) {
					for i := lo; i < hi; i++ {
						atomic.AddInt32(&seen[i], 1)
					}
				})
				if err != nil {
					t.Fatalf("workers %d n %d block %d: %v", workers, n, block, err)
				}
				for i, s := range seen {
					if s != 1 {
						t.Fatalf("workers %d n %d block %d: index %d visited %d times", workers, n, block, i, s)
					}
				}
			}
		}
	}
}

func TestForStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var calls atomic.Int32
	err := For(ctx, 1, 100, 1, func(lo, hi int) {
		if calls.Add(1) == 3 {
			cancel()
		}
	})
	if err != context.Canceled || calls.Load() != 3 {
		t.Fatalf("got error %v after %d blocks, want context.Canceled after 3", err, calls.Load())
	}
	// Cancelled after the last block: the work is whole.
	ctx, cancel = context.WithCancel(context.Background())
	if err := For(ctx, 1, 1, 1, func(lo, hi int) { cancel() }); err != nil {
		t.Fatalf("complete work reported %v", err)
	}
}

func TestForRaisesPanicInCaller(t *testing.T) {
	defer func() {
		if r := recover(); r != "boom" {
			t.Fatalf("recovered %v, want boom", r)
		}
	}()
	_ = For(context.Background(), 2, 10, 1, func(lo, hi int) {
		if lo == 4 {
			panic("boom")
		}
	})
	t.Fatal("no panic")
}
