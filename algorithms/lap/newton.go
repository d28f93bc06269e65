package lap

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/rowsparse"
	"fsnb.example/internal/stationary"
)

// function is the objective of a problem for package stationary.
type function struct {
	p      *problem
	inside bool // W stays in the null space of the pairs' differences
	// if inside: orthonormal rows that span these differences; nil if all are 0
	space *mat.Dense
	held  *rowsparse.Retained // nil where matrices are factored for each W
}

// holding returns f with the matrices of a descent, where these have few rows.
func (f function) holding() function {
	rows := f.p.x
	if f.inside {
		rows = f.space
	}
	if rows == nil {
		return f
	}
	if n, d := rows.Dims(); 2*n < d {
		f.held = rowsparse.NewRetained(rows)
	}
	return f
}

func (f function) At(w *mat.Dense) stationary.Point {
	a := &point{f: f, w: w}
	a.root = rowsparse.Roots(w, f.p.epsilon)
	for _, r := range a.root {
		a.value += f.p.gamma * r
	}
	if f.inside {
		a.value += f.p.apart()
		return a
	}
	a.z = new(mat.Dense)
	a.z.Mul(f.p.x, w.T())
	a.far = make([]float64, len(f.p.pairs))
	for k, e := range f.p.pairs {
		sum := f.p.epsilon
		i, j := a.z.RawRowView(e.I), a.z.RawRowView(e.J)
		for c, v := range i {
			sum += (v - j[c]) * (v - j[c])
		}
		a.far[k] = math.Sqrt(sum)
		a.value += e.Weight * a.far[k]
	}
	return a
}

func (f function) Constraint(v *mat.Dense) *mat.Dense { return v }

func (f function) Project(v *mat.Dense) {
	if f.space == nil {
		return
	}
	v.Sub(v, dense.Times(dense.Cross(v, f.space), f.space))
}

// point is the objective at a W (m×d).
type point struct {
	f     function
	w, z  *mat.Dense // z = XW'; nil inside the null space
	root  []float64  // √(‖w^l‖² + ε)
	far   []float64  // √(‖W(x_i-x_j)‖² + ε)
	value float64
}

func (a *point) Value() float64 { return a.value }

func (a *point) Times(v *mat.Dense) *mat.Dense {
	if v == a.w {
		return a.sum(v, a.z, nil)
	}
	return a.sum(v, a.project(v), nil)
}

func (a *point) Curvature(v *mat.Dense) *mat.Dense {
	return a.sum(v, a.project(v), a.w)
}

// project is Xv'; nil inside the null space.
func (a *point) project(v *mat.Dense) *mat.Dense {
	if a.z == nil {
		return nil
	}
	moved := new(mat.Dense)
	moved.Mul(a.f.p.x, v.T())
	return moved
}

// sum is Σ t/ρ - y<y, t>/ρ³ over rows and pairs, with y those of w and t those of v; if w is nil,
// only the first term.
func (a *point) sum(v, moved, w *mat.Dense) *mat.Dense {
	p := a.f.p
	m, _ := v.Dims()
	out := rowsparse.Bend(v, w, a.root, p.gamma)
	if moved == nil {
		return out
	}
	n, _ := p.x.Dims()
	nodes := mat.NewDense(n, m, nil)
	y := make([]float64, m)
	for k, e := range p.pairs {
		ti, tj := moved.RawRowView(e.I), moved.RawRowView(e.J)
		share := e.Weight / a.far[k]
		floats.SubTo(y, ti, tj)
		if w != nil {
			zi, zj := a.z.RawRowView(e.I), a.z.RawRowView(e.J)
			var dot float64
			for c, t := range y {
				dot += t * (zi[c] - zj[c])
			}
			dot /= a.far[k] * a.far[k]
			for c := range y {
				y[c] -= dot * (zi[c] - zj[c])
			}
		}
		floats.AddScaled(nodes.RawRowView(e.I), share, y)
		floats.AddScaled(nodes.RawRowView(e.J), -share, y)
	}
	var back mat.Dense
	back.Mul(nodes.T(), p.x)
	out.Add(out, &back)
	return out
}

