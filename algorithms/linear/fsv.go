package linear

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/paramdoc"
	"fsnb.example/internal/stationary"
	"fsnb.example/internal/ties"
)

// FSV, feature selection via concave minimization, seeks a plane w'x = b between two classes that
// uses few features, with a smooth count of them:
//
//	minimize (1 - λ)(mean₊ (1 - w'x + b)₊ + mean₋ (1 + w'x - b)₊) + λ Σ_j (1 - exp(-α|w_j|))
//
// mean₊ and mean₋ are over the samples of either class, of standardized columns. Linear programs
// with the cost λα exp(-α|w_j|) on |w_j| follow each other, from w = 0, until the objective no
// longer falls.
//
// Features rank by |w_j|, the score. Then come the dead: one that lived last in program p scores
// -1/(1 + p), with p = 0 for never. Ties, of which there are many, go to the lower column. With
// more than two classes each is separated from the rest, and the largest score counts. Constant
// columns score -Inf.
//
// Select returns an error if Lambda is not below 1, a parameter is negative, or the squares of a
// column overflow. A pivot costs O(nd), and there are about as many as samples and chosen features;
// memory is a copy of X.
//
// Source: Bradley, Mangasarian 1998, eq. 10. See docs/methods-linear-hsic.md.
type FSV struct {
	// Lambda is λ, the weight of the count against the errors; 0 means .05.
	Lambda float64 `default:"0.05" range:"(0,1)"`
	// Alpha is α, how soon a weight counts as whole; 0 means 5.
	Alpha float64 `default:"5" range:"[1e-100,1e+100]"`
	// Restarts is the number of random starts in addition to w = 0; the lowest objective is kept.
	Restarts int `range:"[0,10000]"`
}

const (
	// fsvAlike is the difference within which weights tie, relative to the larger of 1 and them.
	fsvAlike = 1e-12
	// fsvGain is the largest gain of a last program that certifies its start.
	fsvGain = 1e-8
)

// Facts returns what is known of the method.
func (m FSV) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "fsv",
			Family:  algorithms.Linear,
			Summary: "features of a plane between classes that uses few, by linear programs",
			Source:  "Bradley, Mangasarian 1998", Revision: 1,
			Params: map[string]string{
				"lambda":   "weight of the number of features against the errors; 0 means .05",
				"alpha":    "steepness of the count 1 - exp(-alpha |w|) of a weight w; 0 means 5",
				"restarts": paramdoc.Restarts,
			},
		},
		Promises: algorithms.Promises{
			Redundancy: true, Nested: true, Targets: algorithms.Classes,
			Seeded: m.Restarts > 0, ColumnOrder: true, PerfectMayTrail: true,
		},
		Costs: algorithms.Costs{
			Cost: "nd a pivot, about as many as samples",
			Memory: func(s algorithms.Shape) float64 { // a plane for each class
				n, d, classes := s.Floats()
				if classes == 2 {
					classes = 1
				}
				return 13*n*d + 200*n + 12*classes*(n+d)
			},
		},
	}
}

// Select returns all features in order. The objective is the sum over classes if there are more
// than two, and the trace has it after each program. In the diagnostics, "chosen" is the number of
// weights that are not 0, "programs" and "pivots" are of all classes. The certificate is the most
// that another program could gain, for weights of at most 1,000: the point is stationary.
func (m FSV) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	run := func() (*algorithms.Found, error) { return m.run(ctx, d, opt) }
	return algorithms.Answer(ctx, m, d, opt, run)
}

