package projection

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// mostUnknowns bounds the size of a Newton step's matrix.
const mostUnknowns = 300

// face is the set of W with the zeros, the largest entries and their signs of a W, on which the
// penalty is linear: W = Σ u_i e_i with orthogonal e_i, one for the largest entries of a row and
// one for each smaller entry.
type face struct {
	d, m  int
	cells [][]int // of e_i, as positions in W
	signs [][]float64
	slope []float64 // of the penalty by u_i
}

// newFace is that of the W that a proximal step leads to.
func newFace(p *proximal) *face {
	d, m := p.w.Dims()
	f := &face{d: d, m: m}
	for j := range d {
		if p.level[j] == 0 {
			continue
		}
		var cells []int
		var signs []float64
		for k, v := range p.before.RawRowView(j) {
			if math.Abs(v) > p.level[j] || m == 1 {
				cells, signs = append(cells, j*m+k), append(signs, math.Copysign(1, v))
			}
		}
		f.cells, f.signs = append(f.cells, cells), append(f.signs, signs)
		f.slope = append(f.slope, 1)
		for k, v := range p.before.RawRowView(j) {
			if !(math.Abs(v) > p.level[j] || m == 1) {
				f.cells, f.signs = append(f.cells, []int{j*m + k}), append(f.signs, []float64{1})
				f.slope = append(f.slope, 0)
			}
		}
	}
	return f
}

// matrix is Σ u_i e_i.
func (f *face) matrix(u []float64) *mat.Dense {
	out := mat.NewDense(f.d, f.m, nil)
	data := out.RawMatrix().Data
	for i, cells := range f.cells {
		for c, at := range cells {
			data[at] = u[i] * f.signs[i][c]
		}
	}
	return out
}

// along are the products ⟨e_i, w⟩.
func (f *face) along(w *mat.Dense) []float64 {
	out, data := make([]float64, len(f.cells)), w.RawMatrix().Data
	for i, cells := range f.cells {
		for c, at := range cells {
			out[i] += data[at] * f.signs[i][c]
		}
	}
	return out
}

// coordinates are those of the projection of w on the face.
func (f *face) coordinates(w *mat.Dense) []float64 {
	u := f.along(w)
	for i, cells := range f.cells {
		u[i] /= float64(len(cells))
	}
	return u
}

// polish solves the equations of a stationary point on the face of p by Newton's method; nil if
// that fails or the answer has another face.
func polish(s smooth, p *proximal) *mat.Dense {
	f := newFace(p)
	unknowns := len(f.cells)
	pairs := f.m * (f.m + 1) / 2
	if unknowns == 0 || unknowns+pairs > mostUnknowns || unknowns < pairs {
		return nil
	}
	u := f.coordinates(p.moved)
	multiplier := mat.DenseCopyOf(p.multiplier)
	best := math.Inf(1)
	var answer []float64
	for range 12 {
		w := f.matrix(u)
		right, size := f.equations(s, w, multiplier, p.lambda)
		now := floats.Norm(right, 2) / size
		if !(now < best/2) {
			break
		}
		best, answer = now, append([]float64(nil), u...)
		step := f.step(s, w, multiplier, right)
		if step == nil {
			break
		}
		floats.Add(u, step[:unknowns])
		at := unknowns
		for a := range f.m {
			for b := a; b < f.m; b++ {
				multiplier.Set(a, b, multiplier.At(a, b)+step[at])
				if a != b {
					multiplier.Set(b, a, multiplier.At(b, a)+step[at])
				}
				at++
			}
		}
	}
	if answer == nil || best > 1e-6 {
		return nil
	}
	return polar(s, f.matrix(answer))
}

// equations are -(⟨e_i, ∇f - 2AWΛ⟩ + λ slope_i) and I - W'AW, and their size.
func (f *face) equations(s smooth, w, multiplier *mat.Dense, lambda float64) (right []float64,
	size float64) {
	g, b := s.gradient(w), s.metric(w)
	size = mat.Norm(g, 2) + lambda
	var pull mat.Dense
	pull.Mul(b, multiplier)
	pull.Scale(-2, &pull)
	pull.Add(&pull, g)
	right = f.along(&pull)
	for i := range right {
		right[i] = -(right[i] + lambda*f.slope[i])
	}
	var gram mat.Dense
	gram.Mul(w.T(), b)
	for a := range f.m {
		for c := a; c < f.m; c++ {
			v := -gram.At(a, c)
			if a == c {
				v++
			}
			right = append(right, v)
		}
	}
	return right, size
}

// step solves the linearized equations; nil if they are singular.
func (f *face) step(s smooth, w, multiplier *mat.Dense, right []float64) []float64 {
	unknowns, size := len(f.cells), len(right)
	k := mat.NewDense(size, size, nil)
	b := s.metric(w)
	e := make([]float64, unknowns)
	for i := range unknowns {
		e[i] = 1
		v := f.matrix(e)
		e[i] = 0
		av := s.metric(v)
		var pull mat.Dense
		pull.Mul(av, multiplier)
		pull.Scale(-2, &pull)
		pull.Add(&pull, s.curvature(w, v))
		for r, x := range f.along(&pull) {
			k.Set(r, i, x)
		}
		turn := symmetric(b, v)
		at := unknowns
		for a := range f.m {
			for c := a; c < f.m; c++ {
				k.Set(at, i, turn.At(a, c))
				at++
			}
		}
	}
	at := unknowns
	for a := range f.m {
		for c := a; c < f.m; c++ {
			turn := mat.NewDense(f.m, f.m, nil)
			turn.Set(a, c, 1)
			turn.Set(c, a, 1)
			var pull mat.Dense
			pull.Mul(b, turn)
			pull.Scale(-2, &pull)
			for r, x := range f.along(&pull) {
				k.Set(r, at, x)
			}
			at++
		}
	}
	var lu mat.LU
	lu.Factorize(k)
	var out mat.VecDense
	if err := lu.SolveVecTo(&out, false, mat.NewVecDense(size, right)); err != nil {
		if _, ill := err.(mat.Condition); !ill {
			return nil
		}
	}
	if out.Len() != size { // singular
		return nil
	}
	for i := range size {
		if math.IsNaN(out.AtVec(i)) || math.IsInf(out.AtVec(i), 0) {
			return nil
		}
	}
	return out.RawVector().Data
}
