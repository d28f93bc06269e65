package study

import (
	"context"
	"slices"
	"sync"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
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
// context and the store.
func (t *task) do(ctx context.Context) error {
	counts := t.counts
	_, all := t.study.Methods[t.method].(AllFeatures)
	if all {
		counts = []int{0}
	}
	var longest *choice // of a nested method, whose best k are its first k
	// The largest number first, whose beginning serves the others.
	for i := len(counts) - 1; i >= 0; i-- {
		k := counts[i]
		open := t.open(k)
		if len(open) == 0 && (all || !t.study.overall()) {
			t.saidBefore(k)
			continue
		}
		c := longest
		if c == nil {
			var err error
			if c, err = t.choose(ctx, k, counts[len(counts)-1]); err != nil {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if stop, ok := err.(stopError); ok {
					return stop.error
				}
				for m, measure := range t.study.Measures {
					if _, ok := measure.(Overall); ok || slices.Contains(open, m) {
						t.fail(place{t.method, k, m, t.number}, err)
					}
				}
				continue
			}
			if all || t.nested() {
				longest = c
			}
		}
		features := c.Features
		if !all {
			features = features[:min(k, len(features))]
			t.note(k, features)
		}
		if err := t.measure(ctx, k, features, c.Seconds, open); err != nil {
			return err
		}
	}
	return nil
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
		if t.recall(t.number, t.method, k, measure.Key(), &v) {
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

// choose runs the method for k features; a nested one runs once, for the largest number.
func (t *task) choose(ctx context.Context, k, most int) (*choice, error) {
	at := k
	if t.nested() {
		k, at = most, 0
	}
	if !t.study.Once {
		return t.chooseAt(ctx, t.number, k, at)
	}
	entry, _ := t.once.LoadOrStore(place{t.method, at, 0, onceForAll},
		sync.OnceValues(func() (*choice, error) {
			return t.chooseAt(ctx, onceForAll, k, at)
		}))
	c, err := entry.(func() (*choice, error))()
	if err == nil {
		t.say(c)
	}
	return c, err
}

// chooseAt is choose on one split, or for all splits; at is part of the key.
func (t *task) chooseAt(ctx context.Context, number, k, at int) (*choice, error) {
	const what = "choice"
	c := new(choice)
	if t.recall(number, t.method, at, what, c) && c.serves(k) {
		t.say(c)
		return c, nil
	}
	p, err := t.prepare(t.number)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	ranking, err := choiceOf(ctx, t.study.Methods[t.method], p.choose,
		algorithms.Options{K: k, Seed: t.study.Seed + uint64(max(number, 0)), Workers: 1})
	if err != nil {
		return nil, err
	}
	c = &choice{ranking.Features, time.Since(start).Seconds(), ranking.Warnings,
		len(ranking.Features) < k}
	if k > 0 && !c.All {
		c.Features = slices.Clone(ranking.Features[:k])
	}
	t.say(c)
	if k == 0 { // all features: the numbers are irrelevant
		return c, nil
	}
	if err := t.keep(number, t.method, at, what, c); err != nil {
		return nil, stopError{err}
	}
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
	if t.recall(number, t.method, at, "choice", c) {
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
		v, err := measure.Value(ctx, trial)
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
		if err := t.keep(t.number, t.method, k, measure.Key(), v); err != nil {
			return err
		}
		t.set(at, v)
	}
	return nil
}
