package parallel

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

// Long work is left when the context ends, short work is not, and each reports the end.
func TestLeave(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	ran := false
	if err := Leave(ctx, true, func() { ran = true }); err != nil || !ran {
		t.Errorf("ran %v, %v", ran, err)
	}
	entered, release := make(chan struct{}), make(chan struct{})
	left := make(chan error)
	go func() { left <- Leave(ctx, true, func() { close(entered); <-release }) }()
	<-entered
	stop()
	if err := <-left; err != context.Canceled {
		t.Errorf("left with %v", err)
	}
	close(release)
	ran = false
	if err := Leave(ctx, false, func() { ran = true }); err != context.Canceled || !ran {
		t.Errorf("short work: ran %v, %v", ran, err)
	}
	defer func() {
		if p := recover(); p != "broken" {
			t.Errorf("the panic is %v", p)
		}
	}()
	_ = Leave(t.Context(), true, func() { panic("broken") })
}

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
						t.Fatalf("workers %d n %d block %d: index %d visited %d times", workers, n,
							block, i, s)
					}
				}
			}
		}
	}
}

func TestForStopsWhenCanceled(t *testing.T) {
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
	// Canceled after the last block: the work is whole.
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

func TestEach(t *testing.T) {
	ctx := context.Background()
	var sum atomic.Int64
	if err := Each(ctx, 3, 100, func(_ context.Context,
		i int) error {
		sum.Add(int64(i))
		return nil
	}); err != nil || sum.Load() != 4950 {
		t.Fatalf("sum %d, error %v", sum.Load(), err)
	}
	boom := errors.New("boom")
	var calls atomic.Int64
	err := Each(ctx, 1, 1000, func(_ context.Context, i int) error {
		calls.Add(1)
		if i == 3 {
			return boom
		}
		return nil
	})
	if err != boom || calls.Load() != 4 {
		t.Fatalf("error %v after %d calls, want boom after 4", err, calls.Load())
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	calls.Store(0)
	err = Each(canceled, 2, 10, func(context.Context, int) error { calls.Add(1); return nil })
	if !errors.Is(err, context.Canceled) || calls.Load() != 0 {
		t.Fatalf("canceled: error %v after %d calls", err, calls.Load())
	}
}
