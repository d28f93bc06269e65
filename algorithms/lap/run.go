package lap

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/graphs"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/rowsparse"
	"fsnb.example/internal/stationary"
)

// mostSteps bounds the steps of a run.
const mostSteps = 3000

// problem is (22) on the p columns that are not constant.
type problem struct {
	x              *mat.Dense    // n×p, centered
	pairs          []graphs.Edge // each once; Weight is v
	m              int
	gamma, epsilon float64
	tolerance      float64
}

// state is a W or, if several are equally good, the mean of WW' over them.
type state struct {
	s     *rowsparse.Solution // nil before there is a W
	norms []float64           // of the rows
	far   []float64           // distances of the projected pairs; nil for zeros
	value float64             // objective
}

// outcome is the result of a run.
type outcome struct {
	state
	trace      []float64
	steps      int
	products   int
	gap        float64 // possible gain of the last step of Algorithm 2, relative
	gradient   float64 // stationary.Residual
	least      float64 // stationary.Least
	converged  bool
	stopped    bool    // by the context: least is unknown
	residual   float64 // of the eigenvectors
	rank       int     // of the differences of the pairs
	null       bool    // W is in the null space: it projects every pair to one point
	wasNull    bool    // the first W was in the null space
	multiplier float64 // largest of the pairs, if wasNull
	spread     stationary.Spread
}

// at computes the state of a W.
func (p *problem) at(s *rowsparse.Solution, null bool) state {
	out := state{s: s, norms: s.Norms()}
	if !null {
		out.far = p.distances(s.Span, s.Share)
	}
	out.value = p.objective(out.norms, out.far)
	return out
}

// objective is Σ v√(far²+ε) + γΣ√(norm²+ε), over pairs and rows.
func (p *problem) objective(norms, far []float64) float64 {
	var sum float64
	for k, e := range p.pairs {
		var f float64
		if far != nil {
			f = far[k]
		}
		sum += e.Weight * math.Sqrt(f*f+p.epsilon)
	}
	return sum + p.gamma*rowsparse.Penalty(norms, p.epsilon)
}

// distances are ‖diag(√share)·w'(x_i - x_j)‖ of the pairs.
func (p *problem) distances(w *mat.Dense, share []float64) []float64 {
	var z mat.Dense
	z.Mul(p.x, w)
	out := make([]float64, len(p.pairs))
	for k, e := range p.pairs {
		var sum float64
		a, b := z.RawRowView(e.I), z.RawRowView(e.J)
		for c, v := range a {
			r := v - b[c]
			sum += share[c] * r * r
		}
		out[k] = math.Sqrt(sum)
	}
	return out
}

// similarities are s_ij of (23) for the pairs.
func (p *problem) similarities(far []float64) []float64 {
	out := make([]float64, len(p.pairs))
	for k, e := range p.pairs {
		var f float64
		if far != nil {
			f = far[k]
		}
		out[k] = e.Weight / (2 * math.Sqrt(f*f+p.epsilon))
	}
	return out
}

// opening is the first step of Algorithm 2, which all starts share.
type opening struct {
	// orthonormal rows that span the differences of the pairs; nil if all differences are 0
	space *mat.Dense
	first *rowsparse.Solution // nil if the first step has several solutions
	rank  int                 // of the differences
}

func (p *problem) open(ctx context.Context) (*opening, error) {
	ones := make([]float64, len(p.pairs))
	for k, e := range p.pairs {
		ones[k] = e.Weight
	}
	_, cols := p.x.Dims()
	if p.formed() {
		first, err := p.firstOfForm(ctx, ones)
		if first != nil || err != nil {
			return &opening{first: first, rank: cols}, err
		}
	}
	space, first, err := rowsparse.Constant(p.rows(ones), cols, p.m)
	at := &opening{space: space, first: first}
	if space != nil {
		at.rank, _ = space.Dims()
	}
	return at, err
}

