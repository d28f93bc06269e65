package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
)

// stopper ends a context with the first line that is written.
type stopper struct {
	bytes.Buffer
	stop context.CancelFunc
}

func (s *stopper) Write(p []byte) (int, error) {
	s.stop()
	return s.Buffer.Write(p)
}

// The line comes before the work, which it stops here.
func TestForesee(t *testing.T) {
	for _, args := range []string{
		"rank -method backward-elimination -param model=forest digits",
		"rank -method backward-elimination -param model=forest -choose one-error digits",
		"accuracy -method backward-elimination:model=forest digits",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		errOut := &stopper{stop: cancel}
		run(ctx, strings.Fields(args), io.Discard, errOut)
		cancel()
		first, rest, _ := strings.Cut(errOut.String(), "\n")
		const want = " features of 1797 samples take about 7.9 minutes of one processor: it " +
			"begins with all features and drops one at a time, whatever k is, for d²/2 " +
			"predictions; take the best 500 of a filter first, or take rfe"
		if !strings.HasPrefix(first, "fsnb: backward-elimination: all 64") ||
			!strings.HasSuffix(first, want) || strings.Contains(rest, "minutes") {
			t.Errorf("fsnb %s: %q", args, errOut.String())
		}
	}
}
