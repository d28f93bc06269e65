package learn_test

import (
	"context"
	"errors"
	"sync"
	"testing"
)

// stopAt is a context that is canceled at its at-th look, and counts the looks.
type stopAt struct {
	context.Context
	lock      sync.Mutex
	looks, at int
	done      chan struct{}
}

func newStopAt(ctx context.Context, at int) *stopAt {
	return &stopAt{Context: ctx, at: at, done: make(chan struct{})}
}

func (s *stopAt) Done() <-chan struct{} { return s.done }

func (s *stopAt) Err() error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.looks++; s.looks == s.at {
		close(s.done)
	}
	if s.looks >= s.at {
		return context.Canceled
	}
	return nil
}

// stops runs what goes on for hours, unless it looks at its context and ends then. It fails when
// the work goes on after a look that says stop: workers may each look once more.
func stops(t *testing.T, work func(context.Context) error) {
	t.Helper()
	const more = 16
	for _, at := range []int{1, 2, 3} {
		ctx := newStopAt(t.Context(), at)
		if err := work(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped at look %d: %v", at, err)
		}
		if ctx.looks < at || ctx.looks > at+more {
			t.Errorf("stopped at look %d: looked %d times", at, ctx.looks)
		}
	}
}
