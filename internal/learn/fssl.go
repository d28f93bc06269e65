package learn

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/rowsparse"
	"fsnb.example/internal/stationary"
)

// FSSLOptions are the choices of FSSL; the zero value is sound.
type FSSLOptions struct {
	// Gamma is the weight γ of the graph; 0 means 1, as in LAP 2018 for D1. Use a very small γ to
	// disable the graph.
	Gamma float64
	// Iterations bounds the steps; 0 means 2000.
	Iterations int
	// Uncentered is that of LPPOptions.
	Uncentered bool
	// Restarts is the number of additional random starts, drawn by Seed; the lowest objective is
	// kept. Workers is the number of goroutines, without effect on the result; 0 means GOMAXPROCS.
	Restarts int
	Seed     uint64
	Workers  int
}

const (
	// fsslSmooth makes the norms of rows differentiable, relative to the largest row of the start:
	// √(‖w_l‖² + ε) with √ε = 1e-5 of it. (LAP 2018 has ε = 1e-10 for W of orthonormal columns.)
	fsslSmooth = 1e-5
	fsslLimit  = 2000
	// FSSLResidual is the norm of the gradient on the constraint, relative to the objective, that
	// ends the steps of FSSL.
	FSSLResidual = 1e-8
)

// FSSL finds m axes that depend on few features and keep samples near that a graph joins: for
// weights A_ij >= 0
//
//	min over W'X'DXW = I of  Σ_l √(‖w_l‖² + ε) + γ tr(W'X'LXW),   w_l the rows of W (d×m)
//
// (LAP 2018, (13); Gu, Li, Han 2011), with ε = 1e-10 of the largest squared row of the start. The
// result is a stationary point, with a relative gradient norm below 1e-8. Trace is the objective,
// which never rises; Least tells how flat it is at W; Values has the λ of (γX'LX + diag(q))w =
// λX'DXw, q_l = 1/(2√(‖w_l‖² + ε)). See docs/learn.md.
//
// Features that are not needed keep rows of about √ε. As in LPP the weighted mean is subtracted
// first.
//
// The cost is O(nd·min(n, d)) time, and O(d·min(n, d)²) a step, near the solution, where a rows
// change, O(nd + n²a), for d <= n O(nd + a³). Memory is two copies of X and O(min(n, d)² + dm). It
// returns an error when m is not between 1 and the rank of the data, Gamma
// or Iterations are negative, a degree is negative, when all features are constant or the
// differences not finite, and ctx.Err().
func FSSL(
	ctx context.Context, x mat.Matrix, g *Graph, m int, opt FSSLOptions,
) (*Directions, error) {
	if err := checkAxes(x, m); err != nil {
		return nil, err
	}
	switch {
	case !(opt.Gamma >= 0) || math.IsInf(opt.Gamma, 0):
		return nil, fmt.Errorf("gamma = %g; give a positive weight of the graph, or 0 for 1",
			opt.Gamma)
	case opt.Restarts < 0:
		return nil, fmt.Errorf("restarts = %d; give 0 or more", opt.Restarts)
	case opt.Iterations < 0:
		return nil, fmt.Errorf("iterations = %d is negative; give a limit, or 0 for %d",
			opt.Iterations, fsslLimit)
	}
	if opt.Gamma == 0 {
		opt.Gamma = 1
	}
	if opt.Iterations == 0 {
		opt.Iterations = fsslLimit
	}
	s, root, err := weighted(x, g, !opt.Uncentered)
	if err != nil {
		return nil, err
	}
	// With F = 2^e F', W = 2^-e W': ‖W‖ + γ tr(..) = 2^-e (‖W'‖ + 2^e γ tr(..)).
	gamma := math.Ldexp(opt.Gamma, s.exponent)
	if math.IsInf(gamma, 0) || gamma == 0 {
		return nil, errors.New("the values are too large or too small for gamma; standardize " +
			"the features")
	}
	space, err := newRowSpace(ctx, s)
	if err != nil {
		return nil, err
	}
	if m > space.rank {
		return nil, rankError(m, space.rank)
	}
	f := &fssl{gamma: gamma, m: m, x: s.dense(), s: s, rank: space.rank}
	f.smoothed = func(z *mat.Dense) *mat.Dense { return normalized(g, root, z) }
	f.prepare()
	first, err := f.begin(ctx)
	if err != nil {
		return nil, err
	}
	return f.best(ctx, first, opt)
}

