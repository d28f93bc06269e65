package lap

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/rowsparse"
	"fsnb.example/internal/stationary"
)

// mostSteps ends the iteration at the latest.
const mostSteps = 3000

// problem is (22) on the p columns that vary.
type problem struct {
	x              *mat.Dense   // n×p, centered
	pairs          []graph.Edge // each once; Weight is v
	m              int
	gamma, epsilon float64
	tolerance      float64
}

// state is a W, or where many are equally good the mean of WW' over them.
type state struct {
	s     *rowsparse.Solution // nil before there is a W
	norms []float64           // of the rows
	far   []float64           // of the projections of each pair; nil for zeros
	value float64             // objective
}

// outcome is what the iteration found.
type outcome struct {
	state
	trace      []float64
	steps      int
	products   int
	gap        float64 // what the last step of the paper had to gain, relative
	gradient   float64 // stationary.Residual
	least      float64 // stationary.Least
	converged  bool
	stopped    bool    // by the context, and least is not known
	residual   float64 // of the eigenvectors
	rank       int     // of the differences of the pairs
	null       bool    // the answer projects every pair to one point
	wasNull    bool    // the iteration began there
	multiplier float64 // of the pairs, the largest; where it began there
	spread     stationary.Spread
}

// at computes what belongs to a W.
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

// opening is what all starts share: the first step of the paper and what it leaves open.
type opening struct {
	// orthonormal rows that span the differences of the pairs; nil without any
	space *mat.Dense
	first *rowsparse.Solution // nil where the first step is open
}

func (p *problem) open() (*opening, error) {
	ones := make([]float64, len(p.pairs))
	for k, e := range p.pairs {
		ones[k] = e.Weight
	}
	_, cols := p.x.Dims()
	space, first, err := rowsparse.Constant(p.rows(ones), cols, p.m)
	return &opening{space, first}, err
}

// run minimizes from the paper's start, or from w (m×d) when it is not nil. Where the paper's first
// step is not unique, because the pairs leave a null space of m dimensions or more, the mean over
// all choices takes its place. Of a canceled run it returns what it has, and ctx.Err().
func (p *problem) run(ctx context.Context, at *opening, w *mat.Dense, tick func(int)) (
	*outcome, error) {
	o := &outcome{}
	defer func() { tick(mostSteps - o.steps) }()
	if at.space != nil {
		o.rank, _ = at.space.Dims()
	}
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
	o.null = o.steps == stayed // there was nothing to gain
	return o, err
}

// runInside minimizes where space vanishes. Gamma is a factor of all there is, so that it is left
// out: one answer, to the last bit.
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
	apart := p.objective(nil, nil) // what the pairs add
	// Products that are rounded, so that the last of the trace is the objective where sums are
	// fused.
	o.value = apart + float64(p.gamma*o.value)
	for k, v := range o.trace {
		o.trace[k] = apart + float64(p.gamma*v)
	}
	return err
}

// step is line 6 of Algorithm 2: the m smallest eigenvectors of X'L_SX + γQ, of those without a
// difference of pairs where f is inside.
func (p *problem) step(ctx context.Context, at state, f function) (*rowsparse.Solution, error) {
	var start mat.Matrix
	if at.s != nil {
		start = at.s.Near()
	}
	problem := rowsparse.Problem{Q: rowsparse.Weights(at.norms, p.gamma, p.epsilon), B: f.space,
		Hard: f.inside}
	if !f.inside {
		problem.B = p.rows(p.similarities(at.far))
	}
	return rowsparse.Smallest(ctx, problem, p.m, start)
}

// lower goes down to a stationary point. The form tr(W'AW) that a step of the paper minimizes
// touches the objective from above at the W that it starts from, so the objective falls by no less
// than the form does.
func (p *problem) lower(ctx context.Context, o *outcome, f function, tick func(int)) error {
	err := stationary.Lower(ctx, &steps{p: p, o: o, f: f, tick: tick}, p.tolerance)
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

// measure sets the residual of the gradient.
func (p *problem) measure(o *outcome, f function) {
	o.gradient = stationary.Residual(f, mat.DenseCopyOf(o.s.Span.T()), o.s.Share)
}

// unique says that the state is one W.
func (o *outcome) unique(m int) bool {
	if o.s == nil {
		return false
	}
	_, k := o.s.Span.Dims()
	return k == m
}

// form is tr(W'AW) of the form that touches the objective at W.
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
// with the u of least Σv‖u‖². At W'(x_i - x_j) = 0 the distance has all ‖u‖ <= 1 for subgradients,
// so that none above 1 says that no direction out of the null space is downhill. They are
// proportional to γ.
func (p *problem) multiplier(o *outcome, space *mat.Dense) (float64, error) {
	if space == nil {
		return 0, nil
	}
	r, cols := space.Dims()
	_, k := o.s.Span.Dims()
	// G = -2γQW in the row space; what is outside of it is WΛ.
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
	size := max(mat.Max(&y), -mat.Min(&y)) // the squares of y may not be there
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
