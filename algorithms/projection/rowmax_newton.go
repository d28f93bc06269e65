package projection

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// tangent is the problem on the face of a W with W'AW = I: the force r is the gradient of the
// Lagrangian f + λ Σ_j max_k |w_jk| + Σ y_ab (W'AW - I)_ab by u.
type tangent struct {
	s     smooth
	w     *mat.Dense
	face  *face
	n     *normals
	pull  *mat.Dense // Y + Y', so that the force of the constraint is AW times it
	force []float64
	size  float64 // of the terms of the gradient
	limit float64 // of the work
}

// tangent is that of a step of the descent, which ends at its limit of work.
func (s *descent) tangent(f smooth, w *mat.Dense) *tangent {
	t := newTangent(f, w, s.lambda)
	t.limit = s.limit
	return t
}

// newTangent chooses the multipliers y by least squares.
func newTangent(s smooth, w *mat.Dense, lambda float64) *tangent {
	t := &tangent{s: s, w: w, face: faceOf(w), limit: math.Inf(1)}
	g, b := s.gradient(w), s.metric(w)
	t.n = t.face.newNormals(b, s.diagonal())
	s.count(t.n.work)
	t.size = mat.Norm(g, 2)
	t.force = t.face.along(g)
	floats.AddScaled(t.force, lambda, t.face.slope)
	rows := 0.
	for _, v := range t.face.slope {
		if v > 0 {
			rows++
		}
	}
	t.size += lambda * math.Sqrt(rows)
	y := t.n.fit(t.force)
	floats.Sub(t.force, t.n.times(y))
	m := t.face.m
	t.pull = mat.NewDense(m, m, nil)
	at := 0
	for a := range m {
		for c := a; c < m; c++ {
			t.pull.Set(a, c, t.pull.At(a, c)-y[at])
			t.pull.Set(c, a, t.pull.At(c, a)-y[at])
			if a == c {
				t.pull.Set(a, a, -2*y[at])
			}
			at++
		}
	}
	return t
}

// rest is the size of the force, relative to that of its terms.
func (t *tangent) rest() float64 { return floats.Norm(t.force, 2) / t.size }

// bend is the Hessian of the Lagrangian times v.
func (t *tangent) bend(v []float64) []float64 {
	d, _ := t.w.Dims()
	full := t.face.matrix(v, d)
	var out mat.Dense
	out.Mul(t.s.metric(full), t.pull)
	out.Add(&out, t.s.curvature(t.w, full))
	return t.face.along(&out)
}

// direction is Newton's, along which the constraint holds to first order: by conjugate gradients
// until its error is the tolerance, relative, or the curvature is negative.
func (t *tangent) direction(tolerance float64) []float64 {
	q := t.face.unknowns()
	inverse := t.s.majorizer(t.face, t.pull)
	project := inverse.projection(t.n, t.s.count)
	t.s.count(inverse.before)
	r := make([]float64, q)
	copy(r, t.force)
	v := project(r)
	square := floats.Dot(r, v)
	first := square
	step := make([]float64, q)
	floats.ScaleTo(step, -1, v)
	out := make([]float64, q)
	for i := range min(500, 2*q+10) {
		if !(square > tolerance*tolerance*first) || t.s.work() > t.limit {
			break
		}
		image := t.bend(step)
		t.s.count(inverse.each)
		curve := floats.Dot(step, image)
		if !(curve > 0) {
			if i == 0 {
				floats.AddScaled(out, square/max(math.Abs(curve), 1e-300), step)
			}
			break
		}
		floats.AddScaled(out, square/curve, step)
		floats.AddScaled(r, square/curve, image)
		v = project(r)
		next := floats.Dot(r, v)
		floats.Scale(next/square, step)
		floats.Sub(step, v)
		square = next
	}
	return out
}

// majorized is the inverse of a positive definite matrix of the unknowns of a face. The work is
// that of a product, and of what is made before.
type majorized struct {
	diagonal     []float64 // of the inverse, if that is diagonal
	times        func(v []float64) []float64
	each, before float64
}

// diagonally is the inverse of a diagonal matrix.
func diagonally(inverse []float64) *majorized {
	return &majorized{diagonal: inverse, each: productWork * float64(len(inverse)),
		times: func(v []float64) []float64 {
			return floats.MulTo(make([]float64, len(v)), v, inverse)
		}}
}

// projection returns products with the inverse that fulfill n'v = 0, and counts its work.
func (m *majorized) projection(n *normals, count func(float64)) func(r []float64) []float64 {
	if m.diagonal != nil {
		inner := newPseudo(n.gram(m.diagonal))
		count(n.work)
		return func(r []float64) []float64 {
			v := m.times(r)
			floats.Sub(v, m.times(n.times(inner.solve(n.product(v)))))
			return v
		}
	}
	count(m.each * float64(n.pairs))
	images := mat.NewDense(len(n.at), n.pairs, nil)
	gram := mat.NewDense(n.pairs, n.pairs, nil)
	for a := range n.pairs {
		image := m.times(n.column(a))
		images.SetCol(a, image)
		gram.SetRow(a, n.product(image))
	}
	inner := newPseudo(symmetrical(gram))
	return func(r []float64) []float64 {
		v := m.times(r)
		floats.Sub(v, times(images, inner.solve(n.product(v))))
		return v
	}
}
