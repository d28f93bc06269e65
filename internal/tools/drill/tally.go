package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"fsnb.example/internal/parallel"
)

// saveEvery is the time after which a tally that grows is written again.
const saveEvery = 20 * time.Second

// tally is a row that grows. Its methods may be called by several goroutines.
type tally struct {
	d *drill

	lock  sync.Mutex
	row   row
	start time.Time
	saved time.Time
}

// trials runs what fills a row, and reports the row, also of a stage that was interrupted; a row
// without a trial is none. It does nothing if --only leaves the row out.
func (d *drill) trials(what string, run func(t *tally)) {
	if d.only != nil && !d.only.MatchString(what) {
		return
	}
	now := time.Now()
	t := &tally{d: d, row: row{stage: d.stage, what: what}, start: now, saved: now}
	err := try(func() { run(t) })
	if t.row.count > 0 {
		err = errors.Join(err, d.report(t.now(), nil))
	}
	do(err)
}

// each does a share of n trials, so many at a time, and counts them: trial returns how many it is.
func (t *tally) each(ctx context.Context, atOnce, n int,
	trial func(ctx context.Context, i int) int) {
	do(parallel.Each(ctx, atOnce, t.d.times(n), func(ctx context.Context, i int) error {
		count := 1
		err := try(func() { count = trial(ctx, i) })
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			err = fmt.Errorf("trial %d: %w", i, err)
		}
		return try(func() { t.add(count, err) })
	}))
}

// add counts n trials. What err joins are the failures among them, which are said at once, a line
// each.
func (t *tally) add(n int, err error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.row.count += n
	for _, e := range failures(err) {
		t.row.failed++
		fmt.Printf("FAIL %s: %s (seed %d): %s\n", t.row.stage, t.row.what, t.d.seed,
			strings.Join(strings.Fields(e.Error()), " "))
	}
	if time.Since(t.saved) >= saveEvery {
		t.saved = time.Now()
		do(t.d.keep(t.now()))
	}
}

// note adds a sentence to the row.
func (t *tally) note(format string, args ...any) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.row.note = fmt.Sprintf(format, args...)
}

// now is the row so far.
func (t *tally) now() row {
	r := t.row
	r.seconds = time.Since(t.start).Seconds()
	return r
}

// failures are the errors that err joins, or itself.
func failures(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, e := range joined.Unwrap() {
			all = append(all, failures(e)...)
		}
		return all
	}
	return []error{err}
}

// times is the share of n that the drill does, at least one.
func (d *drill) times(n int) int { return max(1, int(d.share*float64(n)+.5)) }

// random is a source of its own for a purpose, so that one does not shift another.
func (d *drill) random(purpose uint64) *rand.Rand { return rand.New(rand.NewPCG(d.seed, purpose)) }

// errOneLine returns an error unless what a program said is one line.
func errOneLine(said string) error {
	said = strings.TrimSpace(said)
	if said == "" {
		return errors.New("it says nothing")
	}
	if strings.Contains(said, "\n") {
		return fmt.Errorf("it says more than a line: %.300q", said)
	}
	return nil
}

// sleep waits, and returns early if ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
