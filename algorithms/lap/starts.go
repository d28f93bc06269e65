package lap

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/stationary"
)

// best runs from the paper's start and from restarts uniformly drawn ones, and keeps the lowest
// objective. A canceled run returns the best outcome so far, or nil, and ctx.Err().
func (p *problem) best(ctx context.Context, restarts int, opt algorithms.Options) (
	*outcome, error) {
	at, err := p.open(ctx)
	if err != nil {
		return nil, err
	}
	tick := opt.Meter("projection", mostSteps*(1+restarts))
	_, cols := p.x.Dims()
	run := func(start int) (*outcome, float64, error) {
		var w *mat.Dense
		if start > 0 {
			f := function{p: p, space: at.space, inside: at.first == nil}
			w = stationary.Draw(f, opt.Seed, start, p.m, cols)
		}
		o, err := p.run(ctx, at, w, tick)
		if err != nil && (o.s == nil || !parallel.Stopped(ctx, err)) {
			return nil, math.Inf(1), err
		}
		return o, o.value, err
	}
	o, spread, err := stationary.Best(ctx, opt.Workers, restarts, run)
	if o != nil {
		o.spread = spread
	}
	return o, err
}
