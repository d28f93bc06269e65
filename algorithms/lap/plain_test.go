package lap

import (
	"context"
	"math"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/internal/rowsparse"
)

// plain is Algorithm 2 alone: steps from the same start until the relative gain of one is at most
// tolerance.
func (p *problem) plain(ctx context.Context, tolerance float64, most int) (*outcome, error) {
	at, err := p.open(ctx)
	if err != nil {
		return nil, err
	}
	o := &outcome{}
	if at.first != nil {
		o.state = p.at(at.first, false)
		return o, p.plainly(ctx, o, function{p: p}, tolerance, most)
	}
	inside := &problem{x: p.x, m: p.m, gamma: 1, epsilon: p.epsilon}
	_, cols := p.x.Dims()
	o.norms = rowsparse.NullNorms(at.space, cols, p.m)
	for l, v := range o.norms {
		o.norms[l] = math.Sqrt(v)
	}
	o.value, o.null = inside.objective(o.norms, nil), true
	if err := inside.plainly(ctx, o, function{p: inside, space: at.space, inside: true}, tolerance,
		most); err != nil {
		return nil, err
	}
	o.value = p.objective(nil, nil) + p.gamma*o.value
	if o.multiplier, err = p.multiplier(o, at.space); err != nil || o.multiplier <= 1 {
		return o, err
	}
	o.null = false
	return o, p.plainly(ctx, o, function{p: p}, tolerance, most)
}

func (p *problem) plainly(ctx context.Context, o *outcome, f function, tolerance float64,
	most int) error {
	for range most {
		next, err := p.step(ctx, o.state, f)
		if err != nil {
			return err
		}
		o.gap = max(0, p.form(o.state)-next.Trace()) / o.value
		if o.gap <= tolerance && o.s != nil {
			return nil
		}
		there := p.at(next, o.null)
		if o.s != nil && there.value > o.value {
			return nil
		}
		o.state = there
		o.steps++
	}
	return nil
}

// problemOf is the problem of a method on d, whose columns all vary.
func problemOf(t testing.TB, d *datasets.Dataset, m algorithms.Selector) *problem {
	t.Helper()
	within := false
	var s settings
	var join Join
	k := 0
	switch m := algorithms.WithDefaults(m).(type) {
	case SLAP:
		within, k, join, s = true, m.Neighbors, m.Join, settings{m.Dimensions, m.Gamma, m.Epsilon,
			m.Tolerance, m.Restarts}
	case ULAP:
		k, join, s = m.Neighbors, m.Join, settings{m.Dimensions, m.Gamma, m.Epsilon, m.Tolerance,
			m.Restarts}
	}
	pairs, _, err := nearest(t.Context(), d, k, join, within, algorithms.Options{})
	must.Do(t, err)
	return &problem{x: centered(d), pairs: pairs, m: s.dimensions, gamma: s.gamma,
		epsilon: s.epsilon, tolerance: s.tolerance}
}
