package lap

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/rowsparse"
	"fsnb.example/internal/stationary"
)

// function is the objective of a problem for package stationary.
type function struct {
	p      *problem
	inside bool       // steps stay where no pair differs
	space  *mat.Dense // orthonormal rows that span the differences of the pairs then; nil without any
}

func (f function) At(w *mat.Dense) stationary.Point {
	a := &point{f: f, w: w}
	m, d := w.Dims()
	a.root = make([]float64, d)
	for c := range m {
		for l, v := range w.RawRowView(c) {
			a.root[l] += v * v
		}
	}
	for l, v := range a.root {
		a.root[l] = math.Sqrt(v + f.p.epsilon)
		a.value += f.p.gamma * a.root[l]
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
	var inside, back mat.Dense
	inside.Mul(v, f.space.T())
	back.Mul(&inside, f.space)
	v.Sub(v, &back)
}

// point is the objective at a W (m×d).
type point struct {
	f     function
	w, z  *mat.Dense // z = XW', nil where no pair takes part
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

// project is Xv', nil where no pair takes part.
func (a *point) project(v *mat.Dense) *mat.Dense {
	if a.z == nil {
		return nil
	}
	moved := new(mat.Dense)
	moved.Mul(a.f.p.x, v.T())
	return moved
}

// sum is Σ t/ρ - y<y, t>/ρ³ over rows and pairs, y being those of w and t those of v; without w the first term.
func (a *point) sum(v, moved, w *mat.Dense) *mat.Dense {
	p := a.f.p
	m, d := v.Dims()
	out := mat.NewDense(m, d, nil)
	along := make([]float64, d)
	if w != nil {
		for c := range m {
			y, t := w.RawRowView(c), v.RawRowView(c)
			for l := range along {
				along[l] += y[l] * t[l]
			}
		}
	}
	for c := range m {
		to, t := out.RawRowView(c), v.RawRowView(c)
		for l, r := range a.root {
			to[l] = p.gamma * t[l] / r
		}
		if w == nil {
			continue
		}
		y := w.RawRowView(c)
		for l, r := range a.root {
			to[l] -= p.gamma * y[l] * (along[l] / r / r / r)
		}
	}
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
		return rowsparse.Problem{Q: q, B: a.f.space, Hard: true}.Inverse()
	}
	s := make([]float64, len(a.far))
	for k, e := range p.pairs {
		s[k] = e.Weight / a.far[k]
	}
	if n, d := p.x.Dims(); d <= n {
		if inverse := rowsparse.Inverse(p.matrix(s), q); inverse != nil {
			return inverse, nil
		}
	}
	return rowsparse.Problem{Q: q, B: p.rows(s)}.Inverse()
}

// matrix is X'L_SX (d×d), which loses digits that rows keeps, in O(ed + nd²).
func (p *problem) matrix(s []float64) *mat.Dense {
	n, d := p.x.Dims()
	smooth := mat.NewDense(n, d, nil)
	diff := make([]float64, d)
	for k, e := range p.pairs {
		floats.SubTo(diff, p.x.RawRowView(e.I), p.x.RawRowView(e.J))
		floats.AddScaled(smooth.RawRowView(e.I), s[k], diff)
		floats.AddScaled(smooth.RawRowView(e.J), -s[k], diff)
	}
	out := new(mat.Dense)
	out.Mul(p.x.T(), smooth)
	return out
}

// apart is what the pairs add where all project to one point.
func (p *problem) apart() float64 {
	var sum float64
	for _, e := range p.pairs {
		sum += e.Weight * math.Sqrt(p.epsilon)
	}
	return sum
}
