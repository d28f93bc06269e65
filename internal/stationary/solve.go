package stationary

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// solve is one trust-region problem: min <R, V> + ½<V, HV> over tangent V, ‖V‖_M <= radius.
type solve struct {
	f       Function
	p       Point
	t       *tangent
	inverse func(*mat.Dense) *mat.Dense
	held    *mat.Dense // M⁻¹CW
	gram    mat.LU     // of W C M⁻¹ C W'

	residual, scaled *mat.Dense // r, and the tangent part of M⁻¹r
	slope            float64    // <r, M⁻¹r>

	step     *mat.Dense
	curved   *mat.Dense // H·step
	square   float64    // ‖step‖²_M
	gain     float64    // fall of the model
	bounded  bool       // the step ends at the radius
	products int
}

func newSolve(f Function, p Point, t *tangent, inverse func(*mat.Dense) *mat.Dense) *solve {
	s := &solve{f: f, p: p, t: t, inverse: inverse}
	s.prepare()
	s.residual = mat.DenseCopyOf(t.residual)
	s.scaled = s.tangent(s.residual)
	s.slope = dot(s.residual, s.scaled)
	if !(s.slope > 0) || math.IsInf(s.slope, 0) {
		return nil
	}
	return s
}

// prepare computes the factors that tangent needs.
func (s *solve) prepare() {
	s.held = s.inverse(s.t.cw)
	var gram mat.Dense
	gram.Mul(s.t.cw, s.held.T())
	s.gram.Factorize(&gram)
}

// tangent returns the V with <U, MV> = <U, r> for all tangent U: M⁻¹r minus the part excluded by
// WCV' = 0.
func (s *solve) tangent(r *mat.Dense) *mat.Dense {
	v := s.inverse(r)
	var cross, share, back mat.Dense
	cross.Mul(s.t.cw, v.T()) // W C M⁻¹ r'
	if err := s.gram.SolveTo(&share, false, &cross); err != nil {
		if _, ill := err.(mat.Condition); !ill {
			return v
		}
	}
	back.Mul(share.T(), s.held)
	v.Sub(v, &back)
	return v
}

// hessian is the Hessian on the manifold, ∇²f·v - ΛCv, without its part along CW. What Project
// forbids stays: products with v, which obeys it, and with M⁻¹ do not have it.
func (s *solve) hessian(v *mat.Dense) *mat.Dense {
	s.products++
	h := s.bent(v)
	s.across(h)
	return h
}

// bent is ∇²f·v - ΛCv.
func (s *solve) bent(v *mat.Dense) *mat.Dense {
	if p, ok := s.p.(ImagedPoint); ok {
		return p.Bent(v, s.t.multiplier)
	}
	h := s.p.Curvature(v)
	var less mat.Dense
	constraint := s.f.Constraint
	if f, ok := s.f.(Near); ok {
		constraint = f.Nearly
	}
	less.Mul(s.t.multiplier, constraint(v))
	h.Sub(h, &less)
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

func (s *solve) length() float64 { return math.Sqrt(s.square) }

// run is Steihaug's method.
func (s *solve) run(ctx context.Context, radius float64) {
	m, d := s.t.w.Dims()
	s.step, s.curved = mat.NewDense(m, d, nil), mat.NewDense(m, d, nil)
	way := mat.NewDense(m, d, nil)
	way.Scale(-1, s.scaled)
	slope := s.slope
	// The factor reduces with the slope: convergence is superlinear.
	enough := slope * min(.01, s.t.size(s.p.Value()))
	var across, length float64 = 0, slope // <step, M·way>, <way, M·way>
	for range min(m*d, 500) {
		h := s.hessian(way)
		bend := dot(way, h)
		alpha := slope / bend
		ahead := s.square + 2*alpha*across + alpha*alpha*length
		if bend <= 0 || ahead >= radius*radius {
			tau := (-across + math.Sqrt(across*across+length*(radius*radius-s.square))) / length
			add(s.step, tau, way)
			add(s.curved, tau, h)
			s.square, s.bounded = radius*radius, true
			break
		}
		add(s.step, alpha, way)
		add(s.curved, alpha, h)
		add(s.residual, alpha, h)
		s.square = ahead
		s.scaled = s.tangent(s.residual)
		next := dot(s.residual, s.scaled)
		if next <= enough || ctx.Err() != nil {
			break
		}
		beta := next / slope
		slope = next
		across = beta * (across + alpha*length)
		length = next + beta*beta*length
		way.Scale(beta, way)
		add(way, -1, s.scaled)
	}
	s.gain = -dot(s.t.residual, s.step) - dot(s.step, s.curved)/2
}