// fssl is the problem for F = D^½X (n×d), divided by 2^exponent: its axes are larger by as much,
// and so is the norm, so that γ is divided too.
type fssl struct {
	gamma      float64
	m          int
	x          *mat.Dense                    // F
	s          *samples                      // F
	smoothed   func(z *mat.Dense) *mat.Dense // ℒz
	epsilon    float64
	rank       int
	form       *mat.Dense // 2γF'ℒF where d <= n
	squares    *mat.Dense // and F'F
	transposed *mat.Dense // and F'
	root       *mat.Dense // R with R'R = 2γℒ where d > n, nil for zeros
	retained   *rowsparse.Retained
}

// begin solves the first eigenproblem, q = 1 in the units of the data, which sets ε.
func (f *fssl) begin(ctx context.Context) (*state, error) {
	_, d := f.x.Dims()
	start := math.Ldexp(1, f.s.exponent)
	if start == 0 || math.IsInf(start, 0) {
		start = 1
	}
	inverse := ones(d) // 1/q
	floats.Scale(start, inverse)
	return f.solve(ctx, inverse, nil)
}

// run minimizes from a state.
func (f *fssl) run(ctx context.Context, a *state, limit int) (*Directions, error) {
	f.retain()
	r := &fsslSteps{f: f, at: a, limit: limit, trace: []float64{a.objective}}
	err := stationary.Lower(ctx, r, FSSLResidual)
	if err != nil && !parallel.Stopped(ctx, err) {
		return nil, err
	}
	p := &Directions{Trace: r.trace, Iterations: len(r.trace), Rank: f.rank, Least: math.NaN()}
	p.Residual = r.residual()
	f.retain() // the curvature is that of the weights of W
	if err == nil && r.at.unique(f.m) {
		if p.Least, err = stationary.Least(ctx, f, r.W()); err != nil &&
			!parallel.Stopped(ctx, err) {
			return nil, err
		}
	}
	p.Converged = err == nil && p.Residual <= FSSLResidual
	p.finish(r.at.w, r.at.values, f.m, r.at.before)
	for i := range p.Trace {
		p.Trace[i] = math.Ldexp(p.Trace[i], -f.s.exponent)
	}
	for k := range p.Values { // of (γX'LX + Q)w = λX'DXw
		p.Values[k] = math.Ldexp(p.Values[k], -f.s.exponent)
	}
	if failed := p.unscale(f.s.exponent); failed != nil {
		return nil, failed
	}
	return p, err
}

// best runs from the first state, and from random ones.
func (f *fssl) best(ctx context.Context, first *state, opt FSSLOptions) (*Directions, error) {
	_, d := f.x.Dims()
	p, spread, err := stationary.Best(ctx, opt.Workers, opt.Restarts,
		func(start int) (*Directions, float64, error) {
			own := *f
			a := first
			if start > 0 {
				w := stationary.Draw(&inRows{&own}, opt.Seed, start, f.m, d)
				var err error
				if a, err = own.state(mat.DenseCopyOf(w.T()), make([]float64, f.m),
					f.m-1); err != nil {
					return nil, math.Inf(1), err
				}
			}
			p, err := own.run(ctx, a, opt.Iterations)
			if p == nil {
				return nil, math.Inf(1), err
			}
			return p, p.Trace[len(p.Trace)-1], err
		})
	if p == nil {
		return nil, err
	}
	p.Starts, p.Start = spread.Objectives, spread.Kept
	return p, err
}

// state is W and its derived quantities.
type state struct {
	w                *mat.Dense // d×through
	values           []float64
	before           int
	inverse          []float64 // 1/q of W
	norms            []float64
	trace, objective float64 // tr(W'F'ℒFW), and all
}

// unique reports whether W is not one of many that are equally good.
func (s *state) unique(m int) bool { _, through := s.w.Dims(); return through == m }

