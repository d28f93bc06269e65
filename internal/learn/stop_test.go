package learn_test

import (
	"context"
	"errors"
	"testing"
	"time"
)

// stops runs what goes on for hours unless it looks at its context: a test that does not end fails
// by go test's limit, and a busy machine fails none.
func stops(t *testing.T, work func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := work(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("stopped work returned %v", err)
	}
}
