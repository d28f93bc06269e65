package linear

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/datasets"
	"fsnb.example/internal/hingelp"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/sampleid"
)

const (
	// mostPrograms bounds the programs of a plane; 5 to 10 are usual.
	mostPrograms = 200
	// fsvZero is a weight, relative to the largest, that is 0 but for rounding.
	fsvZero = 1e-9
	// fsvSteady is the fall of the objective, relative to the larger of 1 and it, that is rounding.
	fsvSteady = 1e-12
)

// concave is the problem of FSV for all classes.
type concave struct {
	lambda, alpha float64
	x             [][]float64 // standardized columns
	names         []uint64    // of the columns
	against       [][]float64 // by plane: 1 for samples of the class, -1 for others
}

func newConcave(m FSV, d *datasets.Dataset, x [][]float64, live []int) *concave {
	c := &concave{lambda: m.Lambda, alpha: m.Alpha, x: x}
	all := sampleid.Names(d.Features)
	for _, j := range live {
		c.names = append(c.names, all[j])
	}
	var filled []int
	for class, count := range d.ClassCounts() {
		if count > 0 {
			filled = append(filled, class)
		}
	}
	if len(filled) == 2 { // both planes are one
		filled = filled[:1]
	}
	for _, class := range filled {
		sign := make([]float64, d.N())
		for i, y := range d.Y {
			sign[i] = -1
			if y == class {
				sign[i] = 1
			}
		}
		c.against = append(c.against, sign)
	}
	return c
}

// plane is what the programs of one class have found.
type plane struct {
	w          []float64
	lived      []int     // the last program in which a weight was not 0, from 1; 0 for never
	objectives []float64 // after each program
	gain       float64   // that one more program may have
	pivots     int
	converged  bool
}

// run finds the planes of all classes from one start. It returns nil with an error if some class
// has none yet.
func (c *concave) run(ctx context.Context, seed uint64, start, workers int, tick func(int)) (
	*planes, error) {
	p := &planes{each: make([]*plane, len(c.against))}
	failed := make([]error, len(c.against))
	inside := workers
	if len(c.against) > 1 {
		inside = 1
	}
	err := parallel.For(ctx, workers, len(c.against), 1, func(k, _ int) {
		p.each[k], failed[k] = c.separate(ctx, c.against[k], seed, start, inside)
		tick(1)
	})
	for _, e := range failed {
		if err == nil {
			err = e
		}
	}
	if slices.ContainsFunc(p.each, func(one *plane) bool {
		return one == nil || len(one.objectives) == 0
	}) {
		return nil, err
	}
	return p, err
}

// separate solves the programs of one class.
func (c *concave) separate(ctx context.Context, sign []float64, seed uint64, start, workers int) (
	*plane, error) {
	d := len(c.x)
	p := &plane{w: make([]float64, d), lived: make([]int, d), gain: math.Inf(1)}
	cost := c.costs(sign)
	solver := hingelp.New(c.x, sign, cost, workers)
	g := c.weigh(p.w)
	if start > 0 {
		c.draw(g, seed, start)
	}
	for range mostPrograms {
		s, err := solver.Solve(ctx, g)
		if err != nil {
			return p, err
		}
		p.pivots += s.Pivots
		c.clean(s.W)
		value := c.objective(s.W, s.B, sign, cost)
		if n := len(p.objectives); n > 0 {
			if before := p.objectives[n-1]; !(value < before-fsvSteady*max(1, before)) {
				p.gain, p.converged = max(0, s.Start-s.Bound), s.Converged
				return p, nil
			}
		}
		p.w = s.W
		p.objectives = append(p.objectives, value)
		for j, w := range p.w {
			if w != 0 {
				p.lived[j] = len(p.objectives)
			}
		}
		g = c.weigh(p.w)
	}
	return p, nil
}

// costs are those of the errors, (1 - λ)/n_c for a class of n_c samples.
func (c *concave) costs(sign []float64) []float64 {
	count := map[float64]float64{}
	for _, s := range sign {
		count[s]++
	}
	out := make([]float64, len(sign))
	for i, s := range sign {
		out[i] = (1 - c.lambda) / count[s]
	}
	return out
}

// weigh are the costs of the weights, the slopes of the count at w.
func (c *concave) weigh(w []float64) []float64 {
	g := make([]float64, len(w))
	for j, v := range w {
		g[j] = c.lambda * c.alpha * math.Exp(-c.alpha*math.Abs(v))
	}
	return g
}

// draw multiplies costs by random numbers between 0 and 1, those of weights of mean 1/α. They
// depend on the names of the columns rather than on their order.
func (c *concave) draw(g []float64, seed uint64, start int) {
	for j := range g {
		g[j] *= rand.New(rand.NewPCG(seed+uint64(start)<<32, c.names[j])).Float64()
	}
}

// clean sets weights to 0 that are so but for rounding.
func (c *concave) clean(w []float64) {
	least := fsvZero * floats.Norm(w, math.Inf(1))
	for j, v := range w {
		if math.Abs(v) <= least {
			w[j] = 0
		}
	}
}

// objective is that of FSV.
func (c *concave) objective(w []float64, b float64, sign, cost []float64) (total float64) {
	plane := make([]float64, len(sign))
	for j, v := range w {
		if v != 0 {
			floats.AddScaled(plane, v, c.x[j])
			total -= c.lambda * math.Expm1(-c.alpha*math.Abs(v))
		}
	}
	for i, v := range plane {
		total += cost[i] * max(0, 1-sign[i]*(v-b))
	}
	return total
}