func (m FSV) run(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Found, error) {
	x, live, constant, err := varyingColumns(ctx, d, opt.Workers)
	if err != nil {
		return nil, err
	}
	r := &algorithms.Found{Last: constant, Warnings: caution.Constant(d, constant)}
	if len(live) == 0 {
		r.Diagnostics.Converged = true
		return r, ctx.Err()
	}
	c := newConcave(m, d, x, live)
	tick := opt.Meter("planes", len(c.against)*(1+m.Restarts))
	workers := opt.Workers
	if m.Restarts > 0 {
		workers = 1 // in a start
	}
	p, spread, err := stationary.Best(ctx, opt.Workers, m.Restarts,
		func(start int) (*planes, float64, error) {
			found, err := c.run(ctx, opt.Seed, start, workers, tick)
			if found == nil {
				return nil, math.Inf(1), err
			}
			return found, found.objective(), err
		})
	if p == nil {
		if err == nil {
			err = errors.New("no plane was found")
		}
		return nil, err
	}
	m.found(r, p, live, opt.K)
	for _, v := range spread.Numbers() {
		r.Diagnostics.Extra = append(r.Diagnostics.Extra,
			algorithms.Value{Name: v.Name, Value: algorithms.Number(v.Value)})
	}
	return r, err
}

// found makes the finding from planes.
func (m FSV) found(r *algorithms.Found, p *planes, live []int, k int) {
	scores, chosen := p.scores(len(live))
	if chosen < len(live) {
		r.Warnings = append(r.Warnings, caution.Asked(chosen, k, "a weight",
			", of score below 0, follow by their last program")...)
	}
	last := math.Inf(1)
	for _, at := range ties.Falling(scores, 0, fsvAlike) {
		last = min(last, scores[at]) // those that tie differ by rounding
		r.Features = append(r.Features, live[at])
		r.Scores = append(r.Scores, last)
	}
	programs, pivots, gain := 0, 0, 0.0
	converged := true
	for _, one := range p.each {
		programs += len(one.objectives)
		pivots += one.pivots
		gain = max(gain, one.gain)
		converged = converged && one.converged
	}
	r.Diagnostics = algorithms.Diagnostics{
		Objective: algorithms.NewObjective(p.objective()), Iterations: programs,
		Converged: converged && gain <= fsvGain, Trace: p.trace(),
		Certificate: &algorithms.Certificate{
			Name:  "gain that one more linear program may have",
			Value: algorithms.Number(gain), Tolerance: fsvGain, Local: true,
		},
		Extra: []algorithms.Value{
			{Name: "chosen", Value: algorithms.Number(chosen)},
			{Name: "programs", Value: algorithms.Number(programs)},
			{Name: "pivots", Value: algorithms.Number(pivots)},
		},
		Notes: []string{fmt.Sprintf("FSV chooses %d of %d features; the others follow by their "+
			"last program, and tie otherwise", chosen, len(live)+len(r.Last))},
	}
	if !converged && gain <= fsvGain {
		r.Warnings = append(r.Warnings, "the linear programs were stopped at their limit")
	}
}

// planes are those of all classes.
type planes struct{ each []*plane }

func (p *planes) objective() (total float64) {
	for _, one := range p.each {
		total += one.objectives[len(one.objectives)-1]
	}
	return total
}

// trace is the sum of the objectives after each program; a class that has ended keeps its last.
func (p *planes) trace() (out algorithms.Numbers) {
	longest := 0
	for _, one := range p.each {
		longest = max(longest, len(one.objectives))
	}
	out = make(algorithms.Numbers, longest)
	for _, one := range p.each {
		for k := range out {
			out[k] += one.objectives[min(k, len(one.objectives)-1)]
		}
	}
	return out
}

// scores are the largest over the classes, and the number above 0.
func (p *planes) scores(d int) (scores []float64, chosen int) {
	scores = slices.Repeat([]float64{-1}, d)
	for _, one := range p.each {
		for j, w := range one.w {
			v := math.Abs(w)
			if v == 0 {
				v = -1 / float64(1+one.lived[j])
			}
			scores[j] = max(scores[j], v)
		}
	}
	for _, v := range scores {
		if v > 0 {
			chosen++
		}
	}
	return scores, chosen
}
