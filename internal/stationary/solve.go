package stationary

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/optimize"
)

// solve is one trust-region problem: min <R, V> + ½<V, HV> over tangent V, ‖V‖_M <= radius.
type solve struct {
	f       Function
	p       Point
	t       *tangent
	inverse inverse
	scaled  imaged // M⁻¹CW
	gram    mat.LU // of W C M⁻¹ C W'

	first *mat.Dense // H times the first direction, which no radius changes
	begun imaged     // the tangent part of M⁻¹ times the residual of t
	slope float64    // <r, M⁻¹r> of these

	step     imaged
	square   float64 // ‖step‖²_M
	gain     float64 // fall of the model
	bounded  bool    // the step ends at the radius
	products int
}

// newSolve computes the factors that tangent needs, begun and slope: M⁻¹ reads its matrices once.
func newSolve(f Function, p Point, t *tangent) (*solve, error) {
	inverse, err := inverseOf(p)
	if err != nil {
		return nil, err
	}
	s := &solve{f: f, p: p, t: t, inverse: inverse}
	m, _ := t.cw.Dims()
	var both mat.Dense
	both.Stack(t.cw, t.residual)
	all := inverse(&both)
	s.scaled, s.begun = all.rows(0, m), all.rows(m, 2*m)
	var gram mat.Dense
	gram.Mul(s.t.cw, s.scaled.v.T())
	s.gram.Factorize(&gram)
	s.project(s.begun)
	s.slope = dot(t.residual, s.begun.v)
	return s, nil
}

// tangent returns the V with <U, MV> = <U, r> for all tangent U: M⁻¹r minus the part excluded by
// WCV' = 0.
func (s *solve) tangent(r *mat.Dense) imaged {
	v := s.inverse(r)
	s.project(v)
	return v
}

// project removes the part that WCV' = 0 excludes from M⁻¹r.
func (s *solve) project(v imaged) {
	var cross, share mat.Dense
	cross.Mul(s.t.cw, v.v.T()) // W C M⁻¹ r'
	if err := s.gram.SolveTo(&share, false, &cross); err != nil {
		if _, ill := err.(mat.Condition); !ill {
			return
		}
	}
	v.each(s.scaled, func(to, scaled *mat.Dense) {
		var back mat.Dense
		back.Mul(share.T(), scaled)
		to.Sub(to, &back)
	})
}

// hessian is the Hessian on the manifold, ∇²f·v - ΛCv, without its part along CW. What Project
// forbids stays: products with v, which obeys it, and with M⁻¹ do not have it.
func (s *solve) hessian(v imaged) *mat.Dense {
	s.products++
	var h *mat.Dense
	if p, ok := s.p.(ImagedPoint); ok {
		h = p.Bent(v.v, v.image, s.t.multiplier)
	} else {
		h = s.p.Curvature(v.v)
		var less mat.Dense
		less.Mul(s.t.multiplier, s.f.Constraint(v.v))
		h.Sub(h, &less)
	}
	s.across(h)
	return h
}

// across removes the part of r along CW.
func (s *solve) across(r *mat.Dense) {
	var share mat.Dense
	share.Mul(r, s.t.w.T())
	for i := range r.RawMatrix().Rows {
		to := r.RawRowView(i)
		for k, v := range share.RawRowView(i) {
			floats.AddScaled(to, -v, s.t.cw.RawRowView(k))
		}
	}
}

// cut removes the normal part of r.
func (s *solve) cut(r *mat.Dense) {
	s.across(r)
	s.f.Project(r)
}

// view are rows and their images in the numbers of flat, without a copy.
func (s *solve) view(z []float64) (out imaged) {
	m, d := s.t.w.Dims()
	if out.v = mat.NewDense(m, d, z[:m*d]); len(z) > m*d {
		out.image = mat.NewDense(m, len(z)/m-d, z[m*d:])
	}
	return out
}

func (s *solve) length() float64 { return math.Sqrt(s.square) }

// run is Steihaug's method.
func (s *solve) run(ctx context.Context, radius float64) {
	m, d := s.t.w.Dims()
	gradient := s.t.residual.RawMatrix().Data
	first := s.begun.flat()
	c := optimize.NewCG(slices.Clone(gradient), func(r []float64) (z []float64) {
		if z, first = first, nil; z == nil {
			z = s.tangent(mat.NewDense(m, d, r)).flat()
		}
		return z
	})
	s.square, s.bounded, s.products = 0, false, 0
	// The factor reduces with the slope: convergence is superlinear.
	enough := s.slope * min(.01, s.t.size(s.p.Value()))
	var across, length float64 = 0, c.Rho // <step, M·way>, <way, M·way>
	for k := range min(m*d, 500) {
		h := s.first
		if k > 0 || h == nil {
			h = s.hessian(s.view(c.P))
		}
		if k == 0 {
			s.first = h
		}
		c.AP = h.RawMatrix().Data
		alpha := c.Rho / c.Curve()
		ahead := s.square + 2*alpha*across + alpha*alpha*length
		if c.Bend <= 0 || ahead >= radius*radius {
			c.Move((-across + math.Sqrt(across*across+length*(radius*radius-s.square))) / length)
			s.square, s.bounded = radius*radius, true
			break
		}
		c.Move(alpha)
		s.square = ahead
		before := c.Rho
		if c.Next(); c.Rho <= enough || ctx.Err() != nil {
			break
		}
		beta := c.Rho / before
		across = beta * (across + alpha*length)
		length = c.Rho + beta*beta*length
	}
	x := c.X[:m*d]
	s.gain = (floats.Dot(gradient, x) + floats.Dot(c.R, x)) / 2
	floats.Scale(-1, c.X)
	s.step = s.view(c.X)
}
