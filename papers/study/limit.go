package study

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"fsnb.example/algorithms"
)

// errLimit is the cause of the end of a choice that takes too long.
var errLimit = errors.New("the limit of the study")

// overLimit is the error of a choice that takes longer than the study allows.
type overLimit struct {
	limit time.Duration
	k     int
	split int // onceForAll for a choice for all splits
}

// Error implements error.
func (e overLimit) Error() string {
	at := "at 1 feature"
	if e.k != 1 {
		at = fmt.Sprintf("at %d features", e.k)
	}
	if e.split != onceForAll {
		at += fmt.Sprintf(", split %d", e.split+1)
	}
	return fmt.Sprintf("took longer than the limit of %s (%s)", limitText(e.limit), at)
}

func limitText(limit time.Duration) string { return fmt.Sprintf("%g s", limit.Seconds()) }

// limitPiece identifies the record of a choice that took too long. It has the limit, so that a
// study with another one tries again.
func (s Study) limitPiece() string { return "limit " + s.Limit.String() }

// decision says whether the first split has a choice within the limit.
type decision struct {
	once sync.Once
	done chan struct{}
	err  error // overLimit or nil, once done is closed
}

// decisions prepares those of the methods whose first split is among pieces, one for each number of
// features.
func (r *run) decisions(pieces []Piece) map[place]*decision {
	out := map[place]*decision{}
	for _, p := range pieces {
		if p.Split != 0 {
			continue
		}
		for _, k := range r.counts {
			out[place{p.Method, k, 0, 0}] = &decision{done: make(chan struct{})}
		}
	}
	return out
}

// firstFirst returns the pieces with those of the first split before all others, which wait for
// them.
func firstFirst(pieces []Piece) []Piece {
	out := slices.Clone(pieces)
	slices.SortStableFunc(out, func(a, b Piece) int { return min(a.Split, 1) - min(b.Split, 1) })
	return out
}

// decide records the outcome of the first split at k, for the others.
func (t *task) decide(k int, err error) {
	if t.number != 0 {
		return
	}
	d := t.first[place{t.method, k, 0, 0}]
	d.once.Do(func() {
		if _, over := err.(overLimit); over {
			d.err = err
		}
		close(d.done)
	})
}

// firstOver returns overLimit if the first split has no choice of k features within the limit, else
// nil, also if that is unknown because another part of the study has that split.
func (t *task) firstOver(ctx context.Context, k int) error {
	d := t.first[place{t.method, k, 0, 0}]
	if d == nil {
		_, err := t.known(0, k)
		return err
	}
	select {
	case <-d.done:
		return d.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// untimed sets the time of the choice, which is that of this study rather than of one without a
// limit or with another one, and returns the other measures of open.
func (t *task) untimed(k int, c *choice, open []int) []int {
	for m, measure := range t.study.Measures {
		if measure.Key() == secondsKey {
			t.set(place{t.method, k, m, t.number}, c.Seconds)
			open = slices.DeleteFunc(open, func(o int) bool { return o == m })
		}
	}
	return open
}

// scoresAll reports whether the method takes as long for any number of features, since it scores
// all of them.
func (t *task) scoresAll() bool {
	_, scorer := t.study.Methods[t.method].(algorithms.Scorer)
	return scorer && t.nested()
}

// choose runs the method for k features, at most as long as the limit. Once the first split
// exceeded it, others are not tried.
func (t *task) choose(ctx context.Context, k int) (*choice, error) {
	if t.study.Once {
		entry, _ := t.once.LoadOrStore(place{t.method, k, 0, onceForAll},
			sync.OnceValues(func() (*choice, error) { return t.chooseAt(ctx, onceForAll, k) }))
		c, err := entry.(func() (*choice, error))()
		if err == nil {
			t.say(c)
		}
		return c, err
	}
	if t.study.Limit > 0 && t.number > 0 && k > 0 {
		if err := t.firstOver(ctx, k); err != nil {
			return nil, err
		}
	}
	return t.chooseAt(ctx, t.number, k)
}

// chooseAt is choose on one split, or for all splits.
func (t *task) chooseAt(ctx context.Context, number, k int) (*choice, error) {
	c, err := t.known(number, k)
	if err != nil {
		return nil, err
	}
	if c != nil {
		t.say(c)
		return c, nil
	}
	at := k
	if t.nested() && k == t.counts[len(t.counts)-1] {
		// That of a study without a limit, unless that has a longer one there.
		c := new(choice)
		if !t.recall(number, t.method, 0, choicePiece, c) || !c.serves(k) {
			at = 0
		}
	}
	return t.compute(ctx, number, k, at)
}

// known returns what the store has of the choice of k features: the choice, overLimit if it took
// too long, or neither.
func (t *task) known(number, k int) (*choice, error) {
	limit := t.study.Limit
	places := []int{k}
	if t.nested() {
		if places = []int{0, k}; limit == 0 {
			places = places[:1]
		}
	}
	over := false
	for _, at := range places {
		c := new(choice)
		if !t.recall(number, t.method, at, choicePiece, c) || !c.serves(k) {
			continue
		}
		if limit == 0 || c.Seconds <= limit.Seconds() {
			return c, nil
		}
		// A longer choice may take longer.
		over = over || len(c.Features) == k || t.scoresAll()
	}
	var seconds float64
	if over || limit > 0 && t.recall(number, t.method, k, t.study.limitPiece(), &seconds) {
		return nil, overLimit{limit, k, number}
	}
	return nil, nil
}