// solve computes W for 1/q; near is the W before, or nil.
func (f *fssl) solve(
	ctx context.Context, inverse []float64, near *mat.Dense,
) (*state, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var w *mat.Dense
	var values []float64
	var before int
	var err error
	if f.form == nil {
		w, values, before, err = f.wide(ctx, inverse)
	} else {
		w, values, before, err = f.tall(ctx, inverse, near)
	}
	if err != nil {
		return nil, err
	}
	return f.state(w, values, before)
}

func (f *fssl) state(w *mat.Dense, values []float64, before int) (*state, error) {
	s := &state{w: w, values: values, before: before}
	var p Directions
	p.finish(s.w, s.values, f.m, s.before)
	s.norms = p.Norms
	if f.epsilon == 0 {
		largest := floats.Max(p.Norms)
		if !(largest > 0) || math.IsInf(largest, 0) {
			return nil, errDependent
		}
		f.epsilon = largest * largest * fsslSmooth * fsslSmooth
	}
	s.inverse = make([]float64, len(p.Norms))
	for j, v := range p.Norms {
		r := math.Sqrt(v*v + f.epsilon)
		s.objective += r
		s.inverse[j] = 2 * r
	}
	s.trace = f.traceOf(s)
	if s.objective += f.gamma * s.trace; math.IsNaN(s.objective) || math.IsInf(s.objective, 0) {
		return nil, errDependent
	}
	return s, nil
}

// shares are the weights of the columns of W.
func (f *fssl) shares(s *state) []float64 {
	_, through := s.w.Dims()
	out := make([]float64, through)
	for k := range out {
		out[k] = 1
		if k >= s.before {
			out[k] = float64(f.m-s.before) / float64(through-s.before)
		}
	}
	return out
}

// traceOf is tr(W'F'ℒFW).
func (f *fssl) traceOf(s *state) float64 {
	var projected mat.Dense
	projected.Mul(f.x, s.w)
	smooth := f.smoothed(&projected)
	var sum float64
	for k, share := range f.shares(s) {
		sum += share * mat.Dot(projected.ColView(k), smooth.ColView(k))
	}
	return sum
}

// wide is a step for d > n: with Z = FQ^-½, ZZ' = PS²P' and v = Z'PS⁻¹t for the part of v = Q^½w
// inside the space of the rows, it is (I + γ·SP'ℒPS)t = λS²t.
func (f *fssl) wide(
	ctx context.Context, inverse []float64,
) (w *mat.Dense, values []float64, before int, err error) {
	n, _ := f.x.Dims()
	var gram mat.SymDense
	gram.SetRawSymmetric(dense.Gram(f.x, inverse))
	all, vectors, err := dense.Eigen(ctx, &gram)
	if err != nil {
		return nil, nil, 0, err
	}
	first := 0 // eigenvalues ascend; those of rounding are left out
	for first < n && !(all[first] > all[n-1]*1e-15*float64(n)) {
		first++
	}
	part := vectors.Slice(0, n, first, n).(*mat.Dense)
	size := make([]float64, n-first)
	scaled := mat.DenseCopyOf(part)
	for k := range size {
		size[k] = math.Sqrt(all[first+k])
	}
	scaled.Apply(func(_, k int, v float64) float64 { return v * size[k] }, scaled)
	b := symmetric(scaled, f.smoothed(scaled))
	b.ScaleSym(f.gamma, b)
	squares := mat.NewSymDense(len(size), nil)
	for k, v := range size {
		squares.SetSym(k, k, v*v)
	}
	t, values, before, err := f.pencil(ctx, b, squares, nil)
	if err != nil {
		return nil, nil, 0, err
	}
	t.Apply(func(i, _ int, v float64) float64 { return v / size[i] }, t)
	var c mat.Dense
	c.Mul(part, t)
	w = f.back(&c, inverse)
	return w, values, before, nil
}

// back returns Q⁻¹F'c.
func (f *fssl) back(c *mat.Dense, inverse []float64) *mat.Dense {
	rows := dense.Times(mat.DenseCopyOf(c.T()), f.x)
	m, _ := rows.Dims()
	for k := range m {
		floats.Mul(rows.RawRowView(k), inverse)
	}
	return mat.DenseCopyOf(rows.T())
}

func rankError(m, rank int) error {
	return fmt.Errorf("%d axes of data of rank %d; ask for 1 to %d", m, rank, rank)
}