// Inverse is half the inverse of X'L_SX + γQ.
func (a *point) Inverse() (func(*mat.Dense) *mat.Dense, error) {
	p := a.f.p
	q := make([]float64, len(a.root))
	for l, r := range a.root {
		q[l] = p.gamma / r // M = 2A
	}
	if a.f.inside {
		if a.f.held != nil {
			if inverse := a.f.held.Hard(q); inverse != nil {
				return inverse, nil
			}
		}
		return rowsparse.Problem{Q: q, B: a.f.space, Hard: true}.Inverse()
	}
	s := make([]float64, len(a.far))
	for k, e := range p.pairs {
		s[k] = e.Weight / a.far[k]
	}
	if a.f.held != nil {
		if inverse := a.f.held.Inverse(rowsparse.Laplacian(p.similar(s)), q); inverse != nil {
			return inverse, nil
		}
	}
	if n, d := p.x.Dims(); d <= n {
		if inverse := rowsparse.Inverse(p.matrix(s), q); inverse != nil {
			return inverse, nil
		}
	}
	return rowsparse.Problem{Q: q, B: p.rows(s)}.Inverse()
}

// matrix is X'L_SX (d×d), of which the upper part is right. Where a step is not formed it is the
// product of all columns: objectives with many pairs have stationary points so near each other that
// its rounding decides between them, and D₁ is among the data of that size.
func (p *problem) matrix(s []float64) *mat.Dense {
	_, d := p.x.Dims()
	smooth := p.smooth(s)
	if p.formed() {
		c, _ := dense.SymmetricProduct(context.Background(), p.x, smooth)
		return mat.NewDense(d, d, c.RawSymmetric().Data)
	}
	out := new(mat.Dense)
	out.Mul(p.x.T(), smooth)
	return out
}

// smooth is L_SX (n×d), in O(ed). X'L_SX is less accurate than rows.
func (p *problem) smooth(s []float64) *mat.Dense {
	n, d := p.x.Dims()
	smooth := mat.NewDense(n, d, nil)
	diff := make([]float64, d)
	for k, e := range p.pairs {
		floats.SubTo(diff, p.x.RawRowView(e.I), p.x.RawRowView(e.J))
		floats.AddScaled(smooth.RawRowView(e.I), s[k], diff)
		floats.AddScaled(smooth.RawRowView(e.J), -s[k], diff)
	}
	return smooth
}

// apart is the term of the pairs in the objective if all project to one point.
func (p *problem) apart() float64 {
	var sum float64
	for _, e := range p.pairs {
		sum += e.Weight * math.Sqrt(p.epsilon)
	}
	return sum
}

// steps are the steps of Algorithm 2, for package stationary.
type steps struct {
	p    *problem
	o    *outcome
	f    function
	tick func(int)
	next *rowsparse.Solution
}

func (s *steps) Next(ctx context.Context) (float64, error) {
	var err error
	if s.next, err = s.p.step(ctx, s.o.state, s.f); err != nil {
		return 0, err
	}
	s.o.products += s.next.Products
	s.o.gap = max(0, s.p.form(s.o.state)-s.next.Trace()) / s.o.value
	return s.o.gap, nil
}

func (s *steps) Take(least float64) bool {
	there := s.p.at(s.next, s.o.null)
	if s.o.s != nil && !(there.value < s.o.value*(1-least)) {
		return false
	}
	s.o.state, s.o.residual = there, s.next.Residual
	s.Stepped(there.value)
	return true
}

func (s *steps) W() *mat.Dense {
	if !s.o.unique(s.p.m) {
		return nil
	}
	return mat.DenseCopyOf(s.o.s.W.T())
}

func (s *steps) Rest() bool {
	s.p.measure(s.o, s.f)
	return s.o.gradient <= s.p.tolerance
}

func (s *steps) Function() stationary.Function { return s.f }

func (s *steps) Stepped(value float64) {
	s.o.trace = append(s.o.trace, value)
	s.o.steps++
	s.tick(1)
}

func (s *steps) Set(r *stationary.Result) {
	s.o.products += r.Products
	if r.Steps > 0 {
		s.o.state = s.p.at(rowsparse.Basis(stationary.Axes(s.f, r.W)), s.o.null)
		s.o.value = r.Value // of the same span
	}
}

func (s *steps) Remaining() int { return mostSteps - s.o.steps }
