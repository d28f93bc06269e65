package lap

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/duplicates"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/moments"
	"fsnb.example/internal/stationary"
)

// Learned is the result of SLAP, ULAP or LAP.
type Learned struct {
	// W is d×m, W'W = I. Its columns are in order of ascending eigenvalue; in each the entry of
	// largest size, the first if several are equal, is positive. Rows of constant columns are 0.
	W *mat.Dense
	// Norms are the d row norms of W, which are the scores. If several W are equally good, Norms
	// are root mean squares over them, and S and the objective belong to this mean.
	Norms []float64
	// Before and S (n×n, symmetric) hold the pairs: Before with their weights v, S with the learned
	// similarities s of (23).
	Before, S *graphs.Affinity
	// Scores is what Score returns.
	Scores *algorithms.Scores
}

// scores returns the scores of p, which may be nil.
func scores(p *Learned, err error) (*algorithms.Scores, error) {
	if p == nil {
		return nil, err
	}
	return p.Scores, err
}

// projection converts p, which m learned from d, to plain data.
func projection(m algorithms.Selector, d *datasets.Dataset, p *Learned, err error) (
	*algorithms.Projection, error) {
	if p == nil {
		return nil, err
	}
	out := &algorithms.Projection{
		Method: algorithms.Name(m), Label: algorithms.Label(m), Dataset: d.Name,
		W: make([]algorithms.Numbers, d.D()), Scores: p.Scores,
	}
	for j := range out.W {
		out.W[j] = append(out.W[j], p.W.RawRowView(j)...)
	}
	return out, err
}

// learn runs a method on the columns of d that vary.
func learn(
	ctx context.Context, m algorithms.Scorer, d *datasets.Dataset, opt algorithms.Options,
	s settings, pairs func() ([]graphs.Edge, error),
) (*Learned, error) {
	var out *Learned
	run := func() (*algorithms.Scores, error) {
		var err error
		out, err = learnPairs(ctx, d, opt, s, pairs)
		return scores(out, err)
	}
	_, err := algorithms.AnswerScores(ctx, m, d, opt, run)
	return out, err
}

func learnPairs(ctx context.Context, d *datasets.Dataset, opt algorithms.Options, s settings,
	pairs func() ([]graphs.Edge, error)) (*Learned, error) {
	mean, sd := moments.Columns(d.N(), d.D(), d.X.RawRowView)
	var live, constant []int
	for j, v := range sd {
		switch {
		case v > 0 && !math.IsInf(v, 0):
			live = append(live, j)
		case v == 0:
			constant = append(constant, j)
		default:
			return nil, errTooLarge
		}
	}
	if s.dimensions >= len(live) && len(live) > 1 {
		return nil, fmt.Errorf(
			"dimensions = %d with %d columns that vary makes W square, and every score 1; give "+
				"at most %d", s.dimensions, len(live), len(live)-1)
	}
	edges, err := pairs()
	if err != nil {
		return nil, err
	}
	out := &Learned{
		Norms:  make([]float64, d.D()),
		Before: affinity(d.N(), edges, nil),
		Scores: &algorithms.Scores{Names: slices.Clone(d.Features), Constant: constant,
			Warnings: caution.Constant(d, constant)},
	}
	if len(live) < 2 { // W is determined
		out.Scores.Diagnostics.Converged = true
		out.W = mat.NewDense(d.D(), s.dimensions, nil)
		for _, j := range live {
			out.Norms[j] = 1
			out.W.Set(j, 0, 1)
		}
		out.Scores.Values = out.Norms
		return out, nil
	}
	p := &problem{x: mat.NewDense(d.N(), len(live), nil), pairs: edges, m: s.dimensions,
		gamma: s.gamma, epsilon: s.epsilon, tolerance: s.tolerance}
	for i := range d.N() {
		from, to := d.X.RawRowView(i), p.x.RawRowView(i)
		for l, j := range live {
			to[l] = from[j] - mean[j]
		}
	}
	o, err := p.best(ctx, s.restarts, opt)
	if o == nil {
		return nil, err
	}
	shareAmongDuplicates(p.x, o.norms)
	out.W = mat.NewDense(d.D(), p.m, nil)
	for l, j := range live {
		out.Norms[j] = o.norms[l]
		out.W.SetRow(j, o.s.W.RawRowView(l))
	}
	out.S = affinity(d.N(), edges, p.similarities(o.far))
	out.Scores.Values = append(algorithms.Numbers(nil), out.Norms...)
	out.Scores.Diagnostics = o.diagnostics(p)
	out.Scores.Warnings = append(out.Scores.Warnings, o.warnings(p)...)
	return out, err
}