// run minimizes from the paper's start, or from w (m×d) if it is not nil. If the paper's first step
// is not unique, because the differences of the pairs leave a null space of m dimensions or more,
// the start is the mean over all solutions. A canceled run returns its last state and ctx.Err().
func (p *problem) run(ctx context.Context, at *opening, w *mat.Dense, tick func(int)) (
	*outcome, error) {
	o := &outcome{rank: at.rank}
	defer func() { tick(mostSteps - o.steps) }()
	if at.first != nil {
		o.state = p.at(at.first, false)
		if w != nil {
			o.state = p.at(rowsparse.Basis(w, nil), false)
		}
		o.residual = o.s.Residual
		o.trace = append(o.trace, o.value)
		return o, p.lower(ctx, o, function{p: p}, tick)
	}
	if err := p.runInside(ctx, o, at.space, w, tick); err != nil {
		return o, err
	}
	var err error
	if o.multiplier, err = p.multiplier(o, at.space); err != nil || o.multiplier <= 1 {
		return o, err
	}
	stayed := o.steps
	o.null, o.converged = false, false
	err = p.lower(ctx, o, function{p: p}, tick)
	o.null = o.steps == stayed // no step lowered the objective
	return o, err
}

// runInside minimizes over the null space, the complement of space. There gamma is a factor of the
// whole objective and is left out, so that the answer has the same bits for every gamma.
func (p *problem) runInside(ctx context.Context, o *outcome, space, w *mat.Dense,
	tick func(int)) error {
	inside := &problem{x: p.x, m: p.m, gamma: 1, epsilon: p.epsilon, tolerance: p.tolerance}
	_, cols := p.x.Dims()
	if w != nil {
		o.state = inside.at(rowsparse.Basis(w, nil), true)
	} else {
		o.norms = rowsparse.NullNorms(space, cols, p.m)
		for l, v := range o.norms {
			o.norms[l] = math.Sqrt(v)
		}
		o.value = inside.objective(o.norms, nil)
	}
	o.trace = append(o.trace, o.value)
	o.null, o.wasNull = true, true
	err := inside.lower(ctx, o, function{p: inside, space: space, inside: true}, tick)
	apart := p.objective(nil, nil) // the term of the pairs
	// The explicit rounding prevents fused multiply-add, so that the trace ends in the objective.
	o.value = apart + float64(p.gamma*o.value)
	for k, v := range o.trace {
		o.trace[k] = apart + float64(p.gamma*v)
	}
	return err
}

// step is line 6 of Algorithm 2: the m smallest eigenvectors of X'L_SX + γQ, within the null space
// if f is inside.
func (p *problem) step(ctx context.Context, at state, f function) (*rowsparse.Solution, error) {
	var start mat.Matrix
	if at.s != nil {
		start = at.s.Near()
	}
	q := rowsparse.Weights(at.norms, p.gamma, p.epsilon)
	if f.inside {
		return rowsparse.Smallest(ctx, rowsparse.Problem{Q: q, B: f.space, Hard: true}, p.m, start)
	}
	s := p.similarities(at.far)
	if p.formed() {
		next, err := p.stepOfForm(ctx, q, s, start)
		if next != nil || err != nil {
			return next, err
		}
	}
	return rowsparse.Smallest(ctx, rowsparse.Problem{Q: q, B: p.rows(s)}, p.m, start)
}

// lower descends to a stationary point. A step of the paper minimizes the form tr(W'AW), which
// bounds the objective from above and touches it at the W before, so the objective falls by at
// least as much as the form.
func (p *problem) lower(ctx context.Context, o *outcome, f function, tick func(int)) error {
	err := stationary.Lower(ctx, &steps{p: p, o: o, f: f.holding(), tick: tick}, p.tolerance)
	if o.s != nil {
		p.measure(o, f)
	}
	if o.stopped = parallel.Stopped(ctx, err); err != nil {
		return err
	}
	o.converged = o.gradient <= p.tolerance
	if !o.unique(p.m) {
		return nil
	}
	o.least, err = stationary.Least(ctx, f, mat.DenseCopyOf(o.s.W.T()))
	o.stopped = parallel.Stopped(ctx, err)
	return err
}

