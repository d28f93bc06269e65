package embedded

import (
	"context"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/rowsparse"
	"fsnb.example/internal/stationary"
)

// rowFunction is tr(W'B'BW) + γΣ√(‖w_j‖² + ε), for package stationary.
type rowFunction struct {
	b              *mat.Dense    // nil without rows, or with c
	c              *mat.SymDense // B'B in place of B
	form           *mat.Dense    // 2B'B, nil if B is much wider than high
	gamma, epsilon float64
}

func newRowFunction(b *mat.Dense, gamma, epsilon float64) rowFunction {
	f := rowFunction{b: b, gamma: gamma, epsilon: epsilon}
	if b != nil {
		if r, d := b.Dims(); 2*r >= d {
			f.form = new(mat.Dense)
			f.form.Mul(b.T(), b)
			f.form.Scale(2, f.form)
		}
	}
	return f
}

func (f rowFunction) Constraint(v *mat.Dense) *mat.Dense { return v }

func (f rowFunction) Project(*mat.Dense) {}

func (f rowFunction) At(w *mat.Dense) stationary.Point {
	p := &rowPoint{f: f, w: w, root: rowsparse.Roots(w, f.epsilon)}
	for _, r := range p.root {
		p.value += f.gamma * r
	}
	switch {
	case f.c != nil:
		moved := f.times(w)
		m, _ := w.Dims()
		for k := range m {
			p.value += floats.Dot(moved.RawRowView(k), w.RawRowView(k))
		}
	case f.b != nil:
		var image mat.Dense
		image.Mul(f.b, w.T())
		size := mat.Norm(&image, 2)
		p.value += size * size
	}
	return p
}

// rowPoint is a rowFunction at one W.
type rowPoint struct {
	f     rowFunction
	w     *mat.Dense
	root  []float64
	value float64
}

func (p *rowPoint) Value() float64 { return p.value }

func (p *rowPoint) Times(v *mat.Dense) *mat.Dense {
	return p.add(v, rowsparse.Bend(v, nil, p.root, p.f.gamma))
}

func (p *rowPoint) Curvature(v *mat.Dense) *mat.Dense {
	return p.add(v, rowsparse.Bend(v, p.w, p.root, p.f.gamma))
}

// add returns to + 2vB'B, computed in place.
func (p *rowPoint) add(v, to *mat.Dense) *mat.Dense {
	if p.f.b == nil && p.f.c == nil {
		return to
	}
	back := p.f.times(v)
	dense.Scale(2, back)
	to.Add(to, back)
	return to
}

// times returns vB'B.
func (f rowFunction) times(v *mat.Dense) *mat.Dense {
	if f.c != nil {
		m, d := v.Dims()
		out := mat.NewDense(m, d, nil)
		for k := range m {
			from := blas64.Vector{N: d, Inc: 1, Data: v.RawRowView(k)}
			to := blas64.Vector{N: d, Inc: 1, Data: out.RawRowView(k)}
			blas64.Symv(1, f.c.RawSymmetric(), from, 0, to)
		}
		return out
	}
	var image, back mat.Dense
	image.Mul(v, f.b.T())
	back.Mul(&image, f.b)
	return &back
}

// Inverse applies the inverse of 2B'B + γ/ρ.
func (p *rowPoint) Inverse() (func(*mat.Dense) *mat.Dense, error) {
	q := make([]float64, len(p.root))
	for l, r := range p.root {
		q[l] = p.f.gamma / r
	}
	if p.f.form != nil {
		if inverse := rowsparse.Inverse(p.f.form, q); inverse != nil {
			return inverse, nil
		}
	}
	for l := range q {
		q[l] /= 2
	}
	inverse, err := rowsparse.Problem{B: p.f.b, C: p.f.c, Q: q}.Inverse()
	if err != nil {
		return nil, err
	}
	return halved(inverse), nil
}

// halved returns half of what f does.
func halved(f func(*mat.Dense) *mat.Dense) func(*mat.Dense) *mat.Dense {
	return func(v *mat.Dense) *mat.Dense {
		out := f(v)
		dense.Scale(.5, out)
		return out
	}
}

// unique reports whether W is unique.
func (f *rowFit) unique() bool {
	if f.w == nil {
		return false
	}
	_, k := f.w.Span.Dims()
	return k == f.m
}

// measure sets the residual of the gradient of fun at the current W.
func (f *rowFit) measure(fun stationary.Function) {
	f.gradient = stationary.Residual(fun, mat.DenseCopyOf(f.w.Span.T()), f.w.Share)
	f.converged = f.gradient <= f.tolerance
}

// lower descends to a stationary point for fixed B.
func (f *rowFit) lower(ctx context.Context, b *mat.Dense, tick func(int)) error {
	s := &rowSteps{f: f, b: b, fun: newRowFunction(b, f.gamma, f.epsilon), tick: tick}
	s.fun.c = f.form
	err := stationary.Lower(ctx, s, f.tolerance)
	if f.w != nil {
		f.measure(s.fun)
	}
	if f.stopped = parallel.Stopped(ctx, err); err != nil {
		return err
	}
	if !f.unique() {
		return nil
	}
	f.least, err = stationary.Least(ctx, s.fun, s.W())
	f.stopped = parallel.Stopped(ctx, err)
	return err
}

// rowSteps gives package stationary the steps of a rowFit.
type rowSteps struct {
	f    *rowFit
	b    *mat.Dense
	fun  rowFunction
	tick func(int)
	next *rowsparse.Solution
}

func (s *rowSteps) Next(ctx context.Context) (float64, error) {
	var err error
	s.next, err = s.f.next(ctx, s.b)
	return s.f.gap, err
}

func (s *rowSteps) Take(least float64) bool {
	taken := s.f.takeLower(s.next, s.b, least)
	if taken {
		s.tick(1)
	}
	return taken
}

func (s *rowSteps) W() *mat.Dense {
	if !s.f.unique() {
		return nil
	}
	return mat.DenseCopyOf(s.f.w.W.T())
}

func (s *rowSteps) Rest() bool {
	s.f.measure(s.fun)
	return s.f.converged
}

func (s *rowSteps) Function() stationary.Function { return s.fun }

func (s *rowSteps) Stepped(value float64) {
	s.f.trace = append(s.f.trace, value+s.f.other)
	s.f.steps++
	s.tick(1)
}

func (s *rowSteps) Set(r *stationary.Result) {
	if r.Steps > 0 {
		s.f.take(rowsparse.Basis(stationary.Axes(s.fun, r.W)), s.b)
	}
}

func (s *rowSteps) Remaining() int { return rowsSteps - s.f.steps }

// bestRows fits from the method's own start, nil, and from restarts uniform random starts, and
// keeps the lowest objective. A fit without a solution returns +Inf. When canceled it returns the
// best fit so far, or nil, and ctx.Err().
func bestRows(
	ctx context.Context, opt algorithms.Options, restarts, m, d int,
	fit func(start *mat.Dense) (*rowFit, float64, error),
) (*rowFit, error) {
	run := func(start int) (*rowFit, float64, error) {
		var w *mat.Dense
		if start > 0 {
			w = stationary.Draw(rowFunction{}, opt.Seed, start, m, d)
		}
		return fit(w)
	}
	f, spread, err := stationary.Best(ctx, opt.Workers, restarts, run)
	if f != nil {
		f.spread = spread
	}
	return f, err
}