// affinity makes a graph of pairs; if s is not nil, it replaces their weights.
func affinity(n int, pairs []graphs.Edge, s []float64) *graphs.Affinity {
	a := &graphs.Affinity{N: n, Edges: append([]graphs.Edge(nil), pairs...),
		Degree: make([]float64, n)}
	for k := range a.Edges {
		e := &a.Edges[k]
		if s != nil {
			e.Weight = s[k]
		}
		a.Degree[e.I] += e.Weight
		a.Degree[e.J] += e.Weight
	}
	return a
}

// precomputed reads the pairs from a matrix; nil means all pairs.
func precomputed(d *datasets.Dataset, v mat.Symmetric) ([]graphs.Edge, error) {
	n := d.N()
	var out []graphs.Edge
	if v != nil {
		a, err := graphs.NonNegative(v, n)
		if err != nil {
			return nil, err
		}
		for _, e := range a.Edges {
			if e.Weight > 0 {
				out = append(out, e)
			}
		}
	} else {
		for i := range n {
			for j := i + 1; j < n; j++ {
				out = append(out, graphs.Edge{I: i, J: j, Weight: 1})
			}
		}
	}
	if len(out) == 0 {
		return nil, errors.New(
			"no two samples are a pair; give two samples or more, and a weight above 0 for some")
	}
	return out, nil
}

// alone reports whether the pairs, at the whole distances of the samples, which W'W = I only
// shortens, add less than the tolerance of the steps to the objective.
func (p *problem) alone(objective float64) bool {
	_, cols := p.x.Dims()
	var sum float64
	for _, e := range p.pairs {
		far := floats.Distance(p.x.RawRowView(e.I)[:cols], p.x.RawRowView(e.J)[:cols], 2)
		sum += e.Weight * far * far / (math.Sqrt(far*far+p.epsilon) + math.Sqrt(p.epsilon))
		if sum > p.tolerance*objective {
			return false
		}
	}
	return true
}

// diagnostics reports the search for W.
func (o *outcome) diagnostics(p *problem) algorithms.Diagnostics {
	_, cols := p.x.Dims()
	g := algorithms.Diagnostics{
		Objective:  algorithms.NewObjective(o.value),
		Iterations: o.steps,
		Converged:  o.converged,
		Trace:      o.trace,
		Certificate: &algorithms.Certificate{
			Name:  "norm of the gradient on W'W = I, relative to the objective",
			Value: algorithms.Number(o.gradient), Tolerance: algorithms.Number(p.tolerance),
			Local: true,
		},
	}
	number := func(name string, v float64) {
		g.Extra = append(g.Extra, algorithms.Value{Name: name, Value: algorithms.Number(v)})
	}
	number("pairs", float64(len(p.pairs)))
	number("rank of their differences", float64(o.rank))
	number("dimensions that they leave", float64(cols-o.rank))
	number("gain of the next step", o.gap)
	number("residual of the eigenvectors", o.residual)
	number("products", float64(o.products))
	if o.wasNull {
		null := 0.
		if o.null {
			null = 1
		}
		number("in the null space", null)
		number("multiplier", o.multiplier)
	}
	if o.unique(p.m) && !o.stopped {
		number("least curvature", o.least)
	}
	for _, v := range o.spread.Numbers() {
		number(v.Name, v.Value)
	}
	return g
}

func (o *outcome) warnings(p *problem) []string {
	var out []string
	_, cols := p.x.Dims()
	if o.null {
		text := fmt.Sprintf(
			"%d dimensions do without any difference of a pair, and W (%d) is of these: all "+
				"pairs project to one point, so gamma and S play no part", cols-o.rank, p.m)
		if o.multiplier > 0 && o.multiplier <= 1 {
			text += fmt.Sprintf(" (nor would they for gamma up to %.3g)", p.gamma/o.multiplier)
		}
		out = append(out, text)
	}
	if _, k := o.s.Span.Dims(); k > p.m {
		out = append(out,
			fmt.Sprintf("W is not unique: %d directions are equally good for its last %d, and "+
				"scores are their mean", o.s.Ties, o.s.Ties-(k-p.m)))
	}
	if p.alone(o.value) {
		out = append(out, "gamma alone decides: the distances of the pairs are lost in the objective; "+
			"multiply the data by a constant, or standardize the columns")
	}
	if o.unique(p.m) && !o.stopped && !(o.least > stationary.Flat) {
		out = append(out, stationary.FlatWarning(o.least))
	}
	return out
}

// shareAmongDuplicates gives columns of x that are duplicates up to sign their root mean square
// norm, because exchanging them leaves the objective unchanged.
func shareAmongDuplicates(x *mat.Dense, norms []float64) {
	// The only error is that of a canceled context.
	of, _ := duplicates.Columns(context.Background(), x, nil, duplicates.Rule{Sign: true}, 1)
	for _, group := range duplicates.Groups(of) {
		var sum float64
		for _, l := range group {
			sum += norms[l] * norms[l]
		}
		v := math.Sqrt(sum / float64(len(group)))
		for _, l := range group {
			norms[l] = v
		}
	}
}
