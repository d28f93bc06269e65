package fsir

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

const (
	maxSteps      = 5000
	refreshSteps  = 20
	patience      = 300 // a search ends after so many steps in which the residual is not halved,
	impatience    = 8   // or so many if it is below 1e-10
	accuracySteps = 13  // steps of the progress: digits of the residual
)

// search maximizes g'u + ½u'Hu over ‖u‖ = radius, H = PAP, by ascent; with g = 0 it finds the
// largest eigenvalue. It stores H times each basis vector of its subspace, so that a step costs one
// product with A, that of the gradient.
type search struct {
	*problem
	g                []float64
	radius           float64
	u, hu            []float64      // iterate
	r, hr            []float64      // gradient minus λu; then the direction of the step
	x, hx            []float64      // buffers
	v, hv            []float64      // eigenvector in the subspace; nil for none
	near             Preconditioned // nil for none
	border           border
	space            *subspace
	begun            bool
	fresh            bool // hu is a product, not a linear combination of products
	lambda, residual float64
	value            float64
	steps            int
	trace            []float64
}

func (q *problem) newSearch(g []float64, radius float64, space *subspace) *search {
	room := make([]float64, 6*len(g))
	next := func() (v []float64) {
		v, room = room[:len(g):len(g)], room[len(g):]
		return v
	}
	return &search{
		problem: q, g: g, radius: radius, space: space,
		u: next(), hu: next(), r: next(), hr: next(), x: next(), hx: next(),
	}
}

// begin starts at the point of the sphere in direction u. Algorithm 1 starts in the direction of
// the gradient at n0.
func (s *search) begin(ctx context.Context, u []float64) error {
	copy(s.u, u)
	s.begun = true
	s.space.n = 0
	return s.refresh(ctx)
}

// refresh projects u and recomputes hu, since steps accumulate rounding errors.
func (s *search) refresh(ctx context.Context) error {
	s.project(s.u)
	s.project(s.u)
	floats.Scale(s.radius/floats.Norm(s.u, 2), s.u)
	s.fresh = true
	return s.product(ctx, s.hu, s.u)
}

// with adds an eigenvector to the subspace.
func (s *search) with(ctx context.Context, v []float64) error {
	s.v, s.hv = v, make([]float64, len(v))
	s.space.n = 0 // it holds a less accurate v
	return s.product(ctx, s.hv, s.v)
}

// measure computes λ, the residual and the value at u.
func (s *search) measure() {
	uhu, ug := floats.Dot(s.u, s.hu), floats.Dot(s.u, s.g)
	s.value = ug + uhu/2
	s.lambda = (ug + uhu) / (s.radius * s.radius)
	for j, x := range s.hu {
		s.r[j] = x + s.g[j] - s.lambda*s.u[j]
	}
	s.project(s.r)
	s.scale = max(s.scale, math.Abs(s.lambda))
	s.residual = 0
	if norm := floats.Norm(s.r, 2); norm > 0 {
		s.residual = norm / (s.radius * s.scale)
	}
}

// ascend steps until the residual is at most limit, has not been halved in many steps, or enough
// returns true.
func (s *search) ascend(ctx context.Context, tick func(int), enough func(*search) bool,
	limit float64) error {
	best, since, reported, from := math.Inf(1), 0, 0, s.steps
	for first := true; ; first = false {
		s.measure()
		if !first || s.v != nil || len(s.trace) == 0 {
			s.trace = append(s.trace, s.origin+s.value)
		}
		if s.residual < best/2 {
			best, since = s.residual, 0
		}
		if digits := min(accuracySteps, int(-math.Log10(max(best, limit)))); digits > reported {
			tick(digits - reported)
			reported = digits
		}
		stalled := since >= patience || since >= impatience && best <= 1e-10 ||
			s.steps-from >= maxSteps
		done := stalled || s.residual <= limit || enough != nil && enough(s)
		if !s.fresh && (done || s.steps%refreshSteps == 0) {
			if err := s.refresh(ctx); err != nil {
				return err
			}
			s.measure()
			done = stalled || s.residual <= 3*limit || enough != nil && enough(s)
		}
		if done {
			break
		}
		since++
		if err := s.step(ctx); err != nil {
			return err
		}
	}
	tick(accuracySteps - reported)
	return nil
}

// step adds the direction of the gradient to the subspace and moves to the best point of the sphere
// in it.
func (s *search) step(ctx context.Context) error {
	if s.fresh {
		floats.ScaleTo(s.x, 1/s.radius, s.u)
		floats.ScaleTo(s.hx, 1/s.radius, s.hu)
		s.space.renew(s.x, s.hx)
		if s.v != nil {
			copy(s.x, s.v)
			copy(s.hx, s.hv)
			if s.space.n < s.space.most && s.space.orthonormal(s.x, s.hx, s.project) {
				s.space.add(s.x, s.hx)
			}
		}
	} else if s.space.n == s.space.most {
		s.space.compress()
	}
	if s.near != nil {
		if err := s.border.solve(ctx, s); err != nil {
			return err
		}
	}
	if s.space.n < min(s.space.most, len(s.u)-len(s.rows)) &&
		s.space.orthonormal(s.r, nil, s.project) {
		if err := s.product(ctx, s.hr, s.r); err != nil {
			return err
		}
		s.space.add(s.r, s.hr)
	}
	s.space.best(s.u, s.hu, s.g, s.radius)
	for _, theta := range s.space.values[:s.space.n] {
		s.scale = max(s.scale, math.Abs(theta), s.lambda-theta)
	}
	s.fresh = false
	s.steps++
	return nil
}