// measure sets the gradient of o.
func (p *problem) measure(o *outcome, f function) {
	o.gradient = stationary.Residual(f, mat.DenseCopyOf(o.s.Span.T()), o.s.Share)
}

// unique reports whether the state is a single W rather than a mean.
func (o *outcome) unique(m int) bool {
	if o.s == nil {
		return false
	}
	_, k := o.s.Span.Dims()
	return k == m
}

// form is tr(W'AW) at a state; see lower.
func (p *problem) form(at state) float64 {
	var sum float64
	if at.far != nil {
		for k, s := range p.similarities(at.far) {
			sum += s * at.far[k] * at.far[k]
		}
	}
	for l, q := range rowsparse.Weights(at.norms, p.gamma, p.epsilon) {
		sum += q * at.norms[l] * at.norms[l]
	}
	return sum
}

// multiplier is the largest ‖u_ij‖ of the pairs in
//
//	γ·∂Σ‖w^l‖ + Σ v_ij (x_i - x_j) u_ij' = WΛ,
//
// with the u of least Σv‖u‖². At W'(x_i - x_j) = 0 the subgradients of the distance are all u with
// ‖u‖ <= 1. If no ‖u_ij‖ is above 1, no direction out of the null space is downhill. The u are
// proportional to γ.
func (p *problem) multiplier(o *outcome, space *mat.Dense) (float64, error) {
	if space == nil {
		return 0, nil
	}
	r, cols := space.Dims()
	_, k := o.s.Span.Dims()
	// G = -2γQW in the row space; the rest is WΛ.
	g := mat.NewDense(cols, k, nil)
	for l, q := range rowsparse.Weights(o.norms, 2*p.gamma, p.epsilon) {
		row := g.RawRowView(l)
		floats.AddScaled(row, q, o.s.Span.RawRowView(l))
		for c, share := range o.s.Share {
			row[c] *= math.Sqrt(share)
		}
	}
	var inside mat.Dense
	inside.Mul(space, g) // r×k
	// With Y = X U', C = Σ v (y_i-y_j)(y_i-y_j)' and M = C⁻¹ U G, u_ij = M'(y_i - y_j).
	var y mat.Dense
	y.Mul(p.x, space.T())
	size := max(mat.Max(&y), -mat.Min(&y)) // squares of y could overflow or underflow
	y.Apply(func(_, _ int, v float64) float64 { return v / size }, &y)
	inner := &problem{x: &y, pairs: p.pairs}
	ones := make([]float64, len(p.pairs))
	for k, e := range p.pairs {
		ones[k] = e.Weight
	}
	b := inner.rows(ones)
	if rows, _ := b.Dims(); rows < r {
		return 0, fmt.Errorf(
			"the differences of the pairs have rank %d and %d; standardize the features", rows, r)
	}
	var qr mat.QR
	qr.Factorize(b)
	var tri mat.Dense
	qr.RTo(&tri)
	root := mat.NewTriDense(r, mat.Upper, nil)
	for i := range r {
		for j := i; j < r; j++ {
			root.SetTri(i, j, tri.At(i, j))
		}
	}
	var half, turn mat.Dense
	if err := half.Solve(root.T(), &inside); err != nil && !ill(err) {
		return 0, err
	}
	if err := turn.Solve(root, &half); err != nil && !ill(err) {
		return 0, err
	}
	share := make([]float64, k)
	for c := range share {
		share[c] = 1
	}
	return floats.Max(inner.distances(&turn, share)) / size, nil
}

func ill(err error) bool {
	_, is := err.(mat.Condition)
	return is
}
