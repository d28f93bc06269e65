package projection

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/optimize"
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
	inverse := t.s.steepness(t.face, t.pull)
	for i, v := range inverse {
		inverse[i] = 1 / v
	}
	project := t.n.projection(inverse)
	t.s.count(t.n.work)
	c := optimize.NewCG(floats.ScaleTo(make([]float64, q), -1, t.force), project)
	first := c.Rho
	for i := range min(500, 2*q+10) {
		if !(c.Rho > tolerance*tolerance*first) || t.s.work() > t.limit {
			break
		}
		c.AP = t.bend(c.P)
		t.s.count(productWork * float64(q))
		if !c.Step() {
			if i == 0 {
				c.Move(c.Rho / max(math.Abs(c.Bend), 1e-300))
			}
			break
		}
		c.Next()
	}
	return c.X
}

// projection returns products with the inverse of a diagonal matrix that fulfill n'v = 0.
func (n *normals) projection(inverse []float64) func(r []float64) []float64 {
	inner := newPseudo(n.gram(inverse))
	return func(r []float64) []float64 {
		v := floats.MulTo(make([]float64, len(r)), r, inverse)
		less := n.times(inner.solve(n.product(v)))
		floats.Mul(less, inverse)
		floats.Sub(v, less)
		return v
	}
}
