package study

import (
	"context"
	"slices"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/panics"
)

// task is one method on one split of one data set.
type task struct {
	*run
	number, method int
}

// choice is the stored result of a method.
type choice struct {
	Features []int    `json:"features"`
	Seconds  float64  `json:"seconds"`
	Warnings []string `json:"warnings,omitempty"`
	// All are the features of a method that chooses fewer than were asked for.
	All bool `json:"all,omitempty"`
}

// serves reports whether the choice is one for k features.
func (c *choice) serves(k int) bool { return len(c.Features) >= k || c.All }

// do computes the missing pieces. It returns an error when the whole study must stop: those of the
// context and the store. With a limit, a measure is not read from the store before it is known that
// its choice is within the limit, so that results do not depend on runs with another one.
func (t *task) do(ctx context.Context) error {
	counts := t.counts
	_, all := t.study.Methods[t.method].(AllFeatures)
	limited := t.study.Limit > 0 && !all
	if all {
		counts = []int{0}
	}
	if limited {
		defer func() {
			for _, k := range counts {
				t.decide(k, nil)
			}
		}()
	}
	var longest *choice // of a nested method, whose best k are its first k
	var spent error     // of a method that takes as long for fewer features
	// The largest number first, whose beginning serves the others.
	for _, k := range slices.Backward(counts) {
		var open []int
		if !limited {
			open = t.open(k)
			if len(open) == 0 && (all || !t.study.overall()) {
				t.saidBefore(k)
				continue
			}
		}
		c, err := longest, spent
		if c == nil && err == nil {
			most := k
			if !limited && t.nested() {
				most = counts[len(counts)-1]
			}
			c, err = t.choose(ctx, most)
		}
		if err != nil && ctx.Err() != nil {
			return ctx.Err()
		}
		if stop, ok := err.(stopError); ok {
			return stop.error
		}
		if limited {
			t.decide(k, err)
			if _, over := err.(overLimit); over {
				if t.scoresAll() {
					spent = err
				}
				t.failAt(k, every(len(t.study.Measures)), err)
				continue
			}
			open = t.open(k)
		}
		if err != nil {
			t.failAt(k, open, err)
			continue
		}
		if all || t.nested() {
			longest = c
		}
		features := c.Features
		if !all {
			features = features[:min(k, len(features))]
			t.note(k, features)
		}
		if limited {
			open = t.untimed(k, c, open)
		}
		if err := t.measure(ctx, k, features, c.Seconds, open); err != nil {
			return err
		}
	}
	return nil
}

// failAt records why the given measures at k, and those over all splits, have no value.
func (t *task) failAt(k int, measures []int, err error) {
	for m, measure := range t.study.Measures {
		if isOverall(measure) || slices.Contains(measures, m) {
			t.fail(place{t.method, k, m, t.number}, err)
		}
	}
}

// stopError ends the study.
type stopError struct{ error }

// open lists the measures at k that the store does not have, and notes the values
// of the others.
func (t *task) open(k int) (measures []int) {
	for m, measure := range t.study.Measures {
		var v float64
		if _, ok := measure.(Overall); ok {
			continue
		}
		if t.recall(t.number, t.method, k, t.piece(measure), &v) {
			t.set(place{t.method, k, m, t.number}, v)
		} else {
			measures = append(measures, m)
		}
	}
	return measures
}

func (t *task) nested() bool {
	facts, _ := algorithms.FactsOf(t.study.Methods[t.method])
	return facts.Nested
}

// choicePiece identifies a choice among the pieces of a method.
const choicePiece = "choice"

// compute runs the method, and keeps the choice or that it exceeded the limit.
func (t *task) compute(ctx context.Context, number, k, at int) (*choice, error) {
	p, err := t.prepare(t.number)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	inner, limit := ctx, t.study.Limit
	if limit > 0 {
		var cancel context.CancelFunc
		inner, cancel = context.WithTimeoutCause(ctx, limit, errLimit)
		defer cancel()
	}
	ranking, err := choiceOf(inner, t.study.Methods[t.method], p.choose,
		algorithms.Options{K: k, Seed: t.study.Seed + uint64(max(number, 0)), Workers: 1})
	took := time.Since(start)
	stopped := context.Cause(inner) == errLimit && (err != nil || ranking.Partial)
	if err != nil && !stopped {
		return nil, err
	}
	var c *choice
	if !stopped {
		c = &choice{ranking.Features, took.Seconds(), ranking.Warnings, len(ranking.Features) < k}
		if k == 0 { // all features: the numbers are irrelevant
			t.say(c)
			return c, nil
		}
		if !c.All {
			c.Features = slices.Clone(ranking.Features[:k])
		}
		if err := t.keep(number, t.method, at, choicePiece, c); err != nil {
			return nil, stopError{err}
		}
	}
	// A method that does not poll its context is over the limit, too.
	if stopped || limit > 0 && took > limit {
		err := t.keep(number, t.method, k, t.study.limitPiece(), took.Seconds())
		if err != nil {
			return nil, stopError{err}
		}
		return nil, overLimit{limit, k, number}
	}
	t.say(c)
	return c, nil
}

// choiceOf is algorithms.Run, except for AllFeatures, which ignores K.
func choiceOf(ctx context.Context, m algorithms.Selector, d *datasets.Dataset,
	opt algorithms.Options) (*algorithms.Ranking, error) {
	if all, ok := m.(AllFeatures); ok {
		return all.Select(ctx, d, opt)
	}
	return algorithms.Run(ctx, m, d, opt)
}

// saidBefore is say for a choice that is not needed again, since all its measures are in the store.
func (t *task) saidBefore(k int) {
	at := k
	if t.nested() {
		at = 0
	}
	number := t.number
	if t.study.Once {
		number = onceForAll
	}
	c := new(choice)
	if t.recall(number, t.method, at, choicePiece, c) {
		t.say(c)
	}
}

// note keeps a choice for the measures over all splits.
func (t *task) note(k int, features []int) {
	if !t.study.overall() {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.chosen[place{t.method, k, 0, t.number}] = features
}

// say keeps the first split's warnings of the method.
func (t *task) say(c *choice) {
	if len(c.Warnings) == 0 || t.number > 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.said[t.method] == "" {
		t.said[t.method] = c.Warnings[0]
	}
}

func (t *task) measure(ctx context.Context, k int, features []int, seconds float64,
	open []int) error {
	p, err := t.prepare(t.number)
	if err != nil {
		for _, m := range open {
			t.fail(place{t.method, k, m, t.number}, err)
		}
		return nil
	}
	trial := &Trial{Train: p.train, Test: p.test, Features: features,
		Method: t.study.Methods[t.method], Seed: t.study.Seed + uint64(t.number), Elapsed: seconds,
		split: p}
	for _, m := range open {
		measure := t.study.Measures[m]
		at := place{t.method, k, m, t.number}
		var v float64
		err := panics.Catch(measure.Label, func() (err error) {
			v, err = measure.Value(ctx, trial)
			return err
		})
		if err == nil {
			err = finite(v, measure)
		}
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			t.fail(at, err)
			continue
		}
		if err := t.keep(t.number, t.method, k, t.piece(measure), v); err != nil {
			return err
		}
		t.set(at, v)
	}
	return nil
}
